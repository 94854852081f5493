import { useState } from "react";
import { storedChoice } from "../../stored-choice.ts";
import type { Call } from "../call/call.ts";
import { toShownSamples } from "../call/to-shown-samples.ts";

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
