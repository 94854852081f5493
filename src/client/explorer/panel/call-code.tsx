import "./common-chunk.ts";
import { useState } from "react";

import { storedChoice } from "#client/choices.ts";
import type { CodeSample } from "#shared/contract/operation.ts";
import type { NameValue, RequestContent } from "#shared/contract/request.ts";
import { toCodeSamples } from "#shared/samples/code-samples.ts";
import { toCurl } from "#shared/samples/curl.ts";

import type { Call } from "../call/call.ts";
import { pairsIn, toMasked } from "../call/credentials.ts";

/** The call as code, to be taken elsewhere. */
export function CallCode({ call, authVariable, name }: CallCodeProps) {
  const [isRevealed, setIsRevealed] = useState(false);
  const samples = toShownSamples(call, { authVariable, isRevealed });
  const [language] = useState(() => storedChoice("docs.language"));
  const initial = Math.max(
    samples.findIndex(({ id }) => id === language),
    0,
  );
  const hasSecret = call.credentials.some(({ kind }) => kind !== "none");
  return (
    <>
      <div className="tabs ink" data-sync="language">
        <span className="tab-title">Request</span>
        <div className="tab-bar" role="radiogroup" aria-label="The request as">
          {samples.map(({ id, label }, index) => (
            <label key={id}>
              <input type="radio" name={name} value={id} defaultChecked={index === initial} />
              <span>{label}</span>
            </label>
          ))}
        </div>
        {samples.map(({ id, code }) => (
          <div key={id} className="tab-panel">
            <figure className="code">
              {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be in reach of the keyboard (WCAG 2.1.1) */}
              <pre tabIndex={0}>
                <code>{code}</code>
              </pre>
              <button type="button" className="copy">
                Copy
              </button>
            </figure>
          </div>
        ))}
      </div>
      {hasSecret && (
        <label className="check">
          <input type="checkbox" checked={isRevealed} onChange={({ target }) => setIsRevealed(target.checked)} />
          Show and copy the secret itself
        </label>
      )}
    </>
  );
}

interface CallCodeProps {
  readonly call: Call;
  readonly authVariable: string;
  /** Groups the radio buttons; unique on the page. */
  readonly name: string;
}

interface ShownSamples {
  /** The environment variable that stands for the secret. */
  readonly authVariable: string;
  /** True when the secret itself is printed. */
  readonly isRevealed: boolean;
}

/** A call as code, just as it is sent. The secret is read from the environment, unless the reader wants it printed. */
function toShownSamples(call: Call, { authVariable, isRevealed }: ShownSamples): readonly CodeSample[] {
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
