import { listAt, memberOf, numberAt } from "../rules/json-value.ts";
import type { JsonObject } from "../model/json.ts";
import type { NameValue } from "../model/request.ts";
import type { ActionOf } from "./action.ts";
import { toAnswer, toRefusal } from "./answer.ts";
import type { Extension } from "./extension.ts";
import { fillRecord } from "./fill-record.ts";
import type { Incoming } from "./incoming.ts";
import { toKeyText } from "./key-text.ts";
import { badMember, full, noRecord } from "./refusals.ts";
import type { Running } from "./running.ts";
import type { SandboxResponse } from "./sandbox.ts";
import { statusOf } from "./show-record.ts";

/** Adds a record to a list within another record: an attachment or a line item to its invoice. */
export function appendRecord(incoming: Incoming, running: Running, action: ActionOf<"append">): SandboxResponse {
  const { state } = running;
  const { owners, list, owner } = action;
  const wanted = owner.in === "path" ? incoming.pathValues.get(owner.name) : memberOf(incoming.members, owner.name);
  const collection = owners.find(({ path }) => state.store.find(path, toKeyText(wanted)));
  const record = collection && state.store.find(collection.path, toKeyText(wanted));
  if (!record) return refuseOwner(toKeyText(wanted), running, action);
  const { adds } = incoming.call.extension;
  const adjusted = adjust(record, incoming.members, adds);
  if (!adjusted)
    return toRefusal(
      badMember(`/${adds?.field}`, "the sum would be below 0 or too large", "the sandbox keeps sums from 0"),
    );
  const added = fillRecord(incoming, null, running);
  const changed = { ...adjusted, [list]: [...listAt(adjusted, list), added] };
  if (!state.store.put(collection.path, toKeyText(wanted), changed)) return toRefusal(full);
  return toAnswer(statusOf(incoming), added, fileHeaders(incoming));
}

function refuseOwner(wanted: string, running: Running, { owners, owner }: ActionOf<"append">): SandboxResponse {
  const refusals = owners.map((collection) => noRecord(collection, wanted, running));
  const [first] = refusals;
  if (owner.in === "path" && first) return toRefusal(first);
  const hint = refusals.map((refusal, index) => `${owners[index]?.path}: ${refusal.hint}`).join("; ");
  return toRefusal(badMember(`/${owner.name}`, `the sandbox has no record ${JSON.stringify(wanted)}`, hint));
}

/** `x-sandbox: adds`: a number of the new record goes on top of one of its owner. Null when the sum is no amount. */
function adjust(record: JsonObject, members: JsonObject, adds: Extension["adds"]): JsonObject | null {
  if (!adds || memberOf(members, adds.when) !== true) return record;
  const sum = (numberAt(record, adds.to) ?? 0) + (numberAt(members, adds.field) ?? 0);
  return Number.isSafeInteger(sum) && sum >= 0 ? { ...record, [adds.to]: sum } : null;
}

/** The contract has no field for what a file turned out to be. */
function fileHeaders({ files }: Incoming): readonly NameValue[] {
  return files.map(({ contentType, bytes }) => ({
    name: "X-Sandbox-File",
    value: `type=${contentType ?? "unknown"}; bytes=${bytes}`,
  }));
}
