import type { Origins } from "#read/yaml/origins.ts";
import { isRemark } from "#shared/contract/keywords/json-schema.ts";
import {
  exactNumberAt,
  isList,
  type JsonObject,
  listAt,
  memberOf,
  objectAt,
  textAt,
  textsAt,
  withMembers,
  without,
} from "#shared/json/json.ts";

import { listedValues } from "../structure/dialect-words.ts";
import { withEnumWords } from "./vendor-words.ts";

/** Upgrades a schema of OpenAPI 3.0 or Swagger 2.0 to JSON Schema 2020-12, without the schemas inside of it. */
export function upgradeSchema(schema: JsonObject, origins: Origins): JsonObject {
  let upgraded = schema;
  // Until 2020, JSON Schema listed what each element of a list is in `items`, and the rest in `additionalItems`.
  const items = memberOf(upgraded, "items");
  if (isList(items)) {
    const members = { prefixItems: items.length > 0 ? items : undefined, items: memberOf(upgraded, "additionalItems") };
    upgraded = withMembers(without(upgraded, "items", "additionalItems"), members);
  }
  // Swagger 2.0 calls binary data `type: file`, and many documents of OpenAPI 3 still do.
  if (textAt(upgraded, "type") === "file") upgraded = withMembers(upgraded, { type: "string", format: "binary" });
  // In Swagger 2.0 the discriminator is just the name of the member.
  const propertyName = textAt(upgraded, "discriminator");
  if (propertyName !== null) upgraded = withMembers(upgraded, { discriminator: { propertyName } });
  const [values, listed] = [listAt(upgraded, "enum"), listedValues(upgraded)];
  if (values.some((value, index) => value !== listed[index])) upgraded = withMembers(upgraded, { enum: listed });
  upgraded = withExclusiveBound(withExclusiveBound(upgraded, "Minimum"), "Maximum");
  const named = objectAt(upgraded, "examples");
  if (named !== null) {
    const examples = Object.values(named).map((entry) => memberOf(entry, "value") ?? entry);
    upgraded = withMembers(upgraded, { examples });
  }
  return upgradeNull(withEnumWords(upgraded, origins));
}

function withExclusiveBound(schema: JsonObject, name: "Minimum" | "Maximum"): JsonObject {
  const flag = memberOf(schema, `exclusive${name}`);
  if (typeof flag !== "boolean") return schema;
  const bound = exactNumberAt(schema, name.toLowerCase());
  if (!flag || bound === null) return without(schema, `exclusive${name}`);
  return withMembers(without(schema, name.toLowerCase()), { [`exclusive${name}`]: bound });
}

function upgradeNull(schema: JsonObject): JsonObject {
  if (!Object.hasOwn(schema, "nullable") && !Object.hasOwn(schema, "x-nullable")) return schema;
  const isNullable = memberOf(schema, "nullable") === true || memberOf(schema, "x-nullable") === true;
  const plain = without(schema, "nullable", "x-nullable");
  if (!isNullable) return plain;
  const types = textsAt(plain, "type");
  if (types.length > 0) {
    const values = memberOf(plain, "enum");
    const isListed = !isList(values) || listAt(plain, "enum").includes(null);
    return withMembers(plain, { type: [...types, "null"], enum: isListed ? values : [...listAt(plain, "enum"), null] });
  }
  // Remarks stay outside of `anyOf`.
  const rules = Object.keys(plain).filter((key) => !isRemark(key));
  if (rules.length === 0) return plain;
  const rule = without(plain, ...Object.keys(plain).filter(isRemark));
  return { ...without(plain, ...rules), anyOf: [rule, { type: "null" }] };
}
