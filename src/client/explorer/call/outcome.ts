import type { NameValue } from "#shared/contract/request.ts";

/** What became of a call. */
export type Outcome =
  | Received
  | { readonly kind: "refused"; readonly refusal: Refusal }
  | { readonly kind: "cancelled" }
  | { readonly kind: "timeout"; readonly seconds: number };

export interface Received {
  readonly kind: "received";
  readonly status: number;
  /** What browsers let a page read of them. */
  readonly headers: readonly NameValue[];
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Bytes that were received. A call of the history may have fewer of them left. */
  readonly size: number;
  /** True when the body was longer than a page can take. */
  readonly isCut: boolean;
  /** From the click to the last byte. */
  readonly milliseconds: number;
}

/** Why there is no answer. Browsers tell pages nothing, so the last two are the likely cause. */
export type Refusal =
  /** `script`: what sends calls did not load. */
  | { readonly cause: "script" | "offline" | "mixed-content" | "policy" | "redirect" | "method" }
  /** The server answered, and its answer does not allow this page to read it. */
  | { readonly cause: "cors"; readonly preflight: Preflight | null }
  /** Nothing answered: no such name, nobody at that address, a certificate that is not trusted. */
  | { readonly cause: "unreachable"; readonly isOwn: boolean };

/** What the browser asks beforehand. Null when it asks nothing. */
export interface Preflight {
  readonly method: string;
  /** In lower case, sorted. */
  readonly headers: readonly string[];
}
