import { schemaNameOf } from "#shared/contract/schema.ts";
import {
  entriesAt,
  flagAt,
  type Json,
  type JsonObject,
  listAt,
  memberOf,
  objectAt,
  textAt,
  textEntriesAt,
  textsAt,
  without,
} from "#shared/json/json.ts";

import { editNode, fromJson, type JsonNode } from "../json/json-node.ts";
import { alternativesOf, chooseControl, listedValues, resolveSchema } from "./form-schema.ts";

/** What a field holds when a reader adds it: the default, else as little as its type allows, required members included. */
export function emptyNode(schema: Json, document: JsonObject, depth = 0): JsonNode {
  const resolved = resolveSchema(schema, document);
  const { node } = resolved;
  const preset = memberOf(node, "default");
  if (preset !== undefined) return fromJson(preset);
  switch (chooseControl(resolved, document)) {
    case "choice":
      return fromJson(listedValues(node)[0] ?? null);
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
      return { kind: "object", members: depth > deepest ? [] : emptyMembers(node, document, depth) };
    case "map":
      return { kind: "object", members: [] };
    case "alternatives":
      return depth > deepest
        ? { kind: "null" }
        : emptyAlternative(node, alternativesOf(node)[0] ?? {}, { document, depth: depth + 1 });
    case "json":
      return resolved.types.includes("array") ? { kind: "list", items: [] } : { kind: "object", members: [] };
    case "text":
    case "date":
    case "date-time":
    case "scalar":
      return { kind: "text", value: "" };
  }
}

/** What a value holds that is to be one of a schema's alternatives. */
export function emptyAlternative(schema: JsonObject, choice: Json, { document, depth = 0 }: EmptyPlace): JsonNode {
  const node = emptyNode(toWholeAlternative(schema, choice), document, depth);
  return withDiscriminator(node, schema, nameOfAlternative(choice, document));
}

interface EmptyPlace {
  readonly document: JsonObject;
  readonly depth?: number;
}

/** A schema may require itself; nobody can fill that in. */
const deepest = 5;

function emptyMembers(node: JsonObject, document: JsonObject, depth: number) {
  const required = new Set(textsAt(node, "required"));
  return entriesAt(node, "properties")
    .filter(([name, schema]) => required.has(name) && !isReadOnly(schema, document))
    .map(([name, schema]) => ({ name, node: emptyNode(schema, document, depth + 1) }));
}

/** True for what only the server fills in. */
export function isReadOnly(schema: Json, document: JsonObject): boolean {
  return flagAt(resolveSchema(schema, document).node, "readOnly");
}

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
function withDiscriminator(node: JsonNode, schema: JsonObject, name: string | null): JsonNode {
  const discriminator = objectAt(schema, "discriminator") ?? {};
  const property = textAt(discriminator, "propertyName");
  if (property === null || name === null || node.kind !== "object") return node;
  const mapping = textEntriesAt(discriminator, "mapping");
  const value = mapping.find(([, target]) => (schemaNameOf(target) ?? target) === name)?.[0] ?? name;
  return editNode(node, [property], { value: { kind: "text", value } });
}

/** An example of a form as a form holds it. An example can name a file and not contain one: the reader chooses it. */
export function toFormNode(node: JsonNode, schema: Json, document: JsonObject): JsonNode {
  const resolved = resolveSchema(schema, document);
  if (chooseControl(resolved, document) === "file") return { kind: "file", file: null, content: null };
  if (node.kind === "list") {
    const items = memberOf(resolved.node, "items") ?? true;
    return { kind: "list", items: node.items.map((item) => toFormNode(item, items, document)) };
  }
  if (node.kind !== "object") return node;
  const properties = objectAt(resolved.node, "properties") ?? {};
  const members = node.members.map((member) => ({
    name: member.name,
    node: toFormNode(member.node, memberOf(properties, member.name) ?? true, document),
  }));
  return { kind: "object", members };
}
