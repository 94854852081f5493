/** What is wrong in a sample, and what to do about it. */
export interface SampleFault {
  readonly message: string;
  readonly hint: string | null;
}

/** A message or hint as a sentence. */
export function toSentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1) + (/[.?!]$/.test(text) ? "" : ".");
}

/** A fault in a body. `pointer` is the JSON Pointer (RFC 6901) of the value. */
export interface BodyFault extends SampleFault {
  readonly pointer: string;
  /** Of a member that is missing: where it would stand. The pointer is that of its object. */
  readonly missing?: string;
}

export type RequestPlace =
  | { readonly kind: "request-line" }
  | { readonly kind: "query"; readonly name: string }
  | { readonly kind: "header"; readonly name: string }
  | { readonly kind: "body"; readonly pointer: string };

export interface RequestFault extends SampleFault {
  readonly place: RequestPlace;
}

/** What a body in a page claims to be. */
export type BodyTarget =
  | { readonly kind: "schema"; readonly schema: string }
  | { readonly kind: "request"; readonly operation: string }
  | { readonly kind: "response"; readonly operation: string; readonly status: string };
