import type { SliceMediaType } from "../contract/contract-slice.ts";
import { listStyleOf } from "../contract/parameter-notation.ts";
import type { FormPart } from "../contract/request.ts";
import { anySchema, type Member, resolveSchema, type Schema, type SchemaByName } from "../contract/schema.ts";
import { isList, type Json, type JsonObject, toObject } from "../json/json.ts";
import { parseJson } from "../json/parse-json.ts";
import { takeObjects, toTypedValue } from "./typed-value.ts";

/** The object that the parts of a form stand for: the inverse of `toFormParts`. A file counts as its name. */
export function readForm(
  parts: readonly FormPart[],
  { schema, encoding }: Pick<SliceMediaType, "schema" | "encoding">,
  schemaByName: SchemaByName,
): JsonObject {
  const members = membersOf(schema ?? anySchema, schemaByName);
  const styled = members.flatMap((member) => {
    const notation = encoding.get(member.name)?.notation ?? null;
    const isObject = resolveSchema(member.schema, schemaByName).types.includes("object");
    return notation === null || !isObject ? [] : [{ ...member, notation }];
  });
  const fields = parts.filter((part) => part.kind === "field");
  const { objects, unclaimed } = takeObjects(fields, styled, schemaByName);
  const values = new Map<string, Json>(objects.map(({ parameter, value }) => [parameter.name, value]));
  const remaining = new Set<unknown>(unclaimed);
  for (const part of parts) {
    if (part.kind === "field" && !remaining.has(part)) continue;
    const member = members.find(({ name }) => name === part.name)?.schema ?? anySchema;
    const notation = encoding.get(part.name)?.notation ?? null;
    const listStyle = notation === null ? null : listStyleOf(notation);
    const value = toValue(part, member, { schemaByName, listStyle });
    const known = values.get(part.name);
    values.set(part.name, isList(known) && isList(value) ? [...known, ...value] : value);
  }
  return toObject(values);
}

/** Those of its alternatives, too. */
function membersOf(use: Schema, schemaByName: SchemaByName, depth = 0): readonly Member[] {
  const { members, alternatives } = resolveSchema(use, schemaByName);
  const choices = depth < 3 ? (alternatives?.schemas ?? []) : [];
  return [...members, ...choices.flatMap((choice) => membersOf(choice, schemaByName, depth + 1))];
}

/** A part may hold a whole list as JSON. */
function toValue(part: FormPart, schema: Schema, form: Parameters<typeof toTypedValue>[2]): Json {
  const text = part.kind === "file" ? part.fileName : part.value;
  const isWhole = text.startsWith("[") && resolveSchema(schema, form.schemaByName).types.includes("array");
  const parsed = isWhole ? parseJson(text, { limits: { depth: 100, tokens: 100_000 } }) : null;
  return parsed !== null && parsed.faults.length === 0 ? parsed.value : toTypedValue(text, schema, form);
}
