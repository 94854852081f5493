import type { Definition, Image, Link, Nodes, Paragraph, Root, RootContent } from "mdast";
import { toString } from "mdast-util-to-string";
import remarkGfm from "remark-gfm";
import remarkMdx from "remark-mdx";
import remarkParse from "remark-parse";
import { unified } from "unified";

import { applyEdits, type TextEdit, textLimits, toSourceText } from "#read/source-text.ts";
import { LimitError } from "#read/within-time.ts";

import { importStatement } from "../imports.ts";
import { readConstants } from "../module/read-module.ts";
import { nestContainers } from "./blocks.ts";
import { convertElement, kindOf } from "./components.ts";
import { escapeMarkdown, expressionText, inlineHtml } from "./inline-html.ts";
import { highlightEdits } from "./marked-lines.ts";
import {
  isComment,
  isElement,
  type MdxElement,
  type MdxPage,
  type PageBody,
  rangeOf,
  type TextRange,
} from "./mdx-page.ts";

interface ConvertedPage {
  readonly text: string;
  /** The words of the leading level-1 heading, or null. */
  readonly heading: string | null;
}

/**
 * Converts MDX to this site's Markdown. The tree gives the positions of MDX, links and code; the text between them
 * stays as its author wrote it. Writing the tree would change every fifth line.
 */
