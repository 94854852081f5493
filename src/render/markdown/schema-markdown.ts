import { codeSpan, escapeText, joined, tableOf } from "#content/markdown/markdown-forms.ts";
import {
  eachWord,
  fieldsOf,
  heldInPlace,
  heldLimitTexts,
  labelOf,
  listedValues,
  listOf,
  type SchemaField,
  shapesOf,
} from "#shared/contract/fields.ts";
import { choicesIn, type EnumValue, resolveSchema, type Schema } from "#shared/contract/schema.ts";
import { toLimitTexts } from "#shared/contract/limits.ts";
import type { LinkedExample, Parameter } from "#shared/contract/operation.ts";
import type { Markdown } from "#shared/contract/text.ts";
import { toTypeFacts, type TypePart } from "#shared/contract/type-words.ts";
import { toJsonText, toText } from "#shared/json/json.ts";
import { beginningOf, valueBeginning } from "#shared/samples/long-code.ts";

import { type ContractWords, linkedExample, readMore, schemaLink } from "./markdown-words.ts";

/** A value that readers send or get, as a row of a table tells it. */
export interface FieldRow {
  readonly name: string;
  readonly required: boolean;
  readonly schema: Schema;
  readonly description: Markdown | null;
  readonly deprecated: boolean;
  readonly certainty: string | null;
  readonly linkedExamples?: readonly LinkedExample[];
}

export function parameterRow({ schema: stated, ...parameter }: Parameter): FieldRow {
  const { name, required, description, deprecated, certainty, examples, linkedExamples } = parameter;
  const [example] = examples;
  const isOwn = example?.authored === true && stated.examples.length === 0;
  const schema = isOwn ? { ...stated, examples: [example.value] } : stated;
  const row = { name, required, schema, description: description ?? schema.description, deprecated, certainty };
  return { ...row, linkedExamples };
}

export function fieldTable(rows: readonly FieldRow[], words: ContractWords): string {
  const head = ["Field", "Type", "Required", "Description"];
  const cells = rows.map(({ name, required, schema, description, deprecated, certainty, linkedExamples = [] }) => [
    codeSpan(name),
    typeText(schema, words) + markOf(certainty),
    required ? "yes" : "no",
    inOneLine([
      deprecated ? "Deprecated." : "",
      words.textOf(description),
      valueText(schema, words),
      ...linkedExamples.map((example) => linkedExample(example, words)),
    ]),
  ]);
  return tableOf(head, cells);
}

/** A quiet word where the contract doesn't state what is written. */
export function markOf(certainty: string | null): string {
  return certainty === null ? "" : ` _(${escapeText(certainty)})_`;
}

/** A schema named or in place: its fields with those inside them, its values, or nothing beyond its type. */
export function schemaMarkdown(schema: Schema, words: ContractWords): string {
  const resolved = resolveSchema(schema, words.schemaByName);
  const values = listedValues(listOf(resolved));
  if (values.length > 0) return enumTable(values, words);
  const budget = { rows: maxRows };
  const place = { prefix: "", names: new Set(schema.ref === null ? [] : [schema.ref]), budget };
  return withMeanings(resolved, groupsOf(resolved, words, place).flat(), words);
}

/** The fields of a schema with those inside them: the named schemas that they use have places of their own. */
export function memberTable(schema: Schema, words: ContractWords): string {
  const resolved = resolveSchema(schema, words.schemaByName);
  const values = listedValues(listOf(resolved));
  if (values.length > 0) return enumTable(values, words);
  const groups = groupsOf(resolved, words, { prefix: "", names: new Set(), budget: { rows: 0 } });
  return withMeanings(resolved, groups.flat(), words);
}

function withMeanings(schema: Schema, rows: readonly FieldRow[], words: ContractWords): string {
  return joined([
    inOneLine([...heldTexts(schema, words), ...heldValues(schema)]),
    discriminatorText(schema, words),
    rows.length === 0 ? "" : fieldTable(rows, words),
  ]);
}

