import type { Position } from "../diagnostics/diagnostic.ts";
import type { Json } from "../json/json.ts";
import { isSameJson } from "../json/same-json.ts";
import { bareType, isJsonType, takesType } from "../media-type.ts";
import type { Method, NameValue, RequestValue } from "./request.ts";
import type { ResponseLink } from "./response-link.ts";
import type { Schema } from "./schema.ts";
import type { Security } from "./security.ts";
import type { Server } from "./server.ts";
import type { AuthoredLink, ExternalDocs, Markdown } from "./text.ts";

/** Which way data travels: `request` from the client, `response` to it. */
export type Direction = "request" | "response";

/** The access of members that never travel this way, because only the other side sends them. */
export function hiddenAccess(direction: Direction): "read-only" | "write-only" {
  return direction === "request" ? "read-only" : "write-only";
}

export interface Operation {
  /** The document's operationId, or one derived from method and path. */
  readonly id: string;
  /** Derived from method and path, so that links survive a renamed operationId: `post-broker-invoices`. */
  readonly anchor: string;
  readonly method: Method;
  /** Without the base path; a webhook's event name. */
  readonly path: string;
  readonly tag: string;
  readonly summary: string;
  readonly description: Markdown | null;
  /** What its path says beside it, of all its operations. */
  readonly pathTexts: readonly Markdown[];
  /** The names of its tags, without the one that lists it. */
  readonly furtherTags: readonly string[];
  readonly deprecated: boolean;
  /** From `x-audience`; empty if it isn't stated. */
  readonly audience: readonly string[];
  readonly parameters: readonly Parameter[];
  readonly requestBody: RequestBody | null;
  readonly responses: readonly Response[];
  readonly security: Security;
  /** The operation's own servers, or its path's; empty if the contract's apply. */
  readonly servers: readonly Server[];
  readonly callbacks: readonly Callback[];
  /** The request for samples and the explorer; null for webhooks and callbacks. */
  readonly request: RequestValue | null;
  /** The author's own samples (`x-codeSamples`). */
  readonly samples: readonly CodeSample[];
  readonly externalDocs: ExternalDocs | null;
  readonly position: Position;
}

/** Locations of parameters, in the reference's order. */
export const parameterLocations = ["path", "query", "header", "cookie"] as const;

export type ParameterLocation = (typeof parameterLocations)[number];

export const parameterHeadings = {
  path: "Path parameters",
  query: "Query parameters",
  header: "Header parameters",
  cookie: "Cookie parameters",
} as const;

export interface Parameter {
  readonly name: string;
  readonly in: ParameterLocation;
  readonly required: boolean;
  readonly deprecated: boolean;
  readonly description: Markdown | null;
  readonly schema: Schema;
  /** The notation of its value. */
  readonly notation: Notation;
  /** How a list is joined: `carrier,debtor`, or a repeated name. Null if the value isn't a list. */
  readonly listStyle: ListStyle | null;
  readonly examples: readonly Example[];
  readonly linkedExamples: readonly LinkedExample[];
  readonly certainty: string | null;
  /** True if a typical call sends it, so samples and the explorer start with it. */
  readonly isSampled: boolean;
  /** The media type of a parameter that's the whole query (`in: querystring`); null for others. */
  readonly wholeQuery: string | null;
}

export type ListStyle = "comma" | "space" | "pipe" | "tab" | "repeat";

/** True for the usual header that lets a server recognize a repeated request. */
export function isIdempotencyKey({ in: location, name }: Pick<Parameter, "in" | "name">): boolean {
  return location === "header" && /^(?:x-)?idempotency-?key$/i.test(name);
}

/** From `style` and `explode` (OpenAPI 3.1, section 4.8.12.2). */
export interface Notation {
  readonly style: NotationStyle;
  readonly isExploded: boolean;
}

export type NotationStyle =
  | "form"
  | "simple"
  | "label"
  | "matrix"
  | "spaceDelimited"
  | "pipeDelimited"
  /** Swagger 2.0's `tsv`. */
  | "tabDelimited"
  | "deepObject"
  /** For cookies: `form` without any encoding. */
  | "cookie"
  /** JSON as a text, for a parameter with a media type. */
  | "json"
  /** The whole query is one text (`in: querystring`). Other values are sent as JSON. */
  | "whole";

export interface RequestBody {
  readonly required: boolean;
  readonly description: Markdown | null;
  readonly content: readonly MediaType[];
  /** True if a part of the record may be sent, although the document describes the whole. */
  readonly isPartial: boolean;
}