export function convertPage(body: PageBody): ConvertedPage {
  // Docusaurus treats some code as part of the page. Its fences become empty lines, to keep line numbers.
  const written = body.text
    .replaceAll("\r\n", "\n")
    .replace(/^([ \t]*)(`{3,})mdx-code-block[ \t]*\n([^]*?)\n[ \t]*\2[ \t]*$/gm, "\n$3\n");
  const tree = parsePage({ ...body, text: written });
  const { heading, text } = titleOf(tree, written);
  const { positionAt } = toSourceText(body.file, written);
  const statements = tree.children.flatMap((node) => (node.type === "mdxjsEsm" ? [node.value] : []));
  const imports = statements.join("\n").matchAll(importStatement);
  let depth = 0;
  const within = (write: () => string): string => {
    depth += 1;
    if (depth > textLimits.depth) throw new LimitError(`nests components more than ${textLimits.depth} levels deep`);
    const inner = write();
    depth -= 1;
    return inner;
  };
  const page: MdxPage = {
    ...body,
    text,
    imports: new Map(Array.from(imports, ([, name = "", path = ""]) => [name, path])),
    constants: new Map(statements.flatMap((code) => [...readConstants(code)])),
    isHtml: false,
    inner: (element) => within(() => innerText(element, page)),
    innerHtml: (element) => within(() => inlineHtml(element.children, page)),
    reportAt: ({ start }, message, hint) => body.report(message, positionAt(start), hint),
  };
  const value = `${nestContainers(blocksIn(tree.children, { start: 0, end: text.length }, page).trim())}\n`;
  return { text: value, heading };
}

const markdown = unified().use(remarkParse).use(remarkGfm);
const mdx = unified().use(remarkParse).use(remarkGfm).use(remarkMdx);

function parsePage({ file, text, isMdx, report }: PageBody): Root {
  if (!isMdx) return markdown.parse(text);
  try {
    return mdx.parse(mask(text));
  } catch (error) {
    if (!(error instanceof Error) || !("reason" in error)) throw error;
    const message = `this isn't MDX, and is taken as plain Markdown: ${String(error.reason)}`;
    const numberAt = (key: string): number => Number(Reflect.get(error, key) ?? 1);
    report(message, { file, line: numberAt("line"), column: numberAt("column") });
    return markdown.parse(text);
  }
}

/** Docusaurus allows comments of HTML, `{#id}`, attributes and formulas in MDX. What replaces them keeps offsets. */
function mask(text: string): string {
  return text
    .replace(/<!--[^]*?-->|\{#[\w.-]+\}[ \t]*$/gm, (part) => part.replace(/[^\n]/g, " "))
    .replace(/^[ \t>]*:{3,}[^\n{]*\{[^{}\n]*\}/gm, (opening) => opening.replace(/[{}]/g, "x"))
    .replace(/\$\$[^$]*\$\$|\$(?=[^\s{])[^$\n]*\S\$(?!\{)/g, (formula) => formula.replace(/[{}<>]/g, " "));
}

function titleOf({ children }: Root, text: string): { readonly heading: string | null; readonly text: string } {
  const index = children.findIndex((node) => !isInvisible(node));
  const first = children[index];
  if (first?.type !== "heading" || first.depth > 1) return { heading: null, text };
  const { start } = rangeOf(first);
  const before = text.slice(0, start).replace(/&nbsp;/g, (space) => " ".repeat(space.length));
  return { heading: toString(first), text: before + text.slice(start) };
}

function isInvisible(node: Nodes): boolean {
  if (node.type === "paragraph")
    return node.children.every((child) => child.type === "text" && child.value.trim() === "");
  return node.type === "mdxjsEsm" || isComment(node) || (isElement(node) && /^[Hh]ead$/.test(node.name ?? ""));
}

/** Content of an element may be indented in MDX, but four spaces would make it code in Markdown. */
function innerText(element: MdxElement, page: MdxPage): string {
  const [first] = element.children;
  const last = element.children.at(-1);
  if (first === undefined || last === undefined) return "";
  const range = { start: rangeOf(first).start, end: rangeOf(last).end };
  if (element.type === "mdxJsxTextElement") return textIn(element.children, range, page);
  const lineStart = page.text.lastIndexOf("\n", range.start - 1) + 1;
  const isQuoted = page.text.slice(lineStart, range.start).includes(">");
  const indent = new RegExp(`^[ \\t${isQuoted ? ">" : ""}]{0,${range.start - lineStart}}`, "gm");
  return blocksIn(element.children, range, page).replace(indent, "");
}

function blocksIn(nodes: readonly RootContent[], { start, end }: TextRange, page: MdxPage): string {
  const pieces: string[] = [];
  let done = start;
  for (const node of nodes.filter(({ type }) => type.startsWith("mdx"))) {
    const range = rangeOf(node);
    pieces.push(textIn(nodes, { start: done, end: range.start }, page), textIn([node], range, page));
    done = range.end;
  }
  pieces.push(textIn(nodes, { start: done, end }, page));
  const trimmed = pieces.map((piece) => piece.replace(/^(?:[ \t]*\n)+/, "").trimEnd());
  return trimmed.filter((piece) => piece !== "").join("\n\n");
}

function textIn(nodes: readonly Nodes[], { start, end }: TextRange, page: MdxPage): string {
  const edits = nodes
    .filter((node) => rangeOf(node).start >= start && rangeOf(node).end <= end)
    .flatMap((node) => editsOf(node, page))
    .map((edit) => ({ start: edit.start - start, end: edit.end - start, text: edit.text }));
  return applyEdits(page.text.slice(start, end), edits);
}

function editsOf(node: Nodes, page: MdxPage): readonly TextEdit[] {
  if (node.position === undefined) return [];
  if (isElement(node)) return [{ ...rangeOf(node), text: convertElement(node, page) }];
  const inside = "children" in node ? node.children.flatMap((child) => editsOf(child, page)) : [];
  switch (node.type) {
    case "mdxjsEsm":
      return [{ ...rangeOf(node), text: "" }];
    case "mdxFlowExpression":
    case "mdxTextExpression": {
      const [, id] = /^\s*\/\*\s*#([\w.-]+)\s*\*\/\s*$/.exec(node.value) ?? [];
      const text = id === undefined ? escapeMarkdown(expressionText(node, page)) : `{#${id}}`;
      return [{ ...rangeOf(node), text }];
    }
    case "code":
      return highlightEdits(rangeOf(node), page.text);
    case "link":
    case "image":
    case "definition":
      return [...addressEdits(node, page), ...inside];
    case "paragraph":
      return [...admonitionEdits(node, page), ...inside];
    default:
      return inside;
  }
}

function addressEdits(node: Link | Image | Definition, page: MdxPage): readonly TextEdit[] {
  const { url } = node;
  const address = node.type === "image" ? page.toShown("img-src", url) : page.toAddress(url);
  if (address === url) return [];
  const { start, end } = rangeOf(node);
  // The words before the address may hold the same text.
  const words = node.type === "link" ? "" : ((node.type === "image" ? node.alt : node.label) ?? "");
  const last = node.type === "link" ? node.children.at(-1) : undefined;
  const at = page.text.indexOf(url, last === undefined ? start + words.length : rangeOf(last).end);
  if (at >= 0 && at < end) return [{ start: at, end: at + url.length, text: address }];
  page.reportAt(rangeOf(node), `an address stays as it is written, and leads to \`${address}\` now`, "write it again");
  return [];
}

/** In characters. Longer lines don't open admonitions. */
const longestLine = 1_000;

const admonition = /^([\s>]*?)(:{3,}) *([a-zA-Z][\w-]*)(?:\[(.*)\]|[ \t]+([^\s{].*?))?[ \t]*(?:\{.*\})?[ \t]*$/d;

function admonitionEdits(node: Paragraph, page: MdxPage): readonly TextEdit[] {
  const { start, end } = rangeOf(node);
  const edits: TextEdit[] = [];
  let at = start;
  for (const line of page.text.slice(start, end).split("\n")) {
    const match = line.length < longestLine && line.includes(":::") ? admonition.exec(line) : null;
    if (match !== null) {
      const [, lead = "", colons = "", name = ""] = match;
      const kind = kindOf(name);
      if (kind === null) page.reportAt({ start: at + lead.length }, `an admonition \`:::${name}\` became a note`);
      const [from, to] = match.indices?.[4] ?? match.indices?.[5] ?? [line.length, line.length];
      const [open, close] = from < to ? ["[", "]"] : ["", ""];
      edits.push({ start: at + lead.length, end: at + from, text: `${colons}${kind ?? "note"}${open}` });
      edits.push({ start: at + to, end: at + line.length, text: close });
    }
    at += line.length + 1;
  }
  return edits;
}
