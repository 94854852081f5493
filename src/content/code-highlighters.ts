import { createCssVariablesTheme, createHighlighterCore, type HighlighterCore, type ThemedToken } from "shiki/core";
import { createOnigurumaEngine } from "shiki/engine/oniguruma";
import { bundledLanguages } from "shiki/langs";

import { escapeHtml, type Html, toHtml } from "#shared/html.ts";

import { sharePatterns } from "./shared-pattern-engine.ts";

/** Code as HTML: one `<span class="line">` a line, with a class per kind of token. `marked` holds line numbers from 1. */
export type CodeHighlighter = (code: string, marked: ReadonlySet<number>) => Html;

/** The classes that the styles colour, by the names Shiki's CSS-variables theme gives the kinds of token. */
const classByToken: Readonly<Record<string, string>> = {
  "var(--shiki-token-keyword)": "tk",
  "var(--shiki-token-string)": "ts",
  "var(--shiki-token-string-expression)": "ts",
  "var(--shiki-token-constant)": "tc",
  "var(--shiki-token-comment)": "tm",
  "var(--shiki-token-function)": "tf",
  "var(--shiki-token-parameter)": "tp",
  "var(--shiki-token-link)": "tl",
};

/** Longer code is published without colours: highlighting has no upper bound on time. */
const sizeLimit = 50_000;

/**
 * Shiki stops colouring a line after half a second by the clock, which a busy machine needs for the first line of a
 * grammar: the same input would give other bytes. The line's length bounds the time just as well, and always the same.
 */
const bounds = { tokenizeMaxLineLength: 5_000, tokenizeTimeLimit: 0 };

/** Makes highlighters that share one engine. Code in a language without a grammar is only escaped. */
export class CodeHighlighters {
  /** By the function that loads the grammar: a language and its aliases share one. */
  readonly #byGrammar = new Map<GrammarLoader, Promise<CodeHighlighter>>();
  #core: Promise<HighlighterCore> | null = null;

  /** Loads what every language needs. */
  async getReady(): Promise<HighlighterCore> {
    this.#core ??= createCore();
    return this.#core;
  }

  /** The highlighter of a language; its grammar is loaded when it is first asked for. */
  async for(language: string): Promise<CodeHighlighter> {
    if (!isBundled(language)) return withoutColors;
    const grammar = bundledLanguages[language];
    const known = this.#byGrammar.get(grammar) ?? this.#load(language, grammar);
    this.#byGrammar.set(grammar, known);
    return known;
  }

  async #load(language: string, grammar: GrammarLoader): Promise<CodeHighlighter> {
    const core = await this.getReady();
    await core.loadLanguage(grammar);
    return (code, marked) => {
      if (code.length > sizeLimit) return withoutColors(code, marked);
      const tokens = core.codeToTokensBase(code, { lang: language, theme: "classes", ...bounds });
      return toLines(tokens.map(lineOfTokens), marked);
    };
  }
}

async function createCore(): Promise<HighlighterCore> {
  const engine = sharePatterns(await createOnigurumaEngine(import("shiki/wasm")));
  return createHighlighterCore({ themes: [createCssVariablesTheme({ name: "classes" })], engine });
}

const withoutColors: CodeHighlighter = (code, marked) => toLines(code.split("\n").map(escapeHtml), marked);

type GrammarLoader = (typeof bundledLanguages)[keyof typeof bundledLanguages];

function isBundled(language: string): language is keyof typeof bundledLanguages {
  return Object.hasOwn(bundledLanguages, language);
}

function toLines(lines: readonly string[], marked: ReadonlySet<number>): Html {
  const spans = lines.map(
    (line, index) => `<span class="line${marked.has(index + 1) ? " marked" : ""}">${line}</span>`,
  );
  return toHtml(spans.join("\n"));
}

/** Neighbouring tokens of one class share an element: pages with much code get a third smaller. */
function lineOfTokens(tokens: readonly ThemedToken[]): string {
  const runs: { className: string | undefined; text: string }[] = [];
  for (const { content, color } of tokens) {
    const last = runs.at(-1);
    const className = content.trim() === "" ? last?.className : classByToken[color ?? ""];
    if (last !== undefined && last.className === className) last.text += content;
    else runs.push({ className, text: content });
  }
  return runs.map(({ className, text }) => span(text, className)).join("");
}

function span(content: string, className: string | undefined): string {
  const text = escapeHtml(content);
  return className === undefined ? text : `<span class="${className}">${text}</span>`;
}
