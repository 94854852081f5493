import type { Schema } from "#shared/contract/schema.ts";

import { editNode, emptyObject, fromJson, type JsonNode, type ObjectNode } from "../json/json-node.ts";
import { chooseControl, listedValues, nameOfAlternative } from "./form-schema.ts";
import type { OperationSchemas } from "./operation-schemas.ts";

/** What a field holds when a reader adds it: the default, else as little as its type allows, required members included. */
export function emptyNode(use: Schema, schemas: OperationSchemas, depth = 0): JsonNode {
  const schema = schemas.resolve(use);
  if (schema.default !== undefined) return fromJson(schema.default);
  switch (chooseControl(schema, schemas)) {
    case "choice":
      return fromJson(listedValues(schema)[0] ?? null);
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
      return depth > deepest ? emptyObject : emptyMembers(schema, schemas, depth);
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

/** A schema may require itself; nobody can fill that in. */
const deepest = 5;

function emptyMembers({ members }: Schema, schemas: OperationSchemas, depth: number): ObjectNode {
  const filled = members.filter(({ schema, required }) => required && !isReadOnly(schema, schemas));
  return {
    kind: "object",
    members: filled.map(({ name, schema }) => ({ name, node: emptyNode(schema, schemas, depth + 1) })),
  };
}

/** True for what only the server fills in. */
export function isReadOnly(schema: Schema, schemas: OperationSchemas): boolean {
  return schemas.resolve(schema).access === "read-only";
}

/** What a value holds that is to be one of a schema's alternatives. */
export function emptyAlternative(schema: Schema, index: number, { schemas, depth = 0 }: EmptyPlace): JsonNode {
  const choice = schema.alternatives?.schemas[index];
  if (choice === undefined) return { kind: "null" };
  const node = emptyNode(schemas.alternative(schema, choice), schemas, depth);
  return withDiscriminator(node, schema, nameOfAlternative(choice, schemas));
}

interface EmptyPlace {
  readonly schemas: OperationSchemas;
  readonly depth?: number;
}

/** The value with the member that tells which alternative it is (OpenAPI 3.1, section 4.8.25). */
function withDiscriminator(node: JsonNode, { alternatives }: Schema, name: string | null): JsonNode {
  const discriminator = alternatives?.discriminator;
  if (!discriminator || name === null || node.kind !== "object") return node;
  const [value = name] = [...discriminator.mapping].find(([, target]) => target === name) ?? [];
  return editNode(node, [discriminator.property], { value: { kind: "text", value } });
}

/** An example of a form as a form holds it. An example can name a file and not contain one: the reader chooses it. */
export function toFormNode(node: JsonNode, schema: Schema, schemas: OperationSchemas): JsonNode {
  if (chooseControl(schema, schemas) === "file") return { kind: "file", file: null, content: null };
  if (node.kind === "list") {
    return {
      kind: "list",
      items: node.items.map((item, index) => toFormNode(item, schemas.item(schema, index), schemas)),
    };
  }
  if (node.kind !== "object") return node;
  const members = node.members.map(({ name, node: member }) => ({
    name,
    node: toFormNode(member, schemas.member(schema, name), schemas),
  }));
  return { kind: "object", members };
}
