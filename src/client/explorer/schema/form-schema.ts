import type { Schema } from "#shared/contract/schema.ts";
import type { Json } from "#shared/json/json.ts";

import type { OperationSchemas } from "./operation-schemas.ts";

/** How a value is filled in. */
export type Control =
  /** A choice among listed values, or several of them. */
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
  /** An object whose names the sender chooses. */
  | "map"
  /** One of several schemas. */
  | "alternatives"
  /** Text or number, as the sender says. */
  | "scalar"
  /** Whatever JSON there is. */
  | "json";

/** The control that suits a schema best. */
export function chooseControl(schema: Schema, schemas: OperationSchemas): Control {
  const { types } = schema;
  if (listedValues(schema).length > 0) return "choice";
  if (schema.alternatives !== null) return "alternatives";
  const [type] = types;
  if (types.length === 1 && type !== undefined) return chooseByType(type, schema, schemas);
  const isScalar = types.length > 0 && types.every((name) => name !== "object" && name !== "array");
  return isScalar ? (types.includes("boolean") ? "json" : "scalar") : "json";
}

function chooseByType(type: string, schema: Schema, schemas: OperationSchemas): Control {
  switch (type) {
    case "boolean":
      return "boolean";
    case "integer":
    case "number":
      return schema.unit === "usd-cents" ? "cents" : "number";
    case "array":
      return chooseForList(schema, schemas);
    case "object":
      return chooseForObject(schema);
    default:
      return chooseForText(schema);
  }
}

function chooseForList({ items, prefixItems }: Schema, schemas: OperationSchemas): Control {
  if (prefixItems.length > 0 || items === null || typeof items.source === "boolean") return "json";
  return listedValues(schemas.resolve(items)).length > 0 ? "choices" : "list";
}

function chooseForObject({ members, additionalProperties }: Schema): Control {
  if (members.length > 0) return "object";
  return typeof additionalProperties === "object" && additionalProperties !== null ? "map" : "json";
}

/** Files are texts without an encoding: OpenAPI 3.0 says `format: binary`, 3.1 states a media type. */
function chooseForText({ format, limits: { contentMediaType, contentEncoding } }: Schema): Control {
  const isContent = contentMediaType !== undefined && contentEncoding === undefined;
  if (format === "binary" || isContent) return "file";
  return format === "date" || format === "date-time" ? format : "text";
}

/** The values that a schema lists, without null; a constant is a list of one. */
export function listedValues(schema: Schema): readonly Json[] {
  const values = schema.const === undefined ? schema.enum.map(({ value }) => value) : [schema.const];
  return values.filter((value) => value !== null);
}

/** True when a value may be null: said so, listed, or left open. */
export function isNullable(schema: Schema): boolean {
  return schema.nullable || schema.source === true || schema.enum.some(({ value }) => value === null);
}

/** What readers know an alternative by: its schema's name, its title, its type. */
export function nameOfAlternative(choice: Schema, schemas: OperationSchemas): string | null {
  const { title, types } = schemas.resolve(choice);
  return choice.ref ?? title ?? (types.join(" or ") || null);
}
