import type { NameValue } from "#shared/contract/request.ts";
import { type JsonObject, memberOf, toText, withMembers } from "#shared/json/json.ts";

import { returnedFields } from "../plan/contract-fields.ts";
import {
  type IncomingFault,
  refuseFaults,
  type SandboxRefusal,
  type SandboxResponse,
  toResponse,
  toRefusal,
} from "../exchange.ts";
import type { OperationData } from "#shared/contract/sandbox-data.ts";
import { takeFields } from "./fill-record.ts";
import type { Incoming } from "../request/incoming.ts";
import type { ActionOf } from "../plan/plan-sandbox.ts";
import { showRecord, statusOf } from "./record-response.ts";
import type { Running } from "./state.ts";

/** A list, filtered, one page at a time where the contract has pages. */
export function listRecords(
  incoming: Incoming,
  { state }: Running,
  { collection, isPaged }: ActionOf<"list">,
): SandboxResponse {
  const filtered = filterRecords(state.store.list(collection.path), incoming);
  if ("faults" in filtered) return toRefusal(refuseFaults(filtered.faults));
  const takes = incoming.call.data.takes ?? [];
  const show = (record: JsonObject): JsonObject => {
    const taken = takeFields(takes, record, { recordsOf: (path) => state.store.list(path), pair: undefined });
    return showRecord(withMembers(record, Object.fromEntries(taken)), collection.fields);
  };
  if (!isPaged) return toResponse(statusOf(incoming), filtered.records.map(show));
  const page = toPage(filtered.records, incoming);
  if ("status" in page) return toRefusal(page);
  return toResponse(statusOf(incoming), { ...page, results: page.results.map(show) });
}

/** The one record that a parameter finds: 404 when there is none, 400 when there are several. */
export function lookUpRecord(
  incoming: Incoming,
  { plan, state }: Running,
  { collection }: ActionOf<"lookup">,
): SandboxResponse {
  const { call, pathValues, query } = incoming;
  const wanted = [
    ...Array.from(pathValues, ([name, value]) => ({ name, value })),
    ...query.filter(({ value }) => value !== ""),
  ];
  if (wanted.length !== 1) return toRefusal(notOne(incoming));
  const tests = wanted.map((pair) => toTest(pair, { data: call.data, query }));
  const found = state.store.list(collection.path).filter((record) => tests.every((test) => test(record)));
  const [record] = found;
  if (!record) return toRefusal({ status: 404, message: "Nothing matches." });
  if (found.length > 1) {
    return toRefusal({
      status: 400,
      message: `${found.length} records match.`,
      hint: "ask again with another identifier",
    });
  }
  const fields = returnedFields(call.operation, plan.contract);
  return toResponse(statusOf(incoming), fields.size === 0 ? openResult : showRecord(record, fields));
}

function notOne({ call }: Incoming): SandboxRefusal {
  const names = call.operation.parameters
    .filter((parameter) => parameter.in === "query")
    .map(({ name }) => `\`${name}\``);
  const message = `Send exactly one of ${names.join(", ")}.`;
  return { status: 400, message, hint: "what the provider does with none or several is not specified" };
}

/** A field of our own invention would be taken for the provider's. */
const openResult = { sandbox: "One record matches. The fields of this response are not documented." };

type FilteredRecords = { readonly records: readonly JsonObject[] } | { readonly faults: readonly IncomingFault[] };

/**
 * The records that fit the filters of the query. A parameter filters by `filters` of the sandbox data, or as it stands when the
 * records have a field of its name.
 */
function filterRecords(records: readonly JsonObject[], { call, query }: Incoming): FilteredRecords {
  const { data } = call;
  const { filters = {}, combine } = data;
  const fields = new Set([...Object.keys(filters), ...records.flatMap((record) => Object.keys(record))]);
  const used = query.filter(({ name, value }) => fields.has(name) && value !== "");
  const alone = used.find(({ name }) => filters[name]?.alone);
  if (alone && used.length > 1) return { faults: [notTogether(alone.name, used)] };
  const tests = used.map((pair) => toTest(pair, { data, query }));
  const isAny = query.some(({ name, value }) => name === combine && value === "OR");
  if (tests.length === 0) return { records };
  return {
    records: records.filter((record) =>
      isAny ? tests.some((test) => test(record)) : tests.every((test) => test(record)),
    ),
  };
}

