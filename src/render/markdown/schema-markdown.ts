import { codeSpan, escapeText, joined, tableOf } from "#content/markdown/markdown-forms.ts";
import { type LabeledExample, splitExamples, titleOf } from "#shared/contract/field-words.ts";
import { fieldsOf, listedValues, listOf, type SchemaField, shapesOf } from "#shared/contract/fields.ts";
import { choicesIn, resolveSchema, type Schema } from "#shared/contract/schema.ts";
import type { LinkedExample, Parameter } from "#shared/contract/operation.ts";
import type { Markdown } from "#shared/contract/text.ts";

import { type ContractWords, linkedExample } from "./markdown-words.ts";
import {
  discriminatorText,
  enumTable,
  exampleCode,
  inOneLine,
  markOf,
  ruleTexts,
  schemaText,
  typeText,
  valueText,
} from "./value-markdown.ts";

/** A row of a table of fields. */
export interface FieldRow {
  readonly name: string;
  readonly required: boolean;
  readonly schema: Schema;
  readonly description: Markdown | null;
  readonly deprecated: boolean;
  readonly certainty: string | null;
  readonly described?: readonly LabeledExample[];
  readonly linkedExamples?: readonly LinkedExample[];
}

/** A parameter with the fields inside it. */
export function parameterRows(parameter: Parameter, words: ContractWords): readonly FieldRow[] {
  const { name, required, deprecated, certainty, linkedExamples } = parameter;
  const { schema, described } = splitExamples(parameter);
  const description = parameter.description ?? schema.description;
  const row = { name, required, schema, description, deprecated, certainty, described, linkedExamples };
  const context = { prefix: name, names: new Set<string>(), budget: { rows: maxRows } };
  return [row, ...groupsInside(schema, words, context).flat()];
}

export function fieldTable(rows: readonly FieldRow[], words: ContractWords): string {
  const head = ["Field", "Type", "Required", "Description"];
  const cells = rows.map((row) => [
    codeSpan(row.name),
    typeText(row.schema, words) + markOf(row.certainty),
    row.required ? "yes" : "no",
    descriptionCell(row, words),
  ]);
  return tableOf(head, cells);
}

function descriptionCell(row: FieldRow, words: ContractWords): string {
  const { name, schema, deprecated, description, described = [], linkedExamples = [] } = row;
  const title = titleOf(name, schema);
  const text = words.textOf(description);
  return inOneLine([
    deprecated ? "Deprecated." : "",
    title === null ? "" : `${escapeText(title)}.`,
    /^[*+-] /m.test(text) ? `${text}<br>` : text,
    valueText(schema, words),
    ...described.map((example) => describedExample(example, words)),
    ...linkedExamples.map((example) => linkedExample(example, words)),
  ]);
}

function describedExample({ value, label, description }: LabeledExample, { textOf }: ContractWords): string {
  const code = `Example ${exampleCode(value)}`;
  return inOneLine([label === null ? `${code}.` : `${code}: ${escapeText(label)}.`, textOf(description)]);
}

/** Writes a schema: its fields with nested fields, or its values, or only its type. */
export function schemaMarkdown(schema: Schema, words: ContractWords): string {
  const names = new Set(schema.ref === null ? [] : [schema.ref]);
  return fieldsOrValues(schema, words, { prefix: "", names, budget: { rows: maxRows } });
}

/** Writes a table of a schema's fields. Named schemas are linked, since each has a section of its own. */
export function memberTable(schema: Schema, words: ContractWords): string {
  return fieldsOrValues(schema, words, { prefix: "", names: new Set(), budget: { rows: 0 } });
}

function fieldsOrValues(schema: Schema, words: ContractWords, context: RowContext): string {
  const resolved = resolveSchema(schema, words.schemaByName);
  const values = listedValues(listOf(resolved));
  if (values.length > 0) return enumTable(values, words);
  const rows = groupsOf(resolved, words, context).flat();
  return joined([
    schemaText(resolved, words),
    discriminatorText(resolved, words),
    rows.length === 0 ? "" : fieldTable(rows, words),
  ]);
}

/** In a longer table, fields link to named schemas instead of including their fields. */
const maxRows = 150;

interface RowContext {
  readonly prefix: string;
  /** The named schemas around this field, which end rings. */
  readonly names: ReadonlySet<string>;
  readonly budget: { rows: number };
}

function groupsOf(schema: Schema, words: ContractWords, context: RowContext): readonly (readonly FieldRow[])[] {
  const { budget, prefix } = context;
  const { content, items, prefixItems, additionalProperties } = schema;
  if (content !== null) return groupsInside(content, words, context);
  if (items !== null && prefixItems.length === 0)
    return groupsInside(items, words, { ...context, prefix: `${prefix}[]` });
  const fields = fieldsOf(schema).map((field) => {
    budget.rows -= 1;
    const row = toRow(prefix, field);
    return [row, ...groupsInside(field.schema, words, { ...context, prefix: row.name }).flat()];
  });
  const groups = [...fields, ...alternativeGroups(schema, words, context)];
  if (groups.length > 0 || typeof additionalProperties !== "object" || additionalProperties === null) return groups;
  return groupsInside(additionalProperties, words, { ...context, prefix: prefix === "" ? "*" : `${prefix}.*` });
}

/** The type already lists this many alternatives by name. */
const fewAlternatives = 4;

function alternativeGroups(owner: Schema, words: ContractWords, context: RowContext): readonly FieldRow[][] {
  const choices = choicesIn(owner);
  const isLong = shapesOf(owner).length > fewAlternatives;
  return choices.flatMap(({ schemas }, number) =>
    schemas.map((schema, index) => {
      const called = schema.title ?? schema.ref;
      const choice = choices.length === 1 ? "" : `choice ${number + 1}, `;
      const name = `${choice}alternative ${index + 1}${called === null ? "" : ` (${called})`}`;
      const row = toRow(context.prefix, { name, schema, required: false });
      const inside = groupsInside(schema, words, { ...context, prefix: row.name }).flat();
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

function groupsInside(schema: Schema, words: ContractWords, context: RowContext): readonly (readonly FieldRow[])[] {
  const { ref } = schema;
  if (ref !== null && (context.names.has(ref) || context.budget.rows <= 0)) return [];
  const names = ref === null ? context.names : new Set([...context.names, ref]);
  return groupsOf(resolveSchema(schema, words.schemaByName), words, { ...context, names });
}
