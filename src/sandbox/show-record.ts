import { toObject } from "../rules/json-value.ts";
import type { JsonObject } from "../model/json.ts";
import type { Incoming } from "./incoming.ts";
import { successOf, type Fields } from "./schema-fields.ts";

/** A record as its answer shows it: the fields that the contract describes, in its order. */
export function showRecord(record: JsonObject, fields: Fields): JsonObject {
  if (fields.size === 0) return record;
  const shown = [...fields].filter(([name, { writeOnly }]) => Object.hasOwn(record, name) && !writeOnly);
  return toObject(shown.map(([name]) => [name, record[name] ?? null]));
}

/** The status that the contract has for success: `201`; `200` when it states a class of them or nothing. */
export function statusOf({ call }: Incoming): number {
  const status = Number(successOf(call.operation)?.status);
  return Number.isInteger(status) ? status : 200;
}
