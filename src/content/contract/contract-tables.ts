import type { Element, ElementContent } from "hast";
import { h } from "hastscript";

import type { SampleFault } from "#shared/conformance/sample-fault.ts";
import type { Operation } from "#shared/contract/operation.ts";
import type { NamedSchema, Member } from "#shared/contract/schema.ts";
import { toJsonText, toText } from "#shared/json/json.ts";

import type { BlockDirective } from "../components/admonition.ts";
import { cellMarkdown } from "../markdown/cell-markdown.ts";
import type { DocumentDraft } from "../markdown/document-draft.ts";
import { tableOf } from "../markdown/markdown-forms.ts";
import type { Rendering } from "../markdown/placeholder.ts";
import { contractElement } from "../markdown/write-markup.ts";
import { type ContractIndex, unknown } from "./contract-index.ts";
import { operationLink, withContract } from "./mentions.ts";
import { describeType, type ProseColumns, readProseColumns } from "./table-columns.ts";

const accessColumns: ReadonlyMap<string, string> = new Map([
  ["create", "Create"],
  ["update", "Update"],
  ["replace", "Replace"],
]);

/**
 * `::fields{schema=Load columns="type create update"}`: the members of a schema, with columns of prose if it is a
 * container. `::fields{schema=LoadCreate required}`: what a body must hold and what it may.
 */
export function fieldsTable(node: BlockDirective, draft: DocumentDraft): Rendering {
  const name = node.attributes?.["schema"] ?? "";
  return withContract({ node, draft, name, findIn: (index) => index.schema(name) }, (context) => {
    const { index, value: named, report, use } = context;
    use("table", name);
    const { members } = index.resolve(named.schema);
    if (members.length === 0)
      return report({ message: `\`${name}\` has no fields`, hint: "name a schema of an object" });
    if (node.attributes?.["required"] !== undefined) {
      const fault = checkNeeds(node);
      return fault === null ? needsTable(named, index, draft) : report(fault);
    }
    const columns = (node.attributes?.["columns"] ?? "type").split(/\s+/).filter((column) => column !== "");
    const wrong = columns.find((column) => column !== "type" && column !== "description" && !accessColumns.has(column));
    if (wrong !== undefined)
      return report({ message: `unknown column \`${wrong}\``, hint: "type, create, update, replace, description" });
    return tableFrom(draft, (children) => {
      const prose = readProseColumns(children);
      const names = members.map(({ name: member }) => member);
      reportUnknownRows(prose, { kind: `field of ${name}`, names }, draft);
      const head = ["Field", ...columns.map(columnTitle)].map((title): ElementContent[] => [
        { type: "text", value: title },
      ]);
      const rows = members.map((property) => [
        fieldName(property, index, named),
        ...columns.map((column) => fieldCell(column, { property, schemaName: name, index })),
        ...proseCells(prose, property.name),
      ]);
      return { className: "fields", head: [...head, ...prose.headings], rows };
    });
  });
}

function checkNeeds({ type, attributes }: BlockDirective): SampleFault | null {
  if (attributes?.["required"] !== "") return { message: "`required` has no value", hint: "write `required` alone" };
  if (attributes["columns"] !== undefined)
    return { message: "`required` and `columns` make two different tables", hint: "write one of them" };
  if (type === "leafDirective") return null;
  return { message: "`fields` with `required` takes no further columns", hint: "write it with two colons" };
}

/** With `required`: in two rows, the fields that a body must hold and those that it may. */
function needsTable(named: NamedSchema, index: ContractIndex, draft: DocumentDraft): Rendering {
  const members = index.resolve(named.schema).members.filter(({ schema }) => schema.access !== "read-only");
  const head = ["Needed", "Fields"].map((value): ElementContent[] => [{ type: "text", value }]);
  const rows = [true, false].flatMap((required) => {
    const fields = members.filter((member) => member.required === required);
    const listed = fields.flatMap((member, place) => [
      { type: "text", value: place === 0 ? "" : ", " } as const,
      ...fieldName(member, index, named),
      ...defaultOf(member),
    ]);
    const need: ElementContent = { type: "text", value: required ? "Required" : "Optional" };
    return fields.length === 0 ? [] : [[[need], listed]];
  });
  return tableFrom(draft, () => ({ className: "fields", head, rows }));
}

function defaultOf({ schema }: Member): ElementContent[] {
  if (schema.default === undefined) return [];
  return [{ type: "text", value: " (default " }, h("code", toJsonText(schema.default)), { type: "text", value: ")" }];
}

function columnTitle(column: string): string {
  return accessColumns.get(column) ?? (column === "type" ? "Type and limits" : "Description");
}

function fieldName({ name }: Member, index: ContractIndex, named: NamedSchema): ElementContent[] {
  return [contractElement(index.place(index.fieldAnchor(named, name)), "field", [h("code", name)])];
}

interface FieldCell {
  readonly property: Member;
  readonly schemaName: string;
  readonly index: ContractIndex;
}

