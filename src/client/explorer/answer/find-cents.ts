import type { Json, JsonObject } from "../../../model/json.ts";
import { listAt, memberOf, objectAt, textAt } from "../../../rules/json-value.ts";
import type { JsonNode } from "../json/json-node.ts";
import { alternativesOf } from "../schema/control.ts";
import { resolveSchema } from "../schema/resolve-schema.ts";

/** An amount in US cents somewhere in a value. */
export interface CentsValue {
  /** Name of the member that holds it; empty for the value itself. */
  readonly name: string;
  readonly node: JsonNode & { readonly kind: "number" };
}

/** The amounts in cents that a value holds, as its schema tells. */
export function findCents(node: JsonNode, schema: Json, document: JsonObject): readonly CentsValue[] {
  return findIn(node, schema, { document, name: "" });
}

interface Place {
  readonly document: JsonObject;
  readonly name: string;
}

function findIn(node: JsonNode, schema: Json, place: Place): readonly CentsValue[] {
  const { document, name } = place;
  const resolved = resolveSchema(schema, document).node;
  const parts = alternativesOf(resolved).flatMap((part) => findIn(node, part, place));
  if (node.kind === "number") return textAt(resolved, "x-unit") === "usd-cents" ? [{ name, node }] : parts;
  if (node.kind === "list") {
    const items = memberOf(resolved, "items") ?? true;
    const tuple = listAt(resolved, "prefixItems");
    return [...parts, ...node.items.flatMap((item, index) => findIn(item, tuple[index] ?? items, place))];
  }
  if (node.kind !== "object") return [];
  const properties = objectAt(resolved, "properties") ?? {};
  const additional = memberOf(resolved, "additionalProperties") ?? true;
  const members = node.members.flatMap((member) =>
    findIn(member.node, memberOf(properties, member.name) ?? additional, { document, name: member.name }),
  );
  return [...parts, ...members];
}
