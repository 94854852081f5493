import type { Json, JsonObject } from "../../model/json.ts";
import type { EnumValue } from "../../model/schema.ts";
import type { Html } from "../../model/html.ts";
import { isList, isObject, listAt, memberOf, toText } from "../../rules/json-value.ts";
import type { Reading } from "./reading.ts";

/** The values a schema lists, with the meanings and names that extensions give them. */
export function toEnum(schema: JsonObject, reading: Reading): readonly EnumValue[] {
  const meaningKey = meaningKeys.find((key) => Object.hasOwn(schema, key));
  const nameKey = nameKeys.find((key) => Object.hasOwn(schema, key));
  return listAt(schema, "enum").map((value, index) => ({
    value,
    label: nameKey === undefined ? null : entryFor(memberOf(schema, nameKey), value, index),
    meaning: meaningKey === undefined ? null : toMeaning(schema, meaningKey, { value, index, reading }),
  }));
}

const meaningKeys = ["x-enum-descriptions", "x-enumDescriptions"];
const nameKeys = ["x-enum-varnames", "x-enumNames"];

interface Entry {
  readonly value: Json;
  readonly index: number;
  readonly reading: Reading;
}

function toMeaning(schema: JsonObject, key: string, { value, index, reading }: Entry): Html | null {
  const table = memberOf(schema, key);
  const text = entryFor(table, value, index);
  if (text === null || (!isObject(table) && !isList(table))) return null;
  const place = isList(table) ? String(index) : toText(value);
  return reading.htmlOf(text, reading.positionOf(table, place));
}

/** Extensions list their entries in the order of the values or under them. */
function entryFor(table: Json | undefined, value: Json, index: number): string | null {
  const entry = isList(table) ? table[index] : memberOf(table, toText(value));
  return typeof entry === "string" ? entry : null;
}
