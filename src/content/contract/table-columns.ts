import type { Element, ElementContent } from "hast";
import { toString } from "hast-util-to-string";
import { h } from "hastscript";

import { toLimitTexts } from "#shared/contract/limits.ts";
import type { Schema } from "#shared/contract/schema.ts";
import { toTypeFacts, type TypePart } from "#shared/contract/type-words.ts";
import { toJsonText, toText } from "#shared/json/json.ts";

import { contractElement } from "../markdown/write-markup.ts";
import { type ContractIndex } from "./contract-index.ts";

/** A schema in the words of a field table: its type, limits and default, then its values. Named schemas are links. */
export function describeType(schema: Schema, index: ContractIndex): ElementContent[] {
  const facts = [
    ...toTypeFacts(schema).map((fact) => fact.map((part) => partOf(part, index))),
    ...toLimitTexts(schema.limits).map((limit) => [text(limit)]),
    ...(schema.default === undefined ? [] : [[text("default "), h("code", toJsonText(schema.default))]]),
  ];
  return [...facts.flatMap((fact, place) => (place > 0 ? [text(", "), ...fact] : fact)), ...values(schema)];
}

function partOf(part: TypePart, index: ContractIndex): ElementContent {
  if (typeof part === "string") return text(part);
  const named = index.schema(part.schema);
  return "message" in named
    ? text(part.schema)
    : contractElement(index.place(named.anchor), undefined, [text(named.name)]);
}

function values(schema: Schema): ElementContent[] {
  if (schema.enum.length === 0) return [];
  const list = schema.enum.flatMap(({ value }, position): ElementContent[] => [
    ...(position > 0 ? [text(", ")] : []),
    h("code", toText(value)),
  ]);
  return [text(": "), ...list];
}

function text(value: string): ElementContent {
  return { type: "text", value };
}

/** A row of the table of prose that a writer put inside a table directive. */
interface ProseRow {
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
