import { posix } from "node:path";

import type { Element } from "hast";
import { h } from "hastscript";

import { withLineFeeds } from "#read/source-text.ts";
import type { SampleFault } from "#shared/conformance/sample-fault.ts";
import { nearestHint, slipOf } from "#shared/diagnostics/nearest.ts";
import { linesIn } from "#shared/samples/long-code.ts";

import { streamLanguages } from "../contract/check-sample.ts";
import type { Highlight } from "../highlight/highlight-code.ts";
import type { DocumentDraft } from "../markdown/document-draft.ts";
import { onlyChildren, type Render } from "../markdown/placeholder.ts";
import { inMarkdown } from "../markdown/to-mdast.ts";
import { findPart, partKinds } from "../page-parts.ts";
import type { BlockDirective } from "./admonition.ts";

interface CodeFigure {
  readonly code: string;
  readonly language: string;
  readonly title: string | null;
  /** Line numbers from 1. */
  readonly marked?: ReadonlySet<number>;
  /** The end of a response's title: `201 Created`. */
  readonly status?: string;
}

/** A longer response is looked up: its title opens it. */
const openLines = 8;

export function codeFigure(figure: CodeFigure, highlight: Highlight): Element {
  const { code, language, title, marked, status = "" } = figure;
  const highlighted = h("code");
  highlighted.children = [{ type: "raw", value: highlight(code, language, marked) }];
  const pre = inMarkdown(h("pre", { tabIndex: 0 }, [highlighted]), { code, language });
  const copy = h("button.copy", { type: "button" }, "Copy");
  const dataLanguage = language || "text";
  if (status === "") {
    const caption = title === null ? [] : [h("figcaption", title)];
    return h("figure.code", { dataLanguage }, [...caption, pre, copy]);
  }
  const words = [title?.slice(0, -status.length), h("b", status)];
  const lines = linesIn(code);
  const count = inMarkdown(h("span", ` · ${lines} lines`), "nothing");
  const shown =
    lines > openLines ? [h("details", [h("summary", [...words, count]), pre])] : [h("figcaption", words), pre];
  const look = /\b2/.test(status) ? "figure.code.response" : "figure.code.response.response-failed";
  return h(look, { dataLanguage }, [...shown, copy]);
}

/** The words behind the language of a fenced code block: `op=loads_create response=201 partial title="x" {1,3-5}`. */
export interface FenceMeta {
  readonly attributes: ReadonlyMap<string, string>;
  readonly flags: ReadonlySet<string>;
  /** Line numbers from 1. */
  readonly marked: ReadonlySet<number>;
}

const token = /\{([\d,\s-]+)\}|([A-Za-z_][\w-]*)=(?:"([^"]*)"|'([^']*)'|(\S+))|(\S+)/g;

export function parseFenceMeta(meta: string): FenceMeta {
  const attributes = new Map<string, string>();
  const flags = new Set<string>();
  const marked = new Set<number>();
  for (const [, lines, name, double, single, bare, flag] of meta.matchAll(token)) {
    if (lines !== undefined) for (const line of toLines(lines)) marked.add(line);
    else if (name !== undefined) attributes.set(name, double ?? single ?? bare ?? "");
    else if (flag !== undefined) flags.add(flag);
  }
  return { attributes, flags, marked };
}

/** What the words of a fence mean, by their names. */
interface FenceWords {
  readonly attributes: ReadonlyMap<string, string>;
  readonly flags: ReadonlyMap<string, string>;
}

const titleWord = ["title", "the title above the code"] as const;
const checkedWords = [
  ["contract", "the API or version that has it"],
  ["unchecked", "why nothing is checked"],
  titleWord,
] as const;

const codeWords: FenceWords = { attributes: new Map([titleWord]), flags: new Map() };

const httpWords: FenceWords = {
  attributes: new Map([["op", "a request of this operation"], ...checkedWords]),
  flags: new Map(),
};

const bodyWords: FenceWords = {
  attributes: new Map([
    ["op", "a body of this operation"],
    ["schema", "a value of this schema"],
    ["response", "the body that op= answers with"],
    ...checkedWords,
  ]),
  flags: new Map([
    ["request", "the body that op= takes"],
    ["partial", "members may be missing"],
  ]),
};

/** The words that may stand behind a language, which is written in lower case. */
export function fenceWordsOf(language: string): FenceWords {
  if (language === "http") return httpWords;
  return language === "json" || streamLanguages.has(language) ? bodyWords : codeWords;
}

/** What other tools call a block's title. */
const titles = /^(?:file_?)?(?:name|path)$|^(?:file|label|caption)$/i;

/** The fault of the first word without an effect; null if all words have one. */
export function faultOfWords({ attributes, flags }: FenceMeta, language: string): SampleFault | null {
  const known = fenceWordsOf(language);
  const attribute = [...attributes.keys()].find((word) => !known.attributes.has(word));
  const word = attribute ?? [...flags].find((flag) => !known.flags.has(flag));
  if (word === undefined) return null;
  const message = `\`${word}\` after the language of a code block has no effect`;
  if (known.flags.has(word)) return { message, hint: `write \`${word}\` without a value` };
  if (known.attributes.has(word)) return { message, hint: `write \`${word}=…\`` };
  if (bodyWords.attributes.has(word) || bodyWords.flags.has(word))
    return { message, hint: "it is for blocks that the contract checks: http, json, jsonl and eventstream" };
  const label = /^\[([^\]]+)\]$/.exec(word)?.[1];
  if (label !== undefined) return { message, hint: `write title="${label}"` };
  const words = [...known.attributes.keys(), ...known.flags.keys()];
  const slip = titles.test(word) && word === attribute ? { written: word, meant: "title" } : slipOf(word, words);
  if (slip?.meant === "title") return { message, hint: "did you mean title?", slip };
  const list = `remove it; the words are ${words.join(", ")}, and {1,3-5} marks lines`;
  return { message, hint: nearestHint(word, words) ?? list, slip };
}

const longestRange = 10_000;

function toLines(ranges: string): number[] {
  return ranges.split(",").flatMap((range) => {
    const [first = NaN, last = first] = range.split("-").map((number) => Number.parseInt(number, 10));
    if (Number.isNaN(first) || Number.isNaN(last) || last - first > longestRange) return [];
    return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index);
  });
}

/** `::program{file=_programs/x.mjs}` shows a whole file of code, so that writers can run and test what readers copy. */
export function programListing(node: BlockDirective, draft: DocumentDraft): Render {
  const part = findPart(node, partKinds.program, draft);
  if (part === null) return onlyChildren;
  const language = posix.extname(part.file).slice(1).toLowerCase();
  const text = withLineFeeds(part.text).trimEnd();
  draft.budget.spendOnBlock(text);
  return () => [codeFigure({ code: text, language, title: posix.basename(part.file) }, draft.highlight)];
}
