import { escapeToken } from "../json/json-pointer.ts";
import { isList, isObject, type Json } from "../json/json.ts";
import { resolveSchema, type Schema, type SchemaByName } from "./schema.ts";

/** A value somewhere in another one, and what the contract says about it. */
export interface ValuePlace {
  readonly value: Json;
  /** JSON Pointer (RFC 6901); empty for the whole. */
  readonly pointer: string;
  /** Every schema that says something about the value, resolved: the stated one, its alternatives, its conditions. */
  readonly schemas: readonly Schema[];
}

/** Visits a value and everything in it, the outer one first, each beside its schemas. */
export function walkValue(
  whole: { readonly value: Json; readonly schema: Schema },
  schemaByName: SchemaByName,
  visit: (place: ValuePlace) => void,
): void {
  const walk = (value: Json, stated: readonly Schema[], pointer: string): void => {
    const schemas = applyingSchemas(stated, schemaByName);
    visit({ value, pointer, schemas });
    if (isList(value))
      value.forEach((element, index) => walk(element, elementSchemas(schemas, index), `${pointer}/${index}`));
    else if (isObject(value)) {
      for (const [name, member] of Object.entries(value)) {
        walk(member, memberSchemas(schemas, name), `${pointer}/${escapeToken(name)}`);
      }
    }
  };
  walk(whole.value, [whole.schema], "");
}

/** The schemas, resolved, with their alternatives and conditions, and those of these; each once, so that rings end. */
export function applyingSchemas(stated: readonly Schema[], schemaByName: SchemaByName): readonly Schema[] {
  const found = new Map(stated.map((schema) => [schema, resolveSchema(schema, schemaByName)]));
  // A map iterates over what is added on the way.
  for (const { alternatives, conditional } of found.values()) {
    for (const inner of [...(alternatives?.schemas ?? []), ...conditional]) {
      if (!found.has(inner)) found.set(inner, resolveSchema(inner, schemaByName));
    }
  }
  return [...found.values()];
}

/** What schemas that apply together say about a member: that it is described, else what further members may be. */
export function memberSchemas(schemas: readonly Schema[], name: string): readonly Schema[] {
  const described = schemas.flatMap(({ members }) =>
    members.flatMap((member) => (member.name === name ? member.schema : [])),
  );
  if (described.length > 0) return described;
  return schemas.flatMap(({ additionalProperties, patternProperties }) => [
    ...(typeof additionalProperties === "object" && additionalProperties !== null ? [additionalProperties] : []),
    // Expressions are not executed, so any name may be one that they describe.
    ...patternProperties.map(({ schema }) => schema),
  ]);
}

/** What schemas that apply together say about an element of a list. */
export function elementSchemas(schemas: readonly Schema[], index: number): readonly Schema[] {
  return schemas.flatMap(({ prefixItems, items }) => prefixItems[index] ?? items ?? []);
}
