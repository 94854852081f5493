import type { Frame, Problem } from "#shared/reload-message.ts";

import { rangeIn, textsIn } from "../text-ranges.ts";

/** Words of the page, and what they stand in: their line of code, or they themselves. */
export interface PagePlace {
  readonly words: Range;
  readonly line: Range;
}

/**
 * Where a page has the words that a finding is about: a line of a code block that reads like the file's line, or the first
 * text of a rejected link that no earlier finding points at. Null when the page has neither, since it names no lines.
 */
export function findPlace(
  page: Document,
  { isOfPage, frame, message }: Problem,
  notes: readonly PagePlace[],
): PagePlace | null {
  const main = page.querySelector("main");
  if (!isOfPage || frame === null || main === null) return null;
  const inCode = findLine(main, frame, message);
  if (inCode !== null) return inCode;
  const words = findLinkText(main, frame, notes);
  return words && { words, line: words };
}

function findLine(main: Element, frame: Frame, message: string): PagePlace | null {
  const textOf = (line: number): string => frame.lines.find(({ number }) => number === line)?.text ?? "";
  // What is wrong with a whole block is said at its first line.
  const at = /^\s*(?:```|~~~)/.test(textOf(frame.line)) ? frame.line + 1 : frame.line;
  const own = textOf(at);
  const wanted = frame.lines.map(({ number, text }) => ({ offset: number - at, text: text.trim() }));
  const candidates = [...main.querySelectorAll("pre code")].flatMap((code) => {
    const lines = (code.textContent ?? "").split("\n");
    return lines.flatMap((line, index) => {
      if (line.trim() !== own.trim()) return [];
      const score = wanted.filter(({ offset, text }) => lines[index + offset]?.trim() === text).length;
      return [{ code, score, line, start: lines.slice(0, index).join("\n").length + (index > 0 ? 1 : 0) }];
    });
  });
  const best = candidates.toSorted((a, b) => b.score - a.score)[0];
  if (best === undefined || own.trim() === "") return null;
  const shift = best.line.indexOf(own.trim()) - own.indexOf(own.trim());
  const column = at === frame.line ? Math.max(1, frame.column + shift) : 1 + best.line.indexOf(own.trim());
  const [before, fault] = underlinedIn(best.line, column, message);
  return {
    words: rangeIn(best.code, best.start + before.length, fault.length),
    line: rangeIn(best.code, best.start, best.line.length),
  };
}

/** A rejected link is published as plain text. */
function findLinkText(main: Element, { lines, line, column }: Frame, notes: readonly PagePlace[]): Range | null {
  const source = lines.find(({ number }) => number === line)?.text ?? "";
  const [, label = ""] = /^\[([^\]]+)\]\(/.exec(source.slice(column - 1)) ?? [];
  const text = label.replace(/[*_`]/g, "");
  if (text === "") return null;
  for (const node of textsIn(main)) {
    if (node.parentElement?.closest("a, pre, nav, button") !== null) continue;
    const ends = notes.flatMap(({ words }) => (words.startContainer === node ? [words.endOffset] : []));
    const start = node.data.indexOf(text, Math.max(0, ...ends));
    if (start >= 0) return rangeIn(node, start, text.length);
  }
  return null;
}

/**
 * A line in three parts, of which the second is what a finding is about: what its message quotes, where that stands at the
 * column (from 1) or after it, else what begins there.
 */
export function underlinedIn(line: string, column: number, message: string): readonly [string, string, string] {
  const quoted = Array.from(message.matchAll(/`([^`]+)`/g), ([, text = ""]) => text);
  const matches = quoted.map((text) => ({ text, start: line.indexOf(text, column - 1) }));
  const { text = "", start = column - 1 } = matches.find((match) => match.start >= 0) ?? {};
  const fault = text === "" ? (token.exec(line.slice(start))?.[0] ?? line.slice(start, start + 1)) : text;
  return [line.slice(0, start), fault, line.slice(start + fault.length)];
}

/** The whole of what begins at a column: a link, a string, a word. */
const token = /^(?:!?\[[^\]]*\]\([^)]*\)|"[^"]*"|[^\s,;:()[\]{}]+)/;
