import { codeSpan, escapeText, tableOf } from "#content/markdown/markdown-forms.ts";
import { toLimitTexts } from "#shared/contract/limits.ts";
import { hrefOf, type Reference } from "#shared/contract/reference.ts";
import { furtherItems, type Member, resolveSchema, type Schema, type SchemaByName } from "#shared/contract/schema.ts";
import type { Markdown } from "#shared/contract/text.ts";
import { toTypeFacts, type TypePart } from "#shared/contract/type-words.ts";
import { toJsonText, toText } from "#shared/json/json.ts";

/** What the Markdown of a contract is written from. */
export interface ContractWords {
  readonly schemaByName: SchemaByName;
  readonly reference: Reference;
  /** Scheme and host of the published site; empty while they are not known. */
  readonly origin: string;
  /** A text of the contract, with links that work from anywhere; empty where there is none. */
  readonly textOf: (text: Markdown | null) => string;
}

/** A value that readers send or get, as a row of a table tells it. */
export interface FieldRow {
  readonly name: string;
  readonly required: boolean;
  readonly schema: Schema;
  readonly description: Markdown | null;
  readonly deprecated: boolean;
  readonly certainty: string | null;
}

export function fieldTable(rows: readonly FieldRow[], words: ContractWords): string {
  const head = ["Field", "Type", "Required", "Description"];
  const cells = rows.map(({ name, required, schema, description, deprecated, certainty }) => [
    codeSpan(name),
    typeText(schema, words) + markOf(certainty),
    required ? "yes" : "no",
    [deprecated ? "Deprecated." : "", words.textOf(description), valueText(resolveSchema(schema, words.schemaByName))]
      .filter((text) => text !== "")
      .join(" "),
  ]);
  return tableOf(head, cells);
}

/** A quiet word where the contract does not state what is written. */
export function markOf(certainty: string | null): string {
  return certainty === null ? "" : ` _(${escapeText(certainty)})_`;
}

/** A schema named or in place: its fields with those inside them, its values, or nothing beyond its type. */
export function schemaMarkdown(schema: Schema, words: ContractWords): string {
  const resolved = resolveSchema(schema, words.schemaByName);
  if (resolved.enum.length > 0) return enumTable(resolved, words);
  const budget = { rows: maxRows };
  const rows = rowsOf(resolved, words, { prefix: "", names: new Set(schema.ref === null ? [] : [schema.ref]), budget });
  return rows.length === 0 ? "" : fieldTable(rows, words);
}

/** The fields of a schema alone: what they use has a place of its own. */
export function memberTable(schema: Schema, words: ContractWords): string {
  const resolved = resolveSchema(schema, words.schemaByName);
  if (resolved.enum.length > 0) return enumTable(resolved, words);
  const rows = [...resolved.members, ...unnamedParts(resolved)].map((member) => toRow("", member));
  return rows.length === 0 ? "" : fieldTable(rows, words);
}

function enumTable({ enum: values }: Schema, { textOf }: ContractWords): string {
  const hasMeanings = values.some(({ meaning }) => meaning !== null);
  const rows = values.map(({ value, meaning }) => [codeSpan(toText(value)), ...(hasMeanings ? [textOf(meaning)] : [])]);
  return tableOf(["Value", ...(hasMeanings ? ["Meaning"] : [])], rows);
}

/** A table that would be longer than this leaves the deepest of its fields to the schemas that it links. */
const maxRows = 150;

interface RowPlace {
  readonly prefix: string;
  /** The named schemas that this one stands in: rings end here. */
  readonly names: ReadonlySet<string>;
  readonly budget: { rows: number };
}

function rowsOf(schema: Schema, words: ContractWords, place: RowPlace): readonly FieldRow[] {
  const { budget, prefix } = place;
  const isTuple = schema.prefixItems.length > 0;
  if (schema.content !== null) return rowsInside(schema.content, words, place);
  if (schema.items !== null && !isTuple) return rowsInside(schema.items, words, { ...place, prefix: `${prefix}[]` });
  return [...schema.members, ...unnamedParts(schema)].flatMap((member) => {
    if (budget.rows === 0) return [];
    budget.rows -= 1;
    const row = toRow(prefix, member);
    return [row, ...rowsInside(member.schema, words, { ...place, prefix: row.name })];
  });
}

/** Members that are known by a pattern, and the items of a list that are described one by one. */
function unnamedParts(schema: Schema): readonly Member[] {
  const { patternProperties, prefixItems } = schema;
  const further = prefixItems.length === 0 ? null : furtherItems(schema);
  const parts = [
    ...patternProperties.map((part) => ({ name: `/${part.pattern}/`, schema: part.schema })),
    ...prefixItems.map((item, index) => ({ name: `[${index}]`, schema: item })),
    ...(further === null ? [] : [{ name: `[${prefixItems.length}…]`, schema: further }]),
  ];
  return parts.map((part) => ({ ...part, required: false, from: null }));
}

function toRow(prefix: string, { name, required, schema }: Member): FieldRow {
  const path = prefix === "" || name.startsWith("[") ? prefix + name : `${prefix}.${name}`;
  return {
    name: path,
    required,
    schema,
    description: schema.description,
    deprecated: schema.deprecated,
    certainty: schema.certainty,
  };
}

function rowsInside(schema: Schema, words: ContractWords, place: RowPlace): readonly FieldRow[] {
  const { ref } = schema;
  if (ref !== null && place.names.has(ref)) return [];
  const names = ref === null ? place.names : new Set([...place.names, ref]);
  return rowsOf(resolveSchema(schema, words.schemaByName), words, { ...place, names });
}

/** What a value is: `integer, US cents, 0 or more`, `list of [LineItem](…)`. */
export function typeText(schema: Schema, words: ContractWords): string {
  const facts = toTypeFacts(schema).map((fact) => fact.map((part) => partText(part, words)).join(""));
  return [...facts, ...toLimitTexts(schema.limits).map(escapeText)].join(", ");
}

function partText(part: TypePart, words: ContractWords): string {
  return typeof part === "string" ? escapeText(part) : schemaLink(part.schema, words);
}

function schemaLink(name: string, { reference, origin }: ContractWords): string {
  const anchor = reference.anchorByName.get(name);
  return anchor === undefined ? escapeText(name) : `[${escapeText(name)}](${origin}${hrefOf(reference, anchor)})`;
}

/** The values there are, and the one that goes without saying. */
function valueText({ enum: values, const: only, default: initial, access }: Schema): string {
  const listed = values.map(({ value }) => codeSpan(toText(value))).join(", ");
  return [
    listed === "" ? null : `One of ${listed}.`,
    only === undefined ? null : `Always ${codeSpan(toText(only))}.`,
    initial === undefined ? null : `Default ${codeSpan(toJsonText(initial))}.`,
    access === null ? null : `${access === "read-only" ? "Read-only" : "Write-only"}.`,
  ]
    .filter((text) => text !== null)
    .join(" ");
}
