import type { Emitter, HighlightJs } from "highlight.js";

import { escapeHtml, toHtml, type Html } from "#shared/html.ts";

import { createHighlightJs } from "./grammars.ts";
import { type Grammar, grammarOf } from "./languages.ts";

/** Code as HTML, ready to stand in `<code>`. `marked` holds the numbers of lines to mark, from 1. */
export type Highlight = (code: string, language: string, marked?: ReadonlySet<number>) => Html;

/** Longer code is published without colors: highlighting has no upper bound on time. */
const sizeLimit = 50_000;

/**
 * Highlights code: one `<span class="line">` a line, with a class per kind of token. Code in a language that is not
 * known is only escaped.
 */
export const highlightCode: Highlight = (code, language, marked = new Set()) => {
  const grammar = code.length > sizeLimit ? null : grammarOf(language);
  const runs = grammar === null ? [{ text: code, className: null }] : toRuns(code, grammar);
  const lines = toLines(runs).map((line, index) => {
    const name = marked.has(index + 1) ? "line marked" : "line";
    return `<span class="${name}">${line.map(toSpan).join("")}</span>`;
  });
  return toHtml(lines.join("\n"));
};

/** How many pieces of code a highlighter keeps: a site shows a few hundred, and a writer makes new ones all day. */
const mostKept = 5_000;

/** A highlighter that does the same code once, however often a site shows it: two in five pieces stand on several pages. */
export function createHighlighter(): Highlight {
  const known = new Map<string, Html>();
  return (code, language, marked = new Set()) => {
    const key = `${language}\n${[...marked].join()}\n${code}`;
    const html = known.get(key) ?? highlightCode(code, language, marked);
    if (known.size === mostKept) known.clear();
    known.set(key, html);
    return html;
  };
}

/** Code of a request; `address` is its path and query where a writer of samples has put them in. */
export type HighlightSample = (code: string, language: string, address?: string) => Html;

/** A path that no contract has. */
const standIn = "/path-of-the-request";

/**
 * The writers put an address, percent-encoded, into a string, where none of its characters means anything: whatever it
 * says, the rest looks the same. So requests that differ in nothing else, as most without a body do, are highlighted once.
 */
export function toHighlightSample(highlight: Highlight): HighlightSample {
  return (code, language, address = "") => {
    const isApart = /^\/[^/]/.test(address) && code.includes(address) && !code.includes(standIn);
    if (!isApart) return highlight(code, language);
    const html = highlight(code.replace(address, standIn), language);
    return toHtml(html.replace(standIn, () => escapeHtml(address)));
  };
}

const highlighters = new Map<Grammar, HighlightJs>();

function highlighterOf(grammar: Grammar): HighlightJs {
  const known = highlighters.get(grammar);
  if (known !== undefined) return known;
  const made = createHighlightJs(grammar);
  made.configure({ __emitter: runsOf(grammar) });
  highlighters.set(grammar, made);
  return made;
}

/** Characters that look alike. Undefined is what nothing has been said of: it looks like what is around it. */
interface Run {
  text: string;
  readonly className: string | null | undefined;
}

/**
 * The classes that the styles color, by the scopes of highlight.js: keyword, string, constant, comment, function, link.
 * A scope that is not listed looks like what is around it.
 */
const classByScope: ReadonlyMap<string, string | null> = new Map([
  ...["keyword", "operator", "type", "attr", "selector-attr"].map((scope) => [scope, "tk"] as const),
  ...["string", "regexp", "code", "name", "selector-tag"].map((scope) => [scope, "ts"] as const),
  ...["number", "literal", "symbol", "attribute", "constant_", "language_"].map((scope) => [scope, "tc"] as const),
  ...["comment", "quote"].map((scope) => [scope, "tm"] as const),
  ...["title", "built_in", "selector-class", "selector-id", "selector-pseudo"].map((scope) => [scope, "tf"] as const),
  ["link", "tl"],
  ["subst", null],
  ["params", null],
]);

