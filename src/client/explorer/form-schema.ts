import { isFile, type Schema } from "#shared/contract/schema.ts";
import type { Json } from "#shared/json/json.ts";

import type { OperationSchemas } from "./explorer-operation.ts";
import { editNode, emptyObject, fromJson, type JsonNode, mapParts } from "./json/json-node.ts";

export type Control =
  /** The reader chooses among listed values, or chooses several of them. */
  | "choice"
  | "choices"
  | "boolean"
  | "number"
  | "cents"
  | "text"
  | "date"
  | "date-time"
  | "file"
  | "list"
  | "object"
  /** The sender chooses the names of the object. */
  | "map"
  /** The reader chooses one of several schemas. */
  | "alternatives"
  /** The sender chooses between text and number. */
  | "scalar"
  /** The reader writes any JSON. */
  | "json";

export function chooseControl(schema: Schema, schemas: OperationSchemas): Control {
  const { types, unit, format, items, additionalProperties } = schema;
  if (choiceValues(schema).length > 0) return "choice";
  if (schema.alternatives !== null) return "alternatives";
  if (types.length > 1) return types.some((type) => /^(?:object|array|boolean)$/.test(type)) ? "json" : "scalar";
  switch (types[0]) {
    case undefined:
      return "json";
    case "boolean":
      return "boolean";
    case "integer":
    case "number":
      return unit === "usd-cents" ? "cents" : "number";
    case "array":
      if (schema.prefixItems.length > 0 || items === null || typeof items.source === "boolean") return "json";
      return choiceValues(schemas.resolve(items)).length > 0 ? "choices" : "list";
    case "object":
      if (schema.members.length > 0) return "object";
      return typeof additionalProperties === "object" && additionalProperties !== null ? "map" : "json";
    default:
      if (schemas.takesFiles && isFile(schema)) return "file";
      return format === "date" || format === "date-time" ? format : "text";
  }
}

/** The schema lists these values. Null is left out, and a constant is a list of one value. */
export function choiceValues(schema: Schema): readonly Json[] {
  const values = schema.const === undefined ? schema.enum.map(({ value }) => value) : [schema.const];
  return values.filter((value) => value !== null);
}

/** True means that the schema allows null: by type, in a list of values, or by leaving it open. */
export function isNullable(schema: Schema): boolean {
  return schema.nullable || schema.source === true || schema.enum.some(({ value }) => value === null);
}

export function nameOfAlternative(choice: Schema, schemas: OperationSchemas): string | null {
  const { title, types } = schemas.resolve(choice);
  return choice.ref ?? title ?? (types.join(" or ") || null);
}

/** A new field starts with the default, or else with as little as its type allows, with required members. */
export function emptyNode(use: Schema, schemas: OperationSchemas, depth = 0): JsonNode {
  const schema = schemas.resolve(use);
  if (schema.default !== undefined) return fromJson(schema.default);
  switch (chooseControl(schema, schemas)) {
    case "choice":
      return fromJson(choiceValues(schema)[0] ?? null);
    case "boolean":
      return { kind: "boolean", value: false };
    case "number":
    case "cents":
      return { kind: "unfinished", text: "" };
    case "file":
      return { kind: "file", file: null, content: null };
    case "list":
    case "choices":
      return { kind: "list", items: [] };
    case "object":
      if (depth > deepest) return emptyObject;
      return {
        kind: "object",
        members: schema.members
          .filter((member) => member.required && !isReadOnly(member.schema, schemas))
          .map((member) => ({ name: member.name, node: emptyNode(member.schema, schemas, depth + 1) })),
      };
    case "map":
      return emptyObject;
    case "alternatives":
      return depth > deepest ? { kind: "null" } : emptyAlternative(schema, 0, { schemas, depth: depth + 1 });
    case "json":
      return schema.types.includes("array") ? { kind: "list", items: [] } : emptyObject;
    case "text":
    case "date":
    case "date-time":
    case "scalar":
      return { kind: "text", value: "" };
  }
}

/** A schema may require itself, which would never end, so filling in stops at this depth. */
const deepest = 5;

export function isReadOnly(schema: Schema, schemas: OperationSchemas): boolean {
  return schemas.resolve(schema).access === "read-only";
}

interface EmptyContext {
  readonly schemas: OperationSchemas;
  readonly depth?: number;
}

/** The value gets the member that names its alternative (OpenAPI 3.1, section 4.8.25). */
export function emptyAlternative(schema: Schema, index: number, { schemas, depth = 0 }: EmptyContext): JsonNode {
  const choice = schema.alternatives?.schemas[index];
  if (choice === undefined) return { kind: "null" };
  const node = emptyNode(schemas.alternative(schema, choice), schemas, depth);
  const name = nameOfAlternative(choice, schemas);
  const discriminator = schema.alternatives?.discriminator;
  if (!discriminator || name === null || node.kind !== "object") return node;
  const [stated] = [...discriminator.mapping].find(([, target]) => target === name) ?? [];
  const isFallback = stated === undefined && discriminator.fallback === name;
  const value = isFallback ? null : { kind: "text" as const, value: stated ?? name };
  return editNode(node, [discriminator.property], value);
}

/**
 * The form stores an example in its own shape. An example can name a file without containing it, so the reader chooses
 * the file.
 */
export function toFormNode(node: JsonNode, schema: Schema, schemas: OperationSchemas): JsonNode {
  if (chooseControl(schema, schemas) === "file") return { kind: "file", file: null, content: null };
  return mapParts(node, (part, step) =>
    toFormNode(part, typeof step === "number" ? schemas.item(schema, step) : schemas.member(schema, step), schemas),
  );
}
