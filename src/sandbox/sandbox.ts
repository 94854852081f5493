import { suggestPath } from "#shared/conformance/check-request.ts";
import { matchPath } from "#shared/contract/notation/path-template.ts";
import { toTypedValue } from "#shared/conformance/typed-value.ts";
import { type ContractSlice, isSliceData, toSlice } from "#shared/contract/contract-slice.ts";
import { resolveSchema } from "#shared/contract/schema.ts";
import { SchemaConversion } from "#shared/contract/keywords/to-schema.ts";
import { isIdempotencyKey } from "#shared/contract/operation.ts";
import { resolvePointer } from "#shared/json/json-pointer.ts";
import { isObject, type JsonObject, toJsonText } from "#shared/json/json.ts";
import { parseJson } from "#shared/json/parse-json.ts";

import {
  bodyTooLarge,
  limits,
  RefusedRequest,
  refuseFaults,
  resetPath,
  type SandboxRefusal,
  type SandboxRequest,
  type SandboxResponse,
  toEmptyResponse,
  toRefusal,
} from "./exchange.ts";
import { type Plan, type PlannedCall, planSandbox } from "./plan/plan-sandbox.ts";
import { runOnRecord } from "./records/change-record.ts";
import { toHex } from "./records/identifiers.ts";
import { listRecords, lookUpRecord } from "./records/list-records.ts";
import { appendRecord, createRecord } from "./records/make-record.ts";
import { showExample } from "./records/record-response.ts";
import { addSeeds } from "./records/seeds.ts";
import { createState, restoreState, type Running, saveState, type State } from "./records/state.ts";
import { checkAuthentication, checkIncoming } from "./request/check-incoming.ts";
import { type Incoming, readContent } from "./request/incoming.ts";
import { answerWithCode, asDeclared, readPreferences, withPreferences } from "./request/outgoing.ts";

export interface Sandbox {
  /** Responds to any request; never throws because of what a caller sent. */
  readonly handle: (request: SandboxRequest) => SandboxResponse;
  /** Serializes the records and everything else that calls change. */
  readonly save: () => string;
  /** Restores a saved state; null brings back the initial records. */
  readonly restore: (saved: string | null) => void;
}

export interface SandboxOptions {
  /** Determines ids: the same seed and calls give the same responses. */
  readonly seed?: string;
  /** Responds with 401 to calls without credentials, if the contract requires them. */
  readonly isAuthenticationRequired?: boolean;
}

/** Parses the contract's file for the sandbox in a page. */
export function parseSlice(text: string): ContractSlice {
  const data: unknown = parseJson(text, { limits: { depth: 1000, tokens: text.length } }).value;
  if (!isSliceData(data)) throw new Error("this isn't a sandbox's data");
  return toSlice(data, new SchemaConversion(data.schemas));
}

/**
 * Simulates a contract: lists, creates, changes and deletes records in memory, and refuses what the contract doesn't
 * allow. It uses no clock and no random numbers, so the same calls give the same responses.
 */
export function createSandbox(contract: ContractSlice, options: SandboxOptions = {}): Sandbox {
  const { seed = "docs-build", isAuthenticationRequired = false } = options;
  const plan = planSandbox(contract);
  const start = (): State => {
    const fresh = createState(plan, seed);
    addSeeds({ plan, state: fresh });
    return fresh;
  };
  let state = start();
  const respond = (request: SandboxRequest): SandboxResponse => {
    if (request.path !== resetPath) return answerCall(request, { plan, state, isAuthenticationRequired });
    if (request.method !== "POST") return answerOtherMethod(request.method, ["POST"]);
    state = start();
    return toEmptyResponse(204);
  };
  return {
    handle(request) {
      const response = respond(request);
      return request.method === "HEAD" ? { ...response, body: "" } : response;
    },
    save: () => saveState(state),
    restore(saved) {
      state = saved === null ? start() : restoreState(saved, seed);
    },
  };
}

interface RequestContext extends Running {
  readonly isAuthenticationRequired: boolean;
}

function answerCall(request: SandboxRequest, context: RequestContext): SandboxResponse {
  const { method, path } = request;
  const calls = findCalls(path, context.plan);
  if (calls.size === 0) return toRefusal(unknownPath(path, context.plan));
  const found = calls.get(method) ?? (method === "HEAD" ? calls.get("GET") : undefined);
  if (found === undefined) return answerOtherMethod(method, [...calls.keys()]);
  const preferred = readPreferences(request);
  const { code } = preferred;
  const response = code === null ? answerKnown(request, found, context) : answerWithCode(found.call.operation, code);
  return withPreferences(response, preferred);
}

type MatchedCall = Pick<Incoming, "call" | "pathValues">;

/** By method. Paths that differ only in a parameter's name may each have some of the methods. */
function findCalls(path: string, { bySpecificity, contract }: Plan): ReadonlyMap<string, MatchedCall> {
  const found = bySpecificity.flatMap((call) => {
    const match = matchPath(call.operation.path, path);
    return match.kind === "match" ? [{ call, pathValues: match.values }] : [];
  });
  const fitting = found.filter((known) => takesValues(known, contract));
  const calls = new Map<string, MatchedCall>();
  for (const known of [...fitting, ...found]) {
    const method = known.call.operation.method.toUpperCase();
    if (!calls.has(method)) calls.set(method, known);
  }
  return calls;
}

