import { shapesOf } from "#shared/contract/fields.ts";
import { choicesOf, isRemark } from "#shared/contract/keywords/json-schema.ts";
import { anySchema, resolveSchema, type Schema, type SchemaByName } from "#shared/contract/schema.ts";
import { objectAt, textAt, toObject } from "#shared/json/json.ts";
import { isSameJson, toJsonKey } from "#shared/json/same-json.ts";

import { type Change, type Pair, showJson, showList, showMember } from "./change.ts";

export type SchemaPair = Pair<Schema>;

interface AlternativePairs {
  readonly pairs: readonly SchemaPair[];
  readonly changes: readonly Change[];
}

/**
 * Pairs the alternatives (`oneOf`, `anyOf`) of two schemas by name or equality, and those without a name by likeness. If
 * both sides have the same number of unpaired ones, these are paired in order.
 */
export function pairAlternatives(before: Schema, after: Schema): AlternativePairs {
  const [known, now] = [listAlternatives(before), listAlternatives(after)];
  if ((known.length === 0) !== (now.length === 0)) {
    // A choice on only one side differs too much to compare further.
    const titles = now.map(({ title }) => title).join(", ");
    const message = now.length === 0 ? "no alternatives now" : `one of ${titles} now`;
    return { pairs: [], changes: [{ kind: "rule", effect: "different", message }] };
  }
  const same = pairUp(known, now, ({ key }, candidates) => candidates.find((candidate) => candidate.key === key));
  const alike = pairUp(same.known, same.now, ({ schema }, candidates) => {
    const unnamed = candidates.filter((candidate) => candidate.schema.ref === null);
    return schema.ref === null ? findLike(schema, unnamed) : undefined;
  });
  const pairs = [...same.pairs, ...alike.pairs];
  const discriminator = compareDiscriminator(before, after);
  if (alike.known.length === alike.now.length) {
    const inOrder = alike.known.map(({ schema }, index) => [schema, alike.now[index]?.schema ?? anySchema] as const);
    return { pairs: [...pairs, ...inOrder], changes: discriminator };
  }
  return { pairs, changes: [...discriminator, ...describeAlternatives(alike.known, alike.now)] };
}

interface Pairing {
  readonly pairs: readonly SchemaPair[];
  /** Those that are left. */
  readonly known: readonly Alternative[];
  readonly now: readonly Alternative[];
}

type FindMatch = (alternative: Alternative, candidates: readonly Alternative[]) => Alternative | undefined;

function pairUp(known: readonly Alternative[], now: readonly Alternative[], findMatch: FindMatch): Pairing {
  const pairs: SchemaPair[] = [];
  const left: Alternative[] = [];
  const candidates = [...now];
  for (const alternative of known) {
    const match = findMatch(alternative, candidates);
    if (match === undefined) {
      left.push(alternative);
      continue;
    }
    pairs.push([alternative.schema, match.schema]);
    candidates.splice(candidates.indexOf(match), 1);
  }
  return { pairs, known: left, now: candidates };
}

function findLike<C extends { readonly schema: Schema }>(schema: Schema, candidates: readonly C[]): C | undefined {
  const names = new Set(schema.members.map(({ name }) => name));
  const types = schema.types.toSorted();
  const likes = candidates.flatMap((candidate) => {
    const { members } = candidate.schema;
    const shared = members.filter(({ name }) => names.has(name)).length;
    const hasTypes = isSameJson(candidate.schema.types.toSorted(), types);
    const isLike = hasTypes && (shared > 0 || members.length === 0 || names.size === 0);
    return isLike ? [{ candidate, shared }] : [];
  });
  return likes.toSorted((a, b) => b.shared - a.shared)[0]?.candidate;
}

/** Pairs a schema with the alternative of the other that is like it; null unless just one of them is a choice, of such. */
export function pairWithAlternative([before, after]: SchemaPair, schemas: Pair<SchemaByName>): AlternativePairs | null {
  const [known, now] = [listAlternatives(before), listAlternatives(after)];
  if ((known.length === 0) === (now.length === 0)) return null;
  const isNew = known.length === 0;
  const [plain, choice, listed, named] = isNew ? [before, after, now, schemas[1]] : [after, before, known, schemas[0]];
  if (plain.types.length === 0 || choice.types.length + choice.members.length > 0) return null;
  const resolved = listed.map((alternative) => ({ ...alternative, schema: resolveSchema(alternative.schema, named) }));
  const simple = resolved.filter(({ schema }) => alternativesOf(schema).length === 0);
  const like = findLike(plain, simple);
  if (like === undefined) return null;
  const unlike = resolved.filter((alternative) => alternative !== like);
  const [single, alternative] = [toBare(plain), toBare(like.schema)];
  return isNew
    ? { pairs: [[single, alternative]], changes: describeAlternatives([], unlike) }
    : { pairs: [[alternative, single]], changes: describeAlternatives(unlike, []) };
}

