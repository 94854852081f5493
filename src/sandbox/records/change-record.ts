import {
  firstDefined,
  isObject,
  type Json,
  type JsonObject,
  memberOf,
  toObject,
  toText,
  withMembers,
  without,
} from "#shared/json/json.ts";
import { isSameJson } from "#shared/json/same-json.ts";
import { isJsonPatch } from "#shared/media-type.ts";

import { RefusedRequest, type SandboxResponse, toEmptyResponse } from "../exchange.ts";
import type { Collection } from "../plan/collection.ts";
import { defaultOf, successContent, toRecord } from "../plan/record-shape.ts";
import type { ActionOf } from "../plan/plan-sandbox.ts";
import { checkReferences } from "../request/check-references.ts";
import type { Incoming } from "../request/incoming.ts";
import {
  answerRecord,
  answerUnchanged,
  checkMatch,
  checkOwner,
  etagHeaders,
  full,
  keepsNothing,
  noRecord,
  showExample,
  showRecord,
  statusOf,
} from "./record-response.ts";
import { applyPatch, mergePatch } from "./json-patch.ts";
import { appendedLists, checkLists, createRecord } from "./make-record.ts";
import { completeRecord } from "./record-examples.ts";
import { recordsPath, recordOf } from "./state.ts";

type RecordAction = ActionOf<"read" | "replace" | "change" | "remove">;

/** Reads, changes or deletes the record that the path or the body's key names. */
export function runOnRecord(incoming: Incoming, action: RecordAction): SandboxResponse {
  const { collection, parameter } = action;
  const { plan, state, pathValues } = incoming;
  const named = parameter === null ? memberOf(incoming.members, collection.key ?? "") : pathValues.get(parameter);
  // The call may be about all records of the collection; the contract doesn't say.
  if (named === undefined) return showExample(incoming.call);
  const key = toText(named);
  const record = recordOf(collection, key, incoming);
  if (!record) {
    if (action.kind === "replace" && action.canCreate)
      return createRecord(keyedByPath(incoming, collection.key, key), collection);
    checkOwner(incoming, collection);
    throw new RefusedRequest(noRecord(collection, key, incoming));
  }
  const tags = etagHeaders(record, collection, plan);
  if (action.kind !== "read") checkMatch(tags, incoming);
  switch (action.kind) {
    case "read":
      return answerUnchanged(tags, incoming) ?? answerRecord(record, incoming, tags) ?? showExample(incoming.call);
    case "remove": {
      const path = recordsPath(collection, pathValues);
      state.store.remove(path, key);
      state.identifiers.release(memberOf(record, collection.key ?? "") ?? key, path);
      return answerRemoved(record, incoming);
    }
    case "replace":
    case "change":
      return update(record, incoming, { action, key });
  }
}

function keyedByPath(incoming: Incoming, field: string | null, key: string): Incoming {
  const { members } = incoming;
  const isNamed = field === null || memberOf(members, field) !== undefined;
  return isNamed ? incoming : { ...incoming, members: { ...members, [field]: key } };
}

/** Some contracts return the deleted record, and others show the response in an example. */
function answerRemoved(record: JsonObject, incoming: Incoming): SandboxResponse {
  const { operation, returned } = incoming.call;
  const status = statusOf(operation);
  const content = successContent(operation);
  if (!content || status === 204) return toEmptyResponse(status);
  const isRecord = returned.fields.size > 0 && [...returned.fields.keys()].every((name) => Object.hasOwn(record, name));
  const response = isRecord ? answerRecord(record, incoming) : null;
  if (response !== null) return response;
  const shown = showExample(incoming.call);
  // The record is gone, so only the example's message is used.
  return {
    ...shown,
    headers: shown.headers.map((header) => (header.name === "X-Sandbox" ? { ...header, value: "simulated" } : header)),
  };
}

interface Update {
  readonly action: ActionOf<"replace" | "change">;
  readonly key: string;
}

function update(record: JsonObject, incoming: Incoming, { action, key }: Update): SandboxResponse {
  const { collection, kind } = action;
  const { plan, state, call, pathValues } = incoming;
  checkLists(incoming, collection, record);
  checkReferences(incoming, record);
  const change = kind === "change" ? changeRecord : replaceRecord;
  const changed = change(record, incoming, collection);
  if (changed === null)
    throw new RefusedRequest({ status: 409, message: "The patch doesn't fit the record as it is." });
  const keyOf = (version: Json): Json | undefined => memberOf(version, collection.key ?? "");
  const keyText = (version: Json): string => toText(keyOf(version) ?? null);
  // The form contains the example's key, so sending it to another record doesn't mean renaming that.
  const isShown =
    keyOf(changed) === undefined || call.sent.examples.some(({ value }) => keyText(value) === keyText(changed));
  if (collection.key !== null && keyText(changed) !== keyText(record) && !isShown) {
    const message = `\`${collection.key}\` is the record's address and can't change.`;
    throw new RefusedRequest({ status: 400, message });
  }
  const named = collection.key === null ? changed : withMembers(changed, { [collection.key]: keyOf(record) });
  const kept = completeRecord(named, collection, incoming);
  const response = answerRecord(kept, incoming, etagHeaders(kept, collection, plan));
  const show = (version: JsonObject): JsonObject => showRecord(version, call.returned, plan.contract);
  const isUnchanged = isSameJson(show(kept), show(record));
  if (response === null || (isUnchanged && keepsNothing(incoming, kept))) return showExample(call);
  if (!state.store.put(recordsPath(collection, pathValues), key, kept)) throw new RefusedRequest(full);
  return response;
}

/**
 * Returns the record with the sent fields; all others stay. Null is a value, except in a merge patch (RFC 7396), where
 * it removes a field. The result is null if a JSON Patch (RFC 6902) doesn't fit.
 */
function changeRecord(record: JsonObject, { members, content }: Incoming, { fields }: Collection): JsonObject | null {
  const { mediaType, value } = content.kind === "json" ? content : { mediaType: "", value: {} };
  const isPatch = isJsonPatch(mediaType) && Array.isArray(value);
  const isMerge = /merge-patch\+json/i.test(mediaType);
  const merged = isPatch
    ? applyPatch(record, value)
    : isMerge
      ? mergePatch(record, members)
      : { ...record, ...members };
  if (!isObject(merged)) return null;
  return { ...toRecord(fields, (name) => memberOf(merged, name)), ...without(merged, ...fields.keys()) };
}

/**
 * Replaces the writable fields of a record. A writable field that wasn't sent gets its default or is removed. Fields
 * that the provider sets, and lists that other calls append to, stay.
 */
function replaceRecord(record: JsonObject, { members, call, plan }: Incoming, collection: Collection): JsonObject {
  const { fields } = collection;
  const writable = call.sent.fields;
  const appended = appendedLists(collection, plan);
  const isKept = (name: string): boolean => !writable.has(name) || appended.has(name);
  const leftOut = (name: string): Json | undefined =>
    isKept(name) ? memberOf(record, name) : defaultOf(name, writable, fields);
  const known = toRecord(fields, (name) => firstDefined(memberOf(members, name), leftOut(name)));
  const undescribed = Object.entries({ ...record, ...members }).filter(
    ([name]) => !fields.has(name) && (isKept(name) || Object.hasOwn(members, name)),
  );
  return { ...known, ...toObject(undescribed) };
}
