import { framingOf } from "#shared/contract/notation/stream.ts";
import { isForbiddenMethod } from "#shared/contract/request.ts";
import { isPlaceholder } from "#shared/contract/server.ts";
import { bareType } from "#shared/media-type.ts";

import {
  type Call,
  type CallOutcome,
  type CallRefusal,
  isForbidden,
  isHeaderValue,
  type Preflight,
  type ReceivedResponse,
} from "./call.ts";
import { pairsIn } from "./credentials.ts";
import { callPageSandbox } from "./page-sandbox.ts";

interface SendOptions {
  /** The reader or the time limit aborts the call. */
  readonly abort: AbortController;
  readonly timeoutSeconds: number;
  /** If the page's sandbox responds, this is the address of its data; null means that the call goes to a server. */
  readonly sandbox: string | null;
}

const timeIsOver = "the time is up";

/** Programs may need a longer body, but a page would become slow with it. */
const maxBytes = 50_000_000;

/**
 * The call carries only the credentials that it states, so cookies and the referrer stay out. A redirect could carry
 * the credentials to another host, so it's refused.
 */
export async function send(call: Call, { abort, timeoutSeconds, sandbox }: SendOptions): Promise<CallOutcome> {
  const unsendable = call.headers.filter(({ value }) => !isHeaderValue(value)).map(({ name }) => name);
  if (unsendable.length > 0) return { kind: "refused", refusal: { cause: "header", names: unsendable } };
  if (sandbox === null && isPlaceholder(call.target)) return { kind: "refused", refusal: { cause: "placeholder" } };
  const { signal } = abort;
  const timer = setTimeout(() => abort.abort(timeIsOver), timeoutSeconds * 1000);
  const policy = watchPolicy();
  const start = performance.now();
  if (pairsIn(call.credentials, "query").length > 0) forgetAddress(call.url);
  try {
    const response = await (sandbox === null ? fetchResponse(call, signal) : callPageSandbox(call, sandbox, signal));
    if (response.type === "opaqueredirect") return { kind: "refused", refusal: { cause: "redirect" } };
    const body = await readBytes(response);
    const headers = Array.from(response.headers, ([name, value]) => ({ name, value }));
    return {
      kind: "received",
      status: response.status,
      headers,
      ...body,
      size: body.bytes.length,
      milliseconds: performance.now() - start,
    };
  } catch (error) {
    if (signal.reason === timeIsOver) return { kind: "timeout", seconds: timeoutSeconds };
    if (signal.aborted) return { kind: "canceled" };
    const isCut = error instanceof DOMException && error.name === "NetworkError";
    return { kind: "refused", refusal: isCut ? { cause: "cut" } : await explainRefusal(call, policy.isViolated) };
  } finally {
    clearTimeout(timer);
    policy.stop();
  }
}

async function fetchResponse(call: Call, signal: AbortSignal): Promise<Response> {
  return fetch(call.url, {
    method: call.request.method.toUpperCase(),
    headers: call.headers.filter(({ name }) => !isForbidden(name)).map(({ name, value }) => [name, value]),
    body: call.body,
    signal,
    cache: "no-store",
    credentials: "omit",
    mode: "cors",
    redirect: "manual",
    referrerPolicy: "no-referrer",
  });
}

/** A stream may run forever, so stopping it shows what arrived until then. */
async function readBytes(response: Response): Promise<Pick<ReceivedResponse, "bytes" | "isCut" | "isStopped">> {
  const isStream = framingOf(response.headers.get("content-type") ?? "") !== null;
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  const reader = response.body?.getReader();
  let [size, isStopped] = [0, false];
  try {
    while (size <= maxBytes) {
      const { value } = (await reader?.read()) ?? {};
      if (value === undefined) break;
      chunks.push(value);
      size += value.length;
    }
  } catch (error) {
    if (!isStream || size === 0) throw error;
    isStopped = true;
  }
  const isCut = size > maxBytes;
  if (isCut) await reader?.cancel();
  const bytes = new Uint8Array(await new Blob(chunks).arrayBuffer());
  return { bytes, isCut, ...(isStopped && { isStopped }) };
}

/** If the page's own Content-Security-Policy stops a call, the browser reports it only to the document. */
function watchPolicy(): { readonly isViolated: () => boolean; readonly stop: () => void } {
  let isViolated = false;
  const listen = ({ effectiveDirective }: SecurityPolicyViolationEvent): void => {
    if (effectiveDirective === "connect-src") isViolated = true;
  };
  document.addEventListener("securitypolicyviolation", listen);
  return {
    isViolated: () => isViolated,
    stop: () => document.removeEventListener("securitypolicyviolation", listen),
  };
}

/**
 * Browsers list every address that a page has loaded, and each script and extension can read the list. If a contract
 * puts a key into an address, the address is removed from the list as soon as it appears. The list can only be cleared
 * as a whole.
 */
function forgetAddress(url: string): void {
  const observer = new PerformanceObserver((list) => {
    if (list.getEntriesByName(url).length === 0) return;
    performance.clearResourceTimings();
    observer.disconnect();
  });
  observer.observe({ type: "resource" });
}

/** The browser hides why a call failed, so this asks the server, without any credentials, whether it's there. */
async function explainRefusal(call: Call, isPolicyViolated: () => boolean): Promise<CallRefusal> {
  if (!navigator.onLine) return { cause: "offline" };
  const { method } = call.request;
  const isBodyless = method === "get" || method === "head";
  if (isForbiddenMethod(method) || (isBodyless && call.body !== null)) return { cause: "method" };
  // A page loaded over https may only call https, except on this machine (W3C Mixed Content).
  const { origin, protocol, hostname } = new URL(call.url);
  const isLocal = /^(?:localhost|127\.[\d.]+|\[::1\])$/.test(hostname) || hostname.endsWith(".localhost");
  if (location.protocol === "https:" && protocol === "http:" && !isLocal) return { cause: "mixed-content" };
  // The browser reports a violation some milliseconds after the call has failed.
  await new Promise((resolve) => setTimeout(resolve, 50));
  if (isPolicyViolated()) return { cause: "policy" };
  const isOwn = origin === location.origin;
  // Even an unreadable response proves that the server is there, and a request without CORS gets such a response.
  const options = { mode: "no-cors", credentials: "omit", referrerPolicy: "no-referrer", cache: "no-store" } as const;
  const probe = async () => fetch(call.target.url, { ...options, method: "HEAD", signal: AbortSignal.timeout(5000) });
  const isReachable = !isOwn && (await probe().catch(() => null)) !== null;
  return isReachable ? { cause: "cors", preflight: toPreflight(call) } : { cause: "unreachable", isOwn };
}

/** These headers and types go without a preflight (Fetch, CORS-safelisted request-header). */
const safeHeaders = new Set(["accept", "accept-language", "content-language"]);
const safeTypes = new Set(["application/x-www-form-urlencoded", "multipart/form-data", "text/plain"]);

function toPreflight({ request, headers }: Call): Preflight | null {
  const unsafe = headers.filter(({ name, value }) => {
    if (isForbidden(name)) return false;
    if (name.toLowerCase() === "content-type") return !safeTypes.has(bareType(value));
    return !safeHeaders.has(name.toLowerCase());
  });
  const method = request.method.toUpperCase();
  if (unsafe.length === 0 && ["GET", "HEAD", "POST"].includes(method)) return null;
  return { method, headers: [...new Set(unsafe.map(({ name }) => name.toLowerCase()))].sort() };
}
