import { useLayoutEffect, useRef, useState } from "react";

import { secretLocationOf } from "#shared/contract/security.ts";
import { isPlaceholder, type ServerSetting } from "#shared/contract/server.ts";

import { isForbidden } from "../call/call.ts";
import { type SecretOwner, wordOf } from "../call/credentials.ts";
import { isPageSandbox } from "../call/targets.ts";
import { Choice } from "../choice.tsx";
import type { ExplorerOperation, ExplorerScheme } from "../explorer-operation.ts";
import { pageSession } from "../page-session.ts";
import { useShared } from "../shared-value.ts";

/**
 * Callers identify themselves with credentials. The sandbox beside the page needs none, and a placeholder is only a
 * stand-in for a server, so both go without this part.
 */
export function CredentialFields({ data, target, schemes, onSchemes }: CredentialFieldsProps) {
  const all = data.security.flat();
  if (isPageSandbox(target) || isPlaceholder(target) || all.length === 0) return null;
  const isTitled = (scheme: ExplorerScheme) =>
    all.every((candidate) => candidate.name === scheme.name || schemeTitle(candidate) !== schemeTitle(scheme));
  return (
    <fieldset className="call-part">
      <legend>Credentials</legend>
      {data.security.length > 1 && <SecurityChoice data={data} schemes={schemes} onSchemes={onSchemes} />}
      {schemes.map((scheme) => (
        <SecretField
          key={`${target.url} ${scheme.name}`}
          owner={{ scope: data.scope, target, scheme }}
          id={`try-${data.anchor}-secret-${scheme.name}`}
          title={isTitled(scheme) ? schemeTitle(scheme) : scheme.name}
        />
      ))}
      <MissingNote data={data} target={target} schemes={schemes} />
      {schemes.length > 0 && <KeepChoice scope={data.scope} />}
    </fieldset>
  );
}

interface CredentialFieldsProps {
  readonly data: Pick<ExplorerOperation, "anchor" | "scope" | "security">;
  readonly target: ServerSetting;
  readonly schemes: readonly ExplorerScheme[];
  readonly onSchemes: (schemes: readonly ExplorerScheme[]) => void;
}

function SecurityChoice({ data: { security }, schemes, onSchemes }: Omit<CredentialFieldsProps, "target">) {
  const options = security.map(
    (set, index) => [String(index), set.map(({ name }) => name).join(" and ") || "none"] as const,
  );
  const value = String(security.indexOf(schemes));
  const choose = (index: string) => onSchemes(security[Number(index)] ?? []);
  return <Choice label="Authentication" value={value} options={options} onChange={choose} />;
}

function MissingNote({ data: { scope }, target, schemes }: Omit<CredentialFieldsProps, "onSchemes">) {
  const { secrets } = pageSession;
  useShared(secrets.changes);
  const missing = schemes.filter(
    (scheme) => scheme.type !== "mutualTLS" && secrets.get({ scope, target, scheme }) === "",
  );
  if (target.kind === "sandbox" || missing.length === 0) return null;
  return (
    <p className="note target-production">
      Nothing is set for {missing.map(({ name }) => name).join(" and ")}: {target.name} will most likely refuse the
      call.
    </p>
  );
}

function KeepChoice({ scope }: { readonly scope: string }) {
  const { secrets } = pageSession;
  const [isBlocked, setIsBlocked] = useState(false);
  useShared(secrets.changes);
  return (
    <label className="row note">
      <input
        type="checkbox"
        checked={secrets.isKept(scope)}
        onChange={({ target }) => setIsBlocked(!secrets.keep(scope, target.checked))}
      />
      Keep until this tab is closed
      {isBlocked && <output> – this browser blocks storage</output>}
    </label>
  );
}

function SecretField({ owner, id, title }: SecretFieldProps) {
  const { scheme } = owner;
  const isBasic = scheme.type === "basic";
  const { user, password, write } = useSecretInputs(owner, isBasic);
  const hint = hintOf(scheme);
  const describedBy = hint === undefined ? undefined : `${id}~hint`;
  const shared = { autoComplete: "off", spellCheck: false, onInput: write, "aria-describedby": describedBy };
  const slot = secretLocationOf(scheme);
  if (slot === null) return <p className="note">A client certificate is needed, which a page can't send.</p>;
  const word = wordOf(slot);
  return (
    <div className="field">
      <div className="row field-head">
        <label htmlFor={id}>{title}</label>
        <span className="note">{slot.name + (word === undefined ? ` · ${slot.in}` : `: ${word}`)}</span>
        {pageSession.secrets.get(owner) !== "" && <output>Set for this page</output>}
      </div>
      <div className="row">
        {isBasic && <input ref={user} type="text" aria-label="User name" placeholder="user name" {...shared} />}
        <input ref={password} id={id} type="password" placeholder={isBasic ? "password" : "not set"} {...shared} />
      </div>
      {hint !== undefined && (
        <p className="note" id={`${id}~hint`}>
          {hint}
        </p>
      )}
      {scheme.scopes.length > 0 && <p className="note">Scopes: {scheme.scopes.join(", ")}</p>}
    </div>
  );
}

interface SecretFieldProps {
  readonly owner: SecretOwner;
  readonly id: string;
  readonly title: string;
}

/** Readers should know this about a scheme, by its type or, for a key, by its location. */
const hints: Readonly<Record<string, string>> = {
  "in cookie": "A browser doesn't let a page send cookies. The copied request has it.",
  "in query":
    "The API wants it in the address, which servers and proxies may log. This page masks it wherever it shows or copies the address.",
  oauth2: "Paste an access token that your OAuth 2 client was given. This page doesn't sign in for you.",
  openIdConnect: "Paste an access token that your OpenID client was given. This page doesn't sign in for you.",
};

function hintOf({ type, in: location, parameterName }: ExplorerScheme): string | undefined {
  if (type !== "apiKey") return hints[type];
  const isLost = location === "header" && isForbidden(parameterName ?? "");
  return isLost
    ? "A browser doesn't let a page send this header. The copied request has it."
    : hints[`in ${location ?? "header"}`];
}

/** React would write the text into an attribute, where other code can read it, so the browser owns these inputs. */
function useSecretInputs(owner: SecretOwner, isBasic: boolean) {
  const user = useRef<HTMLInputElement>(null);
  const password = useRef<HTMLInputElement>(null);
  useShared(pageSession.secrets.changes);
  // A secret may have been entered in another explorer of the page, so each rendering updates the inputs.
  useLayoutEffect(() => {
    const secret = pageSession.secrets.get(owner);
    const colon = isBasic ? secret.indexOf(":") : -1;
    show(user.current, secret.slice(0, Math.max(colon, 0)));
    show(password.current, secret.slice(colon + 1));
  });
  const write = () => {
    const name = user.current?.value ?? "";
    const secret = password.current?.value ?? "";
    pageSession.secrets.set(owner, isBasic && name + secret !== "" ? `${name}:${secret}` : secret);
  };
  return { user, password, write };
}

function show(input: HTMLInputElement | null, text: string): void {
  if (input !== null && input.value !== text) input.value = text;
}

function schemeTitle({ type, name }: ExplorerScheme): string {
  return type === "basic" ? "User and password" : type === "bearer" ? "Token" : name;
}
