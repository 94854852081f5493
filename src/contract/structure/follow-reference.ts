import { parsePointer, resolvePointer } from "#shared/json/json-pointer.ts";
import { isObject, type Json, type JsonObject, textAt } from "#shared/json/json.ts";

/** The object that a reference into the document leads to (RFC 6901); null where it leads to none. */
export function targetOf(document: JsonObject, reference: string): JsonObject | null {
  const tokens = reference.startsWith("#") ? parsePointer(reference.slice(1)) : null;
  const value = tokens ? resolvePointer(document, tokens) : undefined;
  return isObject(value) ? value : null;
}

/** A chain of references that is longer than this is a ring. */
export const mostHops = 100;

/** The object that a value stands for: itself, or what its reference leads to in the end. */
export function resolveReference(document: JsonObject, value: Json | undefined): JsonObject | null {
  let node = isObject(value) ? value : null;
  for (let hops = 0; node && hops < mostHops; hops += 1) {
    const reference = textAt(node, "$ref");
    if (reference === null) return node;
    node = targetOf(document, reference);
  }
  return null;
}
