import type { Element, Root } from "hast";
import { h } from "hastscript";
import { toString } from "hast-util-to-string";

import { eachElement } from "./walk-tree.ts";

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
