import type { Json, JsonObject } from "../../model/json.ts";
import type { Example } from "../../model/operation.ts";
import type { Direction } from "../../model/difference.ts";
import { generateExample } from "./generate-example.ts";
import { isJsonType } from "../../rules/json-type.ts";
import { entriesAt, firstDefined, isObject, listAt, memberOf, textAt } from "../../rules/json-value.ts";
import type { Reading } from "./reading.ts";

export interface ExampleUse {
  readonly mediaType: string;
  /** Which way the value travels; null for parameters, for which nothing is made up. */
  readonly direction: Direction | null;
}

/**
 * The examples of a media type, parameter or header: named ones, else the single one, else those of its schema, else one
 * made from the schema.
 */
export function toExamples(node: JsonObject, use: ExampleUse, reading: Reading): readonly Example[] {
  const named = entriesAt(node, "examples").flatMap(([name, entry]) => toNamed(name, entry, { use, reading }));
  if (named.length > 0) return named;
  const schema = memberOf(node, "schema");
  const single = memberOf(node, "example");
  const stated = single === undefined ? schemaExamples(schema, reading) : [single];
  if (stated.length > 0) return stated.map((value, index) => toExample(nameOf(index), value, use));
  if (use.direction === null || !isObject(schema)) return [];
  const value = generateExample(schema, use.direction, reading);
  return value === undefined ? [] : [{ ...toExample(nameOf(0), value, use), authored: false }];
}

function toNamed(
  name: string,
  entry: Json,
  { use, reading }: { readonly use: ExampleUse; readonly reading: Reading },
): readonly Example[] {
  const node = reading.resolve(entry);
  const value = firstDefined(memberOf(node ?? undefined, "value"), memberOf(node ?? undefined, "dataValue"));
  if (!node || value === undefined) return [];
  const described = { summary: textAt(node, "summary"), description: reading.html(node, "description") };
  return [{ ...toExample(name, value, use), ...described }];
}

/** Stated on the schema or, for a use of a named schema, on that one. */
function schemaExamples(schema: Json | undefined, reading: Reading): readonly Json[] {
  const places = isObject(schema) ? [schema, reading.resolve(schema)] : [];
  for (const place of places) {
    const single = memberOf(place ?? undefined, "example");
    const list = single === undefined ? listAt(place ?? undefined, "examples") : [single];
    if (list.length > 0) return list;
  }
  return [];
}

function nameOf(index: number): string {
  return index === 0 ? "example" : `example-${index + 1}`;
}

function toExample(name: string, value: Json, { mediaType }: ExampleUse): Example {
  const isText = typeof value === "string" && !isJsonType(mediaType);
  const text = isText ? value : JSON.stringify(value, null, 2);
  return { name, summary: null, description: null, authored: true, value, text };
}
