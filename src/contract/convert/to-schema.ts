import { toLimits } from "#shared/contract/limit-text.ts";
import { inferTypes, mergeAllOf, simplifySchema } from "#shared/contract/merge-schema.ts";
import {
  type Alternatives,
  type EnumValue,
  type PatternProperty,
  type Property,
  type Schema,
  schemaNameOf,
} from "#shared/contract/schema.ts";
import type { Html } from "#shared/html.ts";
import { toPointer } from "#shared/json/json-pointer.ts";
import {
  entriesAt,
  firstDefined,
  flagAt,
  isList,
  isObject,
  type Json,
  type JsonObject,
  listAt,
  memberOf,
  objectAt,
  textAt,
  textEntriesAt,
  textsAt,
  toText,
  without,
} from "#shared/json/json.ts";

import type { Reading } from "./reading.ts";

/** One schema of an OpenAPI 3.1 document as a reader sees it. Named schemas are linked by name, never expanded. */
export function toSchema(value: Json | undefined, reading: Reading): Schema {
  if (!isObject(value)) return value === false ? { ...anything, limits: ["never valid"] } : anything;
  const known = reading.schemas.get(value);
  if (known) return known;
  if (reading.openSchemas.has(value)) return { ...anything, ref: namedPartOf(value) };
  reading.openSchemas.add(value);
  const schema = convert(value, reading);
  reading.openSchemas.delete(value);
  reading.schemas.set(value, schema);
  return schema;
}

const anything: Schema = {
  ref: null,
  title: null,
  types: [],
  nullable: false,
  format: null,
  description: null,
  enum: [],
  const: undefined,
  default: undefined,
  example: undefined,
  limits: [],
  readOnly: false,
  writeOnly: false,
  deprecated: false,
  unit: null,
  certainty: null,
  properties: [],
  patternProperties: [],
  additionalProperties: null,
  items: null,
  prefixItems: [],
  alternatives: null,
  not: null,
  mergedFrom: [],
};

function convert(source: JsonObject, reading: Reading): Schema {
  const { node: simple, isNullable } = simplifySchema(source);
  const ref = schemaNameOf(textAt(simple, "$ref") ?? "");
  const { node, mergedFrom, fromByProperty } = mergeAllOf(without(simple, "$ref"), reading);
  reading.origins.inherit(node, source);
  const named = ref === null ? null : reading.resolve(simple);
  const types = inferTypes(node, reading) ?? inferTypes(named, reading) ?? [];
  return {
    ref,
    title: textAt(node, "title"),
    types: types.filter((type) => type !== "null"),
    nullable: isNullable || types.includes("null"),
    format: textAt(node, "format") ?? textAt(named ?? undefined, "format"),
    description: reading.html(node, "description"),
    enum: toEnum(node, reading),
    const: memberOf(node, "const"),
    default: memberOf(node, "default"),
    example: firstDefined(memberOf(node, "example"), listAt(node, "examples")[0]),
    limits: toLimits(node),
    readOnly: flagAt(node, "readOnly"),
    writeOnly: flagAt(node, "writeOnly"),
    deprecated: flagAt(node, "deprecated"),
    unit: textAt(node, "x-unit") ?? textAt(named ?? undefined, "x-unit"),
    certainty: textAt(node, "x-certainty"),
    properties: toProperties(node, reading, fromByProperty),
    patternProperties: toPatternProperties(node, reading),
    additionalProperties: toAdditional(node, reading),
    items: Object.hasOwn(node, "items") ? toSchema(node["items"], reading) : null,
    prefixItems: listAt(node, "prefixItems").map((schema) => toSchema(schema, reading)),
    alternatives: toAlternatives(node, source, reading),
    not: Object.hasOwn(node, "not") ? toSchema(node["not"], reading) : null,
    mergedFrom,
  };
}

function toProperties(
  node: JsonObject,
  reading: Reading,
  fromByProperty: ReadonlyMap<string, string>,
): readonly Property[] {
  const required = new Set(textsAt(node, "required"));
  return entriesAt(node, "properties").map(([name, schema]) => ({
    name,
    required: required.has(name),
    schema: toSchema(schema, reading),
    from: fromByProperty.get(name) ?? null,
  }));
}

