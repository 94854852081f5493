import { setTimeout as delay } from "node:timers/promises";

import { diagnose, type Outcome } from "#shared/diagnostics/diagnostic.ts";
import { bareType } from "#shared/media-type.ts";

import { type DocumentRequest, showAddress, toWebAddress } from "./document-request.ts";
import {
  documentHint,
  fetchAddress,
  type FetchFailure,
  readText,
  toResponseFailure,
  toStatusFailure,
} from "./read-response.ts";

interface FetchedDocument {
  readonly text: string;
  readonly notation: DocumentFormat;
}

const limits = { bytes: 16_000_000, wait: 10_000 } as const;

/**
 * Fetches a provider's document over http or https. After a failure that may pass (refused and closed connections,
 * time-outs, status 429, 502, 503, 504) it tries again after half a second, one, two, …. It follows redirects, but never
 * from https to http. It sends credentials only to their host and never prints them. It stops reading after 16 MB.
 */
export async function fetchDocument(request: DocumentRequest): Promise<Outcome<FetchedDocument | null>> {
  for (let attempt = 0; ; attempt += 1) {
    const result = await fetchOnce(request);
    if (result.kind === "document") return { value: result, diagnostics: [] };
    if (result.kind === "page") {
      const { value, diagnostics } = await fetchDocument({ ...request, url: result.document });
      const page = showAddress(request.url);
      const message = `${page} is a page of drf-yasg; its document has the same address with format=openapi`;
      const found = diagnose("live/page", message, null, "add ?format=openapi to the address");
      return { value, diagnostics: value === null ? diagnostics : [found, ...diagnostics] };
    }
    if (!result.isTransient || attempt >= request.retries) {
      const tries = attempt === 0 ? "" : ` (${attempt + 1} attempts)`;
      return { value: null, diagnostics: [diagnose(result.code, result.message + tries, null, result.hint)] };
    }
    await delay(Math.min(result.wait ?? 500 * 2 ** attempt, limits.wait));
  }
}

type Result =
  ({ readonly kind: "document" } & FetchedDocument) | { readonly kind: "page"; readonly document: URL } | FetchFailure;

async function fetchOnce(request: DocumentRequest): Promise<Result> {
  const { url: start, credentials, timeout } = request;
  return fetchAddress<Result>(start, {
    // A plain object: the package is compiled without the class `Headers` (src/compile.mjs).
    headersFor: ({ origin }) => ({
      accept,
      "user-agent": "docs-build",
      ...(credentials !== null && origin === start.origin && { [credentials.header]: credentials.value }),
    }),
    follow: toRedirectTarget,
    read: async (response, url) => toResult(response, url, request),
    timeout,
  });
}

const accept =
  "application/openapi+json, application/vnd.oai.openapi+json, application/json, application/yaml;q=0.9, */*;q=0.5";

async function toResult(response: Response, url: URL, request: DocumentRequest): Promise<Result> {
  const address = showAddress(url);
  const type = response.headers.get("content-type") ?? "";
  if (response.status !== 200) {
    await response.body?.cancel();
    return toStatusFailure(response, address, hintAtCredentials(url, request));
  }
  if (!isDocumentType(type)) {
    const document = type.startsWith("text/html") ? await documentBehind(response, url, request) : null;
    if (document !== null) return { kind: "page", document };
    if (!response.bodyUsed) await response.body?.cancel();
    const answer = type.startsWith("text/html") ? "a web page" : type.replace(/[^\w./+-].*$/s, "");
    return toResponseFailure(`${address} answered ${answer}, not a document`, documentHint);
  }
  const text = await readText(response, { address, limit: limits.bytes, hint: documentHint });
  if (typeof text !== "string") return text;
  const notation = detectFormat(type, text);
  if (notation === null) return toResponseFailure(`${address} answered a web page, not a document`, documentHint);
  return { kind: "document", text, notation };
}

async function documentBehind(response: Response, url: URL, request: DocumentRequest): Promise<URL | null> {
  if (url.origin !== request.url.origin || url.searchParams.has("format")) return null;
  const page = await readText(response, { address: showAddress(url), limit: limits.bytes, hint: null });
  if (typeof page !== "string" || !page.includes("drf-yasg")) return null;
  const document = new URL(url);
  document.searchParams.set("format", "openapi");
  return document;
}

function hintAtCredentials(url: URL, { url: { origin }, credentials }: DocumentRequest): string {
  if (credentials === null) return "name a header and the variable of its value under live: in content/site.yaml";
  if (url.origin !== origin) return `${credentials.header} wasn't sent: the address redirects to another host`;
  return `is the value of ${credentials.variable} right? It is sent whole as the header ${credentials.header}`;
}

/** Redirects (RFC 9110, section 10.2.2) are followed on the web, but never from https to http. */
export function toRedirectTarget(from: URL, location: string): URL | FetchFailure {
  const target = URL.canParse(location, from.href) ? toWebAddress(new URL(location, from).href) : null;
  if (target === null) return toResponseFailure(`${showAddress(from)} redirects to what isn't a web address`, null);
  if (from.protocol === "https:" && target.protocol === "http:") {
    return toResponseFailure(`${showAddress(from)} redirects from https to http, which isn't followed`, null);
  }
  return target;
}

export type DocumentFormat = "json" | "yaml";

/** The notation of a file, by its name. */
export function formatOfFile(name: string): DocumentFormat {
  return /\.json$/i.test(name) ? "json" : "yaml";
}

/**
 * The notation of an answer, by its content type (with the suffixes of RFC 6839), and by its first character where the
 * type doesn't say. Null for anything else, such as a web page.
 */
export function detectFormat(contentType: string, text: string): DocumentFormat | null {
  const type = bareType(contentType);
  const first = text.trimStart().charAt(0);
  if (first === "<" || !isDocumentType(contentType)) return null;
  if (/[/+]json$/.test(type)) return "json";
  if (/[/+](x-)?yaml$/.test(type)) return "yaml";
  return first === "{" ? "json" : "yaml";
}

function isDocumentType(contentType: string): boolean {
  const type = bareType(contentType);
  return /[/+]json$|[/+](x-)?yaml$/.test(type) || vagueTypes.has(type);
}

/** `application/vnd.oai.openapi` is YAML or JSON. Servers use the other types for unknown files. */
// prettier-ignore
const vagueTypes = new Set([
  "", "text/plain", "application/octet-stream", "binary/octet-stream", "application/vnd.oai.openapi",
]);