/** False for a text where a number stands: `/trees/{id}` may have `/trees/{name}` beside it. */
function takesValues({ call, pathValues }: MatchedCall, { schemaByName }: ContractSlice): boolean {
  return call.operation.parameters.every(({ name, in: location, schema }) => {
    const text = location === "path" ? pathValues.get(name) : undefined;
    const { types } = resolveSchema(schema, schemaByName);
    if (text === undefined || types.length === 0 || types.includes("string")) return true;
    return toTypedValue(text, schema, { schemaByName, listStyle: null }) !== text;
  });
}

function answerOtherMethod(method: string, stated: readonly string[]): SandboxResponse {
  const allowed = new Set([...stated, ...(stated.includes("GET") ? ["HEAD"] : []), "OPTIONS"]);
  const headers = [{ name: "Allow", value: [...allowed].join(", ") }];
  if (method === "OPTIONS") return toEmptyResponse(204, headers);
  const message = `There is no ${method} for this path: it has ${stated.join(", ")}.`;
  return toRefusal({ status: 405, message, headers });
}

/** A path has to match exactly, because redirecting to the other slash form would lose a POST's body. */
function unknownPath(path: string, { bySpecificity }: Plan): SandboxRefusal {
  const templates = bySpecificity.map(({ operation }) => operation.path);
  const meant = suggestPath(path, templates);
  const rule = meant?.isOtherSlashForm === true ? " Every path is exact, and there is no redirect" : "";
  const hint = meant && `did you mean ${meant.path}?${rule}`;
  return { status: 404, message: `This API has no path ${path}.`, hint };
}

function answerKnown(
  request: SandboxRequest,
  { call, pathValues }: MatchedCall,
  context: RequestContext,
): SandboxResponse {
  const { plan, state, isAuthenticationRequired } = context;
  const { operation } = call;
  try {
    if (isAuthenticationRequired) checkAuthentication(request, operation, plan.contract);
    if (request.body.length > limits.bodyBytes) throw new RefusedRequest(bodyTooLarge);
    const { content, members, files } = readContent(request, operation, plan.contract);
    const incoming: Incoming = {
      plan,
      state,
      call,
      pathValues,
      query: Array.from(new URLSearchParams(request.query), ([name, value]) => ({ name, value })),
      headers: request.headers,
      content,
      members: recordIn(members, call),
      files,
      address: request.address + request.path,
    };
    const faults = checkIncoming(incoming, request);
    if (faults.length > 0) refuseFaults(faults);
    return answerOnce(incoming, () => runCall(incoming));
  } catch (error) {
    if (error instanceof RefusedRequest) return asDeclared(error.refusal, operation, plan.contract);
    throw error;
  }
}

/** If a body has no described shape, the record is where the response has it. */
function recordIn(members: JsonObject, { sent, returned }: PlannedCall): JsonObject {
  const likeReturned = sent.fields.size === 0 ? resolvePointer(members, returned.path) : undefined;
  const record = likeReturned ?? resolvePointer(members, sent.path);
  return isObject(record) ? record : {};
}

function runCall(incoming: Incoming): SandboxResponse {
  const { action } = incoming.call;
  switch (action.kind) {
    case "list":
      return listRecords(incoming, action);
    case "lookup":
      return lookUpRecord(incoming, action);
    case "create":
      return createRecord(incoming, action.collection);
    case "append":
      return appendRecord(incoming, action);
    case "read":
    case "replace":
    case "change":
    case "remove":
      return runOnRecord(incoming, action);
    case "example":
      return showExample(incoming.call);
  }
}

/**
 * Performs a call once: if the contract has an idempotency key and the caller has sent the same call with the same key,
 * the first response is repeated. Refusals aren't remembered, because they did nothing.
 */
function answerOnce(
  { call, headers, pathValues, query, content, members, files, state }: Incoming,
  answer: () => SandboxResponse,
): SandboxResponse {
  const { operation } = call;
  const header = operation.parameters.find(isIdempotencyKey);
  const value = header && headers.get(header.name.toLowerCase());
  if (header === undefined || value === undefined || operation.method === "get") return answer();
  const key = `${operation.id} ${value}`;
  const parts = {
    path: Object.fromEntries(pathValues),
    query: query.map(({ name, value: text }) => [name, text]),
    sent: content.kind === "json" ? content.value : members,
    files: files.map(({ fileName, bytes }) => [fileName, bytes]),
  };
  const request = toHex(toJsonText(parts));
  const known = state.replies.get(key);
  if (known !== undefined && known.request !== request) {
    const message = `The ${header.name} ${value} was sent with another request.`;
    throw new RefusedRequest({ status: 422, message, hint: "send the request as it was, or another key" });
  }
  const response = known?.response ?? answer();
  state.replies.set(key, { request, response });
  for (const first of state.replies.keys()) if (state.replies.size > maxReplies) state.replies.delete(first);
  return response;
}

/** The number of responses to remember; the oldest is forgotten first. */
const maxReplies = 100;
