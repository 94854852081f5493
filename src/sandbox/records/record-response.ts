import { withoutShown } from "#shared/conformance/check-value.ts";
import type { ContractSlice, SliceOperation } from "#shared/contract/contract-slice.ts";
import { framingOf, withBoundary } from "#shared/contract/notation/stream.ts";
import type { NameValue } from "#shared/contract/request.ts";
import { resolveSchema } from "#shared/contract/schema.ts";
import { nearestHint } from "#shared/diagnostics/nearest.ts";
import { firstDefined, isObject, type Json, type JsonObject, memberOf, toJsonText, toText } from "#shared/json/json.ts";
import { isJsonType } from "#shared/media-type.ts";

import {
  exampleHeader,
  limits,
  RefusedRequest,
  resetPath,
  type SandboxRefusal,
  type SandboxResponse,
  toEmptyResponse,
  toResponse,
  toTypeHeader,
} from "../exchange.ts";
import type { Collection } from "../plan/collection.ts";
import { callsOn, createOf, type Plan, type PlannedCall } from "../plan/plan-sandbox.ts";
import {
  declaresHeader,
  jsonContentOf,
  putInto,
  type RecordShape,
  successContent,
  successOf,
  toRecord,
} from "../plan/record-shape.ts";
import type { Incoming } from "../request/incoming.ts";
import { toHex } from "./identifiers.ts";
import { bodyWith, callsOf, faultsOf, toReadValue } from "./record-examples.ts";
import { type PathContext, recordOf, recordsPath } from "./state.ts";

/** Shows a record as its response describes it: the described fields in their order and form. */
export function showRecord(
  record: JsonObject,
  { fields, isOpen, examples }: RecordShape,
  contract: ContractSlice,
): JsonObject {
  const known = toRecord(fields, (name) => {
    const [value, field] = [memberOf(record, name), fields.get(name)];
    if (value === undefined || field === undefined || field.access === "write-only") return undefined;
    const shown = firstDefined(...examples.map((example) => memberOf(example.value, name)));
    return toReadValue(value, field, { shown, contract });
  });
  if (fields.size > 0 && !isOpen) return known;
  return { ...known, ...Object.fromEntries(Object.entries(record).filter(([name]) => !fields.has(name))) };
}

/**
 * Puts a record into its response. The result is null if the contract wouldn't allow that response, so that the record
 * isn't kept.
 */
export function answerRecord(
  record: JsonObject,
  incoming: Incoming,
  headers: readonly NameValue[] = [],
): SandboxResponse | null {
  const { plan, call } = incoming;
  const shown = showRecord(record, call.returned, plan.contract);
  return answerBody(putInto(call.returned.whole, call.returned.path, shown), incoming, headers);
}

/**
 * Makes a success response with a body; null if the contract wouldn't allow it. If the response isn't JSON, the body is
 * its example's text or empty.
 */
export function answerBody(
  body: Json,
  { call, plan }: Incoming,
  headers: readonly NameValue[],
): SandboxResponse | null {
  const { operation, returned, action } = call;
  const content = successContent(operation);
  const status = statusOf(operation);
  if (content === undefined) {
    const shown = showExample(call);
    const stated = shown.headers.filter((header) => header !== exampleHeader);
    return { ...toEmptyResponse(status, [...stated, ...headers]), body: shown.body };
  }
  const { schema } = returned;
  if (schema !== null) {
    // Faults in sent members are accepted, but not a body of another type.
    const { types } = resolveSchema(schema, plan.contract.schemaByName);
    if (isObject(body) && types.length > 0 && !types.includes("object")) return null;
    const sent =
      "collection" in action ? callsOf(action.collection, plan).flatMap((related) => related.sent.examples) : [];
    const read = (value: Json): Json => (isObject(value) ? showRecord(value, returned, plan.contract) : value);
    const shown = [
      ...content.examples.map(({ value }) => value),
      ...sent.map(({ value }) => bodyWith(read(value), call)),
    ];
    const check = (value: Json) => faultsOf(value, schema, plan);
    if (withoutShown(check(body), shown, check).length > 0) return null;
  }
  return toResponse(status, body, [toTypeHeader(content.type), ...headers]);
}

/**
 * Shows the contract's example of a response, and marks it. Text that isn't JSON is shown as it is; files are left out.
 */
export function showExample({ operation }: PlannedCall): SandboxResponse {
  const content = successOf(operation)?.content ?? [];
  const status = statusOf(operation);
  const json = jsonContentOf(content);
  const value = json?.examples[0]?.value;
  if (json && value !== undefined) return toResponse(status, value, [exampleHeader, toTypeHeader(json.type)]);
  const shown = content.find(({ type, examples }) => !isJsonType(type) && typeof examples[0]?.value === "string");
  const isText = shown !== undefined && (framingOf(shown.type) !== null || /^text\/|xml|yaml|csv/i.test(shown.type));
  if (!isText) return toEmptyResponse(status, [exampleHeader]);
  const text = toText(shown.examples[0]?.value ?? "");
  const type = withBoundary({ mediaType: shown.type, text });
  return { status, headers: [exampleHeader, toTypeHeader(type)], body: text };
}

