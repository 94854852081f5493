import type { Schema } from "./schema.ts";

/** What a schema shows the members of, where it is printed itself. */
export function listOf(schema: Schema): Schema {
  return heldSchema(schema, false);
}

/** The schema whose members a reader wants to see: of a list or a map, the one it holds, if that is inline or shown in place. */
export function heldSchema(schema: Schema, inPlace: boolean): Schema {
  const { items, content, prefixItems, additionalProperties, members } = schema;
  if (schema.ref !== null || prefixItems.length > 0) return schema;
  if (content !== null && (inPlace || content.ref === null)) return heldSchema(content, inPlace);
  if (items !== null && (inPlace || items.ref === null)) return heldSchema(items, inPlace);
  if (members.length > 0 || typeof additionalProperties !== "object" || additionalProperties === null) return schema;
  return inPlace || additionalProperties.ref === null ? heldSchema(additionalProperties, inPlace) : schema;
}
