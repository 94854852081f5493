import type { Json } from "../json/json.ts";
import type { Credential } from "./security.ts";

/** Those that a path item has a member of its own for, in their order (OpenAPI 3.2.1, section 4.9). */
export const methods = ["get", "put", "post", "delete", "options", "head", "patch", "trace", "query"] as const;

/** A method: a member of a path item, or the name of an additional one, in capitals: `COPY`. */
export type Method = (typeof methods)[number] | Uppercase<string>;

/** The method of a word in capitals, as a request line begins with it; null when it can't be one. */
export function parseMethod(word: string): Method | null {
  return isName(word) ? (methods.find((method) => method.toUpperCase() === word) ?? word) : null;
}

/** Method names that need no quotes in a shell (a subset of a token's characters: RFC 9110, section 5.6.2). */
function isName(word: string): word is Uppercase<string> {
  return /^[A-Z][A-Z\d_-]*$/.test(word);
}

/** True for those that `fetch` refuses to send (Fetch, forbidden method). */
export function isForbiddenMethod(method: string): boolean {
  return /^(?:connect|trace|track)$/i.test(method);
}

/** A name and a value before any encoding. */
export interface NameValue {
  readonly name: string;
  readonly value: string;
}

/** A pair of a query. */
export interface QueryPair extends NameValue {
  /** The value percent-encoded, where `value` doesn't tell which commas stand between items and which within them. */
  readonly encoded?: string;
}

/**
 * One HTTP request as a value: what request samples, the explorer and `http` blocks have in common.
 * The server and the secrets themselves aren't part of it.
 */
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

/** A request that a page sends as it is written, as its link carries it. */
export interface ReadyCall extends Pick<RequestValue, "method"> {
  /** Path and query, below the server's address. */
  readonly address: string;
  readonly headers: readonly NameValue[];
  /** Empty for none. */
  readonly body: string;
}

/** Where a page calls the sandbox that runs in it: an address that no host can have (RFC 2606, section 2). */
export const pageAddress = "https://sandbox.invalid";

export type RequestContent =
  | { readonly kind: "none" }
  | { readonly kind: "json"; readonly mediaType: string; readonly value: Json }
  | { readonly kind: "text"; readonly mediaType: string; readonly text: string }
  /** The whole body is one file. */
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
  /** Of a part of `multipart`, beside its disposition and type. */
  readonly headers?: readonly NameValue[];
}

/** The server at the start of a sample's address. */
export interface SampleBase {
  /** The environment variable that comes first: `API_BASE`; null for an address that is printed whole. */
  readonly variable: string | null;
  /** The fixed text after it. */
  readonly address: string;
}
