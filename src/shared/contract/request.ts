import type { Json } from "../json/json.ts";
import type { Credential } from "./security.ts";

/** In the order of a path item's members (OpenAPI 3.1, section 4.8.9). */
export const methods = ["get", "put", "post", "delete", "options", "head", "patch", "trace"] as const;

export type Method = (typeof methods)[number];

/** A name and a value as they are meant, before any encoding. */
export interface NameValue {
  readonly name: string;
  readonly value: string;
}

/**
 * One HTTP request as a value: what request samples, the explorer and `http` blocks have in common.
 * The server and the secrets themselves are not part of it.
 */
export interface RequestValue {
  readonly method: Method;
  /** Below the server's address, with parameters filled in and percent-encoded: `/loads/LD-20417/`. */
  readonly path: string;
  readonly query: readonly NameValue[];
  /** Without credentials and `Content-Type`. */
  readonly headers: readonly NameValue[];
  readonly credentials: readonly Credential[];
  readonly body: RequestContent;
}

export type RequestContent =
  | { readonly kind: "none" }
  | { readonly kind: "json"; readonly mediaType: string; readonly value: Json }
  | { readonly kind: "text"; readonly mediaType: string; readonly text: string }
  /** The whole body is one file. */
  | { readonly kind: "file"; readonly mediaType: string; readonly fileName: string }
  /** `multipart/form-data` or `application/x-www-form-urlencoded`. */
  | { readonly kind: "form"; readonly mediaType: string; readonly parts: readonly FormPart[] };

export type FormPart =
  | { readonly kind: "field"; readonly name: string; readonly value: string }
  | { readonly kind: "file"; readonly name: string; readonly fileName: string; readonly mediaType: string };

/** What a sample's address begins with: the server. */
export interface SampleBase {
  /** The environment variable that comes first: `API_BASE`; null for an address that is printed whole. */
  readonly variable: string | null;
  /** What follows it, as it is. */
  readonly address: string;
}
