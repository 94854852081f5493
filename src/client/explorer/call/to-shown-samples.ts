import type { CodeSample } from "../../../model/operation.ts";
import type { NameValue, RequestContent } from "../../../model/request.ts";
import { toCodeSamples } from "../../../rules/code-samples.ts";
import { toCurl } from "../../../rules/samples/curl.ts";
import type { Call } from "./call.ts";
import { pairsIn, toMasked } from "./credentials.ts";

export interface ShownSamples {
  /** The environment variable that stands for the secret. */
  readonly authVariable: string;
  /** True when the secret itself is printed. */
  readonly isRevealed: boolean;
}

/** A call as code, just as it is sent. The secret is read from the environment, unless the reader wants it printed. */
export function toShownSamples(call: Call, { authVariable, isRevealed }: ShownSamples): readonly CodeSample[] {
  const credentials = isRevealed ? call.credentials : call.credentials.map(toMasked);
  const [first, ...others] = pairsIn(credentials, "header");
  const cookies = pairsIn(credentials, "cookie");
  const printed = isRevealed && first !== undefined ? [first, ...others] : others;
  const request = {
    ...call.request,
    query: [...call.request.query, ...pairsIn(credentials, "query")],
    headers: [...printed, ...withCookies(call.request.headers, cookies)],
    authenticated: !isRevealed && first !== undefined,
  };
  const address = call.target.url;
  const settings = { baseVariable: "API_BASE", address, authHeader: first?.name ?? "Authorization", authVariable };
  const samples = toCodeSamples(request, settings);
  // The other languages write JSON themselves; curl sends the very bytes.
  const curl = toCurl({ ...request, body: exactBody(call) }, settings);
  return samples.map((sample) => (sample.id === "curl" ? { ...sample, code: curl } : sample));
}

function exactBody({ request: { body }, body: sent }: Call): RequestContent {
  return body.kind === "json" && typeof sent === "string"
    ? { kind: "text", mediaType: body.mediaType, text: sent }
    : body;
}

/** There is one Cookie header (RFC 6265, section 5.4). */
function withCookies(headers: readonly NameValue[], cookies: readonly NameValue[]): readonly NameValue[] {
  if (cookies.length === 0) return headers;
  const own = headers.filter(({ name }) => name === "Cookie").map(({ value }) => value);
  const value = [...own, ...cookies.map((cookie) => `${cookie.name}=${cookie.value}`)].join("; ");
  return [...headers.filter(({ name }) => name !== "Cookie"), { name: "Cookie", value }];
}
