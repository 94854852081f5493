import type { Slip } from "../diagnostics/nearest.ts";
import { listFormat } from "../english.ts";
import { groupBy } from "../group-by.ts";
import { tokensOf } from "../json/json-pointer.ts";

/** A fault in a sample, with a hint. */
export interface SampleFault {
  readonly message: string;
  readonly hint: string | null;
  /** True if only a number's notation is at fault, which programs and JSON Schema accept. */
  readonly isOfNotation?: true;
  /** True if the number may mean a part of a cent instead of the dollars in the hint. */
  readonly maySplitCent?: true;
  /** The wrong word with its only possible correction. */
  readonly slip?: Slip | null;
  readonly unknown?: { readonly kind: "name" | "value"; readonly word: string; readonly known: Iterable<string> };
  /** True for a name that exists in the contract but can't be used here. */
  readonly isKnown?: true;
}

/** The faults other than those of notation. */
export function withoutNotation<T extends SampleFault>(faults: readonly T[]): readonly T[] {
  return faults.filter(({ isOfNotation }) => isOfNotation !== true);
}

/** The name of a value at a pointer in messages: `` `weight` ``, `` `0` of `origin_locations` ``, `the body`. */
export function nameOf(title: string, pointer: string): string {
  const tokens = tokensOf(pointer);
  const last = tokens.at(-1);
  if (last === undefined) return title;
  if (!/^\d+$/.test(last)) return `\`${last}\``;
  const parent = tokens.at(-2);
  return `\`${last}\` of ${parent === undefined ? title : `\`${parent}\``}`;
}

/** A fault in a body. `pointer` is the value's JSON Pointer (RFC 6901). */
export interface BodyFault extends SampleFault {
  readonly pointer: string;
  /** The pointer of a missing member; `pointer` is that of its object. */
  readonly missing?: string;
}

/** Joins all missing members of an object into one fault, at the first of them. */
export function joinMissing<T extends Missing>(faults: readonly T[]): readonly T[] {
  const groups = groupBy(faults, (fault) => fault.missing?.replace(/\/[^/]*$/, "") ?? fault);
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    const names = group.flatMap(({ missing }) =>
      missing === undefined ? [] : `\`${tokensOf(missing).at(-1) ?? ""}\``,
    );
    if (first === undefined || names.length < 2) return group;
    const shown = names.length > maxListed ? names.slice(0, maxListed - 1) : names;
    const omitted = names.length - shown.length;
    const words = listFormat.format([...shown, ...(omitted > 0 ? [`${omitted} others`] : [])]);
    return [{ ...first, message: `${words} are missing` }];
  });
}

type Missing = SampleFault & Pick<BodyFault, "missing">;

const maxListed = 10;

/** The part of a request that has a fault. */
export type RequestPart =
  /** `parameter` is the name of the path's wrong parameter, if it's one. */
  | { readonly kind: "request-line"; readonly parameter?: string }
  | { readonly kind: "query"; readonly name: string }
  | { readonly kind: "header"; readonly name: string }
  | { readonly kind: "body"; readonly pointer: string };

/** The same in the responses of sandboxes and tools. */
export function toStatedPart(part: RequestPart) {
  if (part.kind === "request-line") return { in: "request" } as const;
  const { kind, ...named } = part;
  return { in: kind, ...named };
}

export interface RequestFault extends SampleFault, Pick<BodyFault, "missing"> {
  readonly part: RequestPart;
}

export type BodyTarget =
  | { readonly kind: "schema"; readonly schema: string }
  | { readonly kind: "request"; readonly operation: string }
  | { readonly kind: "response"; readonly operation: string; readonly status: string };
