import type { DifferenceKind, DifferenceSeverity, Direction } from "#shared/contract/difference.ts";
import type { Position } from "#shared/diagnostics/diagnostic.ts";
import { isList, isObject, type Json, toJsonText } from "#shared/json/json.ts";

/**
 * What a change does to the values that may travel: `wider` lets more of them through, `narrower` fewer, `other`
 * different ones. `compatible`: clients are expected to cope, whichever way the values travel. `wording`: none of it.
 */
export type Effect = "wider" | "narrower" | "other" | "compatible" | "wording";

/** One change at a place that is known elsewhere. */
export interface Change {
  readonly kind: DifferenceKind;
  readonly effect: Effect;
  /** A phrase about the later contract that holds in requests and in responses: `required now`. */
  readonly message: string;
  /** The value of an enum that came or went. */
  readonly value?: string;
}

/**
 * A request that was accepted must stay accepted, and a response must stay one that clients were told to expect: so
 * demands may loosen on the way in and tighten on the way out.
 */
export function severityOf(effect: Effect, direction: Direction | null): DifferenceSeverity {
  switch (effect) {
    case "wording":
      return "wording";
    case "compatible":
      return "additive";
    case "wider":
      return direction === "request" ? "additive" : "breaking";
    case "narrower":
      return direction === "response" ? "additive" : "breaking";
    case "other":
      return "breaking";
  }
}

/** Whose part a place is; decides which pages speak of it. */
export type PartOwner =
  | { readonly kind: "document" }
  /** `part` null: the operation as such. */
  | { readonly kind: "operation"; readonly id: string; readonly part: Direction | null }
  /** A named schema of the earlier contract, with the schemas that take the field over from it. */
  | { readonly kind: "schema"; readonly names: readonly string[]; readonly field: string | null }
  /** The name of a schema, and with it everything that is named by it: its fields and values. */
  | { readonly kind: "schema-name"; readonly name: string; readonly members: readonly string[] };

/** Where in two contracts the comparison stands. */
export interface ComparisonContext {
  readonly subject: string;
  /** `GET /loads/` when the subject is a part of that operation; null when it stands for itself. */
  readonly operation: string | null;
  readonly direction: Direction | null;
  readonly position: Position | null;
  readonly owner: PartOwner;
}

/** A field of the object at a place. `from` is the schema that the object takes the field over from. */
export function toField<P extends ComparisonContext>(place: P, name: string, from: string | null = null): P {
  if (place.owner.kind !== "schema") return { ...place, subject: `${place.subject}.${name}` };
  const { names, field } = place.owner;
  if (field !== null || from === null) {
    return { ...place, subject: `${place.subject}.${name}`, owner: { ...place.owner, field: field ?? name } };
  }
  return { ...place, subject: `${from}.${name}`, owner: { kind: "schema", names: [from, ...names], field: name } };
}

/** The items of the list at a place. */
export function toItems<P extends ComparisonContext>(place: P): P {
  return { ...place, subject: `${place.subject}[]` };
}

/** A value in a phrase, cut when it is long. */
export function showJson(value: Json): string {
  const text = toJsonText(value);
  return text.length > longest ? `${text.slice(0, longest)}…` : text;
}

/** What became of a member of a schema: `maxLength 64 now, was 256`, `no pattern now, was "^A"`. */
export function showMember(name: string, before: Json | undefined, after: Json | undefined): string {
  if (isStructure(before) || isStructure(after)) {
    return before === undefined ? `${name} now` : after === undefined ? `no ${name} now` : `other ${name}`;
  }
  const now = after === undefined ? `no ${name} now` : `${name} ${showJson(after)} now`;
  return before === undefined ? now : `${now}, was ${showJson(before)}`;
}

const longest = 60;

function isStructure(value: Json | undefined): boolean {
  return isList(value) || isObject(value);
}
