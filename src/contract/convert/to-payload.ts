import type { Direction } from "#shared/contract/difference.ts";
import type { Example, MediaType, Notation, Parameter, RequestBody, Response } from "#shared/contract/operation.ts";
import { anySchema, resolveSchema, type Schema, type SchemaByName } from "#shared/contract/schema.ts";
import { firstDefined, isObject, type Json, toJsonText } from "#shared/json/json.ts";
import { isFormType, isJsonType } from "#shared/media-type.ts";

import { generateExample } from "./generate-example.ts";
import { DocumentNode, type Reading } from "./reading.ts";

/** A request body; null when there is none. */
export function toRequestBody(operation: DocumentNode): RequestBody | null {
  if (!operation.has("requestBody")) return null;
  const node = operation.node("requestBody");
  return {
    required: node.flag("required"),
    description: node.markdown("description"),
    content: toContent(node, "request"),
  };
}

/** One response of an operation, without its links, which need to know the other operations. */
export function toResponse(status: string, node: DocumentNode): Omit<Response, "links"> {
  return {
    status,
    description: node.markdown("description"),
    // A response header is a parameter in all but place.
    headers: node.entries("headers").map(([name, header]) => toParameter(header, { name, in: "header" })),
    content: toContent(node, "response"),
    certainty: node.text("x-certainty"),
  };
}

function toContent(node: DocumentNode, direction: Direction): readonly MediaType[] {
  return node.entries("content").map(([type, mediaType]) => ({
    type,
    schema: mediaType.schema("schema"),
    examples: toExamples(mediaType, { mediaType: type, direction }),
    partTypes: new Map(mediaType.entries("encoding").flatMap(toPartTypes)),
  }));
}

function toPartTypes([name, encoding]: readonly [string, DocumentNode]): readonly [string, readonly string[]][] {
  const types = encoding.text("contentType");
  return types === null ? [] : [[name, types.split(",").map((type) => type.trim())]];
}

/**
 * The parameters of an operation: those of its path, then its own, which replace others of the same name and place.
 */
export function toParameters(operation: DocumentNode, item: DocumentNode): readonly Parameter[] {
  const parameters = new Map<string, Parameter>();
  for (const node of [...item.nodes("parameters"), ...operation.nodes("parameters")]) {
    const place = node.text("in") ?? "";
    if (!isPlace(place)) continue;
    const parameter = toParameter(node, { name: node.text("name") ?? "", in: place });
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
  const node = new DocumentNode({ required: true, schema: { type: "string" } }, reading);
  const unstated = [...new Set(names)].filter((name) => !known.has(name));
  return [...unstated.map((name) => toParameter(node, { name, in: "path" })), ...parameters];
}

function isPlace(text: string): text is Parameter["in"] {
  return text === "path" || text === "query" || text === "header" || text === "cookie";
}

function toParameter(node: DocumentNode, key: Pick<Parameter, "name" | "in">): Parameter {
  const [type, content] = node.entries("content")[0] ?? [];
  const carrier = content ?? node;
  const isNeeded = node.flag("required") && key.in !== "header";
  const schema = carrier.schema("schema") ?? anySchema;
  const stated = toNotation(node, key.in);
  const notation: Notation = type !== undefined && isJsonType(type) ? { style: "json", isExploded: false } : stated;
  return {
    ...key,
    required: node.flag("required"),
    deprecated: node.flag("deprecated") || schema.deprecated,
    description: node.markdown("description"),
    schema,
    notation,
    listStyle: schema.types.includes("array") && content === undefined ? listStyleOf(notation) : null,
    examples: toExamples(carrier, { mediaType: "text/plain", direction: isNeeded ? "request" : null }),
    certainty: node.text("x-certainty") ?? schema.certainty,
    isSampled: false,
  };
}

function toNotation(node: DocumentNode, place: Parameter["in"]): Notation {
  if (node.text("x-collection-format") === "tsv") return { style: "tabDelimited", isExploded: false };
  const stated = node.text("style");
  const style = styles.find((name) => name === stated) ?? (place === "query" || place === "cookie" ? "form" : "simple");
  const explode = node.member("explode") ?? (style === "form" || style === "deepObject");
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
function toExamples(node: DocumentNode, use: ExampleUse): readonly Example[] {
  // An example of a form that is a text shows the body as it travels, which no form can be filled in from.
  const isUsable = (value: Json): boolean =>
    isObject(value) || use.direction !== "request" || !isFormType(use.mediaType);
  const named = node.entries("examples").flatMap(([name, example]) => toNamed(name, example, use));
  const usable = named.filter(({ value }) => isUsable(value));
  if (usable.length > 0) return usable;
  const single = node.member("example");
  const schema = node.schema("schema");
  const schemaByName = node.reading.schemas.toSchemas();
  const shown = single === undefined ? schemaExamples(schema, schemaByName) : [single];
  const stated = shown.filter(isUsable);
  if (stated.length > 0) return stated.map((value, index) => toExample(nameOf(index), value, use));
  if (use.direction === null || !isObject(schema?.source)) return [];
  const value = generateExample(schema, use.direction, schemaByName);
  return value === undefined ? [] : [{ ...toExample(nameOf(0), value, use), authored: false }];
}

function toNamed(name: string, node: DocumentNode, use: ExampleUse): readonly Example[] {
  const value = firstDefined(node.member("value"), node.member("dataValue"));
  if (value === undefined) return [];
  const described = { summary: node.text("summary"), description: node.markdown("description") };
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
