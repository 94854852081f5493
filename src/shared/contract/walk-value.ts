import { escapeToken } from "../json/json-pointer.ts";
import { isList, isObject, type Json } from "../json/json.ts";
import { shapesOf } from "./fields.ts";
import type { Schema, SchemaByName } from "./schema.ts";

/** A value at any depth of another one, with the contract's schemas for it. */
export interface ValuePlace<V> {
  readonly value: V;
  /** JSON Pointer (RFC 6901); empty for the whole. */
  readonly pointer: string;
  /** The name of its member, or of the list that contains it; empty for the whole. */
  readonly name: string;
  /** The schemas that apply to it. */
  readonly schemas: readonly Schema[];
}

interface ValueWalk<V> {
  /** The schemas that apply where some are stated: `applyingSchemas`, or fewer. */
  readonly applying: (stated: readonly Schema[]) => readonly Schema[];
  /** Members by name, elements by index; empty for a scalar. */
  readonly partsOf: (value: V) => Iterable<readonly [name: string | number, part: V]>;
  /** Returns false to skip what is inside the value. */
  readonly visit: (place: ValuePlace<V>) => boolean | void;
}

/** Visits a value and everything in it, the outer one first, each beside its schemas. */
export function walkValue<V>(value: V, schema: Schema, { applying, partsOf, visit }: ValueWalk<V>): void {
  const walk = (place: ValuePlace<V>): void => {
    const schemas = applying(place.schemas);
    if (visit({ ...place, schemas }) === false) return;
    for (const [step, part] of partsOf(place.value)) {
      const isElement = typeof step === "number";
      walk({
        value: part,
        pointer: `${place.pointer}/${isElement ? step : escapeToken(step)}`,
        name: isElement ? place.name : step,
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
 * Every schema that says something where some are stated: these, the ones that they name, their alternatives, their
 * conditions. Each is there once, so that rings end.
 */
export function applyingSchemas(stated: readonly Schema[], schemaByName: SchemaByName): readonly Schema[] {
  const found = new Set(stated);
  // A set iterates over what is added on the way.
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
  return schemas.flatMap(({ additionalProperties, patternProperties }) => [
    ...(typeof additionalProperties === "object" && additionalProperties !== null ? [additionalProperties] : []),
    // Expressions aren't executed, so any name may be one that they describe.
    ...patternProperties.map(({ schema }) => schema),
  ]);
}
