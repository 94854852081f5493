import type { SliceMediaType, SliceParameter } from "../contract/contract-slice.ts";
import { listStyleOf, separatorOf, separators } from "../contract/notation/parameter-notation.ts";
import type { ListStyle } from "../contract/operation.ts";
import type { FormPart, NameValue } from "../contract/request.ts";
import {
  additionalSchema,
  anySchema,
  membersByName,
  resolveSchema,
  type Schema,
  type SchemaByName,
} from "../contract/schema.ts";
import { isList, type Json, type JsonObject, parseNumber, toObject } from "../json/json.ts";
import { valueOfJson } from "../json/parse-json.ts";

interface TextForm {
  readonly schemaByName: SchemaByName;
  /** The separator style of a list; null for other values. */
  readonly listStyle: ListStyle | null;
}

/**
 * Converts a request's text to a value. A text that should be a number but isn't stays a text, which the check then
 * reports.
 */
export function toTypedValue(text: string, schema: Schema, { schemaByName, listStyle }: TextForm): Json {
  const { types, items, nullable } = resolveSchema(schema, schemaByName);
  if (types.includes("array")) {
    const separator = listStyle === null || listStyle === "repeat" ? null : separators[listStyle];
    const texts = separator === null ? [text] : text.split(separator);
    return texts.map((element) => toTypedValue(element, items ?? anySchema, { schemaByName, listStyle: null }));
  }
  if (types.includes("string") || types.length === 0) return text;
  const isNumber = types.includes("integer") || types.includes("number");
  if (isNumber && /^-?\d+(?:\.\d+)?$/.test(text)) return parseNumber(text);
  if (types.includes("boolean") && (text === "true" || text === "false")) return text === "true";
  // A form's object is JSON by default (OpenAPI 3.1, section 4.8.15.1).
  if (types.includes("object") && text.startsWith("{")) return valueOfJson(text, jsonLimits) ?? text;
  return nullable && text === "" ? null : text;
}

/** For a value that's part of a request. */
const jsonLimits = { depth: 100, tokens: 100_000 };

export interface QueryObjects<P> {
  readonly objects: readonly { readonly parameter: P; readonly value: JsonObject }[];
  /** The remaining pairs. */
  readonly unclaimed: readonly NameValue[];
}

type WrittenObject = Pick<SliceParameter, "name" | "schema" | "notation">;

interface ObjectForm {
  readonly schemaByName: SchemaByName;
  /** True for names with a meaning of their own. The pairs of a map have all other names. */
  readonly isReserved: (name: string) => boolean;
}

/** Puts a query's objects together: the inverse of `toPairs` for objects that arrive as one or several texts. */
export function takeObjects<P extends WrittenObject>(
  query: readonly NameValue[],
  parameters: readonly P[],
  { schemaByName, isReserved }: ObjectForm,
): QueryObjects<P> {
  const used = new Set<NameValue>();
  const objects = parameters.flatMap((parameter) => {
    const schema = resolveSchema(parameter.schema, schemaByName);
    const { members, additionalProperties } = schema;
    const isMap = additionalProperties === null ? members.length === 0 : additionalProperties !== false;
    const isOwn = (name: string): boolean =>
      members.some((member) => member.name === name) || (isMap && !isReserved(name));
    const isRepeated = parameter.notation.style === "deepObject" || parameter.notation.isExploded;
    const values = new Map<string, Json>();
    for (const pair of query) {
      const pairMembers = used.has(pair) ? [] : readMembers(pair, parameter, isOwn);
      if (pairMembers.length > 0) used.add(pair);
      for (const { name, value } of pairMembers) {
        const described = members.find((member) => member.name === name)?.schema ?? additionalSchema(schema);
        const form = { schemaByName, listStyle: isRepeated ? null : ("comma" as const) };
        addValue(values, name, toTypedValue(value, described ?? anySchema, form));
      }
    }
    return values.size === 0 ? [] : [{ parameter, value: toObject(values) }];
  });
  return { objects, unclaimed: query.filter((pair) => !used.has(pair)) };
}

function readMembers(
  { name, value }: NameValue,
  { name: own, notation }: WrittenObject,
  isOwn: (name: string) => boolean,
): readonly NameValue[] {
  if (notation.style === "deepObject") {
    const isPart = name.startsWith(`${own}[`) && name.endsWith("]");
    return isPart ? [{ name: name.slice(own.length + 1, -1), value }] : [];
  }
  if (notation.isExploded) return isOwn(name) ? [{ name, value }] : [];
  const parts = name === own ? value.split(separatorOf(notation.style)) : [];
  return parts.flatMap((part, index) => (index % 2 === 0 ? [{ name: part, value: parts[index + 1] ?? "" }] : []));
}

/** The items of a list may come one by one. */
function addValue(values: Map<string, Json>, name: string, value: Json): void {
  const known = values.get(name);
  values.set(name, isList(known) && isList(value) ? [...known, ...value] : value);
}

/** Reads a form's parts as an object: the inverse of `toFormParts`. A file counts as its name. */
export function readForm(
  parts: readonly FormPart[],
  { schema, encoding }: Pick<SliceMediaType, "schema" | "encoding">,
  schemaByName: SchemaByName,
): JsonObject {
  const members = membersByName(schema, schemaByName);
  const styled = Array.from(members, ([name, member]) => ({ name, schema: member })).flatMap((member) => {
    const notation = encoding.get(member.name)?.notation ?? null;
    return notation === null || !member.schema.types.includes("object") ? [] : [{ ...member, notation }];
  });
  const fields = parts.filter((part) => part.kind === "field");
  const { objects, unclaimed } = takeObjects(fields, styled, {
    schemaByName,
    isReserved: (name) => members.has(name),
  });
  const values = new Map<string, Json>(objects.map(({ parameter, value }) => [parameter.name, value]));
  const remaining = new Set<unknown>(unclaimed);
  for (const part of parts) {
    if (part.kind === "field" && !remaining.has(part)) continue;
    const member = members.get(part.name) ?? anySchema;
    const notation = encoding.get(part.name)?.notation ?? null;
    const listStyle = notation === null ? null : listStyleOf(notation);
    const text = part.kind === "file" ? part.fileName : part.value;
    const isWhole = text.startsWith("[") && member.types.includes("array");
    const whole = isWhole ? valueOfJson(text, jsonLimits) : undefined;
    addValue(values, part.name, whole ?? toTypedValue(text, member, { schemaByName, listStyle }));
  }
  return toObject(values);
}
