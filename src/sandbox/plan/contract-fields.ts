import { toTypedValue } from "#shared/conformance/typed-value.ts";
import type {
  ContractSlice,
  SliceMediaType,
  SliceOperation,
  SliceParameter,
  SliceResponse,
} from "#shared/contract/contract-slice.ts";
import { findJsonContent } from "#shared/contract/operation.ts";
import { resolveSchema, type Schema } from "#shared/contract/schema.ts";
import { compact, type Json, type JsonObject } from "#shared/json/json.ts";

/** Schemas by field name, references followed. */
export type Fields = ReadonlyMap<string, Schema>;

/**
 * The described members of an object and of its alternatives; none when any member goes. What several alternatives describe
 * is as the first one has it, which is the one that examples are made of.
 */
export function fieldsOf(schema: Schema | null, contract: ContractSlice, depth = 0): Fields {
  if (schema === null) return new Map();
  const { schemaByName } = contract;
  const { members, alternatives } = resolveSchema(schema, schemaByName);
  const fields = new Map<string, Schema>();
  for (const other of depth < 3 ? (alternatives?.schemas ?? []) : []) {
    for (const [name, field] of fieldsOf(other, contract, depth + 1)) if (!fields.has(name)) fields.set(name, field);
  }
  for (const member of members) fields.set(member.name, resolveSchema(member.schema, schemaByName));
  return fields;
}

/** What the contract says a field is when nobody sends it; undefined when it says nothing. */
export function defaultOf(name: string, ...places: readonly Fields[]): Json | undefined {
  return places.map((fields) => fields.get(name)?.default).find((value) => value !== undefined);
}

/** The response that tells of success: the first of its class, else where the caller is sent, else what holds for all. */
export function successOf({ method, responses }: SliceOperation): SliceResponse | undefined {
  const created = method === "post" ? responses.find(({ status }) => status === "201") : undefined;
  const byClass = ["2", "3"].map((digit) => responses.find(({ status }) => status.startsWith(digit)));
  return created ?? byClass[0] ?? byClass[1] ?? responses.find(({ status }) => status === "default");
}

export function jsonContentOf(content: readonly SliceMediaType[] | undefined): SliceMediaType | undefined {
  return findJsonContent(content ?? []) ?? undefined;
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

/** A name without case and signs: `pet_id`, `petId` and `pet-id` are one. */
export function plainName(name: string): string {
  return name.replace(/[^a-z0-9]/gi, "").toLowerCase();
}

/** What a collection's records may be called, plainly: `/cost_accounts` has `costaccounts` and `costaccount`. */
export function namesOf(path: string): readonly string[] {
  const plural = plainName(path.split("/").findLast((segment) => segment !== "" && !segment.startsWith("{")) ?? "");
  return [plural, plural.replace(/ies$/, "y"), plural.replace(/es$/, ""), plural.replace(/s$/, "")];
}

export const keyNames = ["id", "uuid", "uid", "_id", "key", "slug", "name"];
