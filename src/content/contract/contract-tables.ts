import type { Element, ElementContent } from "hast";
import { toString } from "hast-util-to-string";
import { h } from "hastscript";

import type { SampleFault } from "#shared/conformance/sample-fault.ts";
import { innerLimitTexts, labelOf, listedValues, toTypeFacts, type TypePart } from "#shared/contract/fields.ts";
import { toLimitTexts } from "#shared/contract/keywords/limits.ts";
import type { Operation } from "#shared/contract/operation.ts";
import type { Member, NamedSchema, Schema } from "#shared/contract/schema.ts";
import { toJsonText, toText } from "#shared/json/json.ts";

import type { BlockDirective } from "../components/admonition.ts";
import type { DocumentDraft } from "../markdown/document-draft.ts";
import { elementsOf, rowsOf } from "../markdown/markdown.ts";
import { onlyChildren, type Render } from "../markdown/placeholder.ts";
import { contractElement } from "../markdown/write-markup.ts";
import { type ContractIndex, sentForms, unknown } from "./contract-index.ts";
import { chosenIn, lookUp, operationLink, reportName } from "./mentions.ts";

const columnTitles: ReadonlyMap<string, string> = new Map([
  ["type", "Type and limits"],
  ...sentForms.map((form) => [form.toLowerCase(), form] as const),
  ["description", "Description"],
]);

/**
 * `::fields{schema=Load columns="type create update"}` lists a schema's members; a container adds columns of prose.
 * `::fields{schema=LoadCreate required}` lists required and optional fields.
 */
export function fieldsTable(node: BlockDirective, draft: DocumentDraft): Render {
  const name = node.attributes?.["schema"] ?? "";
  const found = lookUp(node, draft, { name, findIn: (index) => index.schema(name), hasTexts: true, ...chosenIn(node) });
  if (found === null) return onlyChildren;
  const { index, value: named, use } = found;
  const report = (fault: SampleFault): Render => reportName(node, draft, { fault });
  use("table", name);
  const { members } = index.resolve(named.schema);
  if (members.length === 0) return report({ message: `\`${name}\` has no fields`, hint: "name a schema of an object" });
  if (node.attributes?.["required"] !== undefined) {
    const fault = checkNeeds(node);
    return fault === null ? needsTable(named, index) : report(fault);
  }
  const columns = (node.attributes?.["columns"] ?? "type").split(/\s+/).filter((column) => column !== "");
  const wrong = columns.find((column) => !columnTitles.has(column));
  if (wrong !== undefined)
    return report({ message: `unknown column \`${wrong}\``, hint: [...columnTitles.keys()].join(", ") });
  const cells = columns.map((column) => fieldCells(column, name, index));
  return (children) => {
    const prose = readProseColumns(children);
    const names = members.map(({ name: member }) => member);
    for (const { key, node: row } of prose.rows)
      if (!names.includes(key)) draft.report("contract/unknown-name", unknown(`field of ${name}`, key, names), row);
    const head = toHead(["Field", ...columns.map((column) => columnTitles.get(column) ?? "")]);
    const rows = members.map((property) => [
      fieldName(property, index, named),
      ...cells.map((toCell) => toCell(property)),
      ...proseCells(prose, property.name),
    ]);
    return [tableElement({ className: "fields", head: [...head, ...prose.headings], rows })];
  };
}

function checkNeeds({ type, attributes }: BlockDirective): SampleFault | null {
  if (attributes?.["required"] !== "") return { message: "`required` has no value", hint: "write `required` alone" };
  if (attributes["columns"] !== undefined)
    return { message: "`required` and `columns` make two different tables", hint: "write one of them" };
  if (type === "leafDirective") return null;
  return { message: "`fields` with `required` takes no further columns", hint: "write it with two colons" };
}

function needsTable(named: NamedSchema, index: ContractIndex): Render {
  const members = index.resolve(named.schema).members.filter(({ schema }) => schema.access !== "read-only");
  const rows = [true, false].flatMap((required) => {
    const fields = members.filter((member) => member.required === required);
    const listed = fields.flatMap((member, number) => {
      const { default: value } = member.schema;
      const words = value === undefined ? [] : [text(" (default "), h("code", toJsonText(value)), text(")")];
      return [text(number === 0 ? "" : ", "), ...fieldName(member, index, named), ...words];
    });
    return fields.length === 0 ? [] : [[[text(required ? "Required" : "Optional")], listed]];
  });
  return () => [tableElement({ className: "fields", head: toHead(["Needed", "Fields"]), rows })];
}

function fieldName({ name }: Member, index: ContractIndex, named: NamedSchema): ElementContent[] {
  return [contractElement(index.linkTo(index.fieldAnchor(named, name)), "field", [h("code", name)])];
}

function fieldCells(column: string, schemaName: string, index: ContractIndex): (field: Member) => ElementContent[] {
  if (column === "type") return ({ schema }) => describeType(schema, index);
  if (column === "description") return ({ schema }) => [index.written(schema.description)];
  const separate = `${schemaName}${columnTitles.get(column) ?? ""}`;
  const form = index.schema(separate);
  const written = "message" in form ? index.schema(schemaName) : form;
  const members = "message" in written ? [] : index.resolve(written.schema).members;
  return ({ name }) => {
    const field = members.find((member) => member.name === name);
    if (field === undefined || field.schema.access === "read-only") return [text("Read-only")];
    return [text(field.required ? "Required" : "Optional")];
  };
}

