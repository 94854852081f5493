import { escapeToken } from "../json/json-pointer.ts";
import { isList, isObject, type Json } from "../json/json.ts";
import { shapesOf } from "./fields.ts";
import { additionalSchema, type Schema, type SchemaByName } from "./schema.ts";

/** A value at any depth, with its schemas. */
export interface WalkedValue<V> {
  readonly value: V;
  /** JSON Pointer (RFC 6901); empty for the whole value. */
  readonly pointer: string;
  /** The name of its member, or of the list that contains it; empty for the whole value. */
  readonly name: string;
  /** The schemas that apply to it. */
  readonly schemas: readonly Schema[];
}

interface ValueWalk<V> {
  /** Expands stated schemas to all that apply: `applyingSchemas`, or fewer. */
  readonly applying: (stated: readonly Schema[]) => readonly Schema[];
  /** Members by name, elements by index; empty for a scalar. */
  readonly partsOf: (value: V) => Iterable<readonly [name: string | number, part: V]>;
  /** Returns false to skip the value's parts. */
  readonly visit: (walked: WalkedValue<V>) => boolean | void;
}

/** Visits a value and all its parts with their schemas, outer values first. */
export function walkValue<V>(value: V, schema: Schema, { applying, partsOf, visit }: ValueWalk<V>): void {
  const walk = (walked: WalkedValue<V>): void => {
    const schemas = applying(walked.schemas);
    if (visit({ ...walked, schemas }) === false) return;
    for (const [step, part] of partsOf(walked.value)) {
      const isElement = typeof step === "number";
      walk({
        value: part,
        pointer: `${walked.pointer}/${isElement ? step : escapeToken(step)}`,
        name: isElement ? walked.name : step,
        schemas: isElement
          ? schemas.flatMap(({ prefixItems, items }) => prefixItems[step] ?? items ?? [])
          : memberSchemas(schemas, step),
      });
    }
  };
  walk({ value, pointer: "", name: "", schemas: [schema] });
}

/** The members or elements of plain JSON. */
export function partsOfJson(value: Json): Iterable<readonly [name: string | number, part: Json]> {
  if (isList(value)) return value.entries();
  return isObject(value) ? Object.entries(value) : [];
}

/**
 * Returns the stated schemas and all that apply with them: referenced schemas, alternatives, conditions. Each is listed
 * once, so rings end.
 */
export function applyingSchemas(stated: readonly Schema[], schemaByName: SchemaByName): readonly Schema[] {
  const found = new Set(stated);
  // Iterating a set visits values that are added meanwhile.
  for (const schema of found) {
    const named = schema.ref === null ? undefined : schemaByName.get(schema.ref);
    for (const inner of [...(named ? [named] : []), ...shapesOf(schema), ...schema.conditional]) found.add(inner);
  }
  return [...found];
}

function memberSchemas(schemas: readonly Schema[], name: string): readonly Schema[] {
  const described = schemas.flatMap(({ members }) =>
    members.flatMap((member) => (member.name === name ? member.schema : [])),
  );
  if (described.length > 0) return described;
  return schemas.flatMap((owner) => {
    const additional = additionalSchema(owner);
    // Patterns aren't evaluated here, so any name may match.
    return [...(additional === null ? [] : [additional]), ...owner.patternProperties.map(({ schema }) => schema)];
  });
}
