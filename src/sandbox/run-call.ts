import { toAnswer, toEmptyAnswer } from "./answer.ts";
import { appendRecord } from "./append-record.ts";
import { createRecord } from "./create-record.ts";
import type { Incoming } from "./incoming.ts";
import { listRecords } from "./list-records.ts";
import { lookUpRecord } from "./look-up-record.ts";
import { runOnRecord } from "./run-on-record.ts";
import type { Running } from "./running.ts";
import type { SandboxResponse } from "./sandbox.ts";
import { jsonContentOf, successOf } from "./schema-fields.ts";
import { statusOf } from "./show-record.ts";

/** Does what a request asks for that the contract allows, and answers. */
export function runCall(incoming: Incoming, running: Running): SandboxResponse {
  const { action } = incoming.call;
  switch (action.kind) {
    case "list":
      return listRecords(incoming, running, action);
    case "lookup":
      return lookUpRecord(incoming, running, action);
    case "create":
      return createRecord(incoming, running, action);
    case "append":
      return appendRecord(incoming, running, action);
    case "read":
    case "replace":
    case "change":
    case "remove":
      return runOnRecord(incoming, running, action);
    case "example":
      return showExample(incoming);
  }
}

function showExample(incoming: Incoming): SandboxResponse {
  const [example] = jsonContentOf(successOf(incoming.call.operation)?.content)?.examples ?? [];
  return example === undefined ? toEmptyAnswer(statusOf(incoming)) : toAnswer(statusOf(incoming), example.value);
}
