import type { Json, JsonObject } from "../model/contract.ts";
import { parsePointer, resolvePointer } from "../rules/json-pointer.ts";
import { isList, isObject, memberOf, textAt, toObject } from "../rules/json-value.ts";
import { slimSchema } from "./slim-schema.ts";

/**
 * A document with just the schemas that the given ones refer to, directly or through each other, each at the place it has
 * in the whole document.
 */
export function reachSchemas(document: JsonObject, schemas: readonly Json[]): JsonObject {
  const targets = new Map<string, Json>();
  const queue = schemas.flatMap(referencesIn);
  for (let reference = queue.pop(); reference !== undefined; reference = queue.pop()) {
    if (targets.has(reference)) continue;
    const target = slimSchema(resolvePointer(document, tokensOf(reference)) ?? true);
    targets.set(reference, target);
    queue.push(...referencesIn(target));
  }
  const sorted = [...targets].sort(([a], [b]) => (a < b ? -1 : 1));
  return sorted.reduce((reached, [reference, target]) => place(reached, tokensOf(reference), target), {});
}

function tokensOf(reference: string): readonly string[] {
  return parsePointer(reference.replace(/^#/, "")) ?? [];
}

/** Every reference in a value. One that is only an example's text does no harm: it leads nowhere or to a schema more. */
function referencesIn(value: Json): readonly string[] {
  if (isList(value)) return value.flatMap(referencesIn);
  if (!isObject(value)) return [];
  const reference = textAt(value, "$ref");
  return [...(reference?.startsWith("#/") ? [reference] : []), ...Object.values(value).flatMap(referencesIn)];
}

/** Sorted references come before those into their targets, which are there already then. */
function place(document: JsonObject, [token, ...rest]: readonly string[], target: Json): JsonObject {
  if (token === undefined) return document;
  const known = memberOf(document, token);
  if (rest.length > 0 && known !== undefined && !isObject(known)) return document;
  const member = rest.length === 0 ? (known ?? target) : place(isObject(known) ? known : {}, rest, target);
  return toObject([...Object.entries(document), [token, member]]);
}
