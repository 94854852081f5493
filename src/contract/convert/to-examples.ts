import { type FormMember, headOfPart, toFormParts } from "#shared/contract/notation/form-parts.ts";
import { framingOf, showStream, writeStream } from "#shared/contract/notation/stream.ts";
import {
  type Direction,
  type Example,
  hiddenAccess,
  type LinkedExample,
  type MediaType,
} from "#shared/contract/operation.ts";
import {
  anySchema,
  holdsFile,
  membersByName,
  resolveSchema,
  type Schema,
  type SchemaByName,
} from "#shared/contract/schema.ts";
import { diagnose } from "#shared/diagnostics/diagnostic.ts";
import {
  firstDefined,
  isList,
  isObject,
  type Json,
  type JsonObject,
  toJsonText,
  toText,
  without,
  withMembers,
} from "#shared/json/json.ts";
import { parseJson, valueOfJson } from "#shared/json/parse-json.ts";
import { bareType, isDataType, isFormType, isJsonPatch, isJsonType, isMultipart } from "#shared/media-type.ts";

import { ExampleJudge } from "../example/example-judge.ts";
import { generateExample } from "../example/generate-example.ts";
import { writeBody } from "../example/write-body.ts";
import { plainFieldOf } from "./partial-update.ts";
import type { DocumentNode, Reading } from "./reading.ts";

interface ExampleUse extends Pick<MediaType, "order" | "encoding"> {
  /** Null for a parameter or header. */
  readonly mediaType: string | null;
  /** The name of a parameter, which says more than a made-up text; null for a body. */
  readonly name: string | null;
  /** The way the value travels. Null: no example is generated. */
  readonly direction: Direction | null;
  readonly schema: Schema | null;
  /** True for a body that may hold any part of what is described. */
  readonly isPartial?: boolean;
}

interface KnownUse extends ExampleUse {
  readonly schemaByName: SchemaByName;
}

/**
 * The examples of a media type, parameter or header: the named ones, else the single one, else those of the schema, else
 * a generated one. Examples of a stream are the text that its items travel as.
 */
export function toExamples(node: DocumentNode, stated: ExampleUse): readonly Example[] {
  const schemaByName = node.reading.schemas.toSchemas();
  const use = { ...stated, schemaByName };
  // A text as the example of a form is the body as it travels. The fields of the form can't be filled in from it.
  const isForm = use.mediaType !== null && isFormType(use.mediaType);
  const isUsable = (value: Json): boolean => isObject(value) || use.direction !== "request" || !isForm;
  const named = node.entries("examples").flatMap(([name, example]) => toNamed(name, example, use));
  const usable = named.filter(({ value }) => isUsable(value));
  if (usable.length > 0) return usable;
  const single = node.member("example");
  const ofSchema = use.schema === null ? [] : examplesOf(resolveSchema(use.schema, schemaByName), use);
  const shown = single === undefined ? ofSchema : [single];
  const shownHere = shown.filter(isUsable);
  if (shownHere.length > 0) return shownHere.map((value, index) => toExample(exampleName(index), value, use));
  // What a patch may change isn't known. One without changes is sent as it is.
  const { types, alternatives } = resolveSchema(use.schema ?? anySchema, schemaByName);
  const isOpen = types.length === 0 && alternatives === null;
  if (use.direction === "request" && isJsonPatch(use.mediaType ?? "") && isOpen)
    return [{ ...toExample(exampleName(0), [], use), authored: false }];
  if (use.direction === null || !isObject(use.schema?.source)) return [];
  const words = { schemas: node.reading.schemas, text: use.name ?? "text" };
  const sample = generateExample(use.schema, use.direction, words);
  if (sample === null) return [];
  const value = use.isPartial === true ? plainFieldOf(sample.value) : sample.value;
  const example = toExample(exampleName(0), value, use);
  return isWritten(example.value, use)
    ? [{ ...example, authored: false, description: toRemarkOnPattern(sample.unmet, node) }]
    : [];
}

/** An example of a schema stands for both ways: in a request it lacks what only a response has. */
function examplesOf({ examples, members }: Schema, { direction, schemaByName }: KnownUse): readonly Json[] {
  const hidden = direction === null ? undefined : hiddenAccess(direction);
  const names = members.filter(({ schema }) => resolveSchema(schema, schemaByName).access === hidden);
  return examples.map((value) => (isObject(value) ? without(value, ...names.map(({ name }) => name)) : value));
}

/** The `status` of a problem is that of its response (RFC 9457, section 3.1.2), where the schema allows it. */
export function withStatus(media: MediaType, status: string, { schemas }: Reading): MediaType {
  const { type, schema } = media;
  if (schema === null || !/^\d+$/.test(status) || !isProblem(type, schema, schemas.toSchemas())) return media;
  const judge = new ExampleJudge("response", schemas.toSchemas());
  const examples = media.examples.map((example) => {
    if (example.authored || !isObject(example.value) || !Object.hasOwn(example.value, "status")) return example;
    const value = withMembers(example.value, { status: Number(status) });
    return judge.accepts(value, schema) ? { ...example, value, text: toJsonText(value, 2) } : example;
  });
  return { ...media, examples };
}

/** Many contracts list problems as plain JSON. */
function isProblem(type: string, schema: Schema, schemaByName: SchemaByName): boolean {
  if (bareType(type) === "application/problem+json") return true;
  const members = membersByName(schema, schemaByName);
  return isJsonType(type) && ["type", "title", "status", "detail"].every((name) => members.has(name));
}

