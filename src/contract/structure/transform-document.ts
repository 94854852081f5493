import type { Origins } from "#read/origins.ts";
import { isList, isObject, type Json, type JsonObject } from "#shared/json/json.ts";

import type { FieldType, Shapes } from "./shape.ts";

interface Transformation {
  readonly shapes: Shapes;
  readonly origins: Origins;
  /** Returns what an object of a named shape becomes; its members have been transformed already. */
  readonly edit: (node: JsonObject, shape: string) => JsonObject;
}

/** A copy of the document with every meaningful object edited. Objects that do not change are shared, not copied. */
export function transformDocument(document: JsonObject, shape: string, transformation: Transformation): JsonObject {
  const { shapes, origins, edit } = transformation;

  function transform(value: Json, type: FieldType): Json {
    if (type.kind === "either")
      return type.types.reduce((result, alternative) => transform(result, alternative), value);
    if (type.kind === "list" && isList(value)) return origins.changeElements(value, (part) => transform(part, type.of));
    if (type.kind === "map" && isObject(value)) return origins.changeMembers(value, (part) => transform(part, type.of));
    return type.kind === "shape" && isObject(value) ? transformNode(value, type.name) : value;
  }

  function transformNode(node: JsonObject, name: string): JsonObject {
    const parsed = shapes.get(name);
    if (!parsed) return node;
    const inner = origins.changeMembers(node, (member, key) => {
      const type = parsed.fields.get(key)?.type ?? (parsed.rest?.key.test(key) ? parsed.restType : null);
      return type ? transform(member, type) : member;
    });
    const edited = edit(inner, name);
    origins.inherit(edited, node);
    return edited;
  }

  return transformNode(document, shape);
}
