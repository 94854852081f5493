import { isRemark } from "#shared/contract/json-schema.ts";
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

/** A schema of OpenAPI 3.0 or Swagger 2.0 in the words of JSON Schema 2020-12. Its inner schemas are not touched. */
export function upgradeSchema(schema: JsonObject): JsonObject {
  const typed = upgradeDiscriminator(upgradeType(schema));
  return upgradeNull(upgradeExamples(upgradeBound(upgradeBound(typed, "Minimum"), "Maximum")));
}

/** In Swagger 2.0 it is the name of the member alone. */
function upgradeDiscriminator(schema: JsonObject): JsonObject {
  const name = textAt(schema, "discriminator");
  return name === null ? schema : withMembers(schema, { discriminator: { propertyName: name } });
}

/** `type: file` is Swagger's word for bytes, and many a document of OpenAPI 3 has kept it. */
function upgradeType(schema: JsonObject): JsonObject {
  return textAt(schema, "type") === "file" ? withMembers(schema, { type: "string", format: "binary" }) : schema;
}

/** Examples under names, as media types have them, become the list that a schema has. */
function upgradeExamples(schema: JsonObject): JsonObject {
  const named = objectAt(schema, "examples");
  if (named === null) return schema;
  return withMembers(schema, { examples: Object.values(named).map((entry) => memberOf(entry, "value") ?? entry) });
}

/** `minimum: 0` with `exclusiveMinimum: true` becomes `exclusiveMinimum: 0`. */
function upgradeBound(schema: JsonObject, name: "Minimum" | "Maximum"): JsonObject {
  const flag = memberOf(schema, `exclusive${name}`);
  if (typeof flag !== "boolean") return schema;
  const bound = exactNumberAt(schema, name.toLowerCase());
  if (!flag || bound === null) return without(schema, `exclusive${name}`);
  return withMembers(without(schema, name.toLowerCase()), { [`exclusive${name}`]: bound });
}

function upgradeNull(schema: JsonObject): JsonObject {
  if (!Object.hasOwn(schema, "nullable") && !Object.hasOwn(schema, "x-nullable")) return schema;
  const isNullable = memberOf(schema, "nullable") === true || memberOf(schema, "x-nullable") === true;
  const rest = without(schema, "nullable", "x-nullable");
  if (!isNullable) return rest;
  const types = textsAt(rest, "type");
  if (types.length > 0) {
    const values = memberOf(rest, "enum");
    const isListed = !isList(values) || listAt(rest, "enum").includes(null);
    return withMembers(rest, { type: [...types, "null"], enum: isListed ? values : [...listAt(rest, "enum"), null] });
  }
  // Remarks stay where they are.
  const rules = Object.keys(rest).filter((key) => !isRemark(key));
  if (rules.length === 0) return rest;
  const rule = without(rest, ...Object.keys(rest).filter(isRemark));
  return { ...without(rest, ...rules), anyOf: [rule, { type: "null" }] };
}
