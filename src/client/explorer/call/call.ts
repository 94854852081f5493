import type { NameValue, RequestValue } from "#shared/contract/request.ts";
import { framingOf } from "#shared/contract/stream.ts";
import { isPlaceholder } from "#shared/contract/server.ts";
import { isJsonType } from "#shared/media-type.ts";
import { acceptedTypes } from "#shared/samples/accepted-types.ts";
import { toAddress, toHeaders } from "#shared/samples/address.ts";

import { filesOf, toRequest } from "../draft/draft-to-request.ts";
import { bodyOf, bodyText, type RequestDraft } from "../draft/request-draft.ts";
import type { ExplorerOperation, ExplorerScheme } from "../explorer-operation.ts";
import { type CallCredential, pairsIn } from "./credentials.ts";
import { toFormBody } from "./form-body.ts";
import { pageSandbox, type Target } from "./targets.ts";

/** One call, ready to be sent. */
export interface Call {
  readonly target: Target;
  /** Without secrets: what samples, history and messages may show. */
  readonly request: RequestValue;
  /** The request's path and query, below the server's address. */
  readonly address: string;
  readonly credentials: readonly CallCredential[];
  /** Absolute; with an API key where the contract wants it in the query. */
  readonly url: string;
  readonly headers: readonly NameValue[];
  readonly body: BodyInit | null;
}

interface CallParts {
  readonly draft: RequestDraft;
  readonly data: ExplorerOperation;
  readonly target: Target;
  /** The alternative of the operation's security that is used. */
  readonly schemes: readonly ExplorerScheme[];
  readonly credentials: readonly CallCredential[];
}

/** Puts a call together. */
export function toCall({ draft, data, target, schemes, credentials }: CallParts): Call {
  const request = toRequest(draft, data, schemes);
  const query = [...request.query, ...pairsIn(credentials, "query")];
  return {
    target,
    request,
    address: toAddress(request),
    credentials,
    url: target.url + toAddress({ path: request.path, query }),
    headers: [...withAccept(toHeaders(request), data), ...pairsIn(credentials, "header")],
    body: toBody(draft, request),
  };
}

/** A server that has several types is asked for those of the contract, also where the samples need not say so. */
function withAccept(headers: readonly NameValue[], { responses }: ExplorerOperation): readonly NameValue[] {
  const isStated = headers.some(({ name }) => name.toLowerCase() === "accept");
  const accepted = acceptedTypes(responses);
  return isStated || accepted === "" ? headers : [...headers, { name: "Accept", value: accepted }];
}

/** The address of a call as pages may show it: a key in the query is masked, a placeholder is a name to fill in. */
export function shownAddress({ target, request: { path, query }, credentials }: Call): string {
  // The sandbox beside the page has no address that would help anybody.
  const shown = isPlaceholder(target) ? "$API_BASE" : target.url;
  const base = target.url === pageSandbox.url ? "" : shown;
  const masked = credentials.map((credential) => ({ ...credential, value: "YOUR_SECRET" }));
  return base + toAddress({ path, query: [...query, ...pairsIn(masked, "query")] });
}

/** JSON is sent exactly as the JSON view shows it. */
function toBody(draft: RequestDraft, request: RequestValue): BodyInit | null {
  const { mediaType } = draft;
  const body = bodyOf(draft);
  const { node } = body;
  if (mediaType === null || node === null) return null;
  if (isJsonType(mediaType)) return bodyText(body);
  if (request.body.kind === "form") return toFormBody(request.body, filesOf(node));
  if (node.kind === "file") return node.file;
  if (node.kind !== "text") return bodyText(body);
  // A text field has other line breaks than parts need (RFC 2046, section 4.1.1).
  return framingOf(mediaType) === "parts" ? node.value.replace(/\r?\n/g, "\r\n") : node.value;
}

/** True for a header that browsers set themselves and drop when a page sends it (Fetch, forbidden request-header). */
export function isForbidden(name: string): boolean {
  try {
    return !new Request("/", { headers: [[name, ""]] }).headers.has(name);
  } catch {
    return false;
  }
}

/** True for a value that a header can hold (Fetch, header value: its characters are bytes). */
export function isHeaderValue(value: string): boolean {
  return !/[\u0100-\u{10FFFF}]/u.test(value);
}

/** What became of a call. */
export type CallOutcome =
  | ReceivedResponse
  | { readonly kind: "refused"; readonly refusal: CallRefusal }
  | { readonly kind: "canceled" }
  | { readonly kind: "timeout"; readonly seconds: number };

export interface ReceivedResponse {
  readonly kind: "received";
  readonly status: number;
  /** Only the headers that browsers let a page read. */
  readonly headers: readonly NameValue[];
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Received bytes. A stored call may keep fewer. */
  readonly size: number;
  /** True when the body was longer than a page can take. */
  readonly isCut: boolean;
  /** True for a stream that was still open when the reader, or the time, stopped it. */
  readonly isStopped?: boolean;
  /** From the click to the last byte. */
  readonly milliseconds: number;
}

/** Why there is no response. Browsers don't say, so the last two are the likely cause. */
export type CallRefusal =
  | { readonly cause: "offline" | "mixed-content" | "placeholder" | "policy" | "redirect" | "method" | "cut" }
  /** Headers with characters that no header can hold: `fetch` takes bytes of Latin-1 only. */
  | { readonly cause: "header"; readonly names: readonly string[] }
  /** The server answered, and its response does not allow this page to read it. */
  | { readonly cause: "cors"; readonly preflight: Preflight | null }
  /** Nothing answered: an unknown host, no server at the address, or an untrusted certificate. */
  | { readonly cause: "unreachable"; readonly isOwn: boolean };

/** The browser's preflight request; null when there is none. */
export interface Preflight {
  readonly method: string;
  /** In lower case, sorted. */
  readonly headers: readonly string[];
}