function toPatternProperties(node: JsonObject, reading: Reading): readonly PatternProperty[] {
  return entriesAt(node, "patternProperties").map(([pattern, schema]) => ({
    pattern,
    schema: toSchema(schema, reading),
  }));
}

function toAdditional(node: JsonObject, reading: Reading): Schema | boolean | null {
  const additional = memberOf(node, "additionalProperties") ?? memberOf(node, "unevaluatedProperties");
  if (additional === undefined) return null;
  return typeof additional === "boolean" ? additional : toSchema(additional, reading);
}

function toAlternatives(node: JsonObject, source: JsonObject, reading: Reading): Alternatives | null {
  const discriminator = objectAt(node, "discriminator");
  const kind = listAt(node, "oneOf").length > 0 ? "oneOf" : "anyOf";
  const stated = listAt(node, kind);
  const heirs = discriminator && stated.length === 0 ? reading.heirsOf(source) : [];
  const schemas = heirs.length > 0 ? heirs.map(toReference) : stated;
  if (schemas.length === 0) return null;
  return {
    kind: heirs.length > 0 ? "oneOf" : kind,
    schemas: schemas.map((schema) => toSchema(schema, reading)),
    discriminator: discriminator && {
      property: textAt(discriminator, "propertyName") ?? "",
      mapping: toMapping(discriminator, schemas),
    },
  };
}

function toReference(name: string): JsonObject {
  return { $ref: toPointer(["components", "schemas", name]) };
}

/** Which value means which schema. A schema that the mapping leaves out goes by its own name (OpenAPI 3.1, 4.8.25). */
function toMapping(discriminator: JsonObject, schemas: readonly Json[]): ReadonlyMap<string, string> {
  const stated = textEntriesAt(discriminator, "mapping").map(([value, text]) => {
    return [
      value,
      schemaNameOf(text) ??
        text
          .split(/[/#]/)
          .at(-1)
          ?.replace(/\.\w+$/, "") ??
        text,
    ] as const;
  });
  const named = new Set(stated.map(([, name]) => name));
  const names = schemas.flatMap((schema) => schemaNameOf(textAt(schema, "$ref") ?? "") ?? []);
  return new Map([...stated, ...names.filter((name) => !named.has(name)).map((name) => [name, name] as const)]);
}

/** Where a ring of schemas can end in a link. */
function namedPartOf(node: JsonObject): string | null {
  const parts = [node, ...listAt(node, "allOf"), ...listAt(node, "oneOf"), ...listAt(node, "anyOf")];
  return parts.map((part) => schemaNameOf(textAt(part, "$ref") ?? "")).find((name) => name !== null) ?? null;
}

/** The values a schema lists, with the meanings and names that extensions give them. */
function toEnum(schema: JsonObject, reading: Reading): readonly EnumValue[] {
  const meaningKey = meaningKeys.find((key) => Object.hasOwn(schema, key));
  const nameKey = nameKeys.find((key) => Object.hasOwn(schema, key));
  return listAt(schema, "enum").map((value, index) => ({
    value,
    label: nameKey === undefined ? null : entryFor(memberOf(schema, nameKey), value, index),
    meaning: meaningKey === undefined ? null : toMeaning(schema, meaningKey, { value, index, reading }),
  }));
}

const meaningKeys = ["x-enum-descriptions", "x-enumDescriptions"];
const nameKeys = ["x-enum-varnames", "x-enumNames"];

interface Entry {
  readonly value: Json;
  readonly index: number;
  readonly reading: Reading;
}

function toMeaning(schema: JsonObject, key: string, { value, index, reading }: Entry): Html | null {
  const table = memberOf(schema, key);
  const text = entryFor(table, value, index);
  if (text === null || (!isObject(table) && !isList(table))) return null;
  const place = isList(table) ? String(index) : toText(value);
  return reading.htmlOf(text, reading.positionOf(table, place));
}

/** Extensions list their entries in the order of the values or under them. */
function entryFor(table: Json | undefined, value: Json, index: number): string | null {
  const entry = isList(table) ? table[index] : memberOf(table, toText(value));
  return typeof entry === "string" ? entry : null;
}