/**
 * True if a call sends values but the record would contain none of them, so that keeping it would mislead the caller.
 */
export function keepsNothing({ call, content, members }: Incoming, record: JsonObject): boolean {
  const { sent, returned } = call;
  const body = content.kind === "json" && isObject(content.value) ? content.value : members;
  const takesAny = returned.isOpen || returned.fields.size === 0;
  const isKept = (name: string): boolean =>
    Object.hasOwn(record, name) && (takesAny || returned.fields.has(name) || sent.fields.has(name));
  return Object.keys(body).length > 0 && !Object.keys(members).some(isKept);
}

/** The contract's success status, such as `201`; `200` if it only has a class of statuses, or none. */
export function statusOf(operation: SliceOperation): number {
  const status = Number(successOf(operation)?.status);
  return Number.isInteger(status) && status >= 200 && status < 600 ? status : 200;
}

/** A 404 for a key without a record. It lists the existing keys, or how to create a record. */
export function noRecord(collection: Collection, wanted: string, context: PathContext): SandboxRefusal {
  const { plan, state, pathValues } = context;
  const path = recordsPath(collection, pathValues);
  const keys = state.store.entries(path).map(([key]) => key);
  const known =
    keys.length === 0 ? "it has none yet" : `it has ${keys.slice(0, 5).join(", ")}${keys.length > 5 ? ", …" : ""}`;
  const create = createOf(collection, plan) ? `; POST ${path} makes one` : "";
  const hint = nearestHint(wanted, keys) ?? `${known}${create}`;
  return { status: 404, message: `The sandbox has no record ${JSON.stringify(wanted)} in ${path}.`, hint };
}

/**
 * Checks that the records that a path leads through exist, as far as the sandbox knows them.
 * @throws RefusedRequest
 */
export function checkOwner(incoming: Incoming, { owner }: Collection): void {
  const { plan, state, pathValues } = incoming;
  const owners = owner === null ? undefined : plan.collections.get(owner.collection);
  const key = pathValues.get(owner?.parameter ?? "") ?? "";
  if (!owners || recordOf(owners, key, incoming)) return;
  if (createOf(owners, plan) || state.store.list(recordsPath(owners, pathValues)).length > 0)
    throw new RefusedRequest(noRecord(owners, key, incoming));
}

export const full: SandboxRefusal = {
  status: 507,
  message: `The sandbox is full: it keeps at most ${limits.characters} characters.`,
  hint: `POST ${resetPath} below the base path empties it`,
};

/** The entity tag of a record (RFC 9110, section 8.8.3), if the contract has entity tags for its collection. */
export function etagHeaders(record: JsonObject, collection: Collection, plan: Plan): readonly NameValue[] {
  const isTagged = callsOn(collection, plan).some(
    ({ operation }) =>
      declaresHeader(operation, "etag") ||
      operation.parameters.some(
        (parameter) => parameter.in === "header" && /^if-(?:none-)?match$/i.test(parameter.name),
      ),
  );
  return isTagged ? [{ name: "ETag", value: `"${toHex(toJsonText(record)).slice(0, 16)}"` }] : [];
}

/**
 * Responds with 412 if the caller knows another state of the record. The contract's example tag is always accepted.
 * @throws RefusedRequest
 */
export function checkMatch(tags: readonly NameValue[], { call, headers }: Incoming): void {
  const [tag] = tags;
  const sent = headers.get("if-match");
  if (tag === undefined || sent === undefined || holds(sent, tag.value)) return;
  const parameter = call.operation.parameters.find(({ name }) => name.toLowerCase() === "if-match");
  if (parameter?.examples.some(({ value }) => value === sent)) return;
  const message = `The record has changed: its ETag is ${tag.value}.`;
  throw new RefusedRequest({ status: 412, message, hint: "read it again" });
}

/** Responds with 304 if the caller knows the record's present state. */
export function answerUnchanged(tags: readonly NameValue[], { headers }: Incoming): SandboxResponse | null {
  const [tag] = tags;
  const known = headers.get("if-none-match");
  return tag !== undefined && known !== undefined && holds(known, tag.value) ? toEmptyResponse(304, tags) : null;
}

function holds(list: string, tag: string): boolean {
  return list.split(",").some((part) => part.trim() === "*" || part.trim().replace(/^W\//, "") === tag);
}
