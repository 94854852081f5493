import type { Root as MdastRoot } from "mdast";
import { toString } from "mdast-util-to-string";

import { LimitError, withinTime } from "#read/within-time.ts";
import { splitFrontMatter } from "#settings/parse-front-matter.ts";
import { diagnose, type Outcome, type SourceFile, startOf } from "#shared/diagnostics/diagnostic.ts";
import type { Document, FrontMatter } from "#shared/document.ts";

import { findMistakes } from "./find-mistakes.ts";
import { finishHeadings, finishMarkup, keepIdsUnique, leadingTitle } from "./finish-markup.ts";
import { convertAlerts } from "./github-alerts.ts";
import { DocumentDraft, type DocumentParts, type DocumentTools } from "./markdown/document-draft.ts";
import { eachNode, limitFault, toHast } from "./markdown/markdown.ts";
import { customId } from "./markdown/markdown-forms.ts";
import { writeMarkdown } from "./markdown/write-markdown.ts";
import { writeMarkup } from "./markdown/write-markup.ts";
import { expandIncludes } from "./expand-includes.ts";
import { placeComponents, textDirectiveNames } from "./place-components.ts";
import { readSections } from "./read-sections.ts";
import { cleanRaw, keepHtmlLinks } from "./sanitize.ts";

/** A Markdown file with what its front matter says. */
export interface PageSource extends SourceFile {
  readonly frontMatter: FrontMatter;
}

/** How long a page may take, in milliseconds. */
export const timeLimit = 10_000;

/**
 * Parses a Markdown file into a document: CommonMark and GFM, directives, raw HTML by an allow-list, heading anchors,
 * highlighted code. Its links stay as they are written. Faults are findings; there is always a document.
 */
export function parseDocument(source: PageSource, parts: DocumentParts, tools: DocumentTools): Outcome<Document> {
  return withinLimits(source, () => withinTime(timeLimit, () => toDocument(source, parts, tools)));
}

/** The same for a thread that is ended when it takes too long. */
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
  const markdown = tools.parsePage(written, names);
  expandIncludes(markdown, draft, { parsePage: tools.parsePage, names, chain: [source.file] });
  assertReferences(markdown);
  findMistakes(markdown, draft);
  convertAlerts(markdown);
  draft.diagnostics.push(...keepHtmlLinks(markdown, draft.lines));
  const title = takeTitle(markdown, source, draft);
  placeComponents(markdown, draft);
  const { value: tree, diagnostics: removed } = cleanRaw(toHast(markdown), draft.lines, parts.frames);
  draft.diagnostics.push(...removed);
  draft.placeholders.fill(tree);
  const headings = finishHeadings(tree, draft);
  keepIdsUnique(tree, draft);
  finishMarkup(tree);
  const sections = readSections(tree);
  const { uses, unchecked, hasParts, diagnostics } = draft;
  const body = writeMarkup(tree, draft.lines);
  const text = writeMarkdown(markdown, draft);
  const said = { body, markdown: text, headings, sections, uses, unchecked, hasParts };
  return { value: { file: source.file, title, frontMatter, ...said }, diagnostics };
}

const lengthLimit = 2_000_000;

/**
 * Lets pass a document whose references do not blow it up: each repeats its definition's address, so that one long
 * definition and many short references make gigabytes.
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

/** The page's title is printed by the template: a leading level-1 heading gives the title and leaves the body. */
function takeTitle(body: MdastRoot, { file, frontMatter: { title } }: PageSource, draft: DocumentDraft): string {
  const heading = leadingTitle(body);
  if (heading === null) return title ?? titleOfFile(file);
  body.children.splice(body.children.indexOf(heading), 1);
  const words = toString(heading).replace(customId, "");
  if (title !== null && title.trim() !== words.trim()) {
    const message = `this title is left out: the front matter has another, \`${title}\``;
    draft.report("content/heading-level", { message, hint: "remove one of the two" }, heading);
  }
  return title ?? words;
}

function titleOfFile(file: string): string {
  if (/^content\/(?:index|readme)\.md$/i.test(file)) return "Home";
  const [name = ""] = file
    .replace(/(\/(?:index|readme))?\.md$/i, "")
    .split("/")
    .slice(-1);
  const words = name.replace(/[-_]+/g, " ").trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** The document of a file that passes a limit: nothing but its title, so that the rest of the site is still judged. */
export function withoutContent({ file, frontMatter }: PageSource, fault: string): Outcome<Document> {
  const hint = "split it into several pages, or simplify it";
  const finding = diagnose("content/limit", fault, startOf(file), hint);
  const title = frontMatter.title ?? titleOfFile(file);
  const nothing = { body: [], markdown: [], headings: [], sections: [], uses: [], unchecked: [], hasParts: false };
  return { value: { file, title, frontMatter, ...nothing }, diagnostics: [finding] };
}
