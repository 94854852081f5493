import type { Contract } from "#shared/contract/contract.ts";
import type { NameValue } from "#shared/contract/request.ts";

import { runOnRecord } from "./change-record.ts";
import { checkAuthentication, checkIncoming } from "./check-incoming.ts";
import { jsonContentOf, successOf } from "./contract-fields.ts";
import {
  bodyTooLarge,
  limits,
  refuseFaults,
  resetPath,
  type SandboxRequest,
  type SandboxResponse,
  toAnswer,
  toEmptyAnswer,
  toRefusal,
} from "./exchange.ts";
import { findCall, wrongMethod } from "./find-call.ts";
import { type Incoming, readContent } from "./incoming.ts";
import { listRecords, lookUpRecord } from "./list-records.ts";
import { appendRecord, createRecord } from "./make-record.ts";
import { planSandbox } from "./plan-sandbox.ts";
import { statusOf } from "./record-answer.ts";
import { createState, restoreState, type Running, saveState } from "./state.ts";

/** A simulation of a contract with records in memory. */
export interface Sandbox {
  /** Answers every request; never throws for what a caller sent. */
  readonly handle: (request: SandboxRequest) => SandboxResponse;
  /** Back to the records it started with. */
  readonly reset: () => void;
  /** Its records and all else that calls change, as a text. */
  readonly save: () => string;
  /** Goes on from what was saved; from the start, when that cannot be read. */
  readonly restore: (saved: string) => void;
}

export interface SandboxOptions {
  /** Makes the ids; the same seed and the same calls give the same answers. */
  readonly seed?: string;
  /** Refuses calls without credentials (401), where the contract asks for them. */
  readonly isAuthenticationRequired?: boolean;
}

/**
 * A simulation of a contract: lists, makes, changes and deletes records in memory, and refuses what the contract does not
 * allow. Knows no clock and no chance: the same calls give the same answers.
 */
export function createSandbox(contract: Contract, options: SandboxOptions = {}): Sandbox {
  const { seed = "docs-build", isAuthenticationRequired = false } = options;
  const plan = planSandbox(contract);
  let state = createState(plan, seed);
  const reset = (): void => {
    state = createState(plan, seed);
  };
  const answer = (request: SandboxRequest): SandboxResponse => {
    if (request.path !== resetPath) return answerCall(request, { plan, state, isAuthenticationRequired });
    if (request.method !== "POST")
      return toRefusal(wrongMethod(request.method, { stated: ["POST"], allowed: ["POST"] }));
    reset();
    return toEmptyAnswer(204);
  };
  return {
    handle: (request) => withoutBodyForHead(request, answer(request)),
    reset,
    save: () => saveState(state),
    restore(saved) {
      state = restoreState(saved, seed) ?? createState(plan, seed);
    },
  };
}

function withoutBodyForHead({ method }: SandboxRequest, response: SandboxResponse): SandboxResponse {
  return method === "HEAD" ? { ...response, body: "" } : response;
}

interface Context extends Running {
  readonly isAuthenticationRequired: boolean;
}

function answerCall(request: SandboxRequest, context: Context): SandboxResponse {
  const { plan, isAuthenticationRequired } = context;
  const found = findCall(request.method, request.path, plan.paths);
  switch (found.kind) {
    case "refusal":
      return toRefusal(found.refusal);
    case "options":
      return toEmptyAnswer(204, [{ name: "Allow", value: found.methods.join(", ") }]);
    case "call": {
      const { operation } = found.call;
      const unauthorized = isAuthenticationRequired ? checkAuthentication(request, operation, plan.contract) : null;
      return unauthorized ? toRefusal(unauthorized) : answerKnown(request, found, context);
    }
  }
}

type Known = Pick<Incoming, "call" | "pathValues">;

function answerKnown(request: SandboxRequest, { call, pathValues }: Known, running: Running): SandboxResponse {
  const { plan } = running;
  const { path, query, address } = request;
  if (request.body.length > limits.bodyBytes) return toRefusal(bodyTooLarge);
  const read = readContent(request, call.operation, plan.contract);
  if ("refusal" in read) return toRefusal(read.refusal);
  const { content, members, files } = read.received;
  const incoming = { call, pathValues, query: parseQuery(query), members, files, address: address + path };
  const faults = checkIncoming(incoming, { plan, request, content });
  return faults.length === 0 ? runCall(incoming, running) : toRefusal(refuseFaults(faults));
}

function parseQuery(query: string): readonly NameValue[] {
  return Array.from(new URLSearchParams(query), ([name, value]) => ({ name, value }));
}

/** Does what a request asks for that the contract allows, and answers. */
function runCall(incoming: Incoming, running: Running): SandboxResponse {
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
