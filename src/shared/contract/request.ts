import type { Json } from "../json/json.ts";

export type Method = "get" | "put" | "post" | "delete" | "options" | "head" | "patch" | "trace";

/** A name and a value as they are meant, before any encoding. */
export interface NameValue {
  readonly name: string;
  readonly value: string;
}

/**
 * One HTTP request as a value: what request samples, the explorer and `http` blocks have in common.
 * Server and credentials are not part of it; renderers add them.
 */
export interface RequestValue {
  readonly method: Method;
  /** Below the server's address, with parameters filled in and percent-encoded: `/loads/LD-20417/`. */
  readonly path: string;
  readonly query: readonly NameValue[];
  /** Without the authentication header and `Content-Type`. */
  readonly headers: readonly NameValue[];
  /** False when the operation needs no credentials. */
  readonly authenticated: boolean;
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

/** What samples read from the environment instead of printing it. */
export interface SampleSettings {
  /** The environment variable that holds the server's address: `API_BASE`. */
  readonly baseVariable: string;
  /** The server's address itself, printed in place of the variable. */
  readonly address?: string;
  /** The header that authenticates: `Authorization`. */
  readonly authHeader: string;
  /** The environment variable that holds the header's value: `API_AUTH`. */
  readonly authVariable: string;
}
