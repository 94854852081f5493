import { useState } from "react";
import type { ExplorerData, ExplorerScheme } from "../../../model/explorer.ts";
import type { Target } from "../call/target.ts";
import { pageSession } from "../page-session.ts";
import { useShared } from "../shared.ts";
import { SecretField } from "./secret-field.tsx";

/** Which server a call goes to, and what it says about who calls. */
export function TargetFields({ data, targets, target, schemes, onScheme }: TargetFieldsProps) {
  return (
    <fieldset className="call-part">
      <legend>Server</legend>
      <select
        aria-label="Server"
        value={target.url}
        onChange={({ target: { value } }) => pageSession.targetUrl.set(value)}
      >
        {targets.map(({ name, url, kind }) => (
          <option key={url} value={url}>
            {name} ({kind === name.toLowerCase() ? "" : `${kind}, `}
            {new URL(url).host})
          </option>
        ))}
      </select>
      <p className={`target target-${target.kind}`}>{kindWords[target.kind]}</p>
      {data.security.length > 1 && <SchemeChoice data={data} schemes={schemes} onScheme={onScheme} />}
      {schemes.map((scheme) => (
        <SecretField
          key={`${target.url} ${scheme.name}`}
          owner={{ scope: data.scope, target, scheme }}
          anchor={data.anchor}
        />
      ))}
      {schemes.length > 0 && <KeepChoice scope={data.scope} />}
    </fieldset>
  );
}

const kindWords = {
  sandbox: "Simulated: nothing leaves this computer, any credentials will do.",
  staging: "A staging environment.",
  production: "The real thing: calls that change something ask first.",
} as const;

interface TargetFieldsProps {
  readonly data: ExplorerData;
  readonly targets: readonly Target[];
  readonly target: Target;
  /** The schemes that this call uses. */
  readonly schemes: readonly ExplorerScheme[];
  readonly onScheme: (index: number) => void;
}

function SchemeChoice({ data, schemes, onScheme }: Pick<TargetFieldsProps, "data" | "schemes" | "onScheme">) {
  return (
    <label className="labelled">
      Authentication
      <select value={data.security.indexOf(schemes)} onChange={({ target }) => onScheme(Number(target.value))}>
        {data.security.map((set, index) => (
          <option key={set.map(({ name }) => name).join()} value={index}>
            {set.length === 0 ? "none" : set.map(({ name }) => name).join(" and ")}
          </option>
        ))}
      </select>
    </label>
  );
}

function KeepChoice({ scope }: { readonly scope: string }) {
  const { secrets } = pageSession;
  const [isBlocked, setIsBlocked] = useState(false);
  useShared(secrets.changes);
  return (
    <label className="check">
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
