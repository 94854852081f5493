import GithubSlugger from "github-slugger";
import type { Element, Parents, Root, RootContent } from "hast";
import { toString } from "hast-util-to-string";
import { h } from "hastscript";

import { diagnose, type Diagnostic, type Position } from "#shared/diagnostic.ts";
import type { Heading } from "#shared/document.ts";
import { shellIds } from "#shared/view.ts";

import { eachElement, serialize } from "./markdown/markdown.ts";
import type { SourceLines } from "./markdown/source-lines.ts";

const customId = /\s*\{#([^\s{}]+)\}\s*$/;

/**
 * Gives every heading its anchor, as GitHub would number and spell it, or the `{#id}` its author wrote,
 * and returns the headings in order. Ids of the page's shell count as taken. A level-1 heading in the body becomes level 2: the title is the page's only h1.
 */
export function finishHeadings(tree: Root, draft: { lines: SourceLines; diagnostics: Diagnostic[] }): Heading[] {
  const slugger = new GithubSlugger();
  for (const id of shellIds) slugger.slug(id);
  const headings: Heading[] = [];
  eachElement(tree, (node) => {
    const level = levelOf(node);
    if (level === null || node.properties["id"] === "footnote-label") return;
    if (level === 1) {
      const position = draft.lines.positionOf(node);
      const hint = "start sections with ##; the title comes from the front matter";
      draft.diagnostics.push(diagnose("content/heading-level", "a second level-1 heading", position, hint));
      node.tagName = "h2";
    }
    const { id: given } = node.properties;
    const id = takeCustomId(node) ?? (typeof given === "string" ? given : slugger.slug(wordsOf(node)));
    headings.push({ level: Math.max(2, level), id, html: serialize({ type: "root", children: withoutLinks(node) }) });
    node.properties["id"] = id;
    node.children.push({ type: "text", value: " " }, anchor(id, toString(node).trim()));
  });
  return headings;
}

/** A badge comes and goes; links to the heading stay. */
function wordsOf(node: Element): string {
  return toString({ ...node, children: node.children.filter((child) => !isBadge(child)) }).trim();
}

function isBadge(child: Element["children"][number]): boolean {
  return child.type === "element" && hasClass(child, "badge");
}

function levelOf(node: Element): number | null {
  const match = /^h([1-6])$/.exec(node.tagName);
  return match === null ? null : Number(match[1]);
}

function takeCustomId(node: Element): string | null {
  const last = node.children.at(-1);
  if (last?.type !== "text") return null;
  const match = customId.exec(last.value);
  if (match?.[1] === undefined) return null;
  last.value = last.value.replace(customId, "");
  return match[1];
}

/** A heading's text for the table of contents, where every entry is itself a link. */
function withoutLinks(node: Element): Element["children"] {
  return node.children.flatMap((child) => {
    if (child.type !== "element") return [child];
    if (child.tagName === "a") return withoutLinks(child);
    return [{ ...child, properties: { className: child.properties["className"] }, children: withoutLinks(child) }];
  });
}

function anchor(id: string, text: string): Element {
  return h("a.anchor", { href: `#${encodeURIComponent(id)}`, ariaLabel: `Link to “${text}”` }, "#");
}

/**
 * Leaves each id to one element, so that a link leads to one place: to the heading that has it, else to the first
 * element. What loses its id is a finding that names the other place.
 */
export function keepIdsUnique(tree: Root, { lines, diagnostics }: { lines: SourceLines; diagnostics: Diagnostic[] }) {
  const marked = markedElements(tree.children);
  const headings = marked.filter(({ isHeading }) => isHeading);
  const owners = new Map<string, Position | null>(shellIds.map((id) => [id, null]));
  const headingIds = new Set(headings.map(({ id }) => id));
  for (const { element, attribute, id, isHeading } of [...headings, ...marked.filter((one) => !one.isHeading)]) {
    const position = lines.positionOf(element);
    const owner = owners.get(id);
    if (owner === undefined) {
      owners.set(id, position);
      continue;
    }
    delete element.properties[attribute];
    const isAside = !isHeading && headingIds.has(id);
    diagnostics.push(isAside ? aside(id, position, owner) : twice(id, position, owner));
  }
}

interface MarkedElement {
  readonly element: Element;
  readonly attribute: "id" | "name";
  readonly id: string;
  readonly isHeading: boolean;
}

/** The elements that links can lead to. Those of drawings have places in another file. */
function markedElements(nodes: readonly RootContent[]): readonly MarkedElement[] {
  return nodes.flatMap((element): readonly MarkedElement[] => {
    if (element.type !== "element" || element.tagName === "svg") return [];
    const attribute = element.tagName === "a" && element.properties["id"] === undefined ? "name" : "id";
    const id = element.properties[attribute];
    const isHeading = /^h[1-6]$/.test(element.tagName);
    const own = typeof id === "string" ? [{ element, attribute, id, isHeading } as const] : [];
    return [...own, ...markedElements(element.children)];
  });
}

function aside(id: string, position: Position, owner: Position | null): Diagnostic {
  const message = `the id \`${id}\` belongs to the heading ${placeOf(owner)}, where links lead; it is left out here`;
  return diagnose("page/shadowed-id", message, position, "remove it");
}

function twice(id: string, position: Position, owner: Position | null): Diagnostic {
  const message = `the id \`${id}\` is taken: the first is ${placeOf(owner)}`;
  return diagnose("page/duplicate-id", message, position, "give one of them another id, a heading with {#id}");
}

function placeOf(position: Position | null): string {
  return position === null ? "the page's own frame" : `at ${position.file}:${position.line}:${position.column}`;
}

/**
 * The last touches on the markup that Markdown itself gives: tables get a scroll box and aligned cells a class, check
 * boxes a name, code its frame, images load late.
 */
export function finishMarkup(tree: Root): void {
  eachElement(tree, (node, index, parent) => {
    // A heading without words names nothing: it is an empty cell.
    if (node.tagName === "th" && toString(node).trim() === "") node.tagName = "td";
    if (node.tagName === "th" || node.tagName === "td") alignByClass(node);
    if (node.tagName === "pre" && !isFramed(parent)) parent.children[index] = codeFrame(node);
    if (node.tagName === "table") parent.children[index] = scrollBox(node);
    if (node.tagName === "li" && hasClass(node, "task-list-item")) nameCheckbox(node);
    if (node.tagName === "img") node.properties = { loading: "lazy", decoding: "async", ...node.properties };
  });
}

/** GFM's alignment as a class: the attribute is obsolete (HTML standard 16.2), and a style would need a policy that allows it. */
function alignByClass(cell: Element): void {
  const { align, ...properties } = cell.properties;
  if (typeof align !== "string") return;
  cell.properties = align === "left" ? properties : { ...properties, className: [`align-${align}`] };
}

/** A table scrolls inside its own box; the box takes focus so that the keyboard can scroll it. */
function scrollBox(table: Element): Element {
  return h("div.table-scroll", { role: "group", tabIndex: 0, ariaLabel: "Table" }, [table]);
}

function isFramed(parent: Parents): boolean {
  return parent.type === "element" && hasClass(parent, "code");
}

/** Code that no component made (a description of the contract has none) looks like that of the pages. */
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
