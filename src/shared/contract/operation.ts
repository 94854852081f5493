import type { Position } from "../diagnostics/diagnostic.ts";
import type { Json } from "../json/json.ts";
import { isJsonType, takesType } from "../media-type.ts";
import type { Method, NameValue, RequestValue } from "./request.ts";
import type { ResponseLink } from "./response-link.ts";
import type { Schema } from "./schema.ts";
import type { Security } from "./security.ts";
import type { Server } from "./server.ts";
import type { AuthoredLink, ExternalDocs, Markdown } from "./text.ts";

export interface Operation {
  /** The document's operationId, or one made from method and path. */
  readonly id: string;
  /** By method and path, so that links survive a renamed operation id: `post-broker-invoices`. */
  readonly anchor: string;
  readonly method: Method;
  /** Without the base path; the event's name for a webhook. */
  readonly path: string;
  readonly tag: string;
  readonly summary: string;
  readonly description: Markdown | null;
  readonly deprecated: boolean;
  /** The audience (`x-audience`); empty when not stated. */
  readonly audience: readonly string[];
  readonly parameters: readonly Parameter[];
  readonly requestBody: RequestBody | null;
  readonly responses: readonly Response[];
  readonly security: Security;
  /** Its own servers, else those of its path; empty when it is served where the whole contract is. */
  readonly servers: readonly Server[];
  readonly callbacks: readonly Callback[];
  /** The request that the samples show and the explorer starts from; null for webhooks and callbacks. */
  readonly request: RequestValue | null;
  /** Request samples that the author wrote (`x-codeSamples`). */
  readonly samples: readonly CodeSample[];
  readonly externalDocs: ExternalDocs | null;
  readonly position: Position;
}

/** Where parameters go, in the order in which the reference lists them. */
export const parameterPlaces = ["path", "query", "header", "cookie"] as const;

export const parameterHeadings = {
  path: "Path parameters",
  query: "Query parameters",
  header: "Header parameters",
  cookie: "Cookie parameters",
} as const;

export interface Parameter {
  readonly name: string;
  readonly in: "path" | "query" | "header" | "cookie";
  readonly required: boolean;
  readonly deprecated: boolean;
  readonly description: Markdown | null;
  readonly schema: Schema;
  /** How its value is written. */
  readonly notation: Notation;
  /** How lists are joined: `carrier,debtor`, or repeated names. Null for values that aren't lists. */
  readonly listStyle: "comma" | "space" | "pipe" | "tab" | "repeat" | null;
  readonly examples: readonly Example[];
  readonly linkedExamples: readonly LinkedExample[];
  readonly certainty: string | null;
  /** True when a typical call has it: samples send it, and the explorer starts with it. */
  readonly isSampled: boolean;
  /** The media type of the query that the parameter is all of (`in: querystring`); null for any other. */
  readonly wholeQuery: string | null;
}

/** True of the header by which a server knows a request that it had before, as most APIs name it. */
export function isIdempotencyKey({ in: place, name }: Pick<Parameter, "in" | "name">): boolean {
  return place === "header" && /^(?:x-)?idempotency-?key$/i.test(name);
}

/** What `style` and `explode` say (OpenAPI 3.1, section 4.8.12.2). */
export interface Notation {
  readonly style:
    | "form"
    | "simple"
    | "label"
    | "matrix"
    | "spaceDelimited"
    | "pipeDelimited"
    /** Swagger 2.0's `tsv`. */
    | "tabDelimited"
    | "deepObject"
    /** Of cookies: `form` without any encoding. */
    | "cookie"
    /** JSON as one text: the parameter states a media type. */
    | "json"
    /** The whole query is one text (`in: querystring`); a value that isn't a text is sent as JSON. */
    | "whole";
  readonly isExploded: boolean;
}

export interface RequestBody {
  readonly required: boolean;
  readonly description: Markdown | null;
  readonly content: readonly MediaType[];
  /** True where any part of a record may be sent, although the document describes a whole one. */
  readonly isPartial: boolean;
}

export interface MediaType {
  /** `application/json` */
  readonly type: string;
  readonly schema: Schema | null;
  readonly examples: readonly Example[];
  readonly linkedExamples: readonly LinkedExample[];
  /** True for a list whose items are sent one after the other, and may be read so (`itemSchema`). */
  readonly isStream: boolean;
  /** How members of a form travel, where the contract says so. */
  readonly encoding: ReadonlyMap<string, PartEncoding>;
  /** The media types of parts without names, by their order; null where nothing is said of them. */
  readonly order: PartOrder | null;
}

/** How a member of a form travels (OpenAPI 3.1.1, section 4.8.15). */
export interface PartEncoding {
  /** The media types that it may have; empty where none is stated. */
  readonly types: readonly string[];
  /** Null where no style is stated. */
  readonly notation: Notation | null;
  /** Headers of the part, with the values that samples send. */
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
  /** False for an example that was made from the schema. */
  readonly authored: boolean;
  readonly value: Json;
  /** The value on several lines: pretty JSON, or the text itself for a string of another media type. */
  readonly text: string;
}

/** An example that stands in a file of its own (`externalValue`). */
export interface LinkedExample extends AuthoredLink, Pick<Example, "name" | "summary" | "description"> {}

export interface CodeSample {
  /** The language's, such as `curl`; `author-1` for the first of an author's. */
  readonly id: string;
  readonly label: string;
  /** The highlighter's language name. */
  readonly language: string;
  readonly code: string;
  /** The path of the request as our writer has put it into the code. */
  readonly path?: string;
}

/** The response of a status: its own, that of its class (`4XX`), or the default one (OpenAPI 3.1, section 4.8.16.2). */
export function findResponse<R extends Pick<Response, "status">>(responses: readonly R[], status: string): R | null {
  const wanted = [status, `${status.charAt(0)}XX`, "DEFAULT"];
  const found = wanted.flatMap((name) => responses.filter((response) => response.status.toUpperCase() === name));
  return found[0] ?? null;
}

/** The first JSON among the media types of a body. */
export function findJsonContent<M extends JsonContent>(content: readonly M[]): M | null {
  return content.find(({ type }) => isJsonType(type)) ?? content.find(isOpenJson) ?? null;
}

type JsonContent = Pick<MediaType, "type"> & { readonly schema?: Schema | null };

/** True for a range that takes JSON, as springdoc has it, whose schema describes more than a text. */
function isOpenJson({ type, schema = null }: JsonContent): boolean {
  const isRange = type.includes("*") && takesType(type, "application/json");
  return isRange && schema !== null && !schema.types.includes("string");
}
