import type { Direction } from "#shared/contract/difference.ts";
import type { Example, PartOrder } from "#shared/contract/operation.ts";
import { resolveSchema, type Schema, type SchemaByName } from "#shared/contract/schema.ts";
import { framingOf, showStream, writeStream } from "#shared/contract/stream.ts";
import { diagnose } from "#shared/diagnostics/diagnostic.ts";
import { firstDefined, isList, isObject, type Json, toJsonText } from "#shared/json/json.ts";
import { parseJson } from "#shared/json/parse-json.ts";
import { isFormType, isJsonType } from "#shared/media-type.ts";

import { generateExample } from "./generate-example.ts";
import type { DocumentNode } from "./reading.ts";

interface ExampleUse {
  /** Null for a parameter or header. */
  readonly mediaType: string | null;
  /** Which way the value travels; null for what nothing is made up for. */
  readonly direction: Direction | null;
  readonly schema: Schema | null;
  readonly order: PartOrder | null;
}

/**
 * The examples of a media type, parameter or header: named ones, else the single one, else those of its schema, else one
 * made from the schema. Those of a stream are the text that its items travel as.
 */
export function toExamples(node: DocumentNode, use: ExampleUse): readonly Example[] {
  // An example of a form that is a text shows the body as it travels, which no form can be filled in from.
  const isForm = use.mediaType !== null && isFormType(use.mediaType);
  const isUsable = (value: Json): boolean => isObject(value) || use.direction !== "request" || !isForm;
  const named = node.entries("examples").flatMap(([name, example]) => toNamed(name, example, use));
  const usable = named.filter(({ value }) => isUsable(value));
  if (usable.length > 0) return usable;
  const single = node.member("example");
  const schemaByName = node.reading.schemas.toSchemas();
  const shown = single === undefined ? schemaExamples(use.schema, schemaByName) : [single];
  const stated = shown.filter(isUsable);
  if (stated.length > 0) return stated.map((value, index) => toExample(nameOf(index), value, use));
  if (use.direction === null || !isObject(use.schema?.source)) return [];
  const value = generateExample(use.schema, use.direction, schemaByName);
  return value === undefined ? [] : [{ ...toExample(nameOf(0), value, use), authored: false }];
}

function toNamed(name: string, node: DocumentNode, use: ExampleUse): readonly Example[] {
  const value = valueOf(node, use);
  if (value === undefined) return [];
  const described = { summary: node.text("summary"), description: node.markdown("description") };
  return [{ ...toExample(name, value, use), ...described }];
}

/** What is sent: of JSON and of forms the data, of other types the text as it travels (OpenAPI 3.2.1, section 4.19). */
function valueOf(node: DocumentNode, { mediaType }: ExampleUse): Json | undefined {
  const data = firstDefined(node.member("value"), node.member("dataValue"));
  const written = node.text("serializedValue");
  const isData = mediaType === null || isJsonType(mediaType) || isFormType(mediaType);
  if (written === null || (isData && data !== undefined)) return data;
  if (mediaType === null) return lost(node);
  return isJsonType(mediaType)
    ? parseJson(written).value
    : isFormType(mediaType)
      ? readForm(written, mediaType)
      : written;
}

/** How a parameter is written, is known; how one that is written is read, its style does not always tell. */
function lost({ value, reading }: DocumentNode): undefined {
  const message = "`serializedValue` of a parameter is not shown";
  const position = reading.positionOfKey(value, "serializedValue");
  reading.diagnostics.push(diagnose("contract/unsupported", message, position, "write its dataValue"));
}

function readForm(written: string, mediaType: string): Json | undefined {
  if (mediaType.toLowerCase().startsWith("multipart/")) return undefined;
  const pairs = new URLSearchParams(written);
  return Object.fromEntries(
    [...new Set(pairs.keys())].map((name) => {
      const [first = "", ...others] = pairs.getAll(name);
      return [name, others.length === 0 ? first : [first, ...others]];
    }),
  );
}

/** Stated on the schema or, for a use of a named schema, on that one. */
function schemaExamples(schema: Schema | null, schemaByName: SchemaByName): readonly Json[] {
  return schema === null ? [] : resolveSchema(schema, schemaByName).examples;
}

function nameOf(index: number): string {
  return index === 0 ? "example" : `example-${index + 1}`;
}

function toExample(name: string, stated: Json, { mediaType, schema, order }: ExampleUse): Example {
  const framing = mediaType === null ? null : framingOf(mediaType);
  const items = isList(stated) ? stated : schema?.types.includes("array") && isObject(stated) ? [stated] : null;
  const value = framing === null || items === null ? stated : writeStream(items, framing, typesOf(items, order));
  const rest = { name, summary: null, description: null, authored: true, value };
  if (typeof value !== "string" || (mediaType !== null && isJsonType(mediaType)))
    return { ...rest, text: toJsonText(value, 2) };
  return { ...rest, text: framing === null ? value : showStream(value) };
}

/** The media type of each part, where one is stated that is no range. */
function typesOf(items: readonly Json[], order: PartOrder | null): readonly string[] {
  return items.map((_, index) => {
    const stated = order?.first[index] ?? order?.others ?? [];
    return stated.find((type) => !type.includes("*")) ?? "";
  });
}
