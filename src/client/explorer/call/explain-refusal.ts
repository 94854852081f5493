import type { Call } from "./call.ts";
import type { Preflight, Refusal } from "./outcome.ts";

/** Finds the likely cause of a call without an answer. May ask the server whether it is there, without any credentials. */
export async function explainRefusal(call: Call, isPolicyViolated: () => boolean): Promise<Refusal> {
  const url = new URL(call.url);
  const isOwn = url.origin === location.origin;
  if (call.request.method === "trace" || (isBodyless(call) && call.body !== null)) return { cause: "method" };
  if (isMixed(url)) return { cause: "mixed-content" };
  await untilTold();
  if (isPolicyViolated()) return { cause: "policy" };
  if (isOwn || !(await isThere(call.target.url))) return { cause: "unreachable", isOwn };
  return { cause: "cors", preflight: toPreflight(call) };
}

/** The browser tells of a violation some milliseconds after the call has failed. */
async function untilTold(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, 50));
}

function isBodyless({ request }: Call): boolean {
  return request.method === "get" || request.method === "head";
}

/** A page that came over https may not call http, except on this very machine (W3C Mixed Content). */
function isMixed({ protocol, hostname }: URL): boolean {
  const isLocal = /^(?:localhost|127\.[\d.]+|\[::1\])$/.test(hostname) || hostname.endsWith(".localhost");
  return location.protocol === "https:" && protocol === "http:" && !isLocal;
}

/** An answer that nobody may read is an answer: a request without CORS tells a server that refuses from none at all. */
async function isThere(url: string): Promise<boolean> {
  const options = { mode: "no-cors", credentials: "omit", referrerPolicy: "no-referrer", cache: "no-store" } as const;
  return fetch(url, { ...options, method: "HEAD", signal: AbortSignal.timeout(5000) }).then(
    () => true,
    () => false,
  );
}

/** Headers and types that need no preflight (Fetch, CORS-safelisted request-header). */
const safeHeaders = new Set(["accept", "accept-language", "content-language"]);
const safeTypes = new Set(["application/x-www-form-urlencoded", "multipart/form-data", "text/plain"]);

function toPreflight({ request, headers }: Call): Preflight | null {
  const asked = headers.filter(({ name, value }) => {
    if (name.toLowerCase() === "content-type") return !safeTypes.has(value.split(";")[0]?.trim().toLowerCase() ?? "");
    return !safeHeaders.has(name.toLowerCase());
  });
  const method = request.method.toUpperCase();
  if (asked.length === 0 && ["GET", "HEAD", "POST"].includes(method)) return null;
  return { method, headers: [...new Set(asked.map(({ name }) => name.toLowerCase()))].sort() };
}
