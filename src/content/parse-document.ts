import type { Element, ElementContent, Root } from "hast";
import { toString } from "hast-util-to-string";
import { h } from "hastscript";
import type { Parents, Root as MdastRoot } from "mdast";
import type { LeafDirective } from "mdast-util-directive";

import { withLineFeeds } from "#read/source-text.ts";
import { LimitError, withinTime } from "#read/within-time.ts";
import { splitFrontMatter } from "#settings/parse-front-matter.ts";
import { diagnose, type Outcome, type SourceFile, startOf } from "#shared/diagnostics/diagnostic.ts";
import type { Document, FrontMatter } from "#shared/document.ts";
import { titleMark } from "#shared/view.ts";

import { convertAlerts } from "./components/admonition.ts";
import { checkAttributes, includeAttributes, textDirectiveNames } from "./directives.ts";
import { findMistakes } from "./find-mistakes.ts";
import { finishHeadings, finishMarkup, keepIdsUnique, leadingTitle, takeCustomId } from "./finish-markup.ts";
import { DocumentDraft, type DocumentParts, type DocumentTools } from "./markdown/document-draft.ts";
import { eachElement, eachNode, limitFault, parsePage, toHast } from "./markdown/markdown.ts";
import { blocksAsWritten, writeMarkdown } from "./markdown/write-markdown.ts";
import { writeMarkup } from "./markdown/write-markup.ts";
import { findPart, partKinds } from "./page-parts.ts";
import { addComponents } from "./add-components.ts";
import { readSections, wordsOf } from "./read-sections.ts";
import { cleanRaw, keepHtmlLinks } from "./sanitize.ts";

export interface PageSource extends SourceFile {
  readonly frontMatter: FrontMatter;
}

/** In milliseconds. */
export const timeLimit = 10_000;

/**
 * Parses a Markdown file into a document: CommonMark and GFM, directives, raw HTML by an allow-list, heading anchors,
 * highlighted code. Links stay as written. Faults are findings; there's always a document.
 */
export function parseDocument(source: PageSource, parts: DocumentParts, tools: DocumentTools): Outcome<Document> {
  return withinLimits(source, () => withinTime(timeLimit, () => toDocument(source, parts, tools)));
}

/** Threads have their own timeout. */
export function parseWithoutTimeout(source: PageSource, parts: DocumentParts, tools: DocumentTools): Outcome<Document> {
  return withinLimits(source, () => toDocument(source, parts, tools));
}

function withinLimits(source: PageSource, parse: () => Outcome<Document>): Outcome<Document> {
  try {
    return parse();
  } catch (error) {
    const fault = limitFault(error);
    if (fault === null) throw error;
    return withoutContent(source, fault);
  }
}

function toDocument(source: PageSource, parts: DocumentParts, tools: DocumentTools): Outcome<Document> {
  const { frontMatter } = source;
  const draft = new DocumentDraft(parts, tools, frontMatter);
  const { body: written } = splitFrontMatter(source.text);
  draft.lines.add({ file: source.file, text: written });
  draft.budget.spend(written);
  const names = [...textDirectiveNames, ...draft.own.directives];
  const markdown = parsePage(written, names);
  expandIncludes(markdown, draft, { names, chain: [source.file] });
  assertReferences(markdown);
  findMistakes(markdown, draft);
  convertAlerts(markdown);
  draft.diagnostics.push(...keepHtmlLinks(markdown, draft.lines));
  const heading = leadingTitle(markdown);
  // The heading becomes markup like any other.
  if (heading !== null) heading.data = draft.placeholders.add(toTitleElement);
  addComponents(markdown, draft);
  const { value: tree, diagnostics: removed } = cleanRaw(toHast(markdown), draft.lines, parts.frames);
  draft.diagnostics.push(...removed);
  draft.placeholders.fill(tree);
  const headings = finishHeadings(tree, draft);
  keepIdsUnique(tree, draft);
  const text = writeMarkdown(tree, draft.lines, blocksAsWritten(markdown, draft.lines));
  finishMarkup(tree);
  const title = takeTitle(tree, source);
  if (heading !== null && title.isLeftOut) {
    const message = `this title is left out: the front matter has another, \`${title.words}\``;
    draft.report("content/heading-level", { message, hint: "remove one of the two" }, heading);
  }
  const sections = readSections(tree);
  const { uses, unchecked, codeWords, hasParts, diagnostics } = draft;
  const body = writeMarkup({ type: "root", children: [...title.shown, ...tree.children] }, draft.lines);
  const page = { body, markdown: text, headings, sections, uses, unchecked, codeWords, hasParts, names: draft.names };
  return { value: { file: source.file, title: title.words, frontMatter, ...page }, diagnostics };
}

const lengthLimit = 2_000_000;

/**
 * Each reference repeats its definition's address, so that a long definition and many short references could make
 * gigabytes.
 * @throws LimitError
 */
