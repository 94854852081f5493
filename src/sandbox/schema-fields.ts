import { isJsonType } from "../rules/json-type.ts";
import type { Contract } from "../model/contract.ts";
import type { Json } from "../model/json.ts";
import type { MediaType, Operation, Response } from "../model/operation.ts";
import type { Schema } from "../model/schema.ts";

/** Schemas by field name. */
export type Fields = ReadonlyMap<string, Schema>;

/** The schema that a use of a named schema stands for. */
export function resolveSchema(schema: Schema, contract: Contract): Schema {
  let resolved = schema;
  for (let hops = 0; hops < 100 && resolved.ref !== null; hops += 1) {
    const { ref } = resolved;
    const named = contract.schemas.find(({ name }) => name === ref);
    if (!named) return resolved;
    resolved = named.schema;
  }
  return resolved;
}

/** The described members of an object; none when any member goes. */
export function fieldsOf(schema: Schema | null, contract: Contract): Fields {
  const stated = schema === null ? [] : [...resolveSchema(schema, contract).properties, ...schema.properties];
  return new Map(stated.map(({ name, schema: field }) => [name, field]));
}

/** The schema of the elements; null for what is no list. */
export function elementsOf(schema: Schema | undefined, contract: Contract): Schema | null {
  return schema === undefined ? null : resolveSchema(schema, contract).items;
}

/** What the contract says a field is when nobody sends it; undefined when it says nothing. */
export function defaultOf(name: string, ...places: readonly Fields[]): Json | undefined {
  return places.map((fields) => fields.get(name)?.default).find((value) => value !== undefined);
}

/** The first response that tells of success. */
export function successOf(operation: Operation): Response | undefined {
  return operation.responses.find(({ status }) => status.startsWith("2"));
}

export function jsonContentOf(content: readonly MediaType[] | undefined): MediaType | undefined {
  return content?.find(({ type }) => isJsonType(type));
}

/** The fields of what an operation returns. */
export function returnedFields(operation: Operation, contract: Contract): Fields {
  return fieldsOf(jsonContentOf(successOf(operation)?.content)?.schema ?? null, contract);
}

/** The fields of what an operation takes, in whichever form. */
export function takenFields(operation: Operation, contract: Contract): Fields {
  return fieldsOf(operation.requestBody?.content[0]?.schema ?? null, contract);
}
