import type { RootContent } from "hast";
import type { Language, LanguageFn } from "highlight.js";
import bash from "highlight.js/lib/languages/bash";
import c from "highlight.js/lib/languages/c";
import cpp from "highlight.js/lib/languages/cpp";
import csharp from "highlight.js/lib/languages/csharp";
import css from "highlight.js/lib/languages/css";
import dart from "highlight.js/lib/languages/dart";
import diff from "highlight.js/lib/languages/diff";
import dockerfile from "highlight.js/lib/languages/dockerfile";
import elixir from "highlight.js/lib/languages/elixir";
import go from "highlight.js/lib/languages/go";
import graphql from "highlight.js/lib/languages/graphql";
import http from "highlight.js/lib/languages/http";
import ini from "highlight.js/lib/languages/ini";
import java from "highlight.js/lib/languages/java";
import javascript from "highlight.js/lib/languages/javascript";
import json from "highlight.js/lib/languages/json";
import kotlin from "highlight.js/lib/languages/kotlin";
import lua from "highlight.js/lib/languages/lua";
import makefile from "highlight.js/lib/languages/makefile";
import markdown from "highlight.js/lib/languages/markdown";
import nginx from "highlight.js/lib/languages/nginx";
import objectivec from "highlight.js/lib/languages/objectivec";
import perl from "highlight.js/lib/languages/perl";
import php from "highlight.js/lib/languages/php";
import powershell from "highlight.js/lib/languages/powershell";
import properties from "highlight.js/lib/languages/properties";
import python from "highlight.js/lib/languages/python";
import r from "highlight.js/lib/languages/r";
import ruby from "highlight.js/lib/languages/ruby";
import rust from "highlight.js/lib/languages/rust";
import scala from "highlight.js/lib/languages/scala";
import scss from "highlight.js/lib/languages/scss";
import shell from "highlight.js/lib/languages/shell";
import sql from "highlight.js/lib/languages/sql";
import swift from "highlight.js/lib/languages/swift";
import typescript from "highlight.js/lib/languages/typescript";
import xml from "highlight.js/lib/languages/xml";
import yaml from "highlight.js/lib/languages/yaml";
import { createLowlight } from "lowlight";

import { escapeHtml, toHtml, type Html } from "#shared/html.ts";

import { type Grammar, grammarOf } from "./languages.ts";

/** Code as HTML, ready to stand in `<code>`. `marked` holds the numbers of lines to mark, from 1. */
export type Highlight = (code: string, language: string, marked?: ReadonlySet<number>) => Html;

/** Longer code is published without colors: highlighting has no upper bound on time. */
const sizeLimit = 50_000;

/** A grammar is made when code in its language first appears: most sites show a few of them. */
const grammars: Readonly<Record<Grammar, LanguageFn>> = {
  ...{ bash, c, cpp, csharp, css, dart, diff, dockerfile, elixir, go, graphql, http, ini, java, javascript, json },
  ...{ kotlin, lua, makefile, markdown, nginx, objectivec, perl, php, powershell, properties, python, r, ruby, rust },
  ...{ scala, scss, shell, sql, swift, typescript, xml, yaml },
};

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
    const key = JSON.stringify([language, [...marked], code]);
    const html = known.get(key) ?? highlightCode(code, language, marked);
    if (known.size === mostKept) known.clear();
    known.set(key, html);
    return html;
  };
}

/** Which grammars a language hands pieces of its code to. Others that could match are not tried. */
const embedded: Readonly<Record<string, readonly Grammar[]>> = {
  http: ["json", "xml"],
  xml: ["css", "javascript"],
  markdown: ["xml"],
  php: ["xml"],
  shell: ["bash"],
};

const highlighters = new Map<string, ReturnType<typeof createLowlight>>();

function highlighterOf(grammar: Grammar): ReturnType<typeof createLowlight> {
  const known = highlighters.get(grammar);
  if (known !== undefined) return known;
  const names = [grammar, ...(embedded[grammar] ?? [])];
  const made = createLowlight(Object.fromEntries(names.map((name) => [name, toLanguage(name)])));
  highlighters.set(grammar, made);
  return made;
}

/** What the grammars of highlight.js leave plain or take for something else, and readers of an API's samples see often. */
function toLanguage(name: Grammar): LanguageFn {
  const define = grammars[name];
  if (name === "bash") return (hljs) => withFirst(define(hljs), [commandAtLineStart]);
  if (name !== "javascript" && name !== "typescript") return define;
  return (hljs) => {
    const language = define(hljs);
    // A key that begins with a capital letter is a key all the same: the grammar would call it a class.
    return withFirst(
      language,
      language.contains.filter(({ scope }) => scope === "attr"),
    );
  };
}

/** A command that is no part of the shell, which the grammar does not know. */
const commandAtLineStart = {
  scope: "title",
  begin: /^(?:curl|docs-build|jq|node|npm|npx|openssl|pip|python3)\b/,
};

function withFirst(language: Language, modes: Language["contains"]): Language {
  return { ...language, contains: [...modes, ...language.contains] };
}

/** Characters that look alike. */
interface Run {
  readonly text: string;
  readonly className: string | null;
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
  const runs: Run[] = [];
  const add = (nodes: readonly RootContent[], className: string | null): void => {
    for (const node of nodes) {
      if (node.type === "text") runs.push({ text: node.value, className });
      if (node.type !== "element") continue;
      const own = classOf(node.properties["className"], grammar);
      add(node.children, own === undefined ? className : own);
    }
  };
  add(highlighterOf(grammar).highlight(grammar, code).children, null);
  return runs;
}

/** The class of a scope like `hljs-title function_`, whose last word says most; undefined for one that is not listed. */
function classOf(scopes: unknown, grammar: string): string | null | undefined {
  if (!Array.isArray(scopes)) return undefined;
  const names = scopes.map((scope) => String(scope).replace("hljs-", "")).reverse();
  return names.map((name) => classIn(name, grammar)).find((className) => className !== undefined);
}

function classIn(scope: string, grammar: string): string | null | undefined {
  const special = classByLanguageScope.get(`${grammar} ${scope}`);
  return special === undefined ? classByScope.get(scope) : special;
}

/** Cuts runs at the ends of lines. Neighbors of one class become one: pages with much code get a third smaller. */
function toLines(runs: readonly Run[]): readonly (readonly Run[])[] {
  let line: Run[] = [];
  const lines = [line];
  for (const { text, className } of runs) {
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

function toSpan({ text, className }: Run): string {
  const html = escapeHtml(text);
  return className === null ? html : `<span class="${className}">${html}</span>`;
}
