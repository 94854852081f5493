import { toTypedValue } from "#shared/conformance/typed-value.ts";
import { listStyleOf, toParameterText, toParameterValue } from "#shared/contract/notation/parameter-notation.ts";
import { placeholdersIn } from "#shared/contract/notation/path-template.ts";
import {
  type Direction,
  type Example,
  type MediaType,
  type Notation,
  type Parameter,
  parameterLocations,
  type PartEncoding,
  type RequestBody,
  type Response,
} from "#shared/contract/operation.ts";
import type { NameValue } from "#shared/contract/request.ts";
import { anySchema, resolveSchema, type Schema, type SchemaByName } from "#shared/contract/schema.ts";
import { diagnose } from "#shared/diagnostics/diagnostic.ts";
import { isList, isObject, type Json, type JsonObject, memberOf, toText } from "#shared/json/json.ts";
import { isFormType, isJsonType } from "#shared/media-type.ts";
import { isUnwritten, sampleValue, unwritten } from "#shared/samples/sampled.ts";

import { withoutRequired } from "./partial-update.ts";
import { DocumentNode, type Reading } from "./reading.ts";
import { jsonInText, toExamples, toLinkedExamples, withStatus } from "./to-examples.ts";

interface BodyUse {
  /** That of the values as the reader sees them. */
  readonly direction: Direction;
  /** True where a part of what is described may be sent, whatever is required of the whole. */
  readonly isPartial: boolean;
}

export function toRequestBody(operation: DocumentNode, use: BodyUse): RequestBody | null {
  if (!operation.has("requestBody")) return null;
  const node = operation.node("requestBody");
  const { reading } = node;
  const content = toContent(node, use);
  const [first] = use.direction === "request" ? content : [];
  const schemaByName = reading.schemas.toSchemas();
  if (first !== undefined && content.every((media) => isUnwritten(media, schemaByName))) {
    const position = reading.positionOfKey(node.node("content").value, first.type);
    const message = `docs-build can't write ${first.type} from a schema: samples say "${unwritten}"`;
    const hint = "give it an example, as the text that is sent";
    reading.diagnostics.push(diagnose("contract/body", message, position, hint));
  }
  const { isPartial } = use;
  return { required: node.flag("required"), description: node.markdown("description"), content, isPartial };
}

/** The links of a response need all operations and are added later. */
export function toResponse(status: string, node: DocumentNode): Omit<Response, "links"> {
  return {
    status,
    summary: node.text("summary"),
    description: node.markdown("description"),
    headers: node.entries("headers").map(([name, header]) => toParameter(header, { name, in: "header" }, "response")),
    content: toContent(node, { direction: "response", isPartial: false }).map((media) =>
      withStatus(media, status, node.reading),
    ),
    certainty: node.text("x-certainty"),
  };
}

function toContent(node: DocumentNode, use: BodyUse): readonly MediaType[] {
  return node.entries("content").map(([type, mediaType]) => {
    const schema = toContentSchema(mediaType, use);
    const first = mediaType.nodes("prefixEncoding").map(typesOf);
    const itemTypes = typesOf(mediaType.node("itemEncoding"));
    const order = first.length + itemTypes.length === 0 ? null : { first, itemTypes };
    const encoding = new Map(mediaType.entries("encoding").map(([name, part]) => [name, toPartEncoding(part)]));
    return {
      type,
      schema,
      isStream: mediaType.member("itemSchema") !== undefined,
      examples: toExamples(mediaType, { mediaType: type, name: null, schema, order, encoding, ...use }),
      linkedExamples: toLinkedExamples(mediaType),
      encoding,
      order,
    };
  });
}

function toContentSchema({ value, reading }: DocumentNode, { isPartial }: BodyUse): Schema | null {
  const stated = contentSchemaOf(value);
  const schema = stated !== undefined && isPartial ? withoutRequired(stated, reading) : stated;
  if (schema === undefined) return null;
  if (isObject(schema) && Object.hasOwn(value, "itemSchema")) reading.inherit(schema, value);
  return reading.schemas.toSchema(schema);
}

/** The schema of a whole body: a stream is a list of its items (OpenAPI 3.2.1, section 4.14.3). */
export function contentSchemaOf(mediaType: JsonObject): Json | undefined {
  const [whole, items] = [memberOf(mediaType, "schema"), memberOf(mediaType, "itemSchema")];
  if (items === undefined) return whole;
  const list = { type: "array", items };
  return whole === undefined ? list : { allOf: [whole, list] };
}

/** A stated style wins over the media type (OpenAPI 3.1.1, section 4.8.15.1.2). */
function toPartEncoding(node: DocumentNode): PartEncoding {
  const isStyled = styleWords.some((word) => node.member(word) !== undefined);
  const headers = node.entries("headers").flatMap(([name, header]): readonly NameValue[] => {
    const parameter = toParameter(header, { name, in: "header" }, "request");
    const isSent = parameter.required || parameter.examples.some(({ authored }) => authored);
    if (!isSent || /^content-(?:type|disposition)$/i.test(name)) return [];
    const value = toParameterValue(sampleValue(parameter) ?? name, parameter.notation);
    return [{ name, value: toParameterText(name, value, parameter.notation) }];
  });
  return { types: typesOf(node), notation: isStyled ? toNotation(node, "query") : null, headers };
}

const styleWords = ["style", "explode", "x-collection-format"] as const;

