import { Markup } from "../markup.tsx";
import { useReference } from "./reference-context.tsx";

/** Code of the reference with its copy button. */
export function SampleCode({ sample }: { readonly sample: SampleText }) {
  const { highlight } = useReference();
  return (
    <figure className="code">
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be in reach of the keyboard (WCAG 2.1.1) */}
      <pre tabIndex={0}>
        <Markup as="code" html={highlight(sample.code, sample.language, sample.address)} />
      </pre>
      <button className="copy">Copy</button>
    </figure>
  );
}

export interface SampleText {
  readonly language: string;
  readonly code: string;
  /** The path and query in it, where they are known. */
  readonly address?: string;
}

/** Opens code that is longer than its place, and closes it. A check box does it, so it works without script. */
export function ShowAll({ code, lines }: { readonly code: string; readonly lines: 12 | 16 }) {
  const count = code.trimEnd().split("\n").length;
  // A fold that hides next to nothing is in the way.
  if (count <= lines + 2) return null;
  return (
    <label className={`show-all show-${lines}`}>
      <input type="checkbox" />
      <span>Show all {count} lines</span>
      <span>Show less</span>
    </label>
  );
}
