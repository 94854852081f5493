import type { Root as HastRoot } from "hast";
import type { Root as MdastRoot } from "mdast";
import { toString } from "mdast-util-to-string";
import { visit } from "unist-util-visit";

import { diagnose } from "../model/diagnostic.ts";
import type { Document, FrontMatter } from "../model/document.ts";
import type { Outcome } from "../model/outcome.ts";
import type { SourceFile } from "../model/position.ts";
import { createDraft, type DocumentTools, type Draft } from "./draft.ts";
import { expandIncludes } from "./expand-includes.ts";
import { finishHeadings } from "./finish-headings.ts";
import { finishLinks } from "./finish-links.ts";
import { finishMarkup } from "./finish-markup.ts";
import { parseMarkdown, parseRawHtml, serialize, toHast } from "./markdown.ts";
import { placeComponents } from "./place-components.ts";
import { sanitizeTree } from "./sanitize.ts";
import { splitFrontMatter } from "./split-front-matter.ts";

/**
 * Parses a Markdown file into a finished document: CommonMark and GFM, directives, raw HTML by an allow-list,
 * heading anchors, highlighted code, and links that work from every page. Faults are findings; there is always a document.
 */
export function parseDocument(source: SourceFile, frontMatter: FrontMatter, tools: DocumentTools): Outcome<Document> {
  try {
    return parse(source, frontMatter, tools);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return tooDeep(source, frontMatter);
  }
}

function parse(source: SourceFile, frontMatter: FrontMatter, tools: DocumentTools): Outcome<Document> {
  const draft = createDraft(tools);
  const { body: text } = splitFrontMatter(source.text);
  draft.lines.add({ file: source.file, text });
  const body = parseMarkdown(text);
  draft.diagnostics.push(...expandIncludes(body, { lines: draft.lines, parts: tools.parts, file: source.file }));
  const title = takeTitle(body, frontMatter, source.file);
  placeComponents(body, draft);
  const tree = sanitized(toHast(body), draft);
  draft.placeholders.fill(tree);
  const headings = finishHeadings(tree, draft);
  finishLinks(tree, draft);
  finishMarkup(tree);
  const { uses, unchecked, diagnostics } = draft;
  const document = { file: source.file, title, frontMatter, html: serialize(tree), headings, uses, unchecked };
  return { value: document, diagnostics };
}

/** The page's title is printed by the template: a leading level-1 heading gives the title and leaves the body. */
function takeTitle(body: MdastRoot, frontMatter: FrontMatter, file: string): string {
  const index = body.children.findIndex(({ type }) => type !== "html");
  const first = body.children[index];
  if (first?.type !== "heading" || first.depth !== 1) return frontMatter.title ?? titleOfFile(file);
  body.children.splice(index, 1);
  return frontMatter.title ?? toString(first);
}

function titleOfFile(file: string): string {
  if (file === "content/index.md") return "Home";
  const [name = ""] = file.replace(/(\/index)?\.md$/i, "").split("/").slice(-1);
  const words = name.replace(/[-_]+/g, " ").trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Raw HTML is parsed and sanitised only where there is some: most pages have none. */
function sanitized(tree: HastRoot, { lines, diagnostics }: Draft): HastRoot {
  let hasRaw = false;
  visit(tree, (node) => {
    if (node.type === "raw") hasRaw = true;
  });
  if (!hasRaw) return tree;
  const { value, diagnostics: findings } = sanitizeTree(parseRawHtml(tree), lines);
  diagnostics.push(...findings);
  return value;
}

/** The Markdown libraries recurse: nesting that exhausts the stack is the author's input, not our bug. */
function tooDeep(source: SourceFile, frontMatter: FrontMatter): Outcome<Document> {
  const { file } = source;
  const finding = diagnose("content/limit", "the Markdown is nested too deeply", { file, line: 1, column: 1 });
  const document = { file, title: frontMatter.title ?? titleOfFile(file), frontMatter, html: serialize({ type: "root", children: [] }) };
  return { value: { ...document, headings: [], uses: [], unchecked: [] }, diagnostics: [finding] };
}
