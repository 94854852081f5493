import { memberOf } from "../rules/json-value.ts";
import type { JsonObject } from "../model/json.ts";
import type { NameValue } from "../model/request.ts";
import type { Fault } from "./answer.ts";
import type { Extension } from "./extension.ts";
import type { Incoming } from "./incoming.ts";
import { toKeyText } from "./key-text.ts";

export type FilteredRecords = { readonly records: readonly JsonObject[] } | { readonly faults: readonly Fault[] };

/**
 * The records that fit the filters of the query. A parameter filters by `x-sandbox: filters`, or as it stands when the
 * records have a field of its name.
 */
export function filterRecords(records: readonly JsonObject[], { call, query }: Incoming): FilteredRecords {
  const { extension } = call;
  const { filters = {}, combine } = extension;
  const fields = new Set([...Object.keys(filters), ...records.flatMap((record) => Object.keys(record))]);
  const used = query.filter(({ name, value }) => fields.has(name) && value !== "");
  const alone = used.find(({ name }) => filters[name]?.alone);
  if (alone && used.length > 1) return { faults: [notTogether(alone.name, used)] };
  const tests = used.map((pair) => toTest(pair, { extension, query }));
  const isAny = query.some(({ name, value }) => name === combine && value === "OR");
  if (tests.length === 0) return { records };
  return {
    records: records.filter((record) =>
      isAny ? tests.some((test) => test(record)) : tests.every((test) => test(record)),
    ),
  };
}

export interface FilterContext {
  readonly extension: Extension;
  /** The whole query: one parameter can widen what another one looks at. */
  readonly query: readonly NameValue[];
}

/** Whether a record fits one parameter: the whole of a field, or a part in upper or lower case. */
export function toTest(
  { name, value: wanted }: NameValue,
  { extension, query }: FilterContext,
): (record: JsonObject) => boolean {
  const { fields = [name], part = false, adds = {} } = extension.filters?.[name] ?? {};
  const added = Object.entries(adds).flatMap(([other, field]) =>
    query.some((pair) => pair.name === other && pair.value !== "") ? [field] : [],
  );
  const needle = wanted.toLowerCase();
  const fits = (text: string): boolean => (part ? text.toLowerCase().includes(needle) : text === wanted);
  return (record) =>
    [...fields, ...added].some((field) => {
      const value = memberOf(record, field);
      return value !== undefined && value !== null && fits(toKeyText(value));
    });
}

function notTogether(name: string, used: readonly NameValue[]): Fault {
  const others = used.filter((pair) => pair.name !== name).map((pair) => `\`${pair.name}\``);
  return { in: "query", name, message: `\`${name}\` is not combined with ${others.join(", ")}`, hint: "send one kind" };
}
