import { resolveIn } from "../contract/find-operation.ts";
import { mergeAllOf } from "../contract/merge-schema.ts";
import type { Parameter } from "../contract/operation.ts";
import { separatorOf } from "../contract/parameter-notation.ts";
import type { NameValue } from "../contract/request.ts";
import { addMembers, type Json, type JsonObject, memberOf, objectAt, toObject } from "../json/json.ts";
import { coerceText } from "./coerce-text.ts";

/** An object parameter of a query, put together again. */
export interface TakenObject {
  readonly parameter: Parameter;
  readonly schema: Json;
  readonly value: JsonObject;
}

export interface TakenObjects {
  readonly objects: readonly TakenObject[];
  /** The pairs that belong to none of them. */
  readonly rest: readonly NameValue[];
}

/** A parameter that takes an object, and its schema as the document has it. */
export type ObjectParameter = Omit<TakenObject, "value">;

/** Finds the objects of a query among its pairs: the inverse of `toPairs` for those that arrive as several texts or one. */
export function takeObjects(
  query: readonly NameValue[],
  parameters: readonly ObjectParameter[],
  document: JsonObject,
): TakenObjects {
  const taken = new Set<NameValue>();
  const objects = parameters.flatMap(({ parameter, schema }): readonly TakenObject[] => {
    const members = membersOf(schema, document);
    const own = query.filter((pair) => !taken.has(pair) && isPartOf(pair, parameter, members));
    for (const pair of own) taken.add(pair);
    const pairs = own.flatMap((pair) => toMembers(pair, parameter));
    const entries = pairs.map(({ name, value }): [string, Json] => [
      name,
      coerceText(value, memberOf(members, name) ?? true, { document, listStyle: "comma" }),
    ]);
    return own.length === 0 ? [] : [{ parameter, schema, value: toObject(entries) }];
  });
  return { objects, rest: query.filter((pair) => !taken.has(pair)) };
}

function membersOf(schema: Json, document: JsonObject): JsonObject {
  const target = (reference: string): JsonObject | null => resolveIn(document, { $ref: reference });
  const { node } = mergeAllOf(resolveIn(document, schema) ?? {}, { target, refine: addMembers });
  return objectAt(node, "properties") ?? {};
}

function isPartOf({ name }: NameValue, { name: own, notation }: Parameter, members: JsonObject): boolean {
  if (notation.style === "deepObject") return name.startsWith(`${own}[`) && name.endsWith("]");
  return notation.isExploded ? memberOf(members, name) !== undefined : name === own;
}

function toMembers({ name, value }: NameValue, { name: own, notation }: Parameter): readonly NameValue[] {
  if (notation.style === "deepObject") return [{ name: name.slice(own.length + 1, -1), value }];
  if (notation.isExploded) return [{ name, value }];
  const parts = value.split(separatorOf(notation.style));
  return parts.flatMap((part, index) => (index % 2 === 0 ? [{ name: part, value: parts[index + 1] ?? "" }] : []));
}
