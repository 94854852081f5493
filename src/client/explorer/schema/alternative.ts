import type { Json, JsonObject } from "../../../model/json.ts";
import { listAt, objectAt, textAt, textEntriesAt, without } from "../../../rules/json-value.ts";
import { schemaNameOf } from "../../../rules/schema-name.ts";
import { editNode } from "../json/edit-node.ts";
import type { JsonNode } from "../json/json-node.ts";
import { resolveSchema } from "./resolve-schema.ts";

/** One of a schema's alternatives, with what stands beside them: that holds for each. */
export function toWholeAlternative(schema: JsonObject, choice: Json): JsonObject {
  const common = without(schema, "oneOf", "anyOf", "discriminator", "description");
  return { ...common, allOf: [...listAt(schema, "allOf"), choice] };
}

/** What readers know an alternative by: its schema's name, its title, its type. */
export function nameOfAlternative(choice: Json, document: JsonObject): string | null {
  const { node, types } = resolveSchema(choice, document);
  return schemaNameOf(textAt(choice, "$ref") ?? "") ?? textAt(node, "title") ?? (types.join(" or ") || null);
}

/** The value with the member that tells which alternative it is (OpenAPI 3.1, section 4.8.25). */
export function withDiscriminator(node: JsonNode, schema: JsonObject, name: string | null): JsonNode {
  const discriminator = objectAt(schema, "discriminator") ?? {};
  const property = textAt(discriminator, "propertyName");
  if (property === null || name === null || node.kind !== "object") return node;
  const mapping = textEntriesAt(discriminator, "mapping");
  const value = mapping.find(([, target]) => (schemaNameOf(target) ?? target) === name)?.[0] ?? name;
  return editNode(node, [property], { value: { kind: "text", value } });
}
