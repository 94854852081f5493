import { beginningOf, beginningWords, linesIn } from "#shared/samples/long-code.ts";

import { Markup } from "../markup.tsx";
import { useReference } from "./reference-context.tsx";

/** Code of the reference has a copy button. Long code shows its beginning and a link to the whole text. */
export function SampleCode({ sample, lines }: SampleCodeProps) {
  const { highlight, longCode, part } = useReference();
  const { code, language, path } = sample;
  const whole = longCode.get(code);
  const shown = whole === undefined ? code : beginningOf(code, part.maxCode);
  return (
    <>
      <figure className="code">
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be in reach of the keyboard (WCAG 2.1.1) */}
        <pre tabIndex={0}>
          <Markup as="code" html={highlight(shown, language, path)} />
        </pre>
        {/* Part of an example is useless to copy, so only whole code has the button. */}
        {whole === undefined && <button className="copy">Copy</button>}
      </figure>
      <ShowAll code={shown} lines={lines} />
      {whole !== undefined && (
        <p className="limit">
          {beginningWords(shown, code)}{" "}
          <a href={whole} data-origin={origin}>
            All of it
          </a>
        </p>
      )}
    </>
  );
}

const origin = "templates/reference/sample-code.tsx";

interface SampleCodeProps {
  readonly sample: SampleText;
  readonly lines: 12 | 16;
}

export interface SampleText {
  readonly language: string;
  readonly code: string;
  readonly path?: string | undefined;
}

/** A check box opens and closes long code, so that it works without script. */
function ShowAll({ code, lines }: { readonly code: string; readonly lines: 12 | 16 }) {
  const count = linesIn(code);
  // A fold that hides only a line or two is in the way.
  if (count <= lines + 2) return null;
  return (
    <label className={`show-all show-${lines}`}>
      <input type="checkbox" />
      <span>Show all {count} lines</span>
      <span>Show less</span>
    </label>
  );
}