export interface MediaType {
  /** `application/json` */
  readonly type: string;
  readonly schema: Schema | null;
  readonly examples: readonly Example[];
  readonly linkedExamples: readonly LinkedExample[];
  /** True for a list whose items are sent one by one and may be read one by one (`itemSchema`). */
  readonly isStream: boolean;
  /** The encoding of a form's members, where the contract states it. */
  readonly encoding: ReadonlyMap<string, PartEncoding>;
  /** The media types of unnamed parts in order; null if they aren't stated. */
  readonly order: PartOrder | null;
}

/** The encoding of a form's member (OpenAPI 3.1.1, section 4.8.15). */
export interface PartEncoding {
  /** Its possible media types; empty if none is stated. */
  readonly types: readonly string[];
  /** Null if no style is stated. */
  readonly notation: Notation | null;
  /** The part's headers, with the values in samples. */
  readonly headers: readonly NameValue[];
}

/** The types of parts (`prefixEncoding`, `itemEncoding`). */
export interface PartOrder {
  readonly first: readonly (readonly string[])[];
  readonly itemTypes: readonly string[];
}

export interface Response {
  /** `200`, `4XX`, `default` */
  readonly status: string;
  /** A short description. */
  readonly summary: string | null;
  readonly description: Markdown | null;
  readonly headers: readonly Parameter[];
  readonly content: readonly MediaType[];
  readonly links: readonly ResponseLink[];
  readonly certainty: string | null;
}

export interface Callback {
  readonly name: string;
  readonly operations: readonly Operation[];
}

export interface Example {
  readonly name: string;
  readonly summary: string | null;
  readonly description: Markdown | null;
  /** False for an example that was generated from the schema. */
  readonly authored: boolean;
  readonly value: Json;
  /** The value on several lines: indented JSON, or the text itself for another media type. */
  readonly text: string;
}

/** An example in a file of its own (`externalValue`). */
export interface LinkedExample extends AuthoredLink, Pick<Example, "name" | "summary" | "description"> {}

export interface CodeSample {
  /** The language's id, such as `curl`; `author-1` for the author's first sample. */
  readonly id: string;
  readonly label: string;
  /** The highlighter's name of the language. */
  readonly language: string;
  readonly code: string;
  /** The path of the request as our writer has put it into the code. */
  readonly path?: string;
}

/** The response for a status: its own, or that of its class (`4XX`), or the default (OpenAPI 3.1, section 4.8.16.2). */
export function findResponse<R extends Pick<Response, "status">>(responses: readonly R[], status: string): R | null {
  const wanted = [status, `${status.charAt(0)}XX`, "DEFAULT"];
  const found = wanted.flatMap((name) => responses.filter((response) => response.status.toUpperCase() === name));
  return found[0] ?? null;
}

/** The response that a successful call expects: the first 2xx. */
export function findSuccess<R extends Pick<Response, "status">>(responses: readonly R[]): R | undefined {
  return responses.find(({ status }) => status.startsWith("2"));
}

/**
 * The first JSON media type of a body, or `application/json` where it has the same schema: .NET lists JSON Patch first for
 * plain objects, too.
 */
export function findJsonContent<M extends JsonContent>(content: readonly M[]): M | null {
  const first = content.find(({ type }) => isJsonType(type)) ?? content.find(isOpenJson) ?? null;
  const plain = content.find(({ type }) => bareType(type) === "application/json") ?? null;
  return first !== null && plain !== null && canReplace(first, plain) ? plain : first;
}

interface JsonContent extends Pick<MediaType, "type"> {
  readonly schema?: Schema | null;
  readonly examples?: readonly Pick<Example, "authored" | "value">[];
}

/** An example that an author wrote for the first type alone stays the one to show. */
function canReplace(first: JsonContent, plain: JsonContent): boolean {
  const [shown, plainExample] = [first.examples?.[0], plain.examples?.[0]];
  if (!isSameJson(first.schema?.source, plain.schema?.source)) return false;
  return plainExample?.authored === true || isSameJson(shown?.value, plainExample?.value);
}

/** True for a range that includes JSON, as springdoc writes it, with a schema for more than a text. */
function isOpenJson({ type, schema = null }: JsonContent): boolean {
  const isRange = type.includes("*") && takesType(type, "application/json");
  return isRange && schema !== null && !schema.types.includes("string");
}
