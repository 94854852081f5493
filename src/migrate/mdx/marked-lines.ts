import type { TextEdit } from "#read/source-text.ts";

import type { TextRange } from "./mdx-page.ts";

const lineMark =
  /^[ \t>]*(?:\/\/|#|--|%|<!--|\{?\/\*)[ \t]*highlight-(next-line|start|end)[ \t]*(?:\*\/\}?|-->)?[ \t]*\r?$/;

/** Comments that mark lines, `// highlight-next-line`, become line numbers at the fence. */
export function highlightEdits({ start, end }: TextRange, text: string): readonly TextEdit[] {
  const code = text.slice(start, end);
  if (!code.includes("highlight-")) return [];
  const [fence = "", ...lines] = code.split("\n");
  const removals: TextEdit[] = [];
  const marked: string[] = [];
  let offset = start + fence.length + 1;
  let line = 1;
  let first: number | null = null;
  for (const written of lines) {
    const [, word] = lineMark.exec(written) ?? [];
    if (word === "next-line") marked.push(String(line));
    else if (word === "start") first = line;
    else if (word === "end" && first !== null && first < line)
      marked.push(first === line - 1 ? `${first}` : `${first}-${line - 1}`);
    if (word === "end") first = null;
    if (word === undefined) line += 1;
    else removals.push({ start: offset, end: Math.min(end, offset + written.length + 1), text: "" });
    offset += written.length + 1;
  }
  return marked.length === 0 ? removals : [...removals, fenceEdit(fence, start, marked.join())];
}

function fenceEdit(fence: string, start: number, lines: string): TextEdit {
  const named = /\{[\d,\s-]+\}/.exec(fence);
  // Directly behind the fence the lines would be the language.
  const language = /^[\s>]*(?:[-*+]\s+|\d+[.)]\s+)?(?:`+|~+)\s*$/.test(fence) ? "text" : "";
  const at = start + (named === null ? fence.trimEnd().length : named.index + named[0].length - 1);
  return { start: at, end: at, text: named === null ? `${language} {${lines}}` : `,${lines}` };
}
