import { isUtf8 } from "node:buffer";

import { showAddress } from "./document-request.ts";

interface Fetching<T> {
  readonly headersFor: (url: URL) => Readonly<Record<string, string>>;
  /** Where a redirect leads, or why it isn't followed. */
  readonly follow: (from: URL, location: string) => URL | FetchFailure;
  readonly read: (response: Response, url: URL) => Promise<T>;
  /** In milliseconds, from the first byte sent to the last byte received. */
  readonly timeout: number;
}

const maxRedirects = 5;

/** Fetches an address over http or https and follows its redirects. A failure of the connection is a value. */
export async function fetchAddress<T>(address: URL, { headersFor, follow, read, timeout }: Fetching<T>) {
  const signal = AbortSignal.timeout(timeout);
  let url = address;
  try {
    for (let hops = 0; hops <= maxRedirects; hops += 1) {
      const response = await fetch(url, { headers: headersFor(url), redirect: "manual", signal });
      const isRedirect = [301, 302, 303, 307, 308].includes(response.status);
      const location = isRedirect ? response.headers.get("location") : null;
      if (location === null) return await read(response, url);
      await response.body?.cancel();
      const target = follow(url, location);
      if (!(target instanceof URL)) return target;
      url = target;
    }
    const hint = "is the address right? a login page may be in between";
    return toResponseFailure(`${showAddress(address)} redirects more than ${maxRedirects} times`, hint);
  } catch (error) {
    return toConnectionFailure(error, showAddress(url), timeout);
  }
}

interface TextLimit {
  readonly address: string;
  /** In bytes, after decompression. */
  readonly limit: number;
  readonly hint: string | null;
}

/** Stops reading and closes the connection when the body exceeds the limit. */
export async function readText(
  response: Response,
  { address, limit, hint }: TextLimit,
): Promise<string | FetchFailure> {
  const bytes = await readBody(response, limit);
  if (bytes === null) return toResponseFailure(`${address} answered more than ${limit / 1_000_000} MB`, hint);
  if (!isUtf8(bytes)) return toResponseFailure(`${address} answered bytes that aren't UTF-8 text`, hint);
  return new TextDecoder().decode(bytes);
}

async function readBody(response: Response, limit: number): Promise<Uint8Array | null> {
  const stated = Number(response.headers.get("content-length") ?? 0);
  if (stated > limit) {
    await response.body?.cancel();
    return null;
  }
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength;
    if (size > limit) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

export interface FetchFailure {
  readonly kind: "failure";
  readonly code: "live/unreachable" | "live/answer";
  readonly message: string;
  readonly hint: string | null;
  readonly isTransient: boolean;
  /** The milliseconds that the server wants us to wait; null when it doesn't say. */
  readonly wait: number | null;
}

/** Describes an error of `fetch`. It leaves out the error's own text, which may quote a secret. */
function toConnectionFailure(error: unknown, address: string, timeout: number): FetchFailure {
  if (nameOf(error) === "TimeoutError") {
    const message = `${address} didn't answer within ${timeout / 1000} s`;
    return { ...unreachable, message, hint: "allow more with --timeout", isTransient: true };
  }
  const code = codeOf(error);
  const { text = `can't be reached (${code})`, isTransient = false } = connectionFaults.get(code) ?? {};
  const message = `${address} ${code.startsWith("ERR_TLS") ? "has a certificate for another name" : text}`;
  return { ...unreachable, message, hint: "is the server running, and is the address right?", isTransient };
}

const unreachable = { kind: "failure", code: "live/unreachable", wait: null } as const;

const connectionFaults: ReadonlyMap<string, { readonly text: string; readonly isTransient: boolean }> = new Map([
  ["ECONNREFUSED", { text: "refuses the connection", isTransient: true }],
  ["ECONNRESET", { text: "closed the connection", isTransient: true }],
  ["EPIPE", { text: "closed the connection", isTransient: true }],
  ["UND_ERR_SOCKET", { text: "closed the connection", isTransient: true }],
  ["UND_ERR_CONNECT_TIMEOUT", { text: "doesn't accept the connection", isTransient: true }],
  ["UND_ERR_HEADERS_TIMEOUT", { text: "doesn't answer", isTransient: true }],
  ["UND_ERR_BODY_TIMEOUT", { text: "stopped in the middle of the answer", isTransient: true }],
  ["ETIMEDOUT", { text: "doesn't accept the connection", isTransient: true }],
  ["EAI_AGAIN", { text: "can't be looked up: the name server doesn't answer", isTransient: true }],
  ["ENOTFOUND", { text: "doesn't exist: there is no host of that name", isTransient: false }],
  ["EHOSTUNREACH", { text: "can't be reached from here", isTransient: false }],
  ["ENETUNREACH", { text: "can't be reached from here", isTransient: false }],
  ["CERT_HAS_EXPIRED", { text: "has a certificate that has expired", isTransient: false }],
  ["DEPTH_ZERO_SELF_SIGNED_CERT", { text: "has a certificate that isn't trusted", isTransient: false }],
  ["SELF_SIGNED_CERT_IN_CHAIN", { text: "has a certificate that isn't trusted", isTransient: false }],
  ["UNABLE_TO_VERIFY_LEAF_SIGNATURE", { text: "has a certificate that isn't trusted", isTransient: false }],
]);

/** `fetch` wraps the network's error. A host with several addresses gives an error for each. */
function codeOf(error: unknown): string {
  for (let current = error, depth = 0; current instanceof Error && depth < 5; depth += 1) {
    if ("code" in current && typeof current.code === "string") return current.code;
    current = current.cause ?? (current instanceof AggregateError ? current.errors[0] : null);
  }
  return nameOf(error);
}

function nameOf(error: unknown): string {
  return error instanceof Error ? error.name : "unknown";
}

export function toStatusFailure(response: Response, address: string, credentials: string): FetchFailure {
  const { status, statusText } = response;
  const seconds = Number(response.headers.get("retry-after") ?? Number.NaN);
  return {
    kind: "failure",
    code: "live/answer",
    message: `${address} answered ${status}${statusText === "" ? "" : ` ${statusText}`}`,
    hint: hintOf(status, credentials),
    isTransient: [429, 502, 503, 504].includes(status),
    wait: Number.isFinite(seconds) ? seconds * 1000 : null,
  };
}

function hintOf(status: number, credentials: string): string | null {
  if (status === 401 || status === 403) return credentials;
  if (status === 404) return documentHint;
  return status >= 500 ? "the fault is the server's: try later" : null;
}

export const documentHint = "is the address right? It has to serve the document itself, not a page that shows it";

export function toResponseFailure(message: string, hint: string | null): FetchFailure {
  return { kind: "failure", code: "live/answer", message, hint, isTransient: false, wait: null };
}
