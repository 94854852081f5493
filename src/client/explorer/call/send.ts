import type { NameValue } from "#shared/contract/request.ts";

import type { Call } from "./call.ts";
import { pairsIn } from "./credentials.ts";
import type { Refusal } from "./explain-refusal.ts";

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

interface Sending {
  /** Aborted by the reader, or when the time is over. */
  readonly abort: AbortController;
  readonly timeoutSeconds: number;
  /** Answers in place of a server: what runs in the page. */
  readonly simulate: ((call: Call, signal: AbortSignal) => Promise<Response>) | null;
}

const timeIsOver = "the time is over";

/** More than this is for a program, not for a page. */
const mostBytes = 50_000_000;

/**
 * Sends a call with the credentials that it states and no others: no cookies, no referrer. A redirect is not followed, for
 * it could carry the credentials to another host.
 */
export async function send(call: Call, { abort, timeoutSeconds, simulate }: Sending): Promise<Outcome> {
  const { signal } = abort;
  const timer = setTimeout(() => abort.abort(timeIsOver), timeoutSeconds * 1000);
  const policy = watchPolicy();
  const start = performance.now();
  if (pairsIn(call.credentials, "query").length > 0) forgetAddress(call.url);
  try {
    const response = await (simulate ?? fetchAnswer)(call, signal);
    if (response.type === "opaqueredirect") return { kind: "refused", refusal: { cause: "redirect" } };
    const { bytes, isCut } = await readBytes(response);
    const headers = Array.from(response.headers, ([name, value]) => ({ name, value }));
    return {
      kind: "received",
      status: response.status,
      headers,
      bytes,
      size: bytes.length,
      isCut,
      milliseconds: performance.now() - start,
    };
  } catch {
    if (signal.reason === timeIsOver) return { kind: "timeout", seconds: timeoutSeconds };
    if (signal.aborted) return { kind: "cancelled" };
    return { kind: "refused", refusal: await explain(call, policy.isViolated) };
  } finally {
    clearTimeout(timer);
    policy.stop();
  }
}

async function fetchAnswer(call: Call, signal: AbortSignal): Promise<Response> {
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

/** What finds the cause is fetched with the first call that needs it. Where nothing can be fetched, nothing answers. */
async function explain(call: Call, isPolicyViolated: () => boolean): Promise<Refusal> {
  if (!navigator.onLine) return { cause: "offline" };
  const { explainRefusal } = await import("./explain-refusal.ts").catch(() => ({ explainRefusal: null }));
  if (explainRefusal !== null) return explainRefusal(call, isPolicyViolated);
  return { cause: "unreachable", isOwn: new URL(call.url).origin === location.origin };
}

/** Whether browsers set a header themselves; what a page sends by its name is dropped (Fetch, forbidden request-header). */
export function isForbidden(name: string): boolean {
  try {
    return !new Request("/", { headers: [[name, ""]] }).headers.has(name);
  } catch {
    return false;
  }
}

async function readBytes(response: Response): Promise<Pick<Received, "bytes" | "isCut">> {
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  const reader = response.body?.getReader();
  let size = 0;
  for (;;) {
    const { value } = (await reader?.read()) ?? {};
    if (value === undefined) break;
    chunks.push(value);
    size += value.length;
    if (size > mostBytes) {
      await reader?.cancel();
      return { bytes: join(chunks, size), isCut: true };
    }
  }
  return { bytes: join(chunks, size), isCut: false };
}

function join(chunks: readonly Uint8Array[], size: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(size);
  let offset = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, offset);
    offset += chunk.length;
  }
  return bytes;
}

/** Notices that the page's own Content-Security-Policy stopped a call. The browser says so on the document only. */
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
 * Browsers list every address that a page has loaded, where each script and extension can read it. One that a contract puts
 * a key into is taken off that list as soon as it is on it. The list cannot be cleared in part.
 */
function forgetAddress(url: string): void {
  const observer = new PerformanceObserver((list) => {
    if (list.getEntriesByName(url).length === 0) return;
    performance.clearResourceTimings();
    observer.disconnect();
  });
  observer.observe({ type: "resource" });
}