/** `::enum{schema=InvoiceStatus}` lists values and meanings; prose in a container has to cover every value. */
export function enumTable(node: BlockDirective, draft: DocumentDraft): Render {
  const name = node.attributes?.["schema"] ?? "";
  const found = lookUp(node, draft, { name, findIn: (index) => index.schema(name), hasTexts: true, ...chosenIn(node) });
  if (found === null) return onlyChildren;
  const { index, value: named, use } = found;
  const report = (fault: SampleFault): Render => reportName(node, draft, { fault });
  use("table", name);
  const values = index.resolve(named.schema).enum;
  const columns = node.attributes?.["columns"];
  if (columns && columns !== "meaning") return report({ message: `unknown column \`${columns}\``, hint: "meaning" });
  if (values.length === 0)
    return report({ message: `\`${name}\` has no list of values`, hint: "name a schema with an enum" });
  return (children) => {
    const prose = readProseColumns(children);
    const names = values.map(({ value }) => toText(value));
    for (const { key, node: row } of prose.rows)
      if (!names.includes(key)) draft.report("contract/unknown-name", unknown(`value of ${name}`, key, names), row);
    const missing = names.filter((value) => !prose.rows.some(({ key }) => key === value));
    if (prose.rows.length > 0 && missing.length > 0) {
      const message = `the table lacks values of ${name}: ${missing.join(", ")}`;
      draft.report("contract/unknown-name", { message, hint: "add a row for each" }, node);
    }
    const isWanted = prose.rows.length === 0 || columns === "meaning";
    const meanings = isWanted && values.some(({ meaning }) => meaning !== null);
    const head = toHead(["Value", ...(meanings ? ["Meaning"] : [])]);
    const rows = values.map(({ value, meaning }) => [
      [h("code.value", toText(value))],
      ...(meanings ? [[index.written(meaning)]] : []),
      ...proseCells(prose, toText(value)),
    ]);
    return [tableElement({ className: "enum", head: [...head, ...prose.headings], rows })];
  };
}

/** `::operations{tag=loads}` or `{audience=broker}` lists the method, path and summary of each operation. */
export function operationsTable(node: BlockDirective, draft: DocumentDraft): Render {
  const { tag, audience } = node.attributes ?? {};
  const findIn = ({ contract: { operations } }: ContractIndex): readonly Operation[] | SampleFault => {
    const named = operations.filter(
      (operation) => (!tag || operation.tag === tag) && (!audience || operation.audience.includes(audience)),
    );
    return named.length > 0 ? named : { message: "no operation has this tag or audience", hint: null };
  };
  const found = lookUp(node, draft, { name: tag ?? audience ?? "", isOfMany: true, findIn, ...chosenIn(node) });
  if (found === null) return onlyChildren;
  const { index, value: operations } = found;
  const rows = operations.map((operation) => [[operationLink(operation, index)], [text(operation.summary)]]);
  return () => [tableElement({ className: "operations", head: toHead(["Operation", "What it does"]), rows })];
}

function toHead(titles: readonly string[]): ElementContent[][] {
  return titles.map((value) => [text(value)]);
}

interface Table {
  readonly className: string;
  readonly head: readonly ElementContent[][];
  readonly rows: readonly ElementContent[][][];
}

function tableElement({ className, head, rows }: Table): Element {
  const headings = head.map((cell) => h("th", { scope: "col" }, cell));
  const cells = rows.map((row) => row.map((cell) => h("td", cell)));
  const lines = cells.map((row) => h("tr", row));
  return h(`table.${className}`, [h("thead", [h("tr", headings)]), h("tbody", lines)]);
}

function describeType(schema: Schema, index: ContractIndex): ElementContent[] {
  const facts = [
    ...toTypeFacts(schema).map((fact) => fact.map((part) => partOf(part, index))),
    ...[...toLimitTexts(schema.limits), ...innerLimitTexts(schema)].map((limit) => [text(limit)]),
    ...(schema.default === undefined ? [] : [[text("default "), h("code", toJsonText(schema.default))]]),
  ];
  const values = listedValues(schema).flatMap((listed, number) => {
    const label = labelOf(listed);
    const value = [text(number > 0 ? ", " : ": "), h("code", toText(listed.value))];
    return label === null ? value : [...value, text(` (${label})`)];
  });
  return [...facts.flatMap((fact, number) => (number > 0 ? [text(", "), ...fact] : fact)), ...values];
}

function partOf(part: TypePart, index: ContractIndex): ElementContent {
  if (typeof part === "string") return text(part);
  const named = index.schema(part.schema);
  return "message" in named
    ? text(part.schema)
    : contractElement(index.linkTo(named.anchor), undefined, [text(named.name)]);
}

function text(value: string): ElementContent {
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

function readProseColumns(children: readonly ElementContent[]): ProseColumns {
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

function proseCells({ headings, rows }: ProseColumns, key: string): ElementContent[][] {
  const row = rows.find((candidate) => candidate.key === key);
  return headings.map((_, column) => row?.cells[column] ?? []);
}
