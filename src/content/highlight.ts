import type { ThemedToken } from "shiki/core";

import { escapeHtml, toHtml, type Html } from "../model/html.ts";

/** Code as HTML: one `<span class="line">` a line, with a class per kind of token. Unknown languages are only escaped. */
export type Highlight = (code: string, language: string) => Html;

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

const plainLanguages: ReadonlySet<string> = new Set(["", "text", "txt", "plain", "plaintext"]);

export interface Highlighter {
  readonly highlight: Highlight;
  /** True when the language is plain text or one that can be highlighted. */
  readonly knows: (language: string) => boolean;
}

/**
 * Loads the grammars of the given languages and returns a pure highlighter for them.
 * Only what is asked for is loaded; Shiki's JavaScript engine needs no WebAssembly.
 */
export async function loadHighlighter(languages: ReadonlySet<string>): Promise<Highlighter> {
  const [{ createHighlighterCore, createCssVariablesTheme }, { createJavaScriptRegexEngine }, { bundledLanguages }] =
    await Promise.all([import("shiki/core"), import("shiki/engine/javascript"), import("shiki/langs")]);
  const loaders: Readonly<Record<string, (typeof bundledLanguages)["json"]>> = bundledLanguages;
  const known = [...languages].filter((language) => Object.hasOwn(loaders, language)).sort();
  const core = await createHighlighterCore({
    themes: [createCssVariablesTheme({ name: "classes" })],
    langs: known.flatMap((language) => loaders[language] ?? []),
    engine: createJavaScriptRegexEngine({ forgiving: true }),
  });
  const loaded = new Set(known);
  const highlight: Highlight = (code, language) => {
    const lines =
      loaded.has(language) && code.length <= sizeLimit
        ? core.codeToTokensBase(code, { lang: language, theme: "classes" }).map(lineOfTokens)
        : code.split("\n").map(escapeHtml);
    return toHtml(lines.map((line) => `<span class="line">${line}</span>`).join("\n"));
  };
  return { highlight, knows: (language) => plainLanguages.has(language) || Object.hasOwn(loaders, language) };
}

function lineOfTokens(tokens: readonly ThemedToken[]): string {
  return tokens.map(({ content, color }) => span(content, classByToken[color ?? ""])).join("");
}

function span(content: string, className: string | undefined): string {
  const text = escapeHtml(content);
  return className === undefined || content.trim() === "" ? text : `<span class="${className}">${text}</span>`;
}
