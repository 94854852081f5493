import { codeSpan, escapeText, tableOf } from "#content/markdown/markdown-forms.ts";
import {
  eachWord,
  innerLevels,
  innerLimitTexts,
  labelOf,
  listedValues,
  listOf,
  toTypeFacts,
  valuesAtFirst,
} from "#shared/contract/fields.ts";
import { toLimitTexts } from "#shared/contract/keywords/limits.ts";
import { type EnumValue, resolveSchema, type Schema } from "#shared/contract/schema.ts";
import { type Json, toJsonText, toText } from "#shared/json/json.ts";
import { beginningOf, valueBeginning } from "#shared/samples/long-code.ts";

import { type ContractWords, readMore, schemaLink } from "./markdown-words.ts";

/** Describes a value's type: `integer, US cents, 0 or more`, `list of [LineItem](…), each at most 9 characters`. */
export function typeText(schema: Schema, words: ContractWords): string {
  const facts = toTypeFacts(schema).map((fact) =>
    fact.map((part) => (typeof part === "string" ? escapeText(part) : schemaLink(part.schema, words))).join(""),
  );
  return [...facts, ...ruleTexts(schema)].join(", ");
}

/** Lists the rules for a value. */
export function ruleTexts(schema: Schema): readonly string[] {
  const stated = [schema, ...innerLevels(schema)].flatMap(({ limits }) => [limits, limits.propertyNames ?? {}]);
  const patterns = stated.flatMap(({ patterns: own = [] }) => own);
  const limits = [...toLimitTexts(schema.limits), ...innerLimitTexts(schema)].map((text) => {
    const pattern = patterns.find((known) => text.endsWith(`matches ${known}`));
    return pattern === undefined ? escapeText(text) : text.slice(0, -pattern.length) + codeSpan(pattern);
  });
  return [...limits, ...(schema.additionalProperties === false ? ["no other members"] : [])];
}

/** Describes a value, except for its type and its description. */
export function valueText(schema: Schema, words: ContractWords): string {
  const resolved = resolveSchema(schema, words.schemaByName);
  const { const: only, default: initial, access } = resolved;
  const list = listOf(resolved);
  const listed = listedValues(list)
    .map((value) => valueWords(value, words))
    .join(", ");
  return inOneLine([
    readMore(schema.externalDocs, words),
    ...innerTexts(resolved, words),
    listed === "" ? "" : `${list === resolved ? "One" : "Each one"} of ${listed}.`,
    only === undefined ? "" : `Always ${valueCode(only)}.`,
    initial === undefined ? "" : `Default ${codeSpan(toJsonText(initial))}.`,
    ...innerValues(resolved),
    ...relatedTexts(schema, words),
    exampleText(schema.examples.length > 1 ? "Examples" : "Example", schema),
    access === null ? "" : `${access === "read-only" ? "Read-only" : "Write-only"}.`,
    discriminatorText(schema, words),
  ]);
}

function valueWords(listed: EnumValue, { textOf }: ContractWords): string {
  const remarks = [escapeText(labelOf(listed) ?? ""), textOf(listed.meaning)].filter((text) => text !== "").join(": ");
  return valueCode(listed.value) + (remarks === "" ? "" : ` (${remarks})`);
}

export function exampleText(word: string, { examples }: Schema): string {
  if (examples.length === 0) return "";
  const more = examples.length - valuesAtFirst;
  const shown = examples.slice(0, valuesAtFirst).map((value) => exampleCode(value));
  return `${word} ${shown.join(", ")}${more > 0 ? ` and ${more} more` : ""}.`;
}

export function exampleCode(value: Json): string {
  return valueCode(beginningOf(toText(value), valueBeginning));
}

function valueCode(value: Json): string {
  return codeSpan(value === "" ? '""' : toText(value));
}

function innerValues(schema: Schema): readonly string[] {
  return innerLevels(schema).flatMap((inner, level) => {
    const { const: only, default: initial } = inner;
    const word = eachWord(level);
    const each = word.charAt(0).toUpperCase() + word.slice(1);
    return [
      ...(only === undefined ? [] : [`${each} always ${valueCode(only)}.`]),
      ...(initial === undefined ? [] : [`${each} by default ${codeSpan(toJsonText(initial))}.`]),
      exampleText(`${each} such as`, inner),
    ];
  });
}

/** Describes a schema that has its own section, except for its description. */
export function schemaText(schema: Schema, words: ContractWords): string {
  return inOneLine([...innerTexts(schema, words), ...innerValues(schema), ...relatedTexts(schema, words)]);
}

function relatedTexts({ ref, mergedFrom, not }: Schema, words: ContractWords): readonly string[] {
  const all = mergedFrom.map((name) => schemaLink(name, words)).join(", ");
  const excluded = ref === null ? (not?.ref ?? null) : null;
  return [all === "" ? "" : `With all of ${all}.`, excluded === null ? "" : `Not ${schemaLink(excluded, words)}.`];
}

function innerTexts(schema: Schema, words: ContractWords): readonly string[] {
  return innerLevels(schema).flatMap((inner) => [words.textOf(inner.description), readMore(inner.externalDocs, words)]);
}

/** Joins texts as sentences, without the empty ones. */
export function inOneLine(texts: readonly string[]): string {
  const shown = texts.filter((text) => text !== "");
  // What authors write of a field often has no period at its end, and something follows.
  const sentences = shown.slice(0, -1).map((text) => (/[\p{L}\p{N}`*_)\]]$/u.test(text) ? `${text}.` : text));
  return [...sentences, ...shown.slice(-1)].join(" ");
}

/** Explains a discriminator: if `kind` is `cat`, the value is a [Cat](…), otherwise a [Pet](…). */
export function discriminatorText(schema: Schema, words: ContractWords): string {
  const { discriminator = null } = listOf(schema).alternatives ?? {};
  if (discriminator === null) return "";
  const { property, mapping, fallback } = discriminator;
  const meanings = Array.from(mapping, ([value, name]) => `${codeSpan(value)} means ${schemaLink(name, words)}`);
  const fallbackMeaning = fallback === null ? [] : [`anything else ${schemaLink(fallback, words)}`];
  return `${codeSpan(property)} tells the shapes apart: ${[...meanings, ...fallbackMeaning].join(", ")}.`;
}

/** Writes a table of an enum's values with their names and meanings. */
export function enumTable(values: readonly EnumValue[], { textOf }: ContractWords): string {
  const hasNames = values.some((listed) => labelOf(listed) !== null);
  const hasMeanings = values.some(({ meaning }) => meaning !== null);
  const rows = values.map((listed) => [
    valueCode(listed.value),
    ...(hasNames ? [escapeText(labelOf(listed) ?? "")] : []),
    ...(hasMeanings ? [textOf(listed.meaning)] : []),
  ]);
  return tableOf(["Value", ...(hasNames ? ["Name"] : []), ...(hasMeanings ? ["Meaning"] : [])], rows);
}

/** A short mark for texts that go beyond the contract. */
export function markOf(certainty: string | null): string {
  return certainty === null ? "" : ` _(${escapeText(certainty)})_`;
}
