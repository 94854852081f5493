import type { RootContent } from "hast";
import type { Language, LanguageFn } from "highlight.js";
import dart from "highlight.js/lib/languages/dart";
import dockerfile from "highlight.js/lib/languages/dockerfile";
import elixir from "highlight.js/lib/languages/elixir";
import http from "highlight.js/lib/languages/http";
import nginx from "highlight.js/lib/languages/nginx";
import powershell from "highlight.js/lib/languages/powershell";
import properties from "highlight.js/lib/languages/properties";
import scala from "highlight.js/lib/languages/scala";
import { common, createLowlight } from "lowlight";

import { escapeHtml, type Html, toHtml } from "#shared/html.ts";

import { type Grammar, grammarOf } from "./languages.ts";

/** Returns HTML for `<code>`. `marked` holds line numbers from 1. */
export type Highlight = (code: string, language: string, marked?: ReadonlySet<number>) => Html;

/** Longer code stays plain, because highlighting has no upper bound on time. */
const sizeLimit = 50_000;

/** Each token gets a mark of its kind, and each marked line an element. Code in an unknown language is only escaped. */
export const highlightCode: Highlight = (code, language, marked = new Set()) => {
  const grammar = code.length > sizeLimit ? null : grammarOf(language);
  const runs = joined(grammar === null ? [{ text: code, mark: null }] : toRuns(code, grammar));
  if (marked.size === 0) return toHtml(runs.map(toMark).join(""));
  const lines = toLines(runs).map((line, index) => {
    const html = line.map(toMark).join("");
    return marked.has(index + 1) ? `<span class="marked">${html}</span>` : html;
  });
  return toHtml(lines.join("\n"));
};

/** Characters with the same mark. */
interface Run {
  readonly text: string;
  readonly mark: string | null;
}

/**
 * Marks with colors by the scopes of highlight.js: keyword, string, constant, comment, function, link, an added and a
 * deleted line. An unlisted scope looks like its parent.
 */
const markByScope: ReadonlyMap<string, string | null> = new Map([
  ...["keyword", "operator", "type", "attr", "selector-attr", "bullet"].map((scope) => [scope, "tk"] as const),
  ...["string", "regexp", "code", "name", "selector-tag"].map((scope) => [scope, "ts"] as const),
  ...["number", "literal", "symbol", "attribute", "constant_", "language_", "variable"].map(
    (scope) => [scope, "tc"] as const,
  ),
  ...["comment", "quote", "prompt_"].map((scope) => [scope, "tm"] as const),
  ...["title", "built_in", "selector-class", "selector-id", "selector-pseudo", "section", "meta"].map(
    (scope) => [scope, "tf"] as const,
  ),
  ["link", "tl"],
  ["addition", "ta"],
  ["deletion", "td"],
  ["subst", null],
  ["params", null],
]);

/** Some grammars use a scope in another sense. */
const markByLanguageScope: ReadonlyMap<string, string | null> = new Map([
  ["json keyword", "tc"],
  ["javascript attr", null],
  ["typescript attr", null],
  ["http attribute", "ts"],
  ["http meta", null],
  ["yaml bullet", null],
  ["xml attr", "tf"],
  ["xml symbol", null],
]);

function toRuns(code: string, grammar: Grammar): readonly Run[] {
  const tokens = grammar === "json" ? jsonTokensOf(code) : null;
  if (tokens !== null)
    return tokens.map(({ text, scope }) => ({ text, mark: scope && (markIn(scope, grammar) ?? null) }));
  const { children } = highlighterFor(grammar).highlight(grammar, code, { prefix: "" });
  return children.flatMap((node) => runsIn(node, grammar, null));
}

const token = /("(?:[^"\\]|\\.)*")(?=(\s*:)?)|(true|false|null)|(-?\d[\d.eE+-]*)|\s+|[{}[\],:]+/g;

/**
 * Finds the tokens of JSON, with their scopes, as the grammar of highlight.js does, but twenty times as fast: most code
 * of a reference is JSON. Null for other text, which may be JSON with comments.
 */
function jsonTokensOf(code: string) {
  try {
    JSON.parse(code);
  } catch {
    return null;
  }
  return Array.from(code.matchAll(token), ([text, string, colon, literal, number]) => {
    if (string !== undefined) return { text, scope: colon === undefined ? "string" : "attr" };
    return { text, scope: literal !== undefined ? "literal" : number !== undefined ? "number" : null };
  });
}

