import GithubSlugger from "github-slugger";
import type { Element, Root } from "hast";
import { toString } from "hast-util-to-string";
import { h } from "hastscript";

import { diagnose, type Diagnostic } from "#shared/diagnostic.ts";
import type { Heading } from "#shared/document.ts";
import { shellIds } from "#shared/view.ts";

import { eachElement, serialize } from "./draft/markdown.ts";
import type { SourceLines } from "./draft/source-lines.ts";

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
    const id = takeCustomId(node) ?? (typeof given === "string" ? given : slugger.slug(toString(node)));
    headings.push({ level: Math.max(2, level), id, html: serialize({ type: "root", children: withoutLinks(node) }) });
    node.properties["id"] = id;
    node.children.push({ type: "text", value: " " }, anchor(id, toString(node).trim()));
  });
  return headings;
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

/** The last touches on the markup that Markdown itself gives: tables get a scroll box and aligned cells a class, check boxes a name, images load late. */
export function finishMarkup(tree: Root): void {
  eachElement(tree, (node, index, parent) => {
    // A heading without words names nothing: it is an empty cell.
    if (node.tagName === "th" && toString(node).trim() === "") node.tagName = "td";
    if (node.tagName === "th" || node.tagName === "td") alignByClass(node);
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

function nameCheckbox(item: Element): void {
  eachElement(item, (node) => {
    if (node.tagName === "input") node.properties["ariaLabel"] = toString(item).trim().split("\n")[0];
  });
}

function hasClass(node: Element, name: string): boolean {
  const classes = node.properties["className"];
  return Array.isArray(classes) && classes.includes(name);
}