function describeAlternatives(removed: readonly Alternative[], added: readonly Alternative[]): readonly Change[] {
  const [removedTitles, addedTitles] = [removed.map(({ title }) => title), added.map(({ title }) => title)];
  const removal = `no ${showList("alternative", removedTitles)} now`;
  const addition = `new ${showList("alternative", addedTitles)}`;
  return [
    ...(removed.length === 0 ? [] : [{ kind: "alternative-removed", effect: "narrower", message: removal } as const]),
    ...(added.length === 0 ? [] : [{ kind: "alternative-added", effect: "wider", message: addition } as const]),
  ];
}

/** Whether it's null, and its prose, are stated by the choice. */
function toBare(schema: Schema): Schema {
  const keywords = Object.entries(schema.keywords).filter(([key]) => !isRemark(key));
  return { ...schema, ref: null, nullable: false, keywords: toObject(keywords) };
}

/** The types of a schema, or those of its alternatives. */
export function typesOf(schema: Schema, schemas: SchemaByName, depth = 0): readonly string[] {
  const alternatives = alternativesOf(schema);
  if (schema.types.length > 0 || alternatives.length === 0 || depth > deepest) return schema.types;
  const types = alternatives.map((choice) => typesOf(resolveSchema(choice, schemas), schemas, depth + 1));
  return types.every((list) => list.length > 0) ? [...new Set(types.flat())] : [];
}

/** Alternatives are rarely nested deeper. The limit also ends rings. */
export const deepest = 5;

/** Only stated alternatives. Schemas that inherit from the schema are compared by their names. */
export function alternativesOf(schema: Schema): readonly Schema[] {
  return choicesOf(schema.keywords).length > 0 ? shapesOf(schema) : [];
}

interface Alternative {
  readonly schema: Schema;
  readonly key: string;
  readonly title: string;
}

function listAlternatives(schema: Schema): readonly Alternative[] {
  return alternativesOf(schema).map((alternative) => {
    const { ref, title, source } = alternative;
    return { schema: alternative, key: ref ?? toJsonKey(source), title: `\`${ref ?? title ?? showJson(source)}\`` };
  });
}

function compareDiscriminator(before: Schema, after: Schema): readonly Change[] {
  const [known, now] = [before, after].map(
    ({ keywords }) => textAt(objectAt(keywords, "discriminator"), "propertyName") ?? undefined,
  );
  if (known === now) return compareMappings(before, after);
  const effect = known !== undefined && now !== undefined ? "different" : "wording";
  return [{ kind: "rule", effect, message: showMember("discriminator", known, now) }];
}

/** Values that change together with their schemas are part of the changes of these schemas. */
function compareMappings(before: Schema, after: Schema): readonly Change[] {
  const [known, now] = [mappingOf(before), mappingOf(after)];
  const gone = [...known].flatMap(([value, name]): readonly Change[] => {
    const next = now.get(value);
    if (next === name) return [];
    const isThere = namesOf(after).has(name);
    const message = `\`${value}\` means \`${next}\` now, not \`${name}\``;
    if (next !== undefined && (isThere || namesOf(before).has(next)))
      return [{ kind: "rule", effect: "different", message }];
    if (next !== undefined || !isThere) return [];
    return [{ kind: "value-removed", effect: "narrower", message: `no value \`${value}\` for \`${name}\` now` }];
  });
  const added = [...now].flatMap(([value, name]): readonly Change[] => {
    if (known.has(value) || !namesOf(before).has(name)) return [];
    return [{ kind: "value-added", effect: "compatible", message: `new value \`${value}\` for \`${name}\`` }];
  });
  return [...gone, ...added];
}

function mappingOf({ alternatives }: Schema): ReadonlyMap<string, string> {
  return alternatives?.discriminator?.mapping ?? new Map<string, string>();
}

function namesOf({ alternatives }: Schema): ReadonlySet<string> {
  return new Set(alternatives?.schemas.flatMap(({ ref }) => ref ?? []));
}
