import type { Direction } from "#shared/contract/difference.ts";
import type { Example, MediaType, Notation, Parameter, RequestBody, Response } from "#shared/contract/operation.ts";
import { resolveSchema, type Schema, type SchemaByName } from "#shared/contract/schema.ts";
import {
  entriesAt,
  firstDefined,
  flagAt,
  isObject,
  type Json,
  type JsonObject,
  memberOf,
  textAt,
  toJsonText,
} from "#shared/json/json.ts";
import { isFormType, isJsonType } from "#shared/media-type.ts";

import { generateExample } from "./generate-example.ts";
import type { Reading } from "./reading.ts";

/** A request body; null when there is none. */
export function toRequestBody(value: Json | undefined, reading: Reading): RequestBody | null {
  const node = reading.resolve(value);
  if (!node) return null;
  return {
    required: flagAt(node, "required"),
    description: reading.text(node, "description"),
    content: toContent(node, "request", reading),
  };
}

/** One response of an operation, without its links, which need to know the other operations. */
export function toResponse(status: string, value: Json, reading: Reading): Omit<Response, "links"> {
  const node = reading.resolve(value) ?? {};
  return {
    status,
    description: reading.text(node, "description"),
    headers: entriesAt(node, "headers").map(([name, header]) => toHeader(name, reading.resolve(header) ?? {}, reading)),
    content: toContent(node, "response", reading),
    certainty: textAt(node, "x-certainty"),
  };
}

function toContent(node: JsonObject, direction: Direction, reading: Reading): readonly MediaType[] {
  return entriesAt(node, "content").map(([type, value]) => {
    const mediaType = reading.resolve(value) ?? {};
    const schema = memberOf(mediaType, "schema");
    return {
      type,
      schema: schema === undefined ? null : reading.schemas.toSchema(schema),
      examples: toExamples(mediaType, { mediaType: type, direction }, reading),
      partTypes: new Map(entriesAt(mediaType, "encoding").flatMap(toPartTypes)),
    };
  });
}

function toPartTypes([name, encoding]: readonly [string, Json]): readonly [string, readonly string[]][] {
  const types = textAt(encoding, "contentType");
  return types === null ? [] : [[name, types.split(",").map((type) => type.trim())]];
}

/**
 * The parameters of an operation: those of its path, then its own, which replace others of the same name and place.
 */
export function toParameters(own: readonly Json[], shared: readonly Json[], reading: Reading): readonly Parameter[] {
  const parameters = new Map<string, Parameter>();
  for (const value of [...shared, ...own]) {
    const node = reading.resolve(value) ?? {};
    const place = textAt(node, "in") ?? "";
    if (!isPlace(place)) continue;
    const parameter = toParameter(node, { name: textAt(node, "name") ?? "", in: place }, reading);
    parameters.set(`${place} ${parameter.name}`, parameter);
  }
  return [...parameters.values()];
}

/** The parameters, and what the path has to be filled in with besides: whoever calls the operation needs it. */
export function withPlaceholders(
  path: string,
  parameters: readonly Parameter[],
  reading: Reading,
): readonly Parameter[] {
  const known = new Set(parameters.filter((parameter) => parameter.in === "path").map(({ name }) => name));
  const names = Array.from(path.matchAll(/\{([^{}]+)\}/g), (match) => match[1] ?? "");
  const node = { required: true, schema: { type: "string" } };
  const unstated = [...new Set(names)].filter((name) => !known.has(name));
  return [...unstated.map((name) => toParameter(node, { name, in: "path" }, reading)), ...parameters];
}

/** A response header, which is a parameter in all but place. */
function toHeader(name: string, node: JsonObject, reading: Reading): Parameter {
  return toParameter(node, { name, in: "header" }, reading);
}

function isPlace(text: string): text is Parameter["in"] {
  return text === "path" || text === "query" || text === "header" || text === "cookie";
}

