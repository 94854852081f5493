import "./common-chunk.ts";
import { useState } from "react";

import { storedChoice } from "#client/choices.ts";
import type { CodeSample } from "#shared/contract/operation.ts";
import type { NameValue, RequestContent, RequestValue } from "#shared/contract/request.ts";
import { toCodeSamples } from "#shared/samples/code-samples.ts";
import { toCurl } from "#shared/samples/curl.ts";

import type { Call } from "../call/call.ts";
import { pairsIn } from "../call/credentials.ts";
import { pageSandbox } from "../call/targets.ts";

/** The call as code, to be taken elsewhere. */
export function CallCode({ call, name }: CallCodeProps) {
  const [isRevealed, setIsRevealed] = useState(false);
  const samples = toShownSamples(call, isRevealed);
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
  /** Groups the radio buttons; unique on the page. */
  readonly name: string;
}

/** A call as code, just as it is sent. Secrets are read from the environment, unless the reader wants them printed. */
function toShownSamples(call: Call, isRevealed: boolean): readonly CodeSample[] {
  const request = isRevealed ? withSecrets(call) : call.request;
  // What runs elsewhere cannot reach the sandbox beside the page: it reads where to call, as all samples do.
  const isInPage = call.target.url === pageSandbox.url;
  const base = isInPage ? { variable: "API_BASE", address: "" } : { variable: null, address: call.target.url };
  const samples = toCodeSamples(request, base);
  // The other languages write JSON themselves; curl sends the very bytes.
  const curl = toCurl({ ...request, body: exactBody(call) }, base);
  return samples.map((sample) => (sample.id === "curl" ? { ...sample, code: curl } : sample));
}

function withSecrets({ request, credentials }: Call): RequestValue {
  return {
    ...request,
    query: [...request.query, ...pairsIn(credentials, "query")],
    headers: [...pairsIn(credentials, "header"), ...withCookies(request.headers, pairsIn(credentials, "cookie"))],
    credentials: [],
  };
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
