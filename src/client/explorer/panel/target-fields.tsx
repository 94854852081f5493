import { useState } from "react";

import { isPlaceholder } from "#shared/contract/server.ts";

import { Button } from "../button.tsx";
import { isPageSandbox, keyOfVariable, type Target, toAddress, toVariableText } from "../call/targets.ts";
import { Choice } from "../choice.tsx";
import { describePreference, pageSession } from "../page-session.ts";
import { useShared } from "../shared-value.ts";
import type { OpenExplorer } from "./use-explorer.ts";

export function TargetFields({ data, target, targets, timeoutSeconds, setTimeoutSeconds }: OpenExplorer) {
  const isInPage = isPageSandbox(target);
  return (
    <>
      <select
        aria-label="Server"
        value={target.template}
        onChange={({ target: { value } }) => pageSession.server.set(value)}
      >
        {targets.map((server) => (
          <option key={server.template} value={server.template}>
            {describeServer(server)}
          </option>
        ))}
      </select>
      {target.variables.map((variable) => (
        <ServerVariable key={keyOfVariable(target, variable.name)} target={target} variable={variable} />
      ))}
      {data.customServer && <CustomServer />}
      <div className="row">
        {isInPage && data.pageSandbox !== null ? (
          <PageSandboxNote source={data.pageSandbox} statuses={data.responses.map(({ status }) => status)} />
        ) : (
          <p className={`note target-${target.kind}`}>
            {isPlaceholder(target) ? placeholderWords : kindWords[target.kind]}
            {data.isTooLargeToSimulate === true && " The API is too large for a sandbox in this page."}
          </p>
        )}
        <Choice
          label="Timeout"
          value={String(timeoutSeconds)}
          options={timeouts}
          onChange={(id) => setTimeoutSeconds(Number(id))}
        />
      </div>
    </>
  );
}

const timeouts = ["5", "10", "30", "120"].map((seconds) => [seconds, `${seconds} s`] as const);

function describeServer(target: Target): string {
  const { name, url, kind, template } = target;
  if (isPageSandbox(target)) return `${name}: simulated`;
  if (name === template) return `${name} (${kind})`;
  const host = isPlaceholder(target) ? "the host you were given" : new URL(url).host;
  return kind === name.toLowerCase() ? `${name} (${host})` : `${name} (${kind}, ${host})`;
}

function ServerVariable({ target, variable }: ServerVariableProps) {
  const { serverValues, server } = pageSession;
  const key = keyOfVariable(target, variable.name);
  const value = serverValues.value.get(key) ?? "";
  const choose = (chosen: string) => {
    server.set(target.template);
    serverValues.set(new Map([...serverValues.value, [key, chosen]]));
  };
  if (variable.enum.length > 0) {
    const options = [...new Set([variable.default, ...variable.enum])].map((listed) => [listed, listed] as const);
    return <Choice label={variable.name} value={value || variable.default} options={options} onChange={choose} />;
  }
  return (
    <label className="row note labeled">
      {variable.name}
      <input
        type="text"
        value={value}
        placeholder={variable.default}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => choose(toVariableText(target, variable.name, event.target.value))}
      />
    </label>
  );
}

interface ServerVariableProps {
  readonly target: Target;
  readonly variable: Target["variables"][number];
}

function CustomServer() {
  const [text, setText] = useState("");
  const [isRefused, setIsRefused] = useState(false);
  const use = () => {
    const trimmed = text.trim();
    const url = URL.canParse(trimmed) ? new URL(trimmed) : null;
    // The site's policy allows only a plain https address.
    const isPlain = url?.protocol === "https:" && url.username === "" && url.search + url.hash === "";
    const address = isPlain ? toAddress(url.href, document) : null;
    setIsRefused(address === null);
    if (address === null) return;
    pageSession.customServer.set(address);
    pageSession.server.set(address);
  };
  return (
    <details className="fold">
      <summary>Another address</summary>
      <div className="row">
        <input
          type="url"
          aria-label="Address of another server"
          placeholder="https://api.example.com/v1"
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
        <Button label="Use it" className="button" onClick={use} />
      </div>
      {isRefused && <p role="alert">Enter a whole address that begins with https://</p>}
    </details>
  );
}

const kindWords = {
  sandbox: "Simulated: any credentials will do.",
  local: "On your own machine.",
  staging: "A staging environment.",
  production: "The real thing: calls that change something ask first.",
} as const;

const placeholderWords = "A name to fill in: nothing is sent there. Copy the request and set API_BASE.";

function PageSandboxNote({ source, statuses }: { readonly source: string; readonly statuses: readonly string[] }) {
  const [message, setMessage] = useState("");
  const preferred = useShared(pageSession.preferred);
  const codes = statuses.filter((status) => /^[2-5]\d\d$/.test(status)).map((code) => `code=${code}`);
  // A choice from another operation applies here as well.
  const offered = [...new Set(["", ...codes, "delay=3000", "cut", preferred])];
  const reset = async () => {
    try {
      await (await import("./sending.ts")).resetSandbox(source);
      setMessage("The first records are back.");
    } catch {
      setMessage("The sandbox didn't load.");
    }
  };
  return (
    <>
      <p className="note">
        Nothing leaves your browser.{" "}
        {/* The texts share a line, because another line would move the button that sends from under the pointer. */}
        <span className="stacked">
          <span aria-hidden={message !== ""}>Records stay until this tab is closed.</span>
          <output>{message}</output>
        </span>{" "}
        <Button label="Reset" onClick={() => void reset()} />
      </p>
      <Choice
        label="Simulate"
        value={preferred}
        options={offered.map((value) => [value, value === "" ? "normal" : describePreference(value)] as const)}
        onChange={pageSession.preferred.set}
      />
    </>
  );
}
