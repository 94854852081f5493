import { isObject, type Json, listAt, withMembers, without } from "#shared/json/json.ts";
import { isSameJson } from "#shared/json/same-json.ts";

import type { ItemOperation } from "./list-operations.ts";
import type { DocumentNode, Reading } from "./reading.ts";

/**
 * True for a PATCH that drf-yasg wrote: it describes one by the serializer of PUT, with all that a whole record requires,
 * though Django REST framework's `partial_update` takes any part of it. The ids and the schema of both tell; a text that asks
 * for all fields is believed.
 */
export function isPartialUpdate({
  node,
  item,
  method,
}: Pick<ItemOperation, "node" | "method"> & { readonly item: DocumentNode }) {
  const whole = item.node("put");
  const name = /^(.+)_partial_update$/.exec(node.text("operationId") ?? "")?.[1];
  if (method !== "patch" || name === undefined || whole.text("operationId") !== `${name}_update`) return false;
  const texts = [node.text("summary"), node.text("description"), node.node("requestBody").text("description")];
  if (texts.some((text) => text !== null && asksForAll.test(text))) return false;
  const schemas = schemasOf(node);
  return schemas.length > 0 && isSameJson(schemas, schemasOf(whole));
}

const asksForAll =
  /\b(?:all|every|each)\b[^.]{0,30}\bfields?\b|\b(?:whole|full|complete|entire) (?:record|object|resource|representation|body)\b/i;

function schemasOf(operation: DocumentNode): readonly Json[] {
  return operation
    .node("requestBody")
    .entries("content")
    .map(([, media]) => media.member("schema") ?? null);
}

const deepest = 5;

/** A schema of an object, of which nothing is required. */
export function withoutRequired(schema: Json, reading: Reading, depth = 0): Json {
  const named = reading.resolve(schema);
  if (named === null || depth > deepest) return schema;
  const parts = listAt(named, "allOf").map((part) => withoutRequired(part, reading, depth + 1));
  return reading.inherit(withMembers(without(named, "required"), parts.length === 0 ? {} : { allOf: parts }), named);
}

/** Of the example of a whole record one plain field, as somebody changes it. */
export function plainFieldOf(example: Json): Json {
  if (!isObject(example)) return example;
  const members = Object.entries(example);
  const plain = members.filter(
    ([name, value]) => !isObject(value) && !Array.isArray(value) && !/^(?:id|slug)$|_id$/.test(name),
  );
  const [member] = [...plain, ...members];
  return member === undefined ? example : Object.fromEntries([member]);
}
