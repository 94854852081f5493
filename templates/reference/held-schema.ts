import type { Schema } from "../../src/model/schema.ts";

/** The schema whose members a reader wants to see: of a list or a map of inline schemas, the one it holds. */
export function heldSchema(schema: Schema): Schema {
  const { items, additionalProperties, properties } = schema;
  if (schema.ref !== null) return schema;
  if (items !== null && items.ref === null) return heldSchema(items);
  if (properties.length === 0 && typeof additionalProperties === "object" && additionalProperties?.ref === null) {
    return heldSchema(additionalProperties);
  }
  return schema;
}

/** `4 fields`, `2 alternatives`; null when the schema has no members. */
export function memberCount({ properties, patternProperties, prefixItems, alternatives }: Schema): string | null {
  const fields = properties.length + patternProperties.length;
  if (fields > 0) return fields === 1 ? "1 field" : `${fields} fields`;
  if (alternatives !== null) return `${alternatives.schemas.length} alternatives`;
  return prefixItems.length > 0 ? `${prefixItems.length} items` : null;
}
