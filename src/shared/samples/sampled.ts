import type { SliceMediaType, SliceParameter, SliceResponse } from "../contract/contract-slice.ts";
import { framingOf } from "../contract/notation/stream.ts";
import { type Example, findJsonContent, type MediaType } from "../contract/operation.ts";
import type { NameValue } from "../contract/request.ts";
import { anySchema, isFile, resolveSchema, type Schema, type SchemaByName } from "../contract/schema.ts";
import { firstDefined, isList, isObject, type Json } from "../json/json.ts";
import { bareType, isDataType } from "../media-type.ts";

/** The value of a parameter in samples: its example, which may be generated, or else its default. */
export function sampleValue({ schema, examples }: Pick<SliceParameter, "schema" | "examples">): Json | undefined {
  return firstDefined(examples[0]?.value, schema.default);
}

/** Prefers JSON. */
export function sampledContent<M extends Pick<MediaType, "type">>(content: readonly M[]): M | null {
  return findJsonContent(content) ?? content[0] ?? null;
}

/** The examples of a request's body that its sample doesn't send. Another media type shows what authors wrote for it alone. */
export function furtherExamples(content: readonly MediaType[]): readonly MediaExample[] {
  const sampled = sampledContent(content);
  const [sent] = sampled?.examples ?? [];
  const shown = new Set([sent?.text]);
  return content.flatMap((media) => {
    const own = media.examples.filter((example) => example !== sent && (media === sampled || example.authored));
    const further = own.filter(({ text }) => !shown.has(text));
    for (const { text } of further) shown.add(text);
    return further.map((example) => ({ example, media }));
  });
}

export interface MediaExample {
  readonly example: Example;
  readonly media: MediaType;
}

/** True for a generated object whose schema names no field. Showing it would say that the object has none. */
export function isHollow({ authored, text }: Pick<Example, "authored" | "text">): boolean {
  return !authored && text === "{}";
}

/**
 * True for headers that HTTP or the samples set themselves, whatever the contract says (OpenAPI 3.1, section 4.8.12.1).
 */
export function isIgnoredHeader({ name, in: location }: Pick<SliceParameter, "name" | "in">): boolean {
  return location === "header" && ["accept", "content-type", "authorization"].includes(name.toLowerCase());
}

/**
 * The types that a caller accepts: that of the shown success, then those of errors. Empty if the responses have no
 * types; a range such as `image/*` doesn't count.
 */
export function acceptedTypes(responses: readonly SliceResponse[]): string {
  const successes = successesAmong(responses);
  const errors = responses.filter((response) => !successes.includes(response));
  const [wanted, ...further] = [successes, errors].map((group) =>
    group.flatMap(({ content }) => sampledContent(content)?.type ?? []),
  );
  const types = [...(wanted ?? []).slice(0, 1), ...further.flat()].map((type) =>
    type.replace(/\s*;\s*charset=.*$/i, ""),
  );
  return types[0]?.includes("*") === true ? "" : [...new Set(types)].filter((type) => !type.includes("*")).join(", ");
}

/**
 * The `Accept` header, if a sample needs one because a success may have another type than JSON. Clients accept any type
 * by default, which is enough if there's no choice.
 */
export function toAcceptHeader(responses: readonly SliceResponse[]): readonly NameValue[] {
  const types = successesAmong(responses).flatMap(({ content }) => content.map(({ type }) => bareType(type)));
  const value = types.every((type) => type === "application/json") ? "" : acceptedTypes(responses);
  return value === "" ? [] : [{ name: "Accept", value }];
}

function successesAmong(responses: readonly SliceResponse[]): readonly SliceResponse[] {
  const successes = responses.filter(({ status }) => /^[23]/.test(status));
  return successes.length > 0 ? successes : responses.filter(({ status }) => /^default$/i.test(status));
}

/** A placeholder for a body that samples can't write, as a file's name or a text. */
export const unwritten = "write-this-yourself";

/**
 * Chooses a request body's media type and form. A range such as `image/*` becomes a type within it, because a range
 * can't be sent (RFC 9110, section 8.3). Bytes without a schema are a file. Anything but a file, JSON or a form is a
 * text, which the reader may have to write.
 */
