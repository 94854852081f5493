import { toObject } from "../rules/json-value.ts";
import type { JsonObject } from "../model/json.ts";
import type { ActionOf } from "./action.ts";
import { toAnswer, toRefusal } from "./answer.ts";
import { filterRecords } from "./filter-records.ts";
import type { Incoming } from "./incoming.ts";
import { toPage } from "./page.ts";
import type { Running } from "./running.ts";
import type { SandboxResponse } from "./sandbox.ts";
import { showRecord, statusOf } from "./show-record.ts";
import { takeFields } from "./take-fields.ts";

/** A list, filtered, one page at a time where the contract has pages. */
export function listRecords(
  incoming: Incoming,
  { state }: Running,
  { collection, isPaged }: ActionOf<"list">,
): SandboxResponse {
  const filtered = filterRecords(state.store.list(collection.path), incoming);
  if ("faults" in filtered)
    return toRefusal({ status: 400, message: "The query is not right.", faults: filtered.faults });
  const takes = incoming.call.extension.takes ?? [];
  const show = (record: JsonObject): JsonObject => {
    const taken = [...takeFields(takes, record, { store: state.store, pair: undefined })].flatMap(([name, value]) =>
      value === undefined ? [] : [[name, value] as const],
    );
    return showRecord(toObject([...Object.entries(record), ...taken]), collection.fields);
  };
  if (!isPaged) return toAnswer(statusOf(incoming), filtered.records.map(show));
  const page = toPage(filtered.records, incoming);
  if ("status" in page) return toRefusal(page);
  return toAnswer(statusOf(incoming), { ...page, results: page.results.map(show) });
}