interface FilterContext {
  readonly data: OperationData;
  /** The whole query: one parameter can widen what another one looks at. */
  readonly query: readonly NameValue[];
}

/** Whether a record fits one parameter: the whole of a field, or a part in upper or lower case. */
function toTest({ name, value: wanted }: NameValue, { data, query }: FilterContext): (record: JsonObject) => boolean {
  const { fields = [name], part = false, adds = {} } = data.filters?.[name] ?? {};
  const added = Object.entries(adds).flatMap(([other, field]) =>
    query.some((pair) => pair.name === other && pair.value !== "") ? [field] : [],
  );
  const needle = wanted.toLowerCase();
  const fits = (text: string): boolean => (part ? text.toLowerCase().includes(needle) : text === wanted);
  return (record) =>
    [...fields, ...added].some((field) => {
      const value = memberOf(record, field);
      return value !== undefined && value !== null && fits(toText(value));
    });
}

function notTogether(name: string, used: readonly NameValue[]): IncomingFault {
  const others = used.filter((pair) => pair.name !== name).map((pair) => `\`${pair.name}\``);
  return { in: "query", name, message: `\`${name}\` is not combined with ${others.join(", ")}`, hint: "send one kind" };
}

/** One page of a list. */
interface Page {
  readonly count: number;
  readonly next: string | null;
  readonly previous: string | null;
  readonly results: readonly JsonObject[];
}

interface PageRequest {
  readonly query: readonly NameValue[];
  /** Of the list, without the query. */
  readonly address: string;
}

/** The contract leaves the size of a page open when nobody states it. */
const defaultPageSize = 25;

/** The page that `page` and `page_size` ask for; a page past the last one is refused. */
function toPage(records: readonly JsonObject[], { query, address }: PageRequest): Page | SandboxRefusal {
  const [number, size] = [numberIn(query, "page") ?? 1, numberIn(query, "page_size") ?? defaultPageSize];
  const faults = [...checkSmallest("page", number), ...checkSmallest("page_size", size)];
  if (faults.length > 0) return refuseFaults(faults);
  const last = Math.max(1, Math.ceil(records.length / size));
  if (number > last) return pastTheEnd(number, last);
  const addressOf = (page: number): string => `${address}?${withPage(query, page)}`;
  return {
    count: records.length,
    next: number < last ? addressOf(number + 1) : null,
    previous: number > 1 ? addressOf(number - 1) : null,
    results: records.slice((number - 1) * size, number * size),
  };
}

function numberIn(query: readonly NameValue[], name: string): number | null {
  const text = query.find((pair) => pair.name === name)?.value;
  return text === undefined ? null : Number(text);
}

function checkSmallest(name: string, value: number): readonly IncomingFault[] {
  if (Number.isSafeInteger(value) && value >= 1) return [];
  const hint = "no smallest value is documented; this one is the sandbox's";
  return [{ in: "query", name, message: `\`${name}\` must be a whole number from 1`, hint }];
}

function pastTheEnd(page: number, last: number): SandboxRefusal {
  const message = `There is no page ${page}: the last one is ${last}.`;
  return { status: 404, message, hint: "read until `next` is null; what the provider answers here is not specified" };
}

/** The query again, with another page; filters first, as the examples of the contract write it. */
function withPage(query: readonly NameValue[], page: number): string {
  const others = query.filter(({ name }) => name !== "page" && name !== "page_size").map(toPair);
  const size = query.filter(({ name }) => name === "page_size").map(toPair);
  return [...others, `page=${page}`, ...size].join("&");
}

function toPair({ name, value }: NameValue): string {
  return `${encodeURIComponent(name)}=${encodeURIComponent(value)}`;
}
