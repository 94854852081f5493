import { memberOf } from "../rules/json-value.ts";
import type { ActionOf } from "./action.ts";
import { toAnswer, toRefusal } from "./answer.ts";
import { checkLists } from "./check-lists.ts";
import { fillRecord } from "./fill-record.ts";
import type { Incoming } from "./incoming.ts";
import { toKeyText } from "./key-text.ts";
import { badMember, full } from "./refusals.ts";
import type { Running } from "./running.ts";
import type { SandboxResponse } from "./sandbox.ts";
import { returnedFields } from "./schema-fields.ts";
import { showRecord, statusOf } from "./show-record.ts";

/** Makes a record of a collection. */
export function createRecord(
  incoming: Incoming,
  running: Running,
  { collection }: ActionOf<"create">,
): SandboxResponse {
  const { plan, state } = running;
  const { path, key } = collection;
  const lists = checkLists(incoming.members, { collection, record: {}, plan });
  if (lists) return toRefusal(lists);
  const sent = key === null ? undefined : memberOf(incoming.members, key);
  if (key !== null && sent !== undefined && state.store.find(path, toKeyText(sent))) {
    const hint = "DELETE it, or choose another one; what the provider does here is not specified";
    return toRefusal(
      badMember(`/${key}`, `there is a record with the \`${key}\` ${JSON.stringify(sent)} already`, hint),
    );
  }
  const record = fillRecord(incoming, key, running);
  const id = (key === null ? undefined : memberOf(record, key)) ?? state.identifiers.next("record-0");
  if (!state.store.put(path, toKeyText(id), record)) return toRefusal(full);
  return toAnswer(statusOf(incoming), showRecord(record, returnedFields(incoming.call.operation, plan.contract)));
}
