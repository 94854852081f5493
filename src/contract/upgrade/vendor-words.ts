import type { Origins } from "#read/yaml/origins.ts";
import { schemaNameOf } from "#shared/contract/keywords/json-schema.ts";
import { toPointer } from "#shared/json/json-pointer.ts";
import {
  isObject,
  type Json,
  type JsonObject,
  listAt,
  memberOf,
  objectAt,
  textAt,
  toObject,
  toText,
} from "#shared/json/json.ts";
import { isSameJson } from "#shared/json/same-json.ts";

/** Writes what Azure (`x-ms-enum`) and swag (`x-enum-comments`) say of values with the extensions that others have for it. */
export function withEnumWords(schema: JsonObject, origins: Origins): JsonObject {
  const entries = listAt(memberOf(schema, "x-ms-enum"), "values");
  const comments = objectAt(schema, "x-enum-comments") ?? {};
  if (entries.length + Object.keys(comments).length === 0) return schema;
  const values = listAt(schema, "enum").map((value, index) => {
    const entry = entries.find((candidate) => isSameJson(memberOf(candidate, "value"), value));
    const label = textAt(entry, "name") ?? toText(listAt(schema, "x-enum-varnames")[index] ?? value);
    return { value: toText(value), label, text: textAt(entry, "description") ?? textAt(comments, label) };
  });
  const texts = values.flatMap(({ value, text }) => (text === null ? [] : [[value, text] as const]));
  return {
    "x-enum-varnames": values.map(({ label }) => label),
    "x-enum-descriptions": origins.inherit(toObject(texts), entries.length > 0 ? entries : comments),
    ...schema,
  };
}

/** Writes Azure's name of a subtype (`x-ms-discriminator-value`) into the mapping of the schemas that it inherits from. */
export function withNamedSubtypes(schemas: JsonObject, origins: Origins): JsonObject {
  const mappings = new Map<Json, JsonObject>();
  for (const [name, schema] of Object.entries(schemas)) {
    const value = textAt(schema, "x-ms-discriminator-value");
    const lineage = new Set(value === null ? [] : [schema]);
    // The loop also visits the bases that it adds to the set.
    for (const ancestor of lineage) {
      for (const part of listAt(ancestor, "allOf")) {
        const base = objectAt(schemas, schemaNameOf(textAt(part, "$ref") ?? "") ?? "");
        if (base !== null) lineage.add(base);
      }
      mappings.set(ancestor, { ...mappings.get(ancestor), [value ?? ""]: toPointer(["components", "schemas", name]) });
    }
  }
  return origins.changeMembers(schemas, (schema) => {
    const discriminator = objectAt(schema, "discriminator");
    if (!mappings.has(schema) || discriminator === null || !isObject(schema)) return schema;
    const mapping = { ...mappings.get(schema), ...objectAt(discriminator, "mapping") };
    return origins.inherit({ ...schema, discriminator: { ...discriminator, mapping } }, schema);
  });
}
