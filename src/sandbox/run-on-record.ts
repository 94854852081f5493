import { memberOf } from "../rules/json-value.ts";
import type { JsonObject } from "../model/json.ts";
import type { ActionOf } from "./action.ts";
import { toAnswer, toEmptyAnswer, toRefusal } from "./answer.ts";
import { patchRecord, replaceRecord } from "./change-record.ts";
import { appendedLists, checkLists } from "./check-lists.ts";
import type { Incoming } from "./incoming.ts";
import { full, noRecord } from "./refusals.ts";
import type { Running } from "./running.ts";
import type { SandboxResponse } from "./sandbox.ts";
import { returnedFields, takenFields } from "./schema-fields.ts";
import { showRecord, statusOf } from "./show-record.ts";

type RecordAction = ActionOf<"read" | "replace" | "change" | "remove">;

/** Reads, changes or deletes the record that the path names. */
export function runOnRecord(incoming: Incoming, running: Running, action: RecordAction): SandboxResponse {
  const { state } = running;
  const { collection } = action;
  const key = incoming.pathValues.get(action.parameter) ?? "";
  const record = state.store.find(collection.path, key);
  if (!record) return toRefusal(noRecord(collection, key, running));
  switch (action.kind) {
    case "read":
      return show(record, incoming, running);
    case "remove":
      state.store.remove(collection.path, key);
      state.identifiers.release(memberOf(record, collection.key ?? "") ?? key);
      return toEmptyAnswer(statusOf(incoming));
    case "replace":
    case "change":
      return update(record, incoming, { running, action, key });
  }
}

interface Update {
  readonly running: Running;
  readonly action: RecordAction;
  readonly key: string;
}

function update(record: JsonObject, incoming: Incoming, { running, action, key }: Update): SandboxResponse {
  const { plan, state } = running;
  const { collection } = action;
  const { members, call } = incoming;
  const lists = checkLists(members, { collection, record, plan });
  if (lists) return toRefusal(lists);
  const { fields } = collection;
  const writable = takenFields(call.operation, plan.contract);
  const appended = new Set(appendedLists(collection, plan).keys());
  const changed =
    action.kind === "change"
      ? patchRecord(record, { members, fields })
      : replaceRecord(record, { members, fields, writable, appended });
  const isKeyKept = collection.key === null || memberOf(changed, collection.key) === memberOf(record, collection.key);
  if (!isKeyKept)
    return toRefusal({ status: 400, message: `\`${collection.key}\` is the record's address and cannot change.` });
  return state.store.put(collection.path, key, changed) ? show(changed, incoming, running) : toRefusal(full);
}

function show(record: JsonObject, incoming: Incoming, { plan }: Running): SandboxResponse {
  const fields = returnedFields(incoming.call.operation, plan.contract);
  return statusOf(incoming) === 204 ? toEmptyAnswer(204) : toAnswer(statusOf(incoming), showRecord(record, fields));
}
