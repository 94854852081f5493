/** Code in the colors of the page's samples, with a button that copies it. */
export function ColoredCode({ code }: ColoredCodeProps) {
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
      <button type="button" className="copy">
        Copy
      </button>
    </figure>
  );
}

interface ColoredCodeProps {
  readonly code: string;
}

/*
 * What the samples' own writers put down, no more: texts, numbers and constants, words of the language, what is called. A
 * group is named as the class that the styles color. The build colors with a library that is larger than an explorer.
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
