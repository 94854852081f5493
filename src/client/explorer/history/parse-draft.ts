import type { Json } from "../../../model/json.ts";
import { entriesAt, isList, listAt, memberOf, numberAt, textAt } from "../../../rules/json-value.ts";
import type { Draft, ParameterPlace } from "../draft/draft.ts";
import type { JsonNode, ObjectNode } from "../json/json-node.ts";

/** A draft that was stored; null when it is none. */
export function parseDraft(value: Json | undefined): Draft | null {
  const stored = memberOf(value, "parameters");
  const [path, query, header, cookie] = places.map((place) => parseObject(memberOf(stored, place)));
  if (!path || !query || !header || !cookie) return null;
  const bodies = entriesAt(value, "bodies").map(
    ([type, body]) => [type, { node: parseNode(memberOf(body, "node")), text: textAt(body, "text") }] as const,
  );
  return {
    parameters: { path, query, header, cookie },
    mediaType: textAt(value, "mediaType"),
    bodies: Object.fromEntries(bodies),
    example: numberAt(value, "example") ?? 0,
  };
}

const places = ["path", "query", "header", "cookie"] as const satisfies readonly ParameterPlace[];

function parseObject(value: Json | undefined): ObjectNode | null {
  const node = parseNode(value);
  return node?.kind === "object" ? node : null;
}

function parseNode(value: Json | undefined): JsonNode | null {
  const text = textAt(value, "text");
  const content = memberOf(value, "value");
  switch (textAt(value, "kind")) {
    case "null":
      return { kind: "null" };
    case "boolean":
      return { kind: "boolean", value: content === true };
    case "number":
      return text !== null && /^-?\d[\d.eE+-]*$/.test(text) ? { kind: "number", text } : null;
    case "text":
      return typeof content === "string" ? { kind: "text", value: content } : null;
    case "unfinished":
      return text === null ? null : { kind: "unfinished", text };
    case "file":
      return { kind: "file", file: null, content: null };
    case "list":
      return { kind: "list", items: listAt(value, "items").flatMap((item) => parseNode(item) ?? []) };
    case "object":
      return { kind: "object", members: parseMembers(memberOf(value, "members")) };
    default:
      return null;
  }
}

function parseMembers(value: Json | undefined): ObjectNode["members"] {
  if (!isList(value)) return [];
  return value.flatMap((member) => {
    const name = textAt(member, "name");
    const node = parseNode(memberOf(member, "node"));
    return name === null || node === null ? [] : [{ name, node }];
  });
}