function assertReferences(tree: MdastRoot): void {
  const lengthByName = new Map<string, number>();
  eachNode(tree, (node) => {
    if (node.type !== "definition") return;
    const { identifier, url, title } = node;
    if (!lengthByName.has(identifier)) lengthByName.set(identifier, url.length + (title?.length ?? 0));
  });
  if (lengthByName.size === 0) return;
  let length = 0;
  eachNode(tree, (node) => {
    if (node.type === "linkReference" || node.type === "imageReference")
      length += lengthByName.get(node.identifier) ?? 0;
  });
  if (length > lengthLimit) throw new LimitError("repeats long link definitions too often");
}

const titleTag = "docs-title";

function toTitleElement(children: ElementContent[]): ElementContent[] {
  const title = h(titleTag, children);
  const id = takeCustomId(title);
  return [id === null ? title : h(titleTag, [h("span", { id }, title.children)])];
}

/** The template prints the title. */
function takeTitle(tree: Root, { file, frontMatter: { title } }: PageSource) {
  const found: Element[] = [];
  eachElement(tree, (node, index, parent) => {
    if (node.tagName !== titleTag) return;
    found.push(node);
    parent.children[index] = { type: "text", value: "" };
    const after = parent.children[index + 1];
    if (after?.type === "text") after.value = after.value.replace(/^\n/, "");
  });
  const [heading] = found;
  const words = heading === undefined ? "" : (wordsOf(heading) || toString(heading)).replaceAll(/\s+/g, " ").trim();
  const isLeftOut = heading !== undefined && title !== null && title.trim() !== words;
  const isMore = heading?.children.some(({ type }) => type === "element") === true && !isLeftOut;
  // The title's markup if it's more than words.
  const shown = isMore ? [...heading.children, { type: "comment" as const, value: titleMark }] : [];
  return { words: title ?? (words || titleOfFile(file)), shown, isLeftOut };
}

function titleOfFile(file: string): string {
  if (/^content\/(?:index|readme)\.md$/i.test(file)) return "Home";
  const [, name = ""] = /([^/]*?)(?:\/(?:index|readme))?\.md$/i.exec(file) ?? [];
  const words = name.replace(/[-_]+/g, " ").trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** A page beyond a limit has only its title, so that checks of the site go on. */
export function withoutContent({ file, frontMatter }: PageSource, fault: string): Outcome<Document> {
  const hint = "split it into several pages, or simplify it";
  const finding = diagnose("content/limit", fault, startOf(file), hint);
  const title = frontMatter.title ?? titleOfFile(file);
  const nothing = { body: [], markdown: [], headings: [], sections: [], uses: [], unchecked: [], codeWords: [] };
  return { value: { file, title, frontMatter, ...nothing, hasParts: false, names: null }, diagnostics: [finding] };
}

interface Inclusion {
  readonly names: readonly string[];
  /** Files that include the tree, the page first, to find cycles. */
  readonly chain: readonly string[];
}

/** Replaces `::include{file=_blocks/x.md}` with the block's content. Missing blocks and cycles are findings. @throws LimitError */
function expandIncludes(tree: MdastRoot, draft: DocumentDraft, inclusion: Inclusion): void {
  const includes: { readonly node: LeafDirective; readonly index: number; readonly parent: Parents }[] = [];
  eachNode(tree, (node, index, parent) => {
    if (node.type === "leafDirective" && node.name === "include") includes.push({ node, index, parent });
  });
  const expanded = includes.map(({ node }) => blockOf(node, draft, inclusion));
  // From last to first, because an insertion moves the indexes behind it.
  for (const [number, { index, parent }] of [...includes.entries()].reverse())
    parent.children.splice(index, 1, ...(expanded[number] ?? []));
}

function blockOf(node: LeafDirective, draft: DocumentDraft, { chain, ...syntax }: Inclusion): MdastRoot["children"] {
  const part = partOf(node, draft, chain);
  if (part === null) return [];
  const text = withLineFeeds(part.text);
  draft.budget.spendOnBlock(text);
  const block = parsePage(text, syntax.names);
  const shift = draft.lines.add({ file: part.file, text });
  eachNode(block, ({ position }) => {
    if (position === undefined) return;
    position.start.line += shift;
    position.end.line += shift;
  });
  expandIncludes(block, draft, { ...syntax, chain: [...chain, part.file] });
  return block.children;
}

function partOf(node: LeafDirective, draft: DocumentDraft, chain: readonly string[]): SourceFile | null {
  const fault = checkAttributes(node, includeAttributes);
  if (fault !== null) {
    draft.report("directive/invalid", fault, node);
    return null;
  }
  const part = findPart(node, partKinds.include, draft);
  if (part === null || !chain.includes(part.file)) return part;
  const cycle = [...chain.slice(chain.indexOf(part.file)), part.file].join(" → ");
  const message = `a block that includes itself: ${cycle}`;
  draft.report("content/include", { message, hint: "remove one of the includes" }, node);
  return null;
}
