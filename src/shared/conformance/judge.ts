import type { Direction } from "../contract/difference.ts";
import type { Json, JsonObject } from "../json/json.ts";
import type { BodyFault } from "./contract-guide.ts";

/** What the parts of `checkValue` need of the whole. Pointers are RFC 6901's; empty for the value itself. */
export interface Judge {
  /** How messages call the value as a whole: `the body`. */
  readonly title: string;
  readonly direction: Direction | null;
  readonly isPartial: boolean;
  /** Judges a value that this schema alone describes: members it does not know are faults. */
  judgeWhole(value: Json, schema: Json, pointer: string): readonly BodyFault[];
  /** Judges a value that other schemas may describe as well. */
  judgePart(value: Json, schema: Json, pointer: string): readonly BodyFault[];
  target(reference: string): JsonObject | null;
}

/** Where a judgement stands. */
export interface JudgePlace {
  readonly judge: Judge;
  readonly pointer: string;
}

/** How messages call the value at a place: `` `weight` ``, `` `0` of `origin_locations` ``, `the body`. */
export function nameAt({ judge, pointer }: JudgePlace): string {
  const tokens = pointer
    .split("/")
    .slice(1)
    .map((token) => token.replaceAll("~1", "/").replaceAll("~0", "~"));
  const last = tokens.at(-1);
  if (last === undefined) return judge.title;
  if (!/^\d+$/.test(last)) return `\`${last}\``;
  const parent = tokens.at(-2);
  return `\`${last}\` of ${parent === undefined ? judge.title : `\`${parent}\``}`;
}

/** A value as messages show it, cut when it is long. */
export function showValue(value: Json): string {
  if (typeof value === "object" && value !== null) return Array.isArray(value) ? "a list" : "an object";
  const text = JSON.stringify(value);
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}