/** What is said of the values that a list or a map holds. */
function heldTexts(schema: Schema, words: ContractWords): readonly string[] {
  return heldInPlace(schema).flatMap((held) => [words.textOf(held.description), readMore(held.externalDocs, words)]);
}

function inOneLine(texts: readonly string[]): string {
  return texts.filter((text) => text !== "").join(" ");
}

/** `kind` tells the shapes apart: `cat` means [Cat](…), anything else [Pet](…). */
function discriminatorText(schema: Schema, words: ContractWords): string {
  const { discriminator = null } = listOf(schema).alternatives ?? {};
  if (discriminator === null) return "";
  const { property, mapping, otherwise } = discriminator;
  const meanings = Array.from(mapping, ([value, name]) => `${codeSpan(value)} means ${schemaLink(name, words)}`);
  const others = otherwise === null ? [] : [`anything else ${schemaLink(otherwise, words)}`];
  return `${codeSpan(property)} tells the shapes apart: ${[...meanings, ...others].join(", ")}.`;
}

function enumTable(values: readonly EnumValue[], { textOf }: ContractWords): string {
  const hasNames = values.some((listed) => labelOf(listed) !== null);
  const hasMeanings = values.some(({ meaning }) => meaning !== null);
  const rows = values.map((listed) => [
    codeSpan(toText(listed.value)),
    ...(hasNames ? [escapeText(labelOf(listed) ?? "")] : []),
    ...(hasMeanings ? [textOf(listed.meaning)] : []),
  ]);
  return tableOf(["Value", ...(hasNames ? ["Name"] : []), ...(hasMeanings ? ["Meaning"] : [])], rows);
}

/** A table that would be longer than this leaves the fields of named schemas to those, which it links. */
const maxRows = 150;

interface RowPlace {
  readonly prefix: string;
  /** The named schemas that this one stands in: rings end here. */
  readonly names: ReadonlySet<string>;
  readonly budget: { rows: number };
}

/** The rows of a schema by its entries: each field, then each shape, with what is inside. */
function groupsOf(schema: Schema, words: ContractWords, place: RowPlace): readonly (readonly FieldRow[])[] {
  const { budget, prefix } = place;
  const { content, items, prefixItems, additionalProperties } = schema;
  if (content !== null) return groupsInside(content, words, place);
  if (items !== null && prefixItems.length === 0)
    return groupsInside(items, words, { ...place, prefix: `${prefix}[]` });
  const fields = fieldsOf(schema).map((field) => {
    budget.rows -= 1;
    const row = toRow(prefix, field);
    return [row, ...groupsInside(field.schema, words, { ...place, prefix: row.name }).flat()];
  });
  const groups = [...fields, ...alternativeGroups(schema, words, place)];
  if (groups.length > 0 || typeof additionalProperties !== "object" || additionalProperties === null) return groups;
  return groupsInside(additionalProperties, words, { ...place, prefix: prefix === "" ? "*" : `${prefix}.*` });
}

/** The type names a few alternatives by itself, but says nothing else of them. */
const fewAlternatives = 4;

function alternativeGroups(owner: Schema, words: ContractWords, place: RowPlace): readonly FieldRow[][] {
  const choices = choicesIn(owner);
  const isLong = shapesOf(owner).length > fewAlternatives;
  return choices.flatMap(({ schemas }, number) =>
    schemas.map((schema, index) => {
      const called = schema.title ?? schema.ref;
      const choice = choices.length === 1 ? "" : `choice ${number + 1}, `;
      const name = `${choice}alternative ${index + 1}${called === null ? "" : ` (${called})`}`;
      const row = toRow(place.prefix, { name, schema, required: false });
      const inside = groupsInside(schema, words, { ...place, prefix: row.name }).flat();
      const isDescribed = schema.description !== null || (schema.ref === null && hasMoreThanType(schema, words));
      return isLong || isDescribed || inside.length > 0 ? [row, ...inside] : [];
    }),
  );
}

