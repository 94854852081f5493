import type { Root as MdastRoot } from "mdast";
import { toString } from "mdast-util-to-string";

import { splitFrontMatter } from "#read/parse-front-matter.ts";
import { withinTime } from "#read/within-time.ts";
import { diagnose, type Outcome, type SourceFile } from "#shared/diagnostic.ts";
import type { Document, FrontMatter } from "#shared/document.ts";

import { createDraft, type DocumentTools } from "./draft/document-draft.ts";
import { assertReferences, limitFault } from "./draft/markdown-budget.ts";
import { serialize, toHast } from "./draft/markdown.ts";
import { expandIncludes } from "./expand-includes.ts";
import { finishLinks } from "./finish-links.ts";
import { finishHeadings, finishMarkup } from "./finish-markup.ts";
import { placeComponents } from "./place-components.ts";
import { cleanRaw } from "./sanitize.ts";

/** In milliseconds. */
const timeLimit = 10_000;

/**
 * Parses a Markdown file into a finished document: CommonMark and GFM, directives, raw HTML by an allow-list,
 * heading anchors, highlighted code, and links that work from every page. Faults are findings; there is always a document.
 */
export function parseDocument(source: SourceFile, frontMatter: FrontMatter, tools: DocumentTools): Outcome<Document> {
  try {
    return withinTime(timeLimit, () => parse(source, frontMatter, tools));
  } catch (error) {
    const fault = limitFault(error);
    if (fault === null) throw error;
    return withoutContent(source, frontMatter, fault);
  }
}

function parse(source: SourceFile, frontMatter: FrontMatter, tools: DocumentTools): Outcome<Document> {
  const draft = createDraft(tools);
  const { body: text } = splitFrontMatter(source.text);
  draft.lines.add({ file: source.file, text });
  draft.budget.spend(text);
  const body = tools.parseMarkdown(text);
  draft.diagnostics.push(...expandIncludes(body, { ...draft, file: source.file }));
  assertReferences(body);
  const title = takeTitle(body, frontMatter, source.file);
  placeComponents(body, draft);
  const { value: tree, diagnostics: removed } = cleanRaw(toHast(body), draft.lines);
  draft.diagnostics.push(...removed);
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
  const [name = ""] = file
    .replace(/(\/index)?\.md$/i, "")
    .split("/")
    .slice(-1);
  const words = name.replace(/[-_]+/g, " ").trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** The document of a file that passes a limit: nothing but its title, so that the rest of the site is still judged. */
function withoutContent({ file }: SourceFile, frontMatter: FrontMatter, fault: string): Outcome<Document> {
  const hint = "split it into several pages, or simplify it";
  const finding = diagnose("content/limit", fault, { file, line: 1, column: 1 }, hint);
  const document = {
    file,
    title: frontMatter.title ?? titleOfFile(file),
    frontMatter,
    html: serialize({ type: "root", children: [] }),
  };
  return { value: { ...document, headings: [], uses: [], unchecked: [] }, diagnostics: [finding] };
}
