import { memberOf, toObject } from "../rules/json-value.ts";
import type { Json, JsonObject } from "../model/json.ts";
import { defaultOf, type Fields } from "./schema-fields.ts";

export interface Change {
  readonly members: JsonObject;
  /** All fields of the record. */
  readonly fields: Fields;
}

/** A record with the fields that were sent; the others stay (RFC 7396 without its nulls: null is a value here). */
export function patchRecord(record: JsonObject, { members, fields }: Change): JsonObject {
  const merged = { ...record, ...members };
  return select(fields, (name) => memberOf(merged, name), merged);
}

/**
 * A record with its writable fields replaced. One that was left out falls back to its default or is gone; what has calls of
 * its own to add to it, and what the provider sets, stays.
 */
export function replaceRecord(
  record: JsonObject,
  {
    members,
    fields,
    writable,
    appended,
  }: Change & { readonly writable: Fields; readonly appended: ReadonlySet<string> },
): JsonObject {
  const isKept = (name: string): boolean => !writable.has(name) || appended.has(name);
  const leftOut = (name: string): Json | undefined =>
    isKept(name) ? memberOf(record, name) : defaultOf(name, writable, fields);
  return select(fields, (name) => (Object.hasOwn(members, name) ? memberOf(members, name) : leftOut(name)), members);
}

/** The fields in the contract's order; an object that the contract does not describe as it is. */
function select(fields: Fields, valueOf: (name: string) => Json | undefined, open: JsonObject): JsonObject {
  if (fields.size === 0) return open;
  const entries = [...fields.keys()].flatMap((name) => {
    const value = valueOf(name);
    return value === undefined ? [] : [[name, value] as const];
  });
  return toObject(entries);
}
