import { isObject, listAt, memberOf } from "../rules/json-value.ts";
import type { Json, JsonObject } from "../model/json.ts";
import type { Example, Operation } from "../model/operation.ts";
import { toKeyText } from "./key-text.ts";
import type { Plan } from "./plan.ts";
import { jsonContentOf, successOf } from "./schema-fields.ts";

/**
 * The records that a collection starts with: those of the contract's examples that no call makes, then those that
 * `x-sandbox` adds. What the examples of a POST make is left for the reader of the guides to make.
 */
export function seedRecords(plan: Plan, path: string): readonly JsonObject[] {
  const key = plan.collections.get(path)?.key ?? "";
  const calls = plan.calls.filter(({ action }) => "collection" in action && action.collection.path === path);
  const shown = calls.flatMap(({ operation, action }) =>
    action.kind === "lookup" ? [] : answersOf(operation).flatMap(toRecords),
  );
  const creates = calls
    .filter(({ action }) => action.kind === "create")
    .flatMap(({ operation }) => answersOf(operation));
  const made = new Set(creates.map(({ value }) => keyText(value, key)));
  const seeds = calls.flatMap(({ extension }) => extension.records ?? []);
  return [...shown.filter((record) => !made.has(keyText(record, key))), ...seeds];
}

function answersOf(operation: Operation): readonly Example[] {
  return jsonContentOf(successOf(operation)?.content)?.examples ?? [];
}

/** A page's results, a list's elements, or the one record. */
function toRecords({ value }: Example): readonly JsonObject[] {
  const records = Array.isArray(value)
    ? value
    : memberOf(value, "results") === undefined
      ? [value]
      : listAt(value, "results");
  return records.filter(isObject);
}

function keyText(record: Json, key: string): string | undefined {
  const value = memberOf(record, key);
  return value === undefined || value === null ? undefined : toKeyText(value);
}
