import type { ContractSlice } from "#shared/contract/contract-slice.ts";
import { resolveSchema, type Schema } from "#shared/contract/schema.ts";
import { isObject, type Json, type JsonObject, memberOf, withMembers } from "#shared/json/json.ts";

import { refuseFaults, type SandboxRefusal, type SandboxResponse, toRefusal, toResponse } from "../exchange.ts";
import { fieldsOf, plainName } from "../plan/contract-fields.ts";
import type { ActionOf, Plan, PlannedCall } from "../plan/plan-sandbox.ts";
import { putInto } from "../plan/record-shape.ts";
import type { Incoming } from "../request/incoming.ts";
import { takeFields } from "./fill-record.ts";
import { filterRecords, toTest } from "./filter-records.ts";
import { linksOf, type Page, takePage } from "./list-page.ts";
import { answerBody, missingOwner, showExample, showRecord, statusOf } from "./record-response.ts";
import { placeOf, type Running } from "./state.ts";

/** A list, filtered, one page at a time where the contract has pages. */
export function listRecords(
  incoming: Incoming,
  running: Running,
  { collection, paging }: ActionOf<"list">,
): SandboxResponse {
  const { plan, state } = running;
  const { call, pathValues } = incoming;
  const wrong = missingOwner(incoming, collection, running);
  if (wrong) return toRefusal(wrong);
  const filtered = filterRecords(state.store.entries(placeOf(collection, pathValues)), incoming, paging);
  if ("faults" in filtered) return toRefusal(refuseFaults(filtered.faults));
  const page = takePage(filtered.records, incoming, paging);
  if ("status" in page) return toRefusal(page);
  const takes = call.data.takes ?? [];
  const show = ([, record]: readonly [string, JsonObject]): JsonObject => {
    const taken = takeFields(takes, record, { recordsOf: (path) => state.store.list(path), pair: undefined });
    return showRecord({ ...record, ...definedOf(taken) }, call.returned, plan.contract);
  };
  const body = fillRest(page.records.map(show), page, { call, plan });
  const isLinked = paging.hasLink || (call.returned.path.length === 0 && paging.kind !== "none");
  return answerBody(body, { call, plan, headers: isLinked ? linksOf(page) : [] }) ?? showExample(call);
}

function definedOf(taken: ReturnType<typeof takeFields>): JsonObject {
  return Object.fromEntries([...taken].flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])));
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
  const tests = wanted.map(({ name, value }) => toTest({ name, values: [value] }, { data: call.data, query }));
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
  const { operation, returned } = call;
  return toResponse(
    statusOf(operation),
    returned.fields.size === 0 ? openResult : showRecord(record, returned, plan.contract),
  );
}

function notOne({ call }: Incoming): SandboxRefusal {
  const names = call.operation.parameters
    .filter((parameter) => parameter.in === "query")
    .map(({ name }) => `\`${name}\``);
  const message = `Send exactly one of ${names.join(", ")}.`;
  return { status: 400, message, hint: "what the provider does with none or several isn't specified" };
}

/** A field of our own invention would be taken for the provider's. */
const openResult = { sandbox: "One record matches. The fields of this response aren't documented." };

interface ListContext {
  readonly call: PlannedCall;
  readonly plan: Plan;
}

/** The body of a list: its records, and around them what commonly tells of pages; anything else as the example has it. */
export function fillRest(records: readonly JsonObject[], page: Page, { call, plan }: ListContext): Json {
  const { whole, path, schema } = call.returned;
  if (path.length === 0) return records;
  const start: JsonObject = isObject(whole) ? whole : {};
  const told = schema === null ? start : tell(start, schema, { page, contract: plan.contract, path, depth: 0 });
  return putInto(told, path, records);
}

interface Telling {
  readonly page: Page;
  readonly contract: ContractSlice;
  /** To the list. */
  readonly path: readonly string[];
  readonly depth: number;
}

