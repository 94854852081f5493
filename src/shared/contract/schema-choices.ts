import { isObject, type Json, type JsonObject, listAt, memberOf, textsAt, toObject } from "../json/json.ts";

/** Members of an object that stand together, and those that don't stand beside them. */
export interface MemberSet {
  readonly present: readonly string[];
  readonly absent: readonly string[];
}

/** A choice (`oneOf`, `anyOf`) that only says which members an object has. */
export interface MemberChoice {
  /** True where exactly one of the sets fits. */
  readonly isExclusive: boolean;
  readonly sets: readonly MemberSet[];
}

/** The choices that a schema states, each as a schema of its own. A discriminator belongs to the first of them. */
export function choicesOf(schema: JsonObject): readonly JsonObject[] {
  const kinds = ["oneOf", "anyOf"].filter((kind) => listAt(schema, kind).length > 0);
  return kinds.map((kind, index) => {
    const keys = index === 0 ? [kind, "discriminator"] : [kind];
    return toObject(entriesOf(schema, keys));
  });
}

function entriesOf(schema: JsonObject, keys: readonly string[]): readonly (readonly [string, Json])[] {
  return keys.flatMap((key) => (Object.hasOwn(schema, key) ? [[key, schema[key] ?? null]] : []));
}

/** A choice as sets of members; null where its alternatives say anything else. */
export function toMemberChoice(choice: JsonObject): MemberChoice | null {
  const isExclusive = Object.hasOwn(choice, "oneOf");
  const alternatives = listAt(choice, isExclusive ? "oneOf" : "anyOf");
  const sets = alternatives.flatMap((alternative) => toMemberSet(alternative) ?? []);
  return sets.length < alternatives.length ? null : { isExclusive, sets };
}

function toMemberSet(alternative: Json): MemberSet | null {
  if (!isObject(alternative)) return null;
  const isKnown = Object.entries(alternative).every(
    ([key, value]) => key === "required" || key === "not" || (key === "type" && value === "object"),
  );
  const [present, forbidden] = [textsAt(alternative, "required"), forbiddenIn(alternative["not"])];
  if (!isKnown || forbidden === null || forbidden.some((names) => names.length !== 1)) return null;
  return present.length + forbidden.length === 0 ? null : { present, absent: forbidden.flat() };
}

/** The members that `not` forbids to stand together; null where it forbids anything else. */
export function forbiddenIn(not: Json | undefined): readonly (readonly string[])[] | null {
  if (not === undefined) return [];
  const alternatives = memberOf(not, "anyOf") === undefined ? [not] : listAt(not, "anyOf");
  const isPlain = [not, ...alternatives].every(
    (schema) => isObject(schema) && Object.keys(schema).every((key) => key === "required" || key === "anyOf"),
  );
  const sets = alternatives.map((alternative) => textsAt(alternative, "required"));
  return isPlain && sets.length > 0 && sets.every((names) => names.length > 0) ? sets : null;
}
