import { useState } from "react";

import { keyOfVariable, type Target, toAddress } from "../call/targets.ts";
import { Choice } from "../choice.tsx";
import { pageSession } from "../page-session.ts";

/** The choices within a server: its variables, or an address of the reader's own. */
export function ServerChoices({ target, isAnyAllowed }: ServerChoicesProps) {
  return (
    <>
      {target.variables.map((variable) => (
        <ServerVariable key={keyOfVariable(target, variable.name)} target={target} variable={variable} />
      ))}
      {isAnyAllowed && <CustomServer />}
    </>
  );
}

interface ServerChoicesProps {
  readonly target: Target;
  /** True when the reader may enter another address. */
  readonly isAnyAllowed: boolean;
}

/** The choice holds wherever this page offers the same server. */
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
    <label className="labelled">
      {variable.name}
      <input
        type="text"
        value={value}
        placeholder={variable.default}
        autoComplete="off"
        spellCheck={false}
        // What could end the name of a host would send the call to another one.
        onChange={(event) => choose(event.target.value.replace(/[^\w.~-]/g, ""))}
      />
    </label>
  );
}

/** Nothing is called there before the address is complete and chosen. */
function CustomServer() {
  const [text, setText] = useState("");
  const [isRefused, setIsRefused] = useState(false);
  const use = () => {
    const url = parseCustomServer(text.trim());
    setIsRefused(url === null);
    if (url === null) return;
    pageSession.customServer.set(url);
    pageSession.server.set(url);
  };
  return (
    <details className="custom-server">
      <summary>Another address</summary>
      <div className="field-row">
        <input
          type="url"
          aria-label="Address of another server"
          placeholder="https://api.example.com/v1"
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
        <button type="button" className="button" onClick={use}>
          Use it
        </button>
      </div>
      {isRefused && <p role="alert">Enter a whole address that begins with https://</p>}
    </details>
  );
}

interface ServerVariableProps {
  readonly target: Target;
  readonly variable: Target["variables"][number];
}

/** Null for anything but a plain https address that the site's policy allows. */
function parseCustomServer(text: string): string | null {
  const url = URL.canParse(text) ? new URL(text) : null;
  const isPlain = url !== null && url.protocol === "https:" && url.username === "" && url.search + url.hash === "";
  return isPlain ? toAddress(url.href, document) : null;
}