function typesOf(encoding: DocumentNode): readonly string[] {
  return (encoding.text("contentType") ?? "").split(",").flatMap((type) => type.trim() || []);
}

/** An operation's own parameters replace those of its path with the same name and location. */
export function toParameters(operation: DocumentNode, item: DocumentNode): readonly Parameter[] {
  const parameters = new Map<string, Parameter>();
  for (const node of [...item.nodes("parameters"), ...operation.nodes("parameters")]) {
    const stated = node.text("in") ?? "";
    const location = stated === "querystring" ? "query" : parameterLocations.find((known) => known === stated);
    if (location === undefined) continue;
    const parameter = toParameter(node, { name: node.text("name") ?? "", in: location }, "request");
    parameters.set(`${stated} ${parameter.name}`, parameter);
  }
  return [...parameters.values()];
}

/** Adds a parameter for each `{name}` of the path that has none: a call needs its value. */
export function withPlaceholders(
  path: string,
  parameters: readonly Parameter[],
  reading: Reading,
): readonly Parameter[] {
  const known = new Set(parameters.filter((parameter) => parameter.in === "path").map(({ name }) => name));
  const node = new DocumentNode({ required: true, schema: { type: "string" } }, reading);
  const unstated = [...new Set(placeholdersIn(path))].filter((name) => !known.has(name));
  return [...unstated.map((name) => toParameter(node, { name, in: "path" }, "request")), ...parameters];
}

/** A header of a response is like a parameter, but nobody sends a sample of it. */
function toParameter(node: DocumentNode, key: Pick<Parameter, "name" | "in">, direction: Direction): Parameter {
  const [type, content] = node.entries("content")[0] ?? [];
  const carrier = content ?? node;
  const sent = node.flag("required") && direction === "request" ? direction : null;
  const schema = carrier.schema("schema") ?? anySchema;
  const wholeQuery = node.text("in") === "querystring" ? (type ?? "text/plain") : null;
  const notation = toNotation(node, key.in, type);
  const use = { mediaType: null, name: key.name, direction: sent, schema, order: null, encoding: noEncoding };
  const stated = toExamples(carrier, use);
  const examples = stated.some(({ authored }) => authored) || content === undefined ? stated : toExamples(node, use);
  const isText = notation.style !== "json" && notation.style !== "whole";
  const schemaByName = node.reading.schemas.toSchemas();
  const listStyle = listStyleOf(notation);
  return {
    ...key,
    required: node.flag("required"),
    deprecated: node.flag("deprecated") || schema.deprecated,
    description: node.markdown("description"),
    schema,
    notation,
    listStyle: schema.types.includes("array") && content === undefined ? listStyle : null,
    examples: examples
      .map((example) => (key.in === "path" && example.value === "" ? filled(example, { ...key, schema }) : example))
      .map((example) =>
        isText ? { ...example, value: asRead(example.value, schema, { schemaByName, listStyle }) } : example,
      ),
    linkedExamples: [node, ...(content === undefined ? [] : [content])].flatMap(toLinkedExamples),
    certainty: node.text("x-certainty") ?? schema.certainty,
    isSampled: false,
    wholeQuery,
  };
}

/** A path with nothing in it is another path. */
function filled(example: Example, { name, schema }: Pick<Parameter, "name" | "schema">): Example {
  const listed = schema.enum.map(({ value }) => value).find((value) => value !== "");
  return { ...example, authored: false, value: listed ?? name, text: toText(listed ?? name) };
}

/**
 * What a parameter is read as, which travels as text: 12345 is no number where texts are expected, and `1,2` is a list
 * where one is.
 */
function asRead(value: Json, use: Schema, { schemaByName, listStyle }: ReadForm): Json {
  const { types, items } = resolveSchema(use, schemaByName);
  const form = { schemaByName, listStyle: listStyle === "repeat" ? "comma" : listStyle };
  if (isList(value)) return value.map((item) => asRead(item, items ?? anySchema, form));
  if (value === null || isObject(value) || types.length === 0) return value;
  // A number is another thing than a text or a list.
  const isOther =
    typeof value === "string"
      ? !types.includes("string")
      : types.every((type) => type === "string" || type === "array");
  if (!isOther) return value;
  const text = types.includes("array") ? toText(value).replaceAll(/,\s+/g, ",") : toText(value);
  return jsonInText(value) ?? toTypedValue(text, use, form);
}

type ReadForm = Pick<Parameter, "listStyle"> & { readonly schemaByName: SchemaByName };

const noEncoding: MediaType["encoding"] = new Map();

function toNotation(node: DocumentNode, location: Parameter["in"], type?: string): Notation {
  if (node.text("in") === "querystring") {
    const isForm = isFormType(type ?? "");
    return { style: isForm ? "form" : "whole", isExploded: isForm };
  }
  if (type !== undefined && isJsonType(type)) return { style: "json", isExploded: false };
  if (node.text("x-collection-format") === "tsv") return { style: "tabDelimited", isExploded: false };
  const stated = node.text("style");
  const isForm = location === "query" || location === "cookie";
  const style = styles.find((name) => name === stated) ?? (isForm ? "form" : "simple");
  const explode = node.member("explode") ?? ["form", "cookie", "deepObject"].includes(style);
  return { style, isExploded: explode === true };
}

// prettier-ignore
const styles = [
  "form", "simple", "label", "matrix", "spaceDelimited", "pipeDelimited", "deepObject", "cookie",
] as const;
