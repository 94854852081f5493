import { firstDefined, type Json, type JsonObject, memberOf } from "#shared/json/json.ts";

import { checkReferences } from "../request/check-references.ts";
import { defaultOf, type Fields, returnedFields, takenFields, toRecord } from "../plan/contract-fields.ts";
import { type SandboxResponse, toResponse, toEmptyResponse, toRefusal } from "../exchange.ts";
import type { Incoming } from "../request/incoming.ts";
import { appendedLists, checkLists } from "./make-record.ts";
import type { ActionOf } from "../plan/plan-sandbox.ts";
import { full, noRecord, showRecord, statusOf } from "./record-response.ts";
import { recordOf, type Running } from "./state.ts";

type RecordAction = ActionOf<"read" | "replace" | "change" | "remove">;

/** Reads, changes or deletes the record that the path names. */
export function runOnRecord(incoming: Incoming, running: Running, action: RecordAction): SandboxResponse {
  const { state } = running;
  const { collection } = action;
  const key = incoming.pathValues.get(action.parameter) ?? "";
  const record = recordOf(collection, key, state);
  if (!record) return toRefusal(noRecord(collection, key, running));
  switch (action.kind) {
    case "read":
      return show(record, incoming, running);
    case "remove":
      state.store.remove(collection.path, key);
      state.identifiers.release(memberOf(record, collection.key ?? "") ?? key);
      return toEmptyResponse(statusOf(incoming));
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
  const wrong = checkLists(members, { collection, record, plan }) ?? checkReferences(incoming, record, running);
  if (wrong) return toRefusal(wrong);
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
  return statusOf(incoming) === 204 ? toEmptyResponse(204) : toResponse(statusOf(incoming), showRecord(record, fields));
}

interface RecordChange {
  readonly members: JsonObject;
  /** All fields of the record. */
  readonly fields: Fields;
}

/** A record with the fields that were sent; the others stay (RFC 7396 without its nulls: null is a value here). */
function patchRecord(record: JsonObject, { members, fields }: RecordChange): JsonObject {
  const merged = { ...record, ...members };
  return fields.size === 0 ? merged : toRecord(fields, (name) => memberOf(merged, name));
}

interface Replacement extends RecordChange {
  /** Fields that the call takes. */
  readonly writable: Fields;
  /** Lists that have calls of their own to add to them. */
  readonly appended: ReadonlySet<string>;
}

/**
 * A record with its writable fields replaced. One that was left out falls back to its default or is gone; what has calls of
 * its own to add to it, and what the provider sets, stays.
 */
function replaceRecord(record: JsonObject, { members, fields, writable, appended }: Replacement): JsonObject {
  if (fields.size === 0) return members;
  const isKept = (name: string): boolean => !writable.has(name) || appended.has(name);
  const leftOut = (name: string): Json | undefined =>
    isKept(name) ? memberOf(record, name) : defaultOf(name, writable, fields);
  return toRecord(fields, (name) => firstDefined(memberOf(members, name), leftOut(name)));
}