function runsIn(node: RootContent, grammar: Grammar, parentMark: Run["mark"]): readonly Run[] {
  if (node.type === "text") return [{ text: node.value, mark: parentMark }];
  if (node.type !== "element") return [];
  const own = markOf(node.properties["className"], grammar, parentMark);
  return node.children.flatMap((child) => runsIn(child, grammar, own === undefined ? parentMark : own));
}

/** The last word of a scope like `title.function` says most. Undefined for an unlisted scope, and for parts of strings. */
function markOf(scope: unknown, grammar: Grammar, parentMark: Run["mark"]): Run["mark"] | undefined {
  const names = Array.isArray(scope) ? scope.map(String) : [];
  if (parentMark === "ts" && names.includes("variable")) return undefined;
  return names.map((name) => markIn(name, grammar)).findLast((mark) => mark !== undefined);
}

function markIn(scope: string, grammar: string): Run["mark"] | undefined {
  const special = markByLanguageScope.get(`${grammar} ${scope}`);
  return special === undefined ? markByScope.get(scope) : special;
}

/** Marks that show on white space as well. */
const seenBehindSpace: ReadonlySet<Run["mark"]> = new Set(["tl", "ta", "td"]);

/** Joins neighbors with the same mark, across white space on which it doesn't show. */
function joined(runs: readonly Run[]): readonly Run[] {
  const longer: Run[] = [];
  for (const { text, mark } of runs) {
    const last = longer.at(-1);
    const isJoined =
      last !== undefined && (last.mark === mark || (text.trim() === "" && !seenBehindSpace.has(last.mark)));
    if (isJoined) longer[longer.length - 1] = { text: last.text + text, mark: last.mark };
    else longer.push({ text, mark });
  }
  return longer;
}

function toLines(runs: readonly Run[]): readonly (readonly Run[])[] {
  let line: Run[] = [];
  const lines = [line];
  for (const { text, mark } of runs) {
    for (const [index, piece] of text.split("\n").entries()) {
      if (index > 0) lines.push((line = []));
      if (piece !== "") line.push({ text: piece, mark });
    }
  }
  return lines;
}

/** Marks make up a fifth of a reference page, so they're as short as in the HTML standard: `<c- tk>`. */
function toMark({ text, mark }: Run): string {
  const html = escapeHtml(text);
  return mark === null ? html : `<c- ${mark}>${html}</c->`;
}

/** Grammars that lowlight's common set lacks. */
const lessCommon = { dart, dockerfile, elixir, http, nginx, powershell, properties, scala } satisfies Partial<
  Record<Grammar, LanguageFn>
>;

const grammars: Readonly<Record<string, LanguageFn>> = { ...common, ...lessCommon };

/** Grammars of embedded code by language. highlight.js would try all of them. */
const embedded: Readonly<Record<string, readonly Grammar[]>> = {
  http: ["json", "xml"],
  xml: ["css", "javascript"],
  markdown: ["xml"],
  php: ["xml"],
  shell: ["bash"],
};

type Highlighter = ReturnType<typeof createLowlight>;

const loaded = new Map<Grammar, Highlighter>();

/** Most sites show few languages. */
function highlighterFor(grammar: Grammar): Highlighter {
  const known = loaded.get(grammar);
  if (known !== undefined) return known;
  const defined = [grammar, ...(embedded[grammar] ?? [])].flatMap((name) => {
    const define = grammars[name];
    return define === undefined ? [] : [[name, withMore(name, define)] as const];
  });
  const created = createLowlight(Object.fromEntries(defined));
  loaded.set(grammar, created);
  return created;
}

/** Adds what the grammars of highlight.js miss or get wrong and samples of an API show often. */
function withMore(name: string, define: LanguageFn): LanguageFn {
  if (name === "bash") return (hljs) => withFirst(define(hljs), [commandAtLineStart]);
  if (name !== "javascript" && name !== "typescript") return define;
  return (hljs) => {
    const language = define(hljs);
    // The grammar takes a key that begins with a capital letter for a class.
    const keys = language.contains.filter(({ scope }) => scope === "attr");
    return withFirst(language, keys);
  };
}

/** The grammar knows only the shell's built-in commands. */
const commandAtLineStart = {
  scope: "title",
  begin: /^(?:curl|docs-build|jq|node|npm|npx|openssl|pip|python3)\b/,
};

function withFirst(language: Language, modes: Language["contains"]): Language {
  return { ...language, contains: [...modes, ...language.contains] };
}