function tell(object: JsonObject, schema: Schema, telling: Telling): JsonObject {
  const { page, contract, path, depth } = telling;
  const fields = fieldsOf(schema, contract);
  const { members: stated } = resolveSchema(schema, contract.schemaByName);
  const required = new Set(stated.filter((member) => member.required).map(({ name }) => name));
  const hasTotal = [...fields.keys()].some((name) => plainName(name).startsWith("total"));
  const members = [...fields].flatMap(([name, field]): readonly (readonly [string, Json | undefined])[] => {
    const known = memberOf(object, name);
    if (path.length === 1 && name === path[0]) return [];
    const isInner = depth < 2 && fieldsOf(field, contract).size > 0 && !field.types.includes("array");
    if (isInner) {
      const inner = { ...telling, path: name === path[0] ? path.slice(1) : [], depth: depth + 1 };
      return isObject(known) ? [[name, tell(known, field, inner)]] : [];
    }
    const told = toldOf(plainName(name), field, { page, hasTotal });
    if (told === undefined) return [];
    // What has no value is null where the contract knows that, and else left out, unless it must be there.
    if (told !== null || field.nullable) return [[name, told]];
    return [[name, required.has(name) ? (field.types.includes("string") ? "" : known) : undefined]];
  });
  const gone = new Set(members.flatMap(([name, value]) => (value === undefined ? [name] : [])));
  const kept = Object.fromEntries(Object.entries(object).filter(([name]) => !gone.has(name)));
  return withMembers(kept, Object.fromEntries(members));
}

interface Told {
  readonly page: Page;
  /** True when another member has the number of all records. */
  readonly hasTotal: boolean;
}

/** Null where the member has nothing to say of this page, undefined for a name that isn't about pages. */
function toldOf(name: string, { types }: Schema, { page, hasTotal }: Told): Json | undefined {
  const isNumber = types.includes("integer") || types.includes("number");
  const isText = types.includes("string");
  const number = isNumber ? numbers(page, hasTotal)[name] : undefined;
  if (number !== undefined) return number;
  if (isNumber && /^next(?:page|offset)?$/.test(name)) return page.nextNumber;
  if (types.includes("boolean") && /^(?:has)?(?:more|next|nextpage|moreitems|moreresults)$/.test(name))
    return page.next !== null;
  if (types.includes("boolean") && /^has(?:prev|previous|prevpage|previouspage)$/.test(name))
    return page.previous !== null;
  if (!isText) return undefined;
  if (/cursor|token|^(?:after|endcursor)$/.test(name) && !/prev|before|start/.test(name)) return page.nextCursor;
  if (/prev|before|startcursor/.test(name)) return /cursor|token/.test(name) ? null : page.previous;
  const link = /^(next|first|last|self)(?:page)?(?:url|uri|link|href)?$/.exec(name)?.[1];
  const links: Readonly<Record<string, string | null>> = {
    next: page.next,
    first: page.first,
    last: page.last,
    self: page.self,
  };
  return link === undefined ? undefined : links[link];
}

function numbers(
  { records, total, size, offset, number, pages }: Page,
  hasTotal: boolean,
): Readonly<Record<string, number>> {
  const alone = hasTotal ? records.length : total;
  const totals = {
    total,
    totalcount: total,
    totalitems: total,
    totalresults: total,
    totalelements: total,
    totalrecords: total,
  };
  return {
    ...totals,
    count: alone,
    itemcount: alone,
    resultcount: alone,
    filtercount: alone,
    totalhits: total,
    page: number,
    currentpage: number,
    pagenumber: number,
    pageindex: number,
    currentpagenumber: number,
    size,
    limit: size,
    perpage: size,
    pagesize: size,
    itemsperpage: size,
    pages,
    totalpages: pages,
    pagecount: pages,
    numpages: pages,
    lastpage: pages,
    offset,
    skip: offset,
    start: offset,
    startindex: offset,
  };
}
