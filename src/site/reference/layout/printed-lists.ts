import {
  fieldsOf,
  innerFields,
  innerLimitTexts,
  listedValues,
  listOf,
  listText,
  memberCount,
  parametersText,
  type SchemaField,
  shapesOf,
  valuesAtFirst,
} from "#shared/contract/fields.ts";
import { toLimitTexts } from "#shared/contract/keywords/limits.ts";
import { streamItemOf } from "#shared/contract/notation/stream.ts";
import { type MediaType, type Operation, type Parameter, parameterLocations } from "#shared/contract/operation.ts";
import { resolveSchema, type Schema, type SchemaByName } from "#shared/contract/schema.ts";
import type { Markdown } from "#shared/contract/text.ts";
import { toText } from "#shared/json/json.ts";
import { longestValue } from "#shared/samples/long-code.ts";

/** Addresses are resolved later, so each address counts as this many characters. */
export const addressLength = 150;

export interface PrintedList {
  readonly total: number;
  readonly shown: number;
  /** The marks of an entry take this many fields. */
  readonly marks: number;
  /** The remaining text of the entries has this many characters. */
  readonly toLength: () => number;
  readonly toText: () => string;
}

export interface Printing {
  readonly schemaByName: SchemaByName;
  /** Named schemas are expanded for `levels` levels, and for `answered` levels in responses. */
  readonly levels: number;
  readonly answered: number;
  readonly listLength: number;
  /** The length of a text is the length of its HTML. */
  readonly lengthOf: (text: Markdown | null) => number;
}

/** These are the lists of an operation and its callbacks, including all nested lists. */
export function* listsOfOperation(operation: Operation, printing: Printing): Generator<PrintedList> {
  const { parameters, requestBody, responses, callbacks } = operation;
  for (const location of parameterLocations)
    yield* parameterLists(
      parameters.filter((parameter) => parameter.in === location),
      printing,
    );
  for (const media of requestBody?.content ?? []) yield* bodyLists(media, printing);
  for (const { content, headers } of responses) {
    const inside = { ...printing, levels: printing.answered };
    for (const media of content) {
      const schema = streamItemOf(media) ?? media.schema;
      if (schema !== null) yield* innerLists(schema, inside);
    }
    yield* parameterLists(headers, inside);
  }
  for (const { operations } of callbacks) for (const called of operations) yield* listsOfOperation(called, printing);
}

/** These lists are in the section of a named schema, which only links to further named schemas. */
export function* listsOfSchema(schema: Schema, printing: Printing): Generator<PrintedList> {
  const list = listOf(schema);
  yield* valueLists(list, null, printing);
  yield* fieldLists(list, { ...printing, levels: 0 });
}

function* parameterLists(parameters: readonly Parameter[], printing: Printing): Generator<PrintedList> {
  if (parameters.length === 0) return;
  const shown = parameters.slice(0, printing.listLength);
  const lengthOf = ({ name, description, schema, examples }: Parameter): number =>
    lengthOfField({ name, schema }) +
    printing.lengthOf(description ?? schema.description) +
    sum(
      examples.map((example) => printing.lengthOf(example.description) + Math.min(longestValue, example.text.length)),
    );
  const toLength = (): number => sum(shown.map(lengthOf));
  const toSchema = (): string => parametersText(parameters);
  yield { total: parameters.length, shown: shown.length, marks: 1, toLength, toText: toSchema };
  for (const { schema } of shown) yield* innerLists(schema, printing);
}

function* bodyLists(media: MediaType, printing: Printing): Generator<PrintedList> {
  const stated = streamItemOf(media) ?? media.schema;
  if (stated === null) return;
  const list = listOf(resolveSchema(stated, printing.schemaByName));
  yield* valueLists(list, stated.ref, printing);
  yield* fieldLists(list, printing);
}

function* innerLists(schema: Schema, printing: Printing): Generator<PrintedList> {
  const { use, list, levels } = innerFields(schema, printing.levels, printing.schemaByName);
  yield* valueLists(list, use.ref, printing);
  yield* fieldLists(list, { ...printing, levels });
}

function* fieldLists(list: Schema, printing: Printing): Generator<PrintedList> {
  if (memberCount(list) === null) return;
  const fields = fieldsOf(list);
  const shapes = shapesOf(list).map((schema) => ({ name: schema.title ?? "", schema }));
  const entries = [...fields, ...shapes];
  const shown = entries.slice(0, printing.listLength);
  const toLength = (): number =>
    sum(shown.map((field) => lengthOfField(field) + printing.lengthOf(field.schema.description)));
  yield { total: entries.length, shown: shown.length, marks: 1, toLength, toText: () => listText(list) };
  for (const { schema } of shown) yield* innerLists(schema, printing);
}

/** The section of a named enum prints its values, so each use prints only the first few. */
function* valueLists(list: Schema, name: string | null, printing: Printing): Generator<PrintedList> {
  const listed = listedValues(list);
  if (listed.length === 0) return;
  const isLinked = name !== null && listed.length > valuesAtFirst + 1;
  const values = listed.slice(0, isLinked ? valuesAtFirst : printing.listLength);
  const toLength = (): number =>
    sum(values.map(({ value, meaning }) => 2 * toText(value).length + printing.lengthOf(meaning)));
  const marks = values.some(({ label, meaning }) => label !== null || meaning !== null) ? 0.7 : 0.2;
  const total = isLinked ? values.length : listed.length;
  yield { total, shown: values.length, marks, toLength, toText: () => listText(list) };
}

/** A name counts three times, because the field's anchor and link contain it as well. */
function lengthOfField({ name, schema }: Pick<SchemaField, "name" | "schema">): number {
  const { limits, default: initial, const: only, examples, mergedFrom, externalDocs } = schema;
  const values = [initial, only, ...examples.slice(0, valuesAtFirst)].filter((value) => value !== undefined);
  const lengths = values.map((value) => Math.min(longestValue, toText(value).length));
  const texts = [...toLimitTexts(limits), ...innerLimitTexts(schema), ...mergedFrom];
  return 3 * name.length + sum(lengths) + texts.join("").length + (externalDocs === null ? 0 : addressLength);
}

export function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
