import type { DifferenceKind, DifferenceSeverity } from "#shared/contract/difference.ts";
import type { Direction } from "#shared/contract/operation.ts";
import type { Position } from "#shared/diagnostics/diagnostic.ts";
import { isList, isObject, type Json, toJsonText } from "#shared/json/json.ts";

/**
 * `wider` lets more values travel than before, `narrower` fewer, `different` others. Clients are expected to cope with a
 * `compatible` change whichever way the values travel. `wording` doesn't touch the values.
 */
export type Effect = "wider" | "narrower" | "different" | "compatible" | "wording";

export type Pair<T> = readonly [before: T, after: T];

export interface Change {
  readonly kind: DifferenceKind;
  readonly effect: Effect;
  /** A phrase about the later contract that holds in requests and in responses: `required now`. */
  readonly message: string;
  /** The added or removed values of an enum. */
  readonly values?: readonly string[];
}

/**
 * A server must accept the requests that it accepted before, and send the responses that clients expect. So rules for
 * requests may loosen, and rules for responses may tighten.
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
    case "different":
      return "breaking";
  }
}

/** The owner decides which pages a change touches. */
export type PartOwner =
  | { readonly kind: "document" }
  /** Without a `part`, the change is about the whole operation. */
  | { readonly kind: "operation"; readonly id: string; readonly part: Direction | null }
  /** A named schema of the earlier contract, with the schemas that take the field over from it. */
  | { readonly kind: "schema"; readonly names: readonly string[]; readonly field: string | null }
  /** A schema's name, which names its fields and values too. */
  | { readonly kind: "schema-name"; readonly name: string; readonly members: readonly string[] };

export interface ComparisonContext {
  readonly subject: string;
  /** `GET /loads/` when the subject is a part of that operation. */
  readonly operation: string | null;
  readonly direction: Direction | null;
  readonly position: Position | null;
  readonly owner: PartOwner;
}

/** The context of a field. */
export function toField<P extends ComparisonContext>(context: P, name: string): P {
  const { owner } = context;
  const subject = `${context.subject}.${name}`;
  return owner.kind === "schema"
    ? { ...context, subject, owner: { ...owner, field: owner.field ?? name } }
    : { ...context, subject };
}

/** A new part, which breaks clients when it's required in what they send. */
export function toAddition(kind: DifferenceKind, isDemanded: boolean): Change {
  return isDemanded
    ? { kind, effect: "different", message: "new and required" }
    : { kind, effect: "compatible", message: "new" };
}

export function showJson(value: Json): string {
  const text = toJsonText(value);
  return text.length > longest ? `${text.slice(0, longest)}…` : text;
}

/** `maxLength 64 now, was 256`, `no pattern now, was "^A"` */
export function showMember(name: string, before: Json | undefined, after: Json | undefined): string {
  if ([before, after].some((value) => isList(value) || isObject(value))) {
    return before === undefined ? `${name} now` : after === undefined ? `no ${name} now` : `other ${name}`;
  }
  const now = after === undefined ? `no ${name} now` : `${name} ${showJson(after)} now`;
  return before === undefined ? now : `${now}, was ${showJson(before)}`;
}

/** `value A`, `values A, B` */
export function showList(noun: string, texts: readonly string[]): string {
  return `${noun}${texts.length === 1 ? "" : "s"} ${texts.join(", ")}`;
}

const longest = 60;
