import { toTypedValue } from "#shared/conformance/typed-value.ts";
import type {
  ContractSlice,
  SliceMediaType,
  SliceOperation,
  SliceParameter,
  SliceResponse,
} from "#shared/contract/contract-slice.ts";

import { resolveSchema, type Schema } from "#shared/contract/schema.ts";
import { compact, type Json, type JsonObject } from "#shared/json/json.ts";
import { isJsonType } from "#shared/media-type.ts";

/** Schemas by field name, references followed. */
export type Fields = ReadonlyMap<string, Schema>;

/** The described members of an object; none when any member goes. */
export function fieldsOf(schema: Schema | null, { schemaByName }: ContractSlice): Fields {
  const members = schema === null ? [] : resolveSchema(schema, schemaByName).members;
  return new Map(members.map((member) => [member.name, resolveSchema(member.schema, schemaByName)]));
}

/** What the contract says a field is when nobody sends it; undefined when it says nothing. */
export function defaultOf(name: string, ...places: readonly Fields[]): Json | undefined {
  return places.map((fields) => fields.get(name)?.default).find((value) => value !== undefined);
}

/** The first response that tells of success. */
export function successOf(operation: SliceOperation): SliceResponse | undefined {
  return operation.responses.find(({ status }) => status.startsWith("2"));
}

export function jsonContentOf(content: readonly SliceMediaType[] | undefined): SliceMediaType | undefined {
  return content?.find(({ type }) => isJsonType(type));
}

/** The fields of what an operation returns. */
export function returnedFields(operation: SliceOperation, contract: ContractSlice): Fields {
  return fieldsOf(jsonContentOf(successOf(operation)?.content)?.schema ?? null, contract);
}

/** The fields of what an operation takes, in whichever form. */
export function takenFields(operation: SliceOperation, contract: ContractSlice): Fields {
  return fieldsOf(operation.requestBody?.content[0]?.schema ?? null, contract);
}

/** An object of the fields that have a value, in the contract's order. */
export function toRecord(fields: Fields, valueOf: (name: string) => Json | undefined): JsonObject {
  return compact(Object.fromEntries([...fields.keys()].map((name) => [name, valueOf(name)])));
}

/** The value of a query parameter that was sent once or, for some lists, several times. */
export function toQueryValue(
  texts: readonly string[],
  { schema, listStyle }: SliceParameter,
  { schemaByName }: ContractSlice,
): Json {
  const form = { schemaByName, listStyle };
  const [first = ""] = texts;
  if (listStyle !== "repeat") return toTypedValue(first, schema, form);
  return texts.flatMap((text) => toTypedValue(text, schema, form));
}
