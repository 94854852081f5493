import type { Element } from "hast";
import { toString } from "hast-util-to-string";
import { h } from "hastscript";

import { elementsOf, rowsOf } from "./markdown/markdown.ts";

/**
 * Puts a table in a box that scrolls, which takes focus so that the keyboard scrolls it. On a phone a row of three cells
 * and more is a block (templates/styles/tables.css), whose cells say under which head they stand.
 */
export function finishTable(table: Element): Element {
  const [head, ...rows] = rowsOf(table).map(({ children }) => elementsOf(children));
  for (const cells of [head ?? [], ...rows]) cells.forEach(alignByClass);
  if (head !== undefined && head.length > 2 && hasHead(table) && rows.flat().every(isSingle)) {
    const names = head.map((cell) => toString(cell).trim());
    for (const [, ...cells] of rows)
      for (const [index, cell] of cells.entries()) cell.properties["dataLabel"] = names[index + 1] ?? "";
  }
  // An empty one says to the styles that the table is whole.
  if (!elementsOf(table.children).some(({ tagName }) => tagName === "tfoot")) table.children.push(h("tfoot"));
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

function hasHead({ children }: Element): boolean {
  return elementsOf(children).some(({ tagName }) => tagName === "thead");
}

function isSingle({ properties }: Element): boolean {
  return properties["colSpan"] === undefined && properties["rowSpan"] === undefined;
}
