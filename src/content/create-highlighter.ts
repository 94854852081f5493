import { type Html, toHtml } from "#shared/html.ts";

/** A piece of code. `marked` holds line numbers from 1. */
export interface CodeToHighlight {
  readonly code: string;
  readonly language: string;
  readonly marked: readonly number[];
}

/**
 * Takes code to be highlighted. What it returns is a mark that stands for the highlighted code until `fill` puts it
 * in: the work is done on a second thread while this one goes on.
 */
export type Highlight = (code: string, language: string, marked?: ReadonlySet<number>) => Html;

export interface Highlighter {
  readonly highlight: Highlight;
  /** How many pieces of code it has taken. */
  readonly size: number;
  /**
   * Replaces the marks in finished HTML by the highlighted code.
   * @throws Error when the thread could not start or has stopped.
   */
  readonly fill: (html: string) => Promise<string>;
}

/** What does the work. */
export interface HighlightingThread {
  readonly highlight: (code: CodeToHighlight) => Promise<Html>;
  readonly waitFor: <T>(answer: Promise<T>) => Promise<T>;
}

/* Authors' comments never reach the output, so nobody can write a mark. */
const mark = /<!--code:(\d+)-->/g;

/** Has a thread highlight code: the same code once, however often it is shown. */
export function createHighlighter(thread: HighlightingThread): Highlighter {
  const indexByCode = new Map<string, number>();
  const results: Promise<Html>[] = [];
  return {
    highlight(code, language, marked = new Set()) {
      const piece = { code, language, marked: [...marked] };
      const key = JSON.stringify(piece);
      const index = indexByCode.get(key) ?? results.push(thread.highlight(piece)) - 1;
      // Who shows the code hears of a failure when the page is filled; code that no page shows fails nothing.
      results[index]?.catch(() => undefined);
      indexByCode.set(key, index);
      return toHtml(`<!--code:${index}-->`);
    },
    get size() {
      return results.length;
    },
    async fill(html) {
      const wanted = [...new Set([...html.matchAll(mark)].map(([, index]) => Number(index)))];
      const answers = Promise.all(wanted.map(async (index) => [index, await results[index]] as const));
      const filled = new Map(await thread.waitFor(answers));
      return html.replace(mark, (_, index) => filled.get(Number(index)) ?? "");
    },
  };
}
