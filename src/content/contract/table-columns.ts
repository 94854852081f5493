import type { Element, ElementContent } from "hast";
import { toString } from "hast-util-to-string";
import { h } from "hastscript";

import { heldLimitTexts, labelOf, listedValues } from "#shared/contract/fields.ts";
import { toLimitTexts } from "#shared/contract/limits.ts";
import type { Schema } from "#shared/contract/schema.ts";
import { toTypeFacts, type TypePart } from "#shared/contract/type-words.ts";
import { toJsonText, toText } from "#shared/json/json.ts";

import { elementsOf, rowsOf } from "../markdown/markdown.ts";
import { contractElement } from "../markdown/write-markup.ts";
import { type ContractIndex } from "./contract-index.ts";

/** A schema's type, limits, default and values. Named schemas are links. */
export function describeType(schema: Schema, index: ContractIndex): ElementContent[] {
  const facts = [
    ...toTypeFacts(schema).map((fact) => fact.map((part) => partOf(part, index))),
    ...[...toLimitTexts(schema.limits), ...heldLimitTexts(schema)].map((limit) => [text(limit)]),
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
  return listedValues(schema).flatMap((listed, position) => {
    const label = labelOf(listed);
    const value = [text(position > 0 ? ", " : ": "), h("code", toText(listed.value))];
    return label === null ? value : [...value, text(` (${label})`)];
  });
}

export function text(value: string): ElementContent {
  return { type: "text", value };
}

interface ProseRow {
  /** The first cell names the field or value. */
  readonly key: string;
  readonly node: Element;
  readonly cells: readonly ElementContent[][];
}

/** Columns of prose that a writer adds to the contract's. */
interface ProseColumns {
  readonly headings: readonly ElementContent[][];
  readonly rows: readonly ProseRow[];
}

/** Reads the Markdown table inside a container directive; without one there are no columns. */
export function readProseColumns(children: readonly ElementContent[]): ProseColumns {
  const table = elementsOf(children).find(({ tagName }) => tagName === "table");
  const [head, ...rows] = table === undefined ? [] : rowsOf(table);
  return {
    headings: head === undefined ? [] : cellsOf(head).slice(1),
    rows: rows.map((node) => {
      const [first = [], ...cells] = cellsOf(node);
      return { key: toString({ type: "root", children: first }).trim(), node, cells };
    }),
  };
}

function cellsOf(row: Element): ElementContent[][] {
  return elementsOf(row.children).map((cell) => cell.children);
}

export function proseCells({ headings, rows }: ProseColumns, key: string): ElementContent[][] {
  const row = rows.find((candidate) => candidate.key === key);
  return headings.map((_, column) => row?.cells[column] ?? []);
}
