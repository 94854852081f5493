import { toJsonText, toText } from "../json/json.ts";
import type { EnumValue } from "./schema.ts";

/** How many values of an enum show before the others are folded. */
export const valuesAtFirst = 8;

/** More values than this, or fields, are not told one by one: as one text, or on several pages. */
export const manyEntries = 500;

/** Whether values are so many that they are told as one text, in one element. Those with meanings never are. */
export function areText(values: readonly EnumValue[]): boolean {
  return values.length > manyEntries && values.every(({ meaning }) => meaning === null);
}

/** `AA, AB, "A, B"` */
export function toValuesText(values: readonly EnumValue[]): string {
  return values.map(({ value }) => toEntry(toText(value), toJsonText(value))).join(", ");
}

/** A value that would read as two, or as none, has its quotes. */
function toEntry(text: string, json: string): string {
  return text === "" || /[,"\s]/.test(text) ? json : text;
}
