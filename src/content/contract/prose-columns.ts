import type { Element, ElementContent } from "hast";
import { toString } from "hast-util-to-string";

/** A row of the table of prose that a writer put inside a table directive. */
export interface ProseRow {
  /** Text of the first cell: the field or value the row is about. */
  readonly key: string;
  readonly node: Element;
  /** The other cells' content. */
  readonly cells: readonly ElementContent[][];
}

/** The columns of prose that a writer adds to a table from the contract. */
export interface ProseColumns {
  readonly headings: readonly ElementContent[][];
  readonly rows: readonly ProseRow[];
}

/** Reads the Markdown table inside a container directive; no table, no columns. */
export function readProseColumns(children: readonly ElementContent[]): ProseColumns {
  const table = children.find((child): child is Element => child.type === "element" && child.tagName === "table");
  const [head, ...rows] = table === undefined ? [] : descendants(table, "tr");
  if (head === undefined) return { headings: [], rows: [] };
  const [, ...headings] = cellsOf(head);
  return {
    headings: headings.map((cell) => cell.children),
    rows: rows.map((node) => {
      const [first, ...cells] = cellsOf(node);
      return {
        key: first === undefined ? "" : toString(first).trim(),
        node,
        cells: cells.map((cell) => cell.children),
      };
    }),
  };
}

function cellsOf(row: Element): Element[] {
  return row.children.filter((child): child is Element => child.type === "element");
}

function descendants(node: Element, tagName: string): Element[] {
  return node.children.flatMap((child) => {
    if (child.type !== "element") return [];
    return child.tagName === tagName ? [child] : descendants(child, tagName);
  });
}
