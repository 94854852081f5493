import { headOfPart } from "#shared/contract/notation/form-parts.ts";
import { framingOf } from "#shared/contract/notation/stream.ts";
import type { FormPart, NameValue, RequestContent, RequestValue } from "#shared/contract/request.ts";
import { isPlaceholder } from "#shared/contract/server.ts";
import { isJsonType, isMultipart } from "#shared/media-type.ts";
import { toAddress, toHeaders } from "#shared/samples/address.ts";
import { acceptedTypes } from "#shared/samples/sampled.ts";

import { filesOf, toRequest } from "../draft/draft-to-request.ts";
import { bodyOf, bodyText, type RequestDraft } from "../draft/request-draft.ts";
import type { ExplorerOperation, ExplorerScheme } from "../explorer-operation.ts";
import type { FileNode } from "../json/json-node.ts";
import { type CallCredential, pairsIn } from "./credentials.ts";
import { isPageSandbox, type Target } from "./targets.ts";

export interface Call {
  readonly target: Target;
  /** The request is free of secrets, so samples, history and messages may show it. */
  readonly request: RequestValue;
  readonly address: string;
  readonly credentials: readonly CallCredential[];
  /** The URL is absolute, and its query has an API key where the contract puts it there. */
  readonly url: string;
  readonly headers: readonly NameValue[];
  readonly body: BodyInit | null;
}

interface CallParts {
  readonly draft: RequestDraft;
  readonly data: ExplorerOperation;
  readonly target: Target;
  readonly schemes: readonly ExplorerScheme[];
  readonly credentials: readonly CallCredential[];
}

export function toCall({ draft, data, target, schemes, credentials }: CallParts): Call {
  const request = toRequest(draft, data, schemes);
  const query = [...request.query, ...pairsIn(credentials, "query")];
  const headers = toHeaders(request);
  // A server may support several media types, so the call always accepts those of the contract, even where samples can
  // omit the header.
  const isAcceptStated = headers.some(({ name }) => name.toLowerCase() === "accept");
  const accepted = isAcceptStated ? "" : acceptedTypes(data.responses);
  return {
    target,
    request,
    address: toAddress(request),
    credentials,
    url: target.url + toAddress({ path: request.path, query }),
    headers: [
      ...headers,
      ...(accepted === "" ? [] : [{ name: "Accept", value: accepted }]),
      ...pairsIn(credentials, "header"),
    ],
    body: toBody(draft, request),
  };
}

/** Pages may show this address: a key in the query is masked, and a placeholder is a name to fill in. */
export function shownAddress({ target, request: { path, query }, credentials }: Call): string {
  // The address of the sandbox beside the page is useless to readers, so it's left out.
  const shown = isPlaceholder(target) ? "$API_BASE" : target.url;
  const base = isPageSandbox(target) ? "" : shown;
  const masked = credentials.map((credential) => ({ ...credential, value: "YOUR_SECRET" }));
  return base + toAddress({ path, query: [...query, ...pairsIn(masked, "query")] });
}

/** The server gets JSON exactly as the JSON view shows it, so that readers can rely on the view. */
function toBody(draft: RequestDraft, request: RequestValue): BodyInit | null {
  const { mediaType } = draft;
  const body = bodyOf(draft);
  const { node } = body;
  if (mediaType === null || node === null) return null;
  if (isJsonType(mediaType)) return bodyText(body);
  if (request.body.kind === "form") return toFormBody(request.body, filesOf(node));
  if (node.kind === "file") return node.file;
  if (node.kind !== "text") return bodyText(body);
  // The line breaks of a text field differ from those that parts need (RFC 2046, section 4.1.1).
  return framingOf(mediaType) === "parts" ? node.value.replace(/\r?\n/g, "\r\n") : node.value;
}

/** Browsers set such a header themselves, and drop it when a page sends it (Fetch, forbidden request-header). */
export function isForbidden(name: string): boolean {
  try {
    return !new Request("/", { headers: [[name, ""]] }).headers.has(name);
  } catch {
    return false;
  }
}

/** True means that a header can carry the value (Fetch, header value: its characters are bytes). */
export function isHeaderValue(value: string): boolean {
  return !/[\u0100-\u{10FFFF}]/u.test(value);
}

export type CallOutcome =
  | ReceivedResponse
  | { readonly kind: "refused"; readonly refusal: CallRefusal }
  | { readonly kind: "canceled" }
  | { readonly kind: "timeout"; readonly seconds: number };

/** How a call without a response ended. */
export const outcomeTitles = { refused: "No response", timeout: "Timed out", canceled: "Canceled" } as const;

export interface ReceivedResponse {
  readonly kind: "received";
  readonly status: number;
  /** Browsers let a page read only these headers. */
  readonly headers: readonly NameValue[];
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** The size is the number of received bytes. A stored call may keep fewer. */
  readonly size: number;
  /** True means that the body was longer than a page can hold. */
  readonly isCut: boolean;
  /** True means that the stream was still open when the reader or the time limit stopped it. */
  readonly isStopped?: boolean;
  /** The time runs from the click to the last byte. */
  readonly milliseconds: number;
}

/** A refusal says why a response is missing. Browsers hide the reason, so the last two causes are likely ones. */
export type CallRefusal =
  | { readonly cause: "offline" | "mixed-content" | "placeholder" | "policy" | "redirect" | "method" | "cut" }
  /** These headers have characters that a header can't carry: `fetch` accepts only bytes of Latin-1. */
  | { readonly cause: "header"; readonly names: readonly string[] }
  /** The server responded, but its response keeps this page from reading it. */
  | { readonly cause: "cors"; readonly preflight: Preflight | null }
  /** The call reached no server: the host is unknown, its address has no server, or its certificate is untrusted. */
  | { readonly cause: "unreachable"; readonly isOwn: boolean };

/** The browser sends this preflight request before the call; null means that it sends the call at once. */
export interface Preflight {
  readonly method: string;
  /** The names are in lower case and sorted. */
  readonly headers: readonly string[];
}

/**
 * The form is encoded as it's sent. `files` are the chosen files, in the order of their parts. A part without a chosen
 * file is left out.
 */
function toFormBody(form: RequestContent & { readonly kind: "form" }, files: readonly FileNode[]): BodyInit {
  const nextFile = files.values();
  const parts = form.parts.flatMap((part): readonly (readonly [FormPart, string | File])[] => {
    if (part.kind === "field") return [[part, part.value]];
    const file = nextFile.next().value?.file ?? null;
    return file === null ? [] : [[part, new File([file], file.name, { type: part.mediaType })]];
  });
  if (!isMultipart(form.mediaType))
    return new URLSearchParams(
      parts.map(([part, content]) => [part.name, typeof content === "string" ? content : content.name]),
    );
  const isPlain = form.parts.every(
    (part) => part.headers === undefined && (part.kind === "file" || part.mediaType === undefined),
  );
  if (isPlain) {
    const body = new FormData();
    for (const [part, content] of parts) body.append(part.name, content);
    return body;
  }
  // `FormData` drops the types and headers of fields. A blob with a type would get a file name, so that many servers
  // would read the field as a file. Browsers turn the type of a blob into lower case, so the boundary is in lower case.
  const boundary = `part-${Math.random().toString(36).slice(2)}`;
  const pieces = parts.flatMap(([part, content]) => [`--${boundary}\r\n${headOfPart(part)}`, content, "\r\n"]);
  return new Blob([...pieces, `--${boundary}--\r\n`], { type: `multipart/form-data; boundary=${boundary}` });
}