export function toSendable<M extends Pick<SliceMediaType, "type" | "schema" | "examples">>(
  content: readonly M[],
  schemaByName: SchemaByName,
): readonly M[] {
  const sent = content.map((media) => {
    const type = toConcrete(media, schemaByName);
    return { ...media, type, ...(isDataType(type) ? {} : toCarried({ ...media, type }, schemaByName)) };
  });
  const distinct = sent.filter(({ type }, index) => sent.findIndex((earlier) => earlier.type === type) === index);
  return distinct.toSorted((a, b) => Number(isUnknown(a)) - Number(isUnknown(b)));
}

/** True if samples can't write the body, although a schema describes it. */
export function isUnwritten(media: SentMedia, schemaByName: SchemaByName): boolean {
  const type = toConcrete(media, schemaByName);
  if (media.schema === null || isDataType(type) || isFileContent({ ...media, type }, schemaByName)) return false;
  return typeof media.examples[0]?.value !== "string";
}

function isUnknown({ examples }: SentMedia): boolean {
  return examples[0]?.authored === false && examples[0].value === unwritten;
}

type SentMedia = Pick<SliceMediaType, "type" | "schema" | "examples">;

function toCarried(media: SentMedia, schemaByName: SchemaByName): Pick<SentMedia, "schema" | "examples"> | null {
  if (isFileContent(media, schemaByName)) return { schema: fileSchema, examples: media.examples };
  if (typeof media.examples[0]?.value === "string") return null;
  const isText = isTextType(media.type);
  const value = /[/+]xml$/.test(bareType(media.type)) ? `<${unwritten}/>` : unwritten;
  const example = { name: "example", summary: null, authored: false, value };
  return { schema: isText ? textSchema : fileSchema, examples: [example] };
}

function toConcrete({ type, schema, examples }: SentMedia, schemaByName: SchemaByName): string {
  const range = bareType(type);
  if (!range.includes("*")) return type;
  if (/^(?:\*|application)\/(?:\*|\*\+json)$/.test(range)) {
    const value = examples[0]?.value;
    if (isList(value) || isObject(value) || range.endsWith("+json")) return "application/json";
    const types = schema === null ? [] : resolveSchema(schema, schemaByName).types;
    if (isFileContent({ type: "application/octet-stream", schema, examples }, schemaByName))
      return "application/octet-stream";
    return range === "*/*" && types.includes("string") ? "text/plain" : "application/json";
  }
  return typeByRange.get(range.replace(/\/.*$/, "")) ?? "application/octet-stream";
}

const typeByRange: ReadonlyMap<string, string> = new Map([
  ["audio", "audio/mpeg"],
  ["image", "image/png"],
  ["multipart", "multipart/form-data"],
  ["text", "text/plain"],
  ["video", "video/mp4"],
]);

/**
 * True for a file: by its schema, or else by a binary type without a telling schema (OpenAPI 3.1.1, section 4.8.14.3).
 */
function isFileContent({ type, schema, examples }: SentMedia, schemaByName: SchemaByName): boolean {
  const known = schema === null ? anySchema : resolveSchema(schema, schemaByName);
  if (isFile(known)) return true;
  if (isTextType(type) || examples.some(({ authored }) => authored)) return false;
  if (known.types.length === 0 && known.alternatives === null) return true;
  return known.types.every((name) => name === "string") && bytes.test(bareType(type));
}

const bytes = /^(?:(?:audio|font|image|video)\/.+|application\/(?:octet-stream|pdf|zip|gzip|x-gzip|x-tar))$/;

function isTextType(type: string): boolean {
  return (
    framingOf(type) !== null ||
    /^text\/|[/+](?:xml|(?:x-)?yaml|json|csv|graphql|javascript|sql|toml)$/.test(bareType(type))
  );
}

const fileSchema: Schema = {
  ...anySchema,
  types: ["string"],
  format: "binary",
  source: { type: "string", format: "binary" },
};

const textSchema: Schema = { ...anySchema, types: ["string"], source: { type: "string" } };
