import type { Slip } from "../diagnostics/nearest.ts";
import { groupBy } from "../group-by.ts";
import { tokensOf } from "../json/json-pointer.ts";

/** A fault in a sample, with a hint. */
export interface SampleFault {
  readonly message: string;
  readonly hint: string | null;
  /** True when only the way a number is written is at fault: programs take it, and JSON Schema does. */
  readonly isOfNotation?: true;
  /** True when the number may be a part of a cent as well as the dollars that the hint takes it for. */
  readonly maySplitCent?: true;
  /** The wrong word with its correction, when only one is possible. */
  readonly slip?: Slip | null;
  readonly unknown?: UnknownWord;
  /** True of a name that the contract has, and that can't be used here. */
  readonly isKnown?: true;
}

interface UnknownWord {
  readonly kind: "name" | "value";
  readonly word: string;
  readonly known: Iterable<string>;
}

/** The faults that aren't of notation. */
export function withoutNotation<T extends SampleFault>(faults: readonly T[]): readonly T[] {
  return faults.filter(({ isOfNotation }) => isOfNotation !== true);
}

/** A message or hint as a sentence. */
export function toSentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1) + (/[.?!]$/.test(text) ? "" : ".");
}

/** `a uuid`, `an event type` */
export function withArticle(name: string): string {
  return `${/^[aeio]/.test(name) ? "an" : "a"} ${name}`;
}

/** How messages call the value at a place: `` `weight` ``, `` `0` of `origin_locations` ``, `the body`. */
export function nameOf(title: string, pointer: string): string {
  const tokens = tokensOf(pointer);
  const last = tokens.at(-1);
  if (last === undefined) return title;
  if (!/^\d+$/.test(last)) return `\`${last}\``;
  const parent = tokens.at(-2);
  return `\`${last}\` of ${parent === undefined ? title : `\`${parent}\``}`;
}

/** A fault in a body. `pointer` is the JSON Pointer (RFC 6901) of the value. */
export interface BodyFault extends SampleFault {
  readonly pointer: string;
  /** Of a member that is missing: where it would stand. The pointer is that of its object. */
  readonly missing?: string;
}

/** Everything that one object lacks as one fault, where the first of it stood. */
export function joinMissing<T extends Missing>(faults: readonly T[]): readonly T[] {
  const groups = groupBy(faults, (fault) => fault.missing?.replace(/\/[^/]*$/, "") ?? fault);
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    const names = group.flatMap(({ missing }) => (missing === undefined ? [] : (tokensOf(missing).at(-1) ?? "")));
    return first === undefined || names.length < 2 ? group : [{ ...first, message: `${listNames(names)} are missing` }];
  });
}

type Missing = SampleFault & Pick<BodyFault, "missing">;

function listNames(names: readonly string[]): string {
  const shown = names.slice(0, names.length > maxListed ? maxListed - 1 : maxListed).map((name) => `\`${name}\``);
  const omitted = names.length - shown.length;
  const last = omitted > 0 ? `${omitted} others` : shown.pop();
  return `${shown.join(", ")} and ${last}`;
}

const maxListed = 10;

export type RequestPlace =
  /** `parameter` is the name of the one of the path that is wrong, where it is one. */
  | { readonly kind: "request-line"; readonly parameter?: string }
  | { readonly kind: "query"; readonly name: string }
  | { readonly kind: "header"; readonly name: string }
  | { readonly kind: "body"; readonly pointer: string };

/** A place as the answers of sandboxes and tools state it. */
export function toStatedPlace(place: RequestPlace) {
  switch (place.kind) {
    case "request-line":
      return { in: "request" } as const;
    case "body":
      return { in: place.kind, pointer: place.pointer } as const;
    case "query":
    case "header":
      return { in: place.kind, name: place.name } as const;
  }
}

export interface RequestFault extends SampleFault, Pick<BodyFault, "missing"> {
  readonly place: RequestPlace;
}

export type BodyTarget =
  | { readonly kind: "schema"; readonly schema: string }
  | { readonly kind: "request"; readonly operation: string }
  | { readonly kind: "response"; readonly operation: string; readonly status: string };