function toParameter(node: JsonObject, key: Pick<Parameter, "name" | "in">, reading: Reading): Parameter {
  const [type, content] = entriesAt(node, "content")[0] ?? [];
  const carrier = content === undefined ? node : (reading.resolve(content) ?? {});
  const isNeeded = flagAt(node, "required") && key.in !== "header";
  const schema = reading.schemas.toSchema(memberOf(carrier, "schema"));
  const stated = toNotation(node, key.in);
  const notation: Notation = type !== undefined && isJsonType(type) ? { style: "json", isExploded: false } : stated;
  return {
    ...key,
    required: flagAt(node, "required"),
    deprecated: flagAt(node, "deprecated") || schema.deprecated,
    description: reading.text(node, "description"),
    schema,
    notation,
    listStyle: schema.types.includes("array") && content === undefined ? listStyleOf(notation) : null,
    examples: toExamples(carrier, { mediaType: "text/plain", direction: isNeeded ? "request" : null }, reading),
    certainty: textAt(node, "x-certainty") ?? schema.certainty,
  };
}

function toNotation(node: JsonObject, place: Parameter["in"]): Notation {
  if (textAt(node, "x-collection-format") === "tsv") return { style: "tabDelimited", isExploded: false };
  const stated = textAt(node, "style");
  const style = styles.find((name) => name === stated) ?? (place === "query" || place === "cookie" ? "form" : "simple");
  const explode = memberOf(node, "explode") ?? (style === "form" || style === "deepObject");
  return { style, isExploded: explode === true };
}

const styles = ["form", "simple", "label", "matrix", "spaceDelimited", "pipeDelimited", "deepObject"] as const;

/** What a notation makes of a list. */
function listStyleOf({ style, isExploded }: Notation): Parameter["listStyle"] {
  if (style === "deepObject") return "repeat";
  if (style === "tabDelimited") return "tab";
  if (style === "form") return isExploded ? "repeat" : "comma";
  if (style === "spaceDelimited") return isExploded ? "repeat" : "space";
  if (style === "pipeDelimited") return isExploded ? "repeat" : "pipe";
  return "comma";
}

interface ExampleUse {
  readonly mediaType: string;
  /** Which way the value travels; null for parameters, for which nothing is made up. */
  readonly direction: Direction | null;
}

/**
 * The examples of a media type, parameter or header: named ones, else the single one, else those of its schema, else one
 * made from the schema.
 */
function toExamples(node: JsonObject, use: ExampleUse, reading: Reading): readonly Example[] {
  // An example of a form that is a text shows the body as it travels, which no form can be filled in from.
  const isUsable = (value: Json): boolean =>
    isObject(value) || use.direction !== "request" || !isFormType(use.mediaType);
  const named = entriesAt(node, "examples").flatMap(([name, entry]) => toNamed(name, entry, { use, reading }));
  const usable = named.filter(({ value }) => isUsable(value));
  if (usable.length > 0) return usable;
  const single = memberOf(node, "example");
  const { schemas } = reading;
  const schema = Object.hasOwn(node, "schema") ? schemas.toSchema(node["schema"]) : null;
  const shown = single === undefined ? schemaExamples(schema, schemas.toSchemas()) : [single];
  const stated = shown.filter(isUsable);
  if (stated.length > 0) return stated.map((value, index) => toExample(nameOf(index), value, use));
  if (use.direction === null || !isObject(schema?.source)) return [];
  const value = generateExample(schema, use.direction, schemas.toSchemas());
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
  const described = { summary: textAt(node, "summary"), description: reading.text(node, "description") };
  return [{ ...toExample(name, value, use), ...described }];
}

/** Stated on the schema or, for a use of a named schema, on that one. */
function schemaExamples(schema: Schema | null, schemaByName: SchemaByName): readonly Json[] {
  return schema === null ? [] : resolveSchema(schema, schemaByName).examples;
}

function nameOf(index: number): string {
  return index === 0 ? "example" : `example-${index + 1}`;
}

function toExample(name: string, value: Json, { mediaType }: ExampleUse): Example {
  const isText = typeof value === "string" && !isJsonType(mediaType);
  const text = isText ? value : toJsonText(value, 2);
  return { name, summary: null, description: null, authored: true, value, text };
}
