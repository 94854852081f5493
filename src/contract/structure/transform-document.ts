import type { Origins } from "#read/origins.ts";
import { isList, isObject, type Json, type JsonObject, toObject } from "#shared/json/json.ts";

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
    if (type.kind === "list" && isList(value)) return transformList(value, type.of);
    if (type.kind === "map" && isObject(value)) return transformMembers(value, () => type.of);
    return type.kind === "shape" && isObject(value) ? transformNode(value, type.name) : value;
  }

  function transformList(list: readonly Json[], type: FieldType): Json {
    const result = list.map((element) => transform(element, type));
    if (result.every((element, index) => element === list[index])) return list;
    origins.inherit(result, list);
    return result;
  }

  function transformMembers(object: JsonObject, typeOf: (key: string) => FieldType | null): JsonObject {
    const entries = Object.entries(object).map(([key, member]) => {
      const type = typeOf(key);
      return [key, type ? transform(member, type) : member] as const;
    });
    if (entries.every(([key, member]) => member === object[key])) return object;
    const result = toObject(entries);
    origins.inherit(result, object);
    return result;
  }

  function transformNode(node: JsonObject, name: string): JsonObject {
    const parsed = shapes.get(name);
    if (!parsed) return node;
    const typeOf = (key: string): FieldType | null =>
      parsed.fields.get(key)?.type ?? (parsed.rest?.key.test(key) ? parsed.restType : null);
    const edited = edit(transformMembers(node, typeOf), name);
    origins.inherit(edited, node);
    return edited;
  }

  return transformNode(document, shape);
}
