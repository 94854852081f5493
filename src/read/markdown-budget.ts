import { LimitError } from "./within-time.ts";

const sizeLimit = 8_000_000;
const nestingLimit = 200;
const blockLimit = 1000;
/** Lines, marks and cells. The libraries take up to 9 kB of memory for each: this many stay below 1 GB. */
const markLimit = 100_000;
const formattingLimit = 500_000;

/**
 * Limits a page, so that the libraries parse it in bounded memory. It counts in a single pass without parsing, and may
 * count too much (marks in code mean nothing): the limits are far above what people write. `withinTime` limits the time.
 * A page and the blocks that it includes share a budget.
 */
export class MarkdownBudget {
  #size = 0;
  #marks = 0;
  #blocks = 0;

  /** @throws LimitError when the text exceeds the budget, or the page includes too many blocks. */
  spendOnBlock(text: string): void {
    if (++this.#blocks > blockLimit) throw new LimitError(`includes more than ${blockLimit} blocks`);
    this.spend(text);
  }

  /** @throws LimitError when the text exceeds the budget. */
  spend(text: string): void {
    this.#size += text.length;
    if (this.#size > sizeLimit) throw new LimitError(`is larger than ${sizeLimit / 1_000_000} MB`);
    const lines = text.split("\n");
    for (const _ of text.matchAll(/[*_`[\]<|~\n]/g)) this.#marks++;
    this.#marks += countTableCells(lines);
    if (this.#marks > markLimit) {
      throw new LimitError(`holds ${this.#marks} lines, marks and table cells; a page may have ${markLimit}`);
    }
    if (lines.some((line) => depthOf(line) > nestingLimit)) {
      throw new LimitError(`nests quotes or lists more than ${nestingLimit} levels deep`);
    }
    const { tags, open } = countFormattingTags(text);
    if (tags * open > formattingLimit) throw new LimitError(`leaves ${open} formatting elements of raw HTML open`);
  }
}

/** The libraries give every row as many cells as the delimiter row has, even where the text has fewer. */
function countTableCells(lines: readonly string[]): number {
  let cells = 0;
  let columns = 0;
  for (const line of lines) {
    const isDelimiterRow = line.includes("|") && line.includes("-") && /^[\s>:|-]*$/.test(line);
    if (line.trim() === "") columns = 0;
    else if (isDelimiterRow) columns = line.split("|").length;
    cells += columns;
  }
  return cells;
}

const container = /[ \t]*(?:>|(?:[-*+]|\d{1,9}[.)])(?=[ \t]))/y;

function depthOf(line: string): number {
  let depth = 0;
  container.lastIndex = 0;
  while (container.test(line)) depth++;
  if (depth === 0) return 0;
  const indentation = line.length - line.trimStart().length;
  return depth + Math.floor(indentation / 2);
}

const formatting = /<(\/?)(?:a|b|big|code|em|font|i|nobr|s|small|strike|strong|tt|u)(?=[\s/>])/gi;

/**
 * HTML opens unclosed formatting elements again in every later paragraph (HTML standard, "reconstruct the active
 * formatting elements"): a thousand open elements and a thousand paragraphs are a million elements.
 */
function countFormattingTags(text: string): { tags: number; open: number } {
  const tags = text.split("<").length - 1;
  let open = 0;
  let most = 0;
  for (const [, slash] of text.matchAll(formatting)) {
    open = slash === "/" ? Math.max(0, open - 1) : open + 1;
    most = Math.max(most, open);
  }
  return { tags, open: most };
}
