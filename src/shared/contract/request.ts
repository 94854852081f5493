import type { Json } from "../json/json.ts";
import type { Credential } from "./security.ts";

/** The methods with their own members in a path item, in order (OpenAPI 3.2.1, section 4.9). */
export const methods = ["get", "put", "post", "delete", "options", "head", "patch", "trace", "query"] as const;

/** A method: a path item's member, or the name of an additional one in capitals, such as `COPY`. */
export type Method = ItemMethod | Uppercase<string>;

type ItemMethod = (typeof methods)[number];

/** True for a member of a path item that's an operation. */
export function isItemMethod(key: string): key is ItemMethod {
  return methods.some((method) => method === key);
}

/** Parses a method in capitals, as in a request line; null if it can't be one. */
export function parseMethod(word: string): Method | null {
  return isName(word) ? (methods.find((method) => method.toUpperCase() === word) ?? word) : null;
}

/** Method names that need no quotes in a shell (a subset of tokens: RFC 9110, section 5.6.2). */
function isName(word: string): word is Uppercase<string> {
  return /^[A-Z][A-Z\d_-]*$/.test(word);
}

/** True for methods that `fetch` refuses (Fetch, forbidden method). */
export function isForbiddenMethod(method: string): boolean {
  return /^(?:connect|trace|track)$/i.test(method);
}

/** A name and a value before any encoding. */
export interface NameValue {
  readonly name: string;
  readonly value: string;
}

/** The words for where a request has a value: `query parameter`, `header` */
export function locationWords(location: string): string {
  return location === "path" || location === "query" ? `${location} parameter` : location;
}

/** A pair in a query. */
export interface QueryPair extends NameValue {
  /** The percent-encoded value, for a list whose separators `value` doesn't distinguish from commas within items. */
  readonly encoded?: string;
}

/** An HTTP request as a value, for samples, the explorer and `http` blocks. It leaves out the server and secrets. */
export interface RequestValue {
  readonly method: Method;
  /** Below the server's address, with parameters filled in and percent-encoded: `/loads/LD-20417/`. */
  readonly path: string;
  readonly query: readonly QueryPair[];
  /** Without credentials and `Content-Type`. */
  readonly headers: readonly NameValue[];
  readonly credentials: readonly Credential[];
  readonly body: RequestContent;
}

/** A request that a page's link sends as it's written. */
export interface ReadyCall extends Pick<RequestValue, "method"> {
  /** Path and query, below the server's address. */
  readonly address: string;
  readonly headers: readonly NameValue[];
  /** Empty without a body. */
  readonly body: string;
}

/** The address of the page's own sandbox, which no host can have (RFC 2606, section 2). */
export const pageAddress = "https://sandbox.invalid";

export type RequestContent =
  | { readonly kind: "none" }
  | { readonly kind: "json"; readonly mediaType: string; readonly value: Json }
  | { readonly kind: "text"; readonly mediaType: string; readonly text: string }
  /** A body that's a single file. */
  | { readonly kind: "file"; readonly mediaType: string; readonly fileName: string }
  /** `multipart/form-data` or `application/x-www-form-urlencoded`. */
  | { readonly kind: "form"; readonly mediaType: string; readonly parts: readonly FormPart[] };

export type FormPart = FormField | FormFile;

export interface FormField extends PartHead {
  readonly kind: "field";
  readonly value: string;
  /** Absent for plain text. */
  readonly mediaType?: string;
}

export interface FormFile extends PartHead {
  readonly kind: "file";
  readonly fileName: string;
  readonly mediaType: string;
}

interface PartHead {
  readonly name: string;
  /** Headers of a `multipart` part, besides disposition and type. */
  readonly headers?: readonly NameValue[];
}

/** The beginning of a sample's address. */
export interface SampleBase {
  /** The environment variable at the start: `API_BASE`; null for an address that's printed whole. */
  readonly variable: string | null;
  /** The fixed text after it. */
  readonly address: string;
}
