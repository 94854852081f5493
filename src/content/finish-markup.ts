import GithubSlugger, { slug as slugWithoutNumber } from "github-slugger";
import type { Element, Root, RootContent } from "hast";
import { toString } from "hast-util-to-string";
import { h } from "hastscript";
import type { Heading as MarkdownHeading, Root as MarkdownRoot } from "mdast";

import { diagnose, type Position } from "#shared/diagnostics/diagnostic.ts";
import { formatPosition } from "#shared/diagnostics/format-diagnostic.ts";
import type { Heading } from "#shared/document.ts";
import { framePrefix } from "#shared/view.ts";

import type { DocumentDraft } from "./markdown/document-draft.ts";
import { customId } from "./markdown/markdown-forms.ts";
import { eachElement, elementsOf, rowsOf, serialize } from "./markdown/markdown.ts";
import { inMarkdown } from "./markdown/to-mdast.ts";

/**
 * Gives each heading its anchor, spelled and numbered as on GitHub, or the `{#id}` that its author wrote, and returns
 * the headings in order. A level-1 heading in the body becomes level 2: the title is the page's only h1.
 */
export function finishHeadings(tree: Root, draft: DocumentDraft): Heading[] {
  const hasConflict = draft.diagnostics.some(({ code }) => code === "content/conflict");
  const written: { readonly node: Element; readonly level: number; readonly id: string | null }[] = [];
  eachElement(tree, (node) => {
    const level = levelOf(node);
    if (level === null || node.properties["id"] === "footnote-label") return;
    if (level === 1) {
      const hint = "start sections with ##: the title is the only h1";
      // The finding of a merge conflict covers both its titles and the headings that its marks make.
      if (!hasConflict) draft.report("content/heading-level", { message: "a second level-1 heading", hint }, node);
      node.tagName = "h2";
    }
    const { id } = node.properties;
    // A backslash says that it is meant as text.
    const isText = /\\\{#[^\s{}]+\}\s*$/.test(draft.lines.textOf(node));
    const custom = (isText ? null : takeCustomId(node)) ?? (typeof id === "string" ? id : null);
    written.push({ node, level: Math.max(2, level), id: custom });
  });
  const slugger = new GithubSlugger();
  // A written id is its heading's alone.
  for (const { id } of written) if (id !== null) slugger.occurrences[id] = 0;
  return written.flatMap(({ node, level, id: custom }) => {
    const entry: Root = { type: "root", children: withoutLinks(node) };
    const words = toString(entry).trim();
    // A link to it would have no words.
    if (custom === null && words === "") return [];
    const unbadged = node.children.filter((child) => child.type !== "element" || !hasClass(child, "badge"));
    const named = toString({ ...node, children: unbadged }).trim() || words;
    const id = custom ?? slugger.slug(slugWithoutNumber(named) === "" ? "section" : named);
    const heading = { level, id, html: serialize(entry), position: draft.lines.positionOf(node) };
    node.properties["id"] = id;
    const link = h("a.anchor", { href: `#${encodeURIComponent(id)}`, ariaLabel: `Link to “${words}”` }, "#");
    node.children.push({ type: "text", value: " " }, inMarkdown(link, "nothing"));
    return [heading];
  });
}

function levelOf({ tagName }: Element): number | null {
  const [, level] = /^h([1-6])$/.exec(tagName) ?? [];
  return level === undefined ? null : Number(level);
}

/** Removes the `{#id}` from the end of a heading. */
export function takeCustomId(node: Element): string | null {
  const last = node.children.at(-1);
  if (last?.type !== "text") return null;
  const match = customId.exec(last.value);
  if (match?.[1] === undefined) return null;
  last.value = last.value.replace(customId, "");
  return match[1];
}

/** Entries of the table of contents are links themselves; pictures become their descriptions. */
function withoutLinks(node: Element): Element["children"] {
  return node.children.flatMap((child): Element["children"] => {
    if (child.type !== "element") return [child];
    if (child.tagName === "a") return withoutLinks(child);
    if (child.tagName === "img") return [{ type: "text", value: child.properties["alt"] ?? "" }];
    return [{ ...child, properties: { className: child.properties["className"] }, children: withoutLinks(child) }];
  });
}

/** The level-1 heading at the start of a page is its title, or null. */
export function leadingTitle({ children }: MarkdownRoot): MarkdownHeading | null {
  const first = children.find(({ type }) => type !== "html" && type !== "definition" && type !== "footnoteDefinition");
  return first?.type === "heading" && first.depth === 1 ? first : null;
}

/**
 * Leaves each id to a single element, so that links are unambiguous: to the heading with the id, or else to the first
 * element. Elements that lose their ids are findings that name the owner, or the page's frame.
 */
export function keepIdsUnique(tree: Root, { lines, diagnostics }: DocumentDraft): void {
  const marked = markedElements(tree.children);
  const headings = marked.filter(({ isHeading }) => isHeading);
  const owners = new Map<string, Position>();
  const headingIds = new Set(headings.map(({ id }) => id));
  for (const { element, attribute, id, isHeading } of [...headings, ...marked.filter((target) => !target.isHeading)]) {
    const position = lines.positionOf(element);
    const owner = owners.get(id);
    if (owner === undefined && !id.startsWith(framePrefix)) {
      owners.set(id, position);
      continue;
    }
    delete element.properties[attribute];
    if (owner === undefined) {
      const message = `the id \`${id}\` is reserved: all that begin with \`${framePrefix}\` are`;
      diagnostics.push(diagnose("page/duplicate-id", message, position, "write another id"));
      continue;
    }
    // HTML opens an unclosed `<a>` again in each block that follows; such copies have no position.
    if (element.tagName === "a" && element.position === undefined) continue;
    const first = formatPosition(owner);
    if (!isHeading && headingIds.has(id)) {
      const message = `the id \`${id}\` belongs to the heading at ${first}, where links lead; it is left out here`;
      diagnostics.push(diagnose("page/shadowed-id", message, position, "remove it"));
    } else {
      const hint = "give one of them another id, a heading with {#id}";
      const message = `the id \`${id}\` is taken: the first is at ${first}`;
      diagnostics.push(diagnose("page/duplicate-id", message, position, hint));
    }
  }
}

interface MarkedElement {
  readonly element: Element;
  readonly attribute: "id" | "name";
  readonly id: string;
  readonly isHeading: boolean;
}

/** Targets of links. Elements of drawings have positions in another file. */
function markedElements(nodes: readonly RootContent[]): readonly MarkedElement[] {
  return nodes.flatMap((element): readonly MarkedElement[] => {
    if (element.type !== "element" || element.tagName === "svg") return [];
    const attribute = element.tagName === "a" && element.properties["id"] === undefined ? "name" : "id";
    const id = element.properties[attribute];
    const isHeading = levelOf(element) !== null;
    const own = typeof id === "string" ? [{ element, attribute, id, isHeading } as const] : [];
    return [...own, ...markedElements(element.children)];
  });
}

/**
 * Finishes Markdown's own markup: tables get a scroll box, aligned cells a class, check boxes a name, code its frame,
 * and images load lazily.
 */
export function finishMarkup(tree: Root): void {
  eachElement(tree, (node, index, parent) => {
    // What a component wrote is framed, folded or not.
    const isFramed = node.data?.markdown !== undefined || (parent.type === "element" && hasClass(parent, "code"));
    if (node.tagName === "pre" && !isFramed) parent.children[index] = codeFrame(node);
    if (node.tagName === "table") parent.children[index] = finishTable(node);
    if (node.tagName === "li" && hasClass(node, "task-list-item")) nameCheckbox(node);
    if (node.tagName === "img") node.properties = { loading: "lazy", decoding: "async", ...node.properties };
  });
}

function codeFrame(pre: Element): Element {
  const [code] = pre.children;
  const classes = code?.type === "element" ? code.properties["className"] : [];
  const language = Array.isArray(classes) ? classes.join(" ").replace(/^language-/, "") : "text";
  pre.properties["tabIndex"] = 0;
  return h("figure.code", { dataLanguage: language }, [pre, h("button.copy", { type: "button" }, "Copy")]);
}

function nameCheckbox(item: Element): void {
  eachElement(item, (node) => {
    if (node.tagName === "input") node.properties["ariaLabel"] = toString(item).trim().split("\n")[0];
  });
}

export function hasClass(node: Element, name: string): boolean {
  const classes = node.properties["className"];
  return Array.isArray(classes) && classes.includes(name);
}

/**
 * Puts a table in a box that scrolls, which takes focus so that the keyboard scrolls it. On a phone a row of three cells
 * and more is a block (templates/styles/tables.css), whose cells say under which head they stand.
 */
function finishTable(table: Element): Element {
  const [head, ...rows] = rowsOf(table).map(({ children }) => elementsOf(children));
  for (const cells of [head ?? [], ...rows]) cells.forEach(alignByClass);
  const parts = new Set(elementsOf(table.children).map(({ tagName }) => tagName));
  const hasSpans = rows.flat().some(({ properties: { colSpan, rowSpan } }) => (colSpan ?? rowSpan) !== undefined);
  if (head !== undefined && head.length > 2 && parts.has("thead") && !hasSpans) {
    const names = head.map((cell) => toString(cell).trim());
    for (const [, ...cells] of rows)
      for (const [index, cell] of cells.entries()) cell.properties["dataLabel"] = names[index + 1] ?? "";
  }
  // An empty one says to the styles that the table is whole.
  if (!parts.has("tfoot")) table.children.push(h("tfoot"));
  return h("div.table-scroll", { role: "group", tabIndex: 0, ariaLabel: "Table" }, [table]);
}

/** Aligns by class: the attribute is obsolete (HTML standard 16.2), and the policy would block a style. */
function alignByClass(cell: Element): void {
  // An empty heading names nothing, so it's an empty cell.
  if (cell.tagName === "th" && toString(cell).trim() === "") cell.tagName = "td";
  const { align, ...properties } = cell.properties;
  if (align === "left") cell.properties = properties;
  if (align !== "center" && align !== "right") return;
  const { className } = properties;
  cell.properties = { ...properties, className: [...(Array.isArray(className) ? className : []), `align-${align}`] };
}