function fieldCell(column: string, { property, schemaName, index }: FieldCell): ElementContent[] {
  if (column === "type") return describeType(property.schema, index);
  if (column === "description") return [index.written(property.schema.description)];
  const title = accessColumns.get(column) ?? "";
  const separate = `${schemaName}${title}`;
  const written = index.schema(index.hasSchema(separate) ? separate : schemaName);
  const members = "message" in written ? [] : index.resolve(written.schema).members;
  const own = members.find(({ name }) => name === property.name);
  const access =
    own === undefined || own.schema.access === "read-only" ? "Read-only" : own.required ? "Required" : "Optional";
  return [{ type: "text", value: access }];
}

/** `::enum{schema=InvoiceStatus}`: every value with its meaning; a container adds prose and must speak of every value. */
export function enumTable(node: BlockDirective, draft: DocumentDraft): Rendering {
  const name = node.attributes?.["schema"] ?? "";
  return withContract({ node, draft, name, findIn: (index) => index.schema(name) }, (context) => {
    const { index, value: named, report, use } = context;
    use("table", name);
    const values = index.resolve(named.schema).enum;
    const columns = node.attributes?.["columns"];
    if (columns && columns !== "meaning") return report({ message: `unknown column \`${columns}\``, hint: "meaning" });
    if (values.length === 0)
      return report({ message: `\`${name}\` has no list of values`, hint: "name a schema with an enum" });
    return tableFrom(draft, (children) => {
      const prose = readProseColumns(children);
      const names = values.map(({ value }) => toText(value));
      reportUnknownRows(prose, { kind: `value of ${name}`, names }, draft);
      if (prose.rows.length > 0) reportMissingRows(names, prose, { name, node, draft });
      const isAsked = prose.rows.length === 0 || columns === "meaning";
      const meanings = isAsked && values.some(({ meaning }) => meaning !== null);
      const head: ElementContent[][] = ["Value", ...(meanings ? ["Meaning"] : [])].map((value) => [
        { type: "text", value },
      ]);
      const rows = values.map(({ value, meaning }) => [
        [h("code.value", toText(value))],
        ...(meanings ? [[index.written(meaning)]] : []),
        ...proseCells(prose, toText(value)),
      ]);
      return { className: "enum", head: [...head, ...prose.headings], rows };
    });
  });
}

/** `::operations{tag=loads}` or `{audience=broker}`: method, path and summary of each operation. */
export function operationsTable(node: BlockDirective, draft: DocumentDraft): Rendering {
  const { tag, audience } = node.attributes ?? {};
  const findIn = ({ contract: { operations } }: ContractIndex): readonly Operation[] | SampleFault => {
    const found = operations.filter(
      (operation) => (!tag || operation.tag === tag) && (!audience || operation.audience.includes(audience)),
    );
    return found.length > 0 ? found : { message: "no operation has this tag or audience", hint: null };
  };
  return withContract({ node, draft, name: tag ?? audience ?? "", findIn }, ({ index, value: chosen }) => {
    const rows = chosen.map((operation) => [
      [operationLink(operation, index)],
      [{ type: "text", value: operation.summary } as const],
    ]);
    const head: ElementContent[][] = ["Operation", "What it does"].map((value) => [{ type: "text", value }]);
    return tableFrom(draft, () => ({ className: "operations", head, rows }));
  });
}

function proseCells({ headings, rows }: ProseColumns, key: string): ElementContent[][] {
  const row = rows.find((candidate) => candidate.key === key);
  return headings.map((_, column) => row?.cells[column] ?? []);
}

interface KnownRows {
  /** What a row names: `field of Load`. */
  readonly kind: string;
  readonly names: readonly string[];
}

function reportUnknownRows({ rows }: ProseColumns, { kind, names }: KnownRows, draft: DocumentDraft): void {
  const known = new Set(names);
  for (const { key, node } of rows) {
    if (!known.has(key)) draft.report("contract/unknown-name", unknown(kind, key, known), node);
  }
}

interface EnumPlace {
  readonly name: string;
  readonly node: BlockDirective;
  readonly draft: DocumentDraft;
}

function reportMissingRows(names: readonly string[], { rows }: ProseColumns, { name, node, draft }: EnumPlace): void {
  const missing = names.filter((value) => !rows.some(({ key }) => key === value));
  if (missing.length === 0) return;
  const message = `the table lacks values of ${name}: ${missing.join(", ")}`;
  draft.report("contract/unknown-name", { message, hint: "add a row for each" }, node);
}

interface Table {
  readonly className: string;
  readonly head: readonly ElementContent[][];
  readonly rows: readonly ElementContent[][][];
}

/** A writer's prose arrives with the markup: a page's Markdown is written after that. */
function tableFrom({ addresses }: DocumentDraft, toTable: (children: readonly ElementContent[]) => Table): Rendering {
  let markdown = "";
  const toCell = (cell: readonly ElementContent[]) => cellMarkdown(cell, addresses);
  return {
    html: (children) => {
      const table = toTable(children);
      markdown = tableOf(
        table.head.map(toCell),
        table.rows.map((row) => row.map(toCell)),
      );
      return [tableElement(table)];
    },
    markdown: () => markdown,
  };
}

function tableElement({ className, head, rows }: Table): Element {
  const headings = head.map((cell) => h("th", { scope: "col" }, cell));
  const lines = rows.map((cells) =>
    h(
      "tr",
      cells.map((cell) => h("td", cell)),
    ),
  );
  return h(`table.${className}`, [h("thead", [h("tr", headings)]), h("tbody", lines)]);
}
