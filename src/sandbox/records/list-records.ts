import type { JsonObject } from "#shared/json/json.ts";

import { refuseFaults, type SandboxRefusal, type SandboxResponse, toRefusal, toResponse } from "../exchange.ts";
import type { ActionOf } from "../plan/plan-sandbox.ts";
import type { Incoming } from "../request/incoming.ts";
import { filterRecords, toTest } from "./filter-records.ts";
import { fillRest } from "./list-envelope.ts";
import { takeFields } from "./fill-record.ts";
import { linksOf, takePage } from "./list-page.ts";
import { answerBody, showExample, showRecord, statusOf, missingOwner } from "./record-response.ts";
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
    return showRecord({ ...record, ...definedOf(taken) }, call.returned);
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
  { state }: Running,
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
  return toResponse(statusOf(operation), returned.fields.size === 0 ? openResult : showRecord(record, returned));
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