function hasMoreThanType(schema: Schema, words: ContractWords): boolean {
  return schema.deprecated || schema.certainty !== null || ruleTexts(schema).join("") + valueText(schema, words) !== "";
}

type NamedField = Pick<SchemaField, "name" | "required" | "schema">;

function toRow(prefix: string, { name, required, schema }: NamedField): FieldRow {
  const path = prefix === "" || name.startsWith("[") ? prefix + name : `${prefix}.${name}`;
  const { description, deprecated, certainty } = schema;
  return { name: path, required, schema, description, deprecated, certainty };
}

function groupsInside(schema: Schema, words: ContractWords, place: RowPlace): readonly (readonly FieldRow[])[] {
  const { ref } = schema;
  if (ref !== null && (place.names.has(ref) || place.budget.rows <= 0)) return [];
  const names = ref === null ? place.names : new Set([...place.names, ref]);
  return groupsOf(resolveSchema(schema, words.schemaByName), words, { ...place, names });
}

/** What a value is: `integer, US cents, 0 or more`, `list of [LineItem](…), each at most 9 characters`. */
export function typeText(schema: Schema, words: ContractWords): string {
  const facts = toTypeFacts(schema).map((fact) => fact.map((part) => partText(part, words)).join(""));
  return [...facts, ...ruleTexts(schema)].join(", ");
}

/** What a value has to keep to. */
export function ruleTexts(schema: Schema): readonly string[] {
  const patterns = [schema, ...heldInPlace(schema)].flatMap(({ limits }) => limits.pattern ?? []);
  const limits = [...toLimitTexts(schema.limits), ...heldLimitTexts(schema)].map((text) => {
    const pattern = patterns.find((known) => text.endsWith(`matches ${known}`));
    return pattern === undefined ? escapeText(text) : text.slice(0, -pattern.length) + codeSpan(pattern);
  });
  return [...limits, ...(schema.additionalProperties === false ? ["no other members"] : [])];
}

function partText(part: TypePart, words: ContractWords): string {
  return typeof part === "string" ? escapeText(part) : schemaLink(part.schema, words);
}

function valueText(schema: Schema, words: ContractWords): string {
  const resolved = resolveSchema(schema, words.schemaByName);
  const { const: only, default: initial, access } = resolved;
  const [example] = schema.examples;
  const list = listOf(resolved);
  const listed = listedValues(list).map(valueWords).join(", ");
  return inOneLine([
    readMore(schema.externalDocs, words),
    ...heldTexts(resolved, words),
    listed === "" ? "" : `${list === resolved ? "One" : "Each one"} of ${listed}.`,
    only === undefined ? "" : `Always ${codeSpan(toText(only))}.`,
    initial === undefined ? "" : `Default ${codeSpan(toJsonText(initial))}.`,
    ...heldValues(resolved),
    example === undefined ? "" : `Example ${codeSpan(beginningOf(toText(example), valueBeginning))}.`,
    access === null ? "" : `${access === "read-only" ? "Read-only" : "Write-only"}.`,
    discriminatorText(schema, words),
  ]);
}

function valueWords(listed: EnumValue): string {
  const label = labelOf(listed);
  return codeSpan(toText(listed.value)) + (label === null ? "" : ` (${escapeText(label)})`);
}

/** The values that a list or a map holds where nobody states another one. */
function heldValues(schema: Schema): readonly string[] {
  return heldInPlace(schema).flatMap(({ const: only, default: initial }, level) => {
    const each = capitalized(eachWord(level));
    return [
      ...(only === undefined ? [] : [`${each} always ${codeSpan(toText(only))}.`]),
      ...(initial === undefined ? [] : [`${each} by default ${codeSpan(toJsonText(initial))}.`]),
    ];
  });
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
