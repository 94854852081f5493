import { separators } from "#shared/conformance/typed-value.ts";
import type { NameValue } from "#shared/contract/request.ts";
import type { OperationData } from "#shared/contract/sandbox-data.ts";
import { isList, type Json, type JsonObject, memberOf, toText } from "#shared/json/json.ts";

import type { IncomingFault } from "../exchange.ts";
import { plainName } from "../plan/contract-fields.ts";
import type { Paging } from "../plan/paging.ts";
import type { Incoming } from "../request/incoming.ts";

export type Entries = readonly (readonly [key: string, record: JsonObject])[];

type FilteredRecords = { readonly records: Entries } | { readonly faults: readonly IncomingFault[] };

/** What one parameter asks for; more than one value when it takes a list. */
interface Wanted {
  readonly name: string;
  readonly values: readonly string[];
}

/**
 * The records that fit the filters of the query. A parameter filters by `filters` of the sandbox data, or as it stands when the
 * records have a field of its name.
 */
export function filterRecords(records: Entries, { call, query }: Incoming, paging: Paging): FilteredRecords {
  const { data } = call;
  const { filters = {}, combine } = data;
  const fields = new Set([...Object.keys(filters), ...records.flatMap(([, record]) => Object.keys(record))]);
  const wanted = wantedOf(call, query).filter(
    ({ name }) => fields.has(filterName(name)) && name !== paging.position && name !== paging.size,
  );
  const alone = wanted.find(({ name }) => filters[name]?.alone);
  if (alone && wanted.length > 1) return { faults: [notTogether(alone.name, wanted)] };
  const tests = wanted.map((one) => toTest(one, { data, query }));
  const isAny = query.some(({ name, value }) => name === combine && value === "OR");
  const search = data.filters === undefined ? textSearch(query, fields) : null;
  const fits = (record: JsonObject): boolean =>
    (tests.length === 0 || (isAny ? tests.some((test) => test(record)) : tests.every((test) => test(record)))) &&
    (search === null || search(record));
  return { records: records.filter(([, record]) => fits(record)) };
}

function wantedOf({ operation }: Incoming["call"], query: readonly NameValue[]): readonly Wanted[] {
  const names = [...new Set(query.map(({ name }) => name))];
  return names.flatMap((name) => {
    const style = operation.parameters.find((one) => one.in === "query" && one.name === name)?.listStyle ?? "repeat";
    const texts = query.filter((pair) => pair.name === name && pair.value !== "").map(({ value }) => value);
    const values = style === "repeat" ? texts : texts.flatMap((text) => text.split(separators[style]));
    return values.length > 0 ? [{ name, values }] : [];
  });
}

function filterName(name: string): string {
  return /^filters?\[([^\]]+)\]$/.exec(name)?.[1] ?? name;
}

function textSearch(query: readonly NameValue[], fields: ReadonlySet<string>) {
  const sent = query.find(({ name }) => /^(?:q|query|search|searchterm|keyword|keywords)$/.test(plainName(name)));
  if (sent === undefined || sent.value === "" || fields.has(sent.name)) return null;
  const needle = sent.value.toLowerCase();
  const has = (value: Json): boolean =>
    typeof value === "string"
      ? value.toLowerCase().includes(needle)
      : typeof value === "object" && value !== null && Object.values(value).some(has);
  return has;
}

interface FilterContext {
  readonly data: OperationData;
  /** The whole query: one parameter can widen what another one looks at. */
  readonly query: readonly NameValue[];
}

/** Whether a record fits one parameter: the whole of a field, or a part in upper or lower case. */
export function toTest({ name, values }: Wanted, { data, query }: FilterContext): (record: JsonObject) => boolean {
  const { fields = [filterName(name)], part = false, adds = {} } = data.filters?.[name] ?? {};
  const added = Object.entries(adds).flatMap(([other, field]) =>
    query.some((pair) => pair.name === other && pair.value !== "") ? [field] : [],
  );
  const needles = values.map((wanted) => wanted.toLowerCase());
  const fits = (text: string): boolean =>
    part ? needles.some((needle) => text.toLowerCase().includes(needle)) : values.includes(text);
  return (record) =>
    [...fields, ...added].some((field) => {
      const value = memberOf(record, field);
      return (isList(value) ? value : [value]).some((one) => one !== undefined && one !== null && fits(toText(one)));
    });
}

function notTogether(name: string, used: readonly Wanted[]): IncomingFault {
  const others = used.filter((one) => one.name !== name).map((one) => `\`${one.name}\``);
  return {
    in: "query",
    name,
    message: `\`${name}\` can't be combined with ${others.join(", ")}`,
    hint: "send one kind",
  };
}