/** The examples of a media type, parameter or header that stand elsewhere. */
export function toLinkedExamples(node: DocumentNode): readonly LinkedExample[] {
  return node.entries("examples").flatMap(([name, example]) => {
    const link = example.link("externalValue");
    const described = { summary: example.text("summary"), description: example.markdown("description") };
    return link === null ? [] : [{ name, ...described, ...link }];
  });
}

function toRemarkOnPattern(unmet: readonly string[], { value, reading }: DocumentNode): Example["description"] {
  const [pattern] = unmet;
  if (pattern === undefined) return null;
  const longest = Math.max(0, ...Array.from(pattern.matchAll(/`+/g), ([ticks]) => ticks.length));
  const fence = "`".repeat(longest + 1);
  return reading.markdown(`An example of ours: the pattern is ${fence} ${pattern} ${fence}.`, value, "schema");
}

function toNamed(name: string, node: DocumentNode, use: KnownUse): readonly Example[] {
  const value = valueOf(node, use);
  if (value === undefined) return [];
  const described = { summary: node.text("summary"), description: node.markdown("description") };
  return [{ ...toExample(name, value, use), ...described }];
}

/** The data of JSON and forms; of other types the text as it travels (OpenAPI 3.2.1, section 4.19). */
function valueOf(node: DocumentNode, { mediaType }: ExampleUse): Json | undefined {
  const data = firstDefined(node.member("value"), node.member("dataValue"));
  const written = node.text("serializedValue");
  const isData = mediaType === null || isDataType(mediaType);
  if (written === null || (isData && data !== undefined)) return data;
  if (mediaType === null) {
    // A parameter's style says how to write a value. It doesn't always say how to read it back.
    const message = "`serializedValue` of a parameter isn't shown";
    const position = node.reading.positionOfKey(node.value, "serializedValue");
    node.reading.diagnostics.push(diagnose("contract/unsupported", message, position, "write its dataValue"));
    return undefined;
  }
  if (isJsonType(mediaType)) return parseJson(written).value;
  return isFormType(mediaType) ? parseForm(written, mediaType) : written;
}

function parseForm(written: string, mediaType: string): Json | undefined {
  if (isMultipart(mediaType)) return undefined;
  const pairs = new URLSearchParams(written);
  return Object.fromEntries(
    [...new Set(pairs.keys())].map((name) => {
      const values = pairs.getAll(name);
      return [name, values.length === 1 ? (values[0] ?? "") : values];
    }),
  );
}

function exampleName(index: number): string {
  return index === 0 ? "example" : `example-${index + 1}`;
}

/** JSON, a form or a text: what a reader could send. Ranges may be JSON. */
function isWritten(value: Json, { mediaType }: ExampleUse): boolean {
  if (mediaType === null || typeof value === "string" || isDataType(mediaType)) return true;
  return /^(?:\*|application)\/\*/.test(mediaType);
}

function toExample(name: string, written: Json, use: KnownUse): Example {
  const { mediaType, schema, schemaByName } = use;
  const isJson = mediaType !== null && isJsonType(mediaType);
  const isText = schema !== null && resolveSchema(schema, schemaByName).types.includes("string");
  // A body that is written as it travels, in a text: nobody sends it in quotes.
  const stated = (isJson && !isText ? jsonInText(written) : undefined) ?? written;
  const framing = mediaType === null ? null : framingOf(mediaType);
  const value = mediaType === null ? stated : asItTravels(stated, mediaType, use);
  const example = { name, summary: null, description: null, authored: true, value };
  if (typeof value !== "string" || isJson) return { ...example, text: toJsonText(value, 2) };
  return { ...example, text: framing === null ? value : showStream(value) };
}

/** The object or list that a text holds as JSON. */
export function jsonInText(value: Json): Json | undefined {
  if (typeof value !== "string" || !/^\s*[[{]/.test(value)) return undefined;
  return valueOfJson(value);
}

function asItTravels(stated: Json, mediaType: string, { schema, schemaByName, order, encoding }: KnownUse): Json {
  const framing = framingOf(mediaType);
  const items = isList(stated) ? stated : schema?.types.includes("array") && isObject(stated) ? [stated] : null;
  if (framing === "parts" && items === null && isObject(stated))
    return writeParts(stated, { type: mediaType, encoding, schema, schemaByName });
  if (framing !== null && items !== null) return writeStream(items, framing, typesOf(items, order));
  if (framing !== null || isDataType(mediaType) || mediaType.includes("*")) return stated;
  return writeBody(stated, mediaType, { schema, schemaByName }) ?? stated;
}

/** Parts of any multipart type are named as those of a form (RFC 7578). */
function writeParts(value: JsonObject, media: PartsUse): string {
  const { members } = resolveSchema(media.schema ?? anySchema, media.schemaByName);
  const sent = Object.entries(value).map(([name, member]): FormMember => {
    const schema = members.find((candidate) => candidate.name === name)?.schema ?? anySchema;
    if (!holdsFile(schema, media.schemaByName)) return { kind: "value", name, value: member };
    const [type = "application/octet-stream"] = media.encoding.get(name)?.types ?? [];
    return { kind: "file", name, fileName: toText(member), mediaType: type };
  });
  const parts = toFormParts(sent, media).map((part) => {
    const content = part.kind === "file" ? part.fileName : part.value;
    return `--part\r\n${headOfPart(part)}${content}\r\n`;
  });
  return `${parts.join("")}--part--\r\n`;
}

type PartsUse = Pick<MediaType, "type" | "encoding"> & Pick<KnownUse, "schema" | "schemaByName">;

function typesOf(items: readonly Json[], order: MediaType["order"]): readonly string[] {
  return items.map((_, index) => {
    const stated = order?.first[index] ?? order?.itemTypes ?? [];
    return stated.find((type) => !type.includes("*")) ?? "";
  });
}
