import type { Schema, SchemaByName } from "../contract/schema.ts";
import { applyingSchemas, partsOfJson, walkValue } from "../contract/walk-value.ts";
import { escapeToken } from "../json/json-pointer.ts";
import { isObject, type Json, type JsonObject } from "../json/json.ts";
import { nearest } from "../nearest.ts";
import type { ValueFault } from "./checker.ts";

interface Search {
  readonly schemaByName: SchemaByName;
  /** Takes steps; false when too many have been taken. */
  readonly spend: (steps: number) => boolean;
}

/**
 * Members that no schema of their object describes. JSON Schema lets them pass; in a sample they are slips of the pen.
 * Objects that are open on purpose (`additionalProperties`, `patternProperties`, or no described member) take any name.
 */
export function findUnknownMembers(value: Json, schema: Schema, search: Search): readonly ValueFault[] {
  const faults: ValueFault[] = [];
  walkValue(value, schema, {
    applying: (stated) => (search.spend(1) ? applyingSchemas(stated, search.schemaByName) : []),
    partsOf: partsOfJson,
    visit: ({ value: part, pointer, schemas }) => {
      if (!search.spend(schemas.length)) return false;
      if (isObject(part)) faults.push(...unknownIn(part, pointer, schemas));
      return true;
    },
  });
  return faults;
}

function unknownIn(object: JsonObject, pointer: string, schemas: readonly Schema[]): readonly ValueFault[] {
  const described = new Set(schemas.flatMap(({ members }) => members.map(({ name }) => name)));
  if (described.size === 0 || schemas.some(isOpen)) return [];
  const owner = schemas.map(({ ref, name, mergedFrom }) => ref ?? name ?? mergedFrom[0]).find(Boolean);
  const unknown = Object.keys(object).filter((name) => !described.has(name));
  return unknown.map((name) => ({
    pointer: `${pointer}/${escapeToken(name)}`,
    message: owner === undefined ? `the contract has no field \`${name}\` here` : `${owner} has no field \`${name}\``,
    ...meantBy(name, described, pointer),
  }));
}

/** What the name of an unknown member most likely is meant for, among those that the object may have. */
export function meantBy(
  name: string,
  known: ReadonlySet<string>,
  pointer: string,
): Pick<ValueFault, "hint"> & Partial<Pick<ValueFault, "meant">> {
  const meant = nearest(name, known);
  return meant === null
    ? { hint: null }
    : { hint: `did you mean ${meant}?`, meant: `${pointer}/${escapeToken(meant)}` };
}

function isOpen({ additionalProperties, patternProperties }: Schema): boolean {
  return (additionalProperties !== null && additionalProperties !== false) || patternProperties.length > 0;
}
