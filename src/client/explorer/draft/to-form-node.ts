import type { Json, JsonObject } from "../../../model/json.ts";
import { memberOf, objectAt } from "../../../rules/json-value.ts";
import type { JsonNode } from "../json/json-node.ts";
import { chooseControl } from "../schema/control.ts";
import { resolveSchema } from "../schema/resolve-schema.ts";

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
