import { useEffect, useState } from "react";

import { languageTab, showLanguage, storeChoice, storedChoice } from "#client/choices.ts";
import type { NameValue, RequestValue } from "#shared/contract/request.ts";
import { isPlaceholder } from "#shared/contract/server.ts";
import { toCurl } from "#shared/samples/curl.ts";
import { toJavaScript } from "#shared/samples/javascript.ts";
import { toPython } from "#shared/samples/python.ts";
import { toSampleCall } from "#shared/samples/sample-call.ts";

import { Button } from "../button.tsx";
import type { Call } from "../call/call.ts";
import { pairsIn } from "../call/credentials.ts";
import { isPageSandbox } from "../call/targets.ts";
import { Switch } from "../choice.tsx";

export function CallCode({ call, name }: CallCodeProps) {
  const { language, onLanguage } = useLanguage();
  const [isRevealed, setIsRevealed] = useState(false);
  const hasSecret = call.credentials.length > 0;
  return (
    <div className="call-code ink">
      <Switch
        label="The request as"
        name={name}
        value={language.id}
        options={languages.map(({ id, label }) => [id, label] as const)}
        onChange={onLanguage}
      />
      <div className="tab-panel">
        <ColoredCode code={toCode(call, language, isRevealed)} />
      </div>
      {hasSecret && (
        <label className="row note">
          <input type="checkbox" checked={isRevealed} onChange={({ target }) => setIsRevealed(target.checked)} />
          Show and copy the secret itself
        </label>
      )}
    </div>
  );
}

interface CallCodeProps {
  readonly call: Call;
  /** The name groups the radio buttons and is unique on the page. */
  readonly name: string;
}

/** A request can be written in these languages. Most readers stay with the first language. */
const languages = [
  { id: "curl", label: "curl", write: toCurl },
  { id: "javascript", label: "JavaScript", write: toJavaScript },
  { id: "python", label: "Python", write: toPython },
] as const;

function useLanguage() {
  const [chosen, setChosen] = useState(() => storedChoice("docs.language"));
  useEffect(() => {
    const follow = ({ target }: Event) => {
      if (target instanceof HTMLInputElement && target.matches(languageTab)) setChosen(target.value);
    };
    document.addEventListener("input", follow);
    return () => document.removeEventListener("input", follow);
  }, []);
  const onLanguage = (id: string) => {
    setChosen(id);
    storeChoice("docs.language", id);
    showLanguage(id);
  };
  return { language: languages.find(({ id }) => id === chosen) ?? languages[0], onLanguage };
}

function toCode(call: Call, { id, write }: (typeof languages)[number], isRevealed: boolean): string {
  const request = isRevealed ? withSecrets(call) : call.request;
  // Code that runs elsewhere can't reach the sandbox beside the page or a placeholder, so it reads the address from a
  // variable, as all samples do.
  const isRead = isPageSandbox(call.target) || isPlaceholder(call.target);
  const base = isRead ? { variable: "API_BASE", address: "" } : { variable: null, address: call.target.url };
  const { body } = request;
  // The remaining languages write JSON themselves, while curl sends the exact bytes.
  const isExact = id === "curl" && body.kind === "json" && typeof call.body === "string";
  const sent = isExact ? ({ kind: "text", mediaType: body.mediaType, text: call.body } as const) : body;
  return write(toSampleCall({ ...request, body: sent }, base));
}

function withSecrets({ request, credentials }: Call): RequestValue {
  return {
    ...request,
    query: [...request.query, ...pairsIn(credentials, "query")],
    headers: [...pairsIn(credentials, "header"), ...withCookies(request.headers, pairsIn(credentials, "cookie"))],
    credentials: [],
  };
}

/** A request has a single Cookie header (RFC 6265, section 5.4), so all cookies are joined. */
function withCookies(headers: readonly NameValue[], cookies: readonly NameValue[]): readonly NameValue[] {
  if (cookies.length === 0) return headers;
  const own = headers.filter(({ name }) => name === "Cookie").map(({ value }) => value);
  const value = [...own, ...cookies.map((cookie) => `${cookie.name}=${cookie.value}`)].join("; ");
  return [...headers.filter(({ name }) => name !== "Cookie"), { name: "Cookie", value }];
}

function ColoredCode({ code }: { readonly code: string }) {
  const pieces = Array.from(code.matchAll(tokens), ({ 0: text, index, groups }) => {
    const kind = Object.entries(groups ?? {}).find(([, matched]) => matched !== undefined)?.[0];
    return kind === undefined ? (
      text
    ) : (
      <span key={index} className={kind}>
        {text}
      </span>
    );
  });
  return (
    <figure className="code">
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be in reach of the keyboard (WCAG 2.1.1) */}
      <pre tabIndex={0}>
        <code>{pieces}</code>
      </pre>
      <Button label="Copy" className="copy" />
    </figure>
  );
}

/*
 * The code comes only from our own writers of samples, so a few kinds of tokens are enough: texts, numbers and
 * constants, words of the language, and called names. A group has the name of the class that the styles color. The
 * library that colors code in the build is larger than the whole explorer.
 */
const tokens = new RegExp(
  [
    String.raw`\\'`,
    String.raw`(?<ts>'[^']*'|"(?:\\.|[^"\\])*"|` + "`(?:\\\\.|[^`\\\\])*`)",
    String.raw`(?<tc>\b(?:-?\d[\d.]*(?:e[+-]?\d+)?|true|false|null|None|True|False)\b)`,
    String.raw`(?<tk>(?<!-)\b(?:const|await|new|import|from|if|with|as)\b)`,
    String.raw`(?<tf>^curl\b|\b\w+(?=\())`,
    String.raw`\w+|[^\w\\'"` + "`]+|[^]",
  ].join("|"),
  "gm",
);
