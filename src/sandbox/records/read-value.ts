import type { ContractSlice } from "#shared/contract/contract-slice.ts";
import { resolveSchema, type Schema } from "#shared/contract/schema.ts";
import { isList, isObject, type Json, type JsonObject, jsonTypeOf, memberOf } from "#shared/json/json.ts";
import { isSameJson } from "#shared/json/same-json.ts";

import { type Fields, fieldsOf, keyNames } from "../plan/contract-fields.ts";
import { faultsOf } from "./record-examples.ts";

interface Reading {
  /** What the contract's example has in this place. */
  readonly shown: Json | undefined;
  readonly contract: ContractSlice;
  readonly depth?: number;
}

/** Records in records that are looked into. */
const deepest = 4;

/**
 * A value as responses have it, where requests write it in another form: of `carrier: 1`, the carrier of the contract's
 * example with that id; of `status: "open"`, what is described as that choice. What no other form fits stays as it is, and
 * what is write-only, at whatever depth, stays out.
 */
export function toReadValue(value: Json, schema: Schema, { shown, contract, depth = 0 }: Reading): Json {
  const field = resolveSchema(schema, contract.schemaByName);
  if (value === null || depth > deepest) return value;
  const inner = (part: Json, described: Schema, example: Json | undefined): Json =>
    toReadValue(part, described, { shown: example, contract, depth: depth + 1 });
  const { items } = field;
  if (isList(value) && items !== null) {
    const example = isList(shown) ? shown[0] : undefined;
    return value.map((one) => inner(one, items, example));
  }
  const fields = fieldsOf(field, contract);
  if (isObject(value) && fields.size > 0) {
    const returned = Object.entries(value).filter(([name]) => fields.get(name)?.access !== "write-only");
    const members = returned.map(([name, member]): readonly [string, Json] => {
      const described = fields.get(name);
      return [name, described ? inner(member, described, memberOf(shown, name)) : member];
    });
    return Object.fromEntries(members);
  }
  if (isOfKind(value, field)) return value;
  const passes = (one: Json): boolean => faultsOf(one, field, { contract }).length === 0;
  const read = isObject(value) ? scalarsOf(value) : [toObjectOf(value, fields, { shown, contract })];
  return [...read, ...(shown === undefined ? [] : [shown])].find(passes) ?? value;
}

function isOfKind(value: Json, { types }: Schema): boolean {
  const type = jsonTypeOf(value);
  return types.length === 0 || types.includes(type) || (type === "integer" && types.includes("number"));
}

/** Names of members that say which object is meant, the commonest first. */
const identifying = [...keyNames, "value", "code"];

function scalarsOf(object: JsonObject): readonly Json[] {
  return identifying.flatMap((name) => memberOf(object, name) ?? []);
}

function toObjectOf(value: Json, fields: Fields, { shown, contract }: Reading): Json {
  const takers = [...fields].filter(([, field]) => faultsOf(value, field, { contract }).length === 0);
  const rank = ([name]: (typeof takers)[number]): number => identifying.indexOf(name) + 1 || 100;
  const [key, stated] = takers.toSorted((a, b) => rank(a) - rank(b))[0] ?? [];
  if (key === undefined || stated === undefined) return value;
  const index = stated.enum.findIndex((one) => isSameJson(one.value, value));
  const labels = [...fields].flatMap(([name, field]): readonly (readonly [string, Json])[] => {
    const label = field.enum[index]?.value;
    return label === undefined || field.enum.length !== stated.enum.length ? [] : [[name, label]];
  });
  return { ...(isObject(shown) ? shown : {}), ...Object.fromEntries(labels), [key]: value };
}
