import { useState } from "react";

import type { ServerSetting } from "#shared/config.ts";

import { pageSandbox } from "../call/targets.ts";

/** What a call to a server comes to. */
export function TargetNote({ target: { url, kind }, source }: TargetNoteProps) {
  if (url === pageSandbox.url && source !== null) return <PageSandboxNote source={source} />;
  return <p className={`target target-${kind}`}>{kindWords[kind]}</p>;
}

interface TargetNoteProps {
  readonly target: ServerSetting;
  /** Address of the data of the sandbox in the page; null where there is none. */
  readonly source: string | null;
}

const kindWords = {
  sandbox: "Simulated: any credentials will do.",
  staging: "A staging environment.",
  production: "The real thing: calls that change something ask first.",
} as const;

/** What the sandbox in the page keeps, and the way back. */
function PageSandboxNote({ source }: { readonly source: string }) {
  const [said, setSaid] = useState("");
  const reset = async () => {
    setSaid(await (await import("../call/page-sandbox.ts")).resetPageSandbox(source));
  };
  return (
    <p className="target target-sandbox">
      Records stay until this tab is closed.{" "}
      <button type="button" className="field-action" onClick={() => void reset()}>
        Reset
      </button>{" "}
      <output>{said}</output>
    </p>
  );
}