/** Where a grammar means something else by a scope. */
const classByLanguageScope: ReadonlyMap<string, string | null> = new Map([
  ["json keyword", "tc"],
  ["javascript attr", null],
  ["typescript attr", null],
  ["http attribute", "ts"],
  ["xml attr", "tf"],
  ["xml symbol", null],
]);

function toRuns(code: string, grammar: Grammar): readonly Run[] {
  const { _emitter: taken, errorRaised } = highlighterOf(grammar).highlight(code, {
    language: grammar,
    ignoreIllegals: true,
  });
  if (errorRaised !== undefined) throw errorRaised;
  return taken instanceof Runs ? taken.runs : [];
}

/** Takes what highlight.js finds as it finds it. Its own emitter makes a tree of it and writes that as HTML. */
class Runs implements Emitter {
  readonly runs: Run[] = [];
  readonly #open: Run["className"][] = [];
  #isWithinText = false;

  /** The class of a scope like `title.function`; undefined for one that is not listed. */
  protected classOf(_scope: string): Run["className"] {
    return undefined;
  }

  addText(text: string): void {
    if (text === "") return;
    const last = this.runs.at(-1);
    if (this.#isWithinText && last !== undefined) last.text += text;
    else this.runs.push({ text, className: this.#open.at(-1) });
    this.#isWithinText = true;
  }

  openNode(scope: string): void {
    const own = this.classOf(scope);
    this.#open.push(own === undefined ? this.#open.at(-1) : own);
    this.#isWithinText = false;
  }

  closeNode(): void {
    this.#open.pop();
    this.#isWithinText = false;
  }

  startScope(scope: string): void {
    this.openNode(scope);
  }

  endScope(): void {
    this.closeNode();
  }

  __addSublanguage(other: Emitter): void {
    if (!(other instanceof Runs)) return;
    const around = this.#open.at(-1);
    for (const { text, className } of other.runs)
      this.runs.push({ text, className: className === undefined ? around : className });
    this.#isWithinText = false;
  }

  finalize(): void {}

  toHTML(): string {
    return "";
  }
}

/** What is told of code in a language, code of other languages in it included. */
function runsOf(grammar: Grammar): new () => Emitter {
  const known = new Map<string, Run["className"]>();
  return class extends Runs {
    protected override classOf(scope: string): Run["className"] {
      if (!known.has(scope)) known.set(scope, classOf(scope, grammar));
      return known.get(scope);
    }
  };
}

/** Of a scope like `title.function` the last word says most. */
function classOf(scope: string, grammar: Grammar): Run["className"] {
  const names = scope.split(".").map((name, depth) => name + "_".repeat(depth));
  return names
    .reverse()
    .map((name) => classIn(name, grammar))
    .find((className) => className !== undefined);
}

function classIn(scope: string, grammar: string): Run["className"] {
  const special = classByLanguageScope.get(`${grammar} ${scope}`);
  return special === undefined ? classByScope.get(scope) : special;
}

/** Cuts runs at the ends of lines. Neighbors of one class become one: pages with much code get a third smaller. */
function toLines(runs: readonly Run[]): readonly (readonly Run[])[] {
  let line: Run[] = [];
  const lines = [line];
  for (const { text, className = null } of runs) {
    for (const [index, piece] of text.split("\n").entries()) {
      if (index > 0) lines.push((line = []));
      if (piece === "") continue;
      const last = line.at(-1);
      const isJoined = last !== undefined && (last.className === className || piece.trim() === "");
      if (isJoined) line[line.length - 1] = { text: last.text + piece, className: last.className };
      else line.push({ text: piece, className });
    }
  }
  return lines;
}

function toSpan({ text, className = null }: Run): string {
  const html = escapeHtml(text);
  return className === null ? html : `<span class="${className}">${html}</span>`;
}
