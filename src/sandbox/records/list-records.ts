import { separators } from "#shared/contract/notation/parameter-notation.ts";
import type { NameValue } from "#shared/contract/request.ts";
import { isList, type Json, type JsonObject, memberOf, toText, withMembers } from "#shared/json/json.ts";

import { RefusedRequest, refuseFaults, type SandboxResponse, toResponse } from "../exchange.ts";
import type { Paging } from "../plan/paging.ts";
import type { ActionOf, PlannedCall } from "../plan/plan-sandbox.ts";
import { plainName, queryParameter } from "../plan/record-shape.ts";
import type { Incoming } from "../request/incoming.ts";
import { takeFields } from "./fill-record.ts";
import { type Entries, fillEnvelope, linksOf, takePage, totalsOf } from "./list-page.ts";
import { answerBody, checkOwner, showExample, showRecord, statusOf } from "./record-response.ts";
import { recordsPath } from "./state.ts";

/** Lists a collection's records after filters, one page at a time if the contract has pages. */
export function listRecords(incoming: Incoming, { collection, paging }: ActionOf<"list">): SandboxResponse {
  const { plan, state, call, pathValues } = incoming;
  checkOwner(incoming, collection);
  const filtered = filterRecords(state.store.entries(recordsPath(collection, pathValues)), incoming, paging);
  const page = takePage(filtered, incoming, paging);
  const takes = call.data.takes ?? [];
  const show = ([, record]: readonly [string, JsonObject]): JsonObject => {
    const copied = takeFields(takes, record, { recordsOf: (path) => state.store.list(path), pair: undefined });
    return showRecord(withMembers(record, Object.fromEntries(copied)), call.returned, plan.contract);
  };
  const body = fillEnvelope(page.records.map(show), page, incoming);
  const isLinked = paging.hasLink || (call.returned.path.length === 0 && paging.kind !== "none");
  const headers = [...(isLinked ? linksOf(page) : []), ...totalsOf(page, call.operation)];
  return answerBody(body, incoming, headers) ?? showExample(call);
}

/** Finds the one record that a parameter selects: 404 for none, 400 for several. */
export function lookUpRecord(incoming: Incoming, { collection }: ActionOf<"lookup">): SandboxResponse {
  const { plan, state, call, pathValues, query } = incoming;
  const wanted = [
    ...Array.from(pathValues, ([name, value]) => ({ name, value })),
    ...query.filter(({ value }) => value !== ""),
  ];
  if (wanted.length !== 1) {
    const names = call.operation.parameters.flatMap((parameter) =>
      parameter.in === "query" ? [`\`${parameter.name}\``] : [],
    );
    const message = `Send exactly one of ${names.join(", ")}.`;
    const hint = "what the provider does with none or several isn't specified";
    throw new RefusedRequest({ status: 400, message, hint });
  }
  const tests = wanted.map(({ name, value }) => toTest({ name, values: [value] }, incoming));
  const found = state.store.list(collection.path).filter((record) => tests.every((test) => test(record)));
  const [record] = found;
  if (!record) throw new RefusedRequest({ status: 404, message: "Nothing matches." });
  if (found.length > 1) {
    const message = `${found.length} records match.`;
    throw new RefusedRequest({ status: 400, message, hint: "ask again with another identifier" });
  }
  const { operation, returned } = call;
  return toResponse(
    statusOf(operation),
    returned.fields.size === 0 ? openResult : showRecord(record, returned, plan.contract),
  );
}

/** An invented field could be mistaken for the provider's. */
const openResult = { sandbox: "One record matches. The fields of this response aren't documented." };

/** The wanted values of a parameter; several if it takes a list. */
interface Wanted {
  readonly name: string;
  readonly values: readonly string[];
}

/**
 * Returns the records that match the query's filters. The sandbox data defines filters; by default a parameter filters
 * by the field with its name.
 */
function filterRecords(records: Entries, incoming: Incoming, paging: Paging): Entries {
  const { call, query } = incoming;
  const { data } = call;
  const { filters = {}, combine } = data;
  const fields = new Set([...Object.keys(filters), ...records.flatMap(([, record]) => Object.keys(record))]);
  const wanted = wantedOf(call, query).filter(
    ({ name }) => fields.has(filterName(name)) && name !== paging.position && name !== paging.size,
  );
  const alone = wanted.find(({ name }) => filters[name]?.alone);
  if (alone && wanted.length > 1) {
    const names = wanted.filter((parameter) => parameter !== alone).map((parameter) => `\`${parameter.name}\``);
    const message = `\`${alone.name}\` can't be combined with ${names.join(", ")}`;
    refuseFaults([{ in: "query", name: alone.name, message, hint: "send one kind" }]);
  }
  const tests = wanted.map((parameter) => toTest(parameter, incoming));
  const isAny = query.some(({ name, value }) => name === combine && value === "OR");
  const search = data.filters === undefined ? textSearch(query, fields) : null;
  const fits = (record: JsonObject): boolean =>
    (tests.length === 0 || (isAny ? tests.some((test) => test(record)) : tests.every((test) => test(record)))) &&
    (search === null || search(record));
  return records.filter(([, record]) => fits(record));
}

function wantedOf({ operation }: PlannedCall, query: readonly NameValue[]): readonly Wanted[] {
  const names = [...new Set(query.map(({ name }) => name))];
  return names.flatMap((name) => {
    const style = queryParameter(operation, name)?.listStyle ?? "repeat";
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

function toTest({ name, values }: Wanted, { call, query }: Incoming): (record: JsonObject) => boolean {
  const { fields = [filterName(name)], part = false, adds = {} } = call.data.filters?.[name] ?? {};
  // One parameter can add fields to another's filter.
  const added = Object.entries(adds).flatMap(([parameter, field]) =>
    query.some((pair) => pair.name === parameter && pair.value !== "") ? [field] : [],
  );
  const needles = values.map((wanted) => wanted.toLowerCase());
  const fits = (text: string): boolean =>
    part ? needles.some((needle) => text.toLowerCase().includes(needle)) : values.includes(text);
  return (record) =>
    [...fields, ...added].some((field) => {
      const value = memberOf(record, field);
      return (isList(value) ? value : [value]).some(
        (element) => element !== undefined && element !== null && fits(toText(element)),
      );
    });
}
