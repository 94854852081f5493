import { Markup } from "../markup.tsx";
import { useReference } from "./reference-context.ts";

/** One piece of code among its variants. `value` is what a remembered choice is compared with. */
export interface CodePanel {
  readonly value: string;
  readonly label: string;
  readonly language: string;
  readonly code: string;
}

/** Variants of one piece of code, of which one shows. Radio buttons do it, so it works without script. */
export function CodeTabs({ title, name, panels, sync }: CodeTabsProps) {
  if (panels.length === 0) return null;
  const shown = panels.slice(0, mostPanels);
  return (
    <div className="tabs" data-sync={sync}>
      <span className="tab-title">{title}</span>
      <div className="tab-bar" role="radiogroup" aria-label={title}>
        {shown.map(({ value, label }, index) => (
          <label key={value}>
            <input type="radio" name={name} value={value} defaultChecked={index === 0} />
            <span>{label}</span>
          </label>
        ))}
      </div>
      {shown.map((panel) => (
        <div key={panel.value} className="tab-panel">
          <Code panel={panel} />
        </div>
      ))}
    </div>
  );
}

interface CodeTabsProps {
  readonly title: string;
  /** Groups the radio buttons; unique on the page. */
  readonly name: string;
  readonly panels: readonly CodePanel[];
  /** Sets of tabs with the same word follow one choice. */
  readonly sync?: string | undefined;
}

/** How many panels the styles can tell apart. */
const mostPanels = 8;

function Code({ panel }: { readonly panel: CodePanel }) {
  const { highlight } = useReference();
  return (
    <figure className="code">
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be in reach of the keyboard (WCAG 2.1.1) */}
      <pre tabIndex={0}>
        <Markup as="code" html={highlight(panel.code, panel.language)} />
      </pre>
      <button type="button" className="copy">
        Copy
      </button>
    </figure>
  );
}
