import type { Json, JsonObject } from "../../../model/json.ts";
import { entriesAt, flagAt, memberOf, textsAt } from "../../../rules/json-value.ts";
import { fromJson, type JsonNode } from "../json/json-node.ts";
import { nameOfAlternative, toWholeAlternative, withDiscriminator } from "./alternative.ts";
import { alternativesOf, chooseControl, listedValues } from "./control.ts";
import { resolveSchema } from "./resolve-schema.ts";

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
