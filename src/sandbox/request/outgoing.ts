import { toSentence } from "#shared/english.ts";
import type { ContractSlice, SliceOperation } from "#shared/contract/contract-slice.ts";
import { findResponse } from "#shared/contract/operation.ts";
import { membersByName, resolveSchema, type Schema } from "#shared/contract/schema.ts";
import { isObject, type Json, type JsonObject, memberOf, toText } from "#shared/json/json.ts";

import {
  exampleHeader,
  explain,
  type SandboxRefusal,
  type SandboxRequest,
  type SandboxResponse,
  toEmptyResponse,
  toRefusal,
  toResponse,
  toTypeHeader,
} from "../exchange.ts";
import { jsonContentOf, plainName } from "../plan/record-shape.ts";
import { faultsOf } from "../records/record-examples.ts";

/** A failure that a caller asks for with the header `Prefer` (RFC 7240): `code=503`, `delay=2000`, `cut`. */
export interface Preferences {
  /** The status to respond with instead of doing anything; null if none is requested. */
  readonly code: number | null;
  /** In milliseconds. */
  readonly delay: number;
  readonly isCut: boolean;
}

const longestDelay = 60_000;

/** Reads the preferences of a request. Unknown ones are ignored, as the standard says. */
export function readPreferences({ headers }: SandboxRequest): Preferences {
  const pairs = (headers.get("prefer") ?? "").split(/[,;]/).map((text) => {
    const [name = "", value = ""] = text.split("=").map((part) => part.trim());
    return [name.toLowerCase(), value.replace(/^"(.*)"$/, "$1")] as const;
  });
  const preferences = new Map(pairs);
  const code = Number(preferences.get("code"));
  const delay = Number(preferences.get("delay"));
  return {
    code: Number.isInteger(code) && code >= 200 && code <= 599 ? code : null,
    delay: Number.isInteger(delay) && delay > 0 ? Math.min(delay, longestDelay) : 0,
    isCut: preferences.has("cut"),
  };
}

/**
 * Responds with the requested status: the contract's example of it, or a message of the sandbox's own. Nothing else
 * happens.
 */
export function answerWithCode(operation: SliceOperation, code: number): SandboxResponse {
  const applied = { name: "Preference-Applied", value: `code=${code}` };
  const declared = findResponse(operation.responses, String(code));
  const content = jsonContentOf(declared?.content);
  const example = content?.examples[0];
  if (content && example) return toResponse(code, example.value, [exampleHeader, applied, toTypeHeader(content.type)]);
  if (declared || code < 400) return toEmptyResponse(code, [exampleHeader, applied]);
  const message = `This status was asked for with Prefer: code=${code}. The contract doesn't describe it.`;
  return toRefusal({ status: code, message, headers: [applied] });
}

export function withPreferences(response: SandboxResponse, { delay, isCut }: Preferences): SandboxResponse {
  return { ...response, ...(delay > 0 && { delay }), ...(isCut && { isCut }) };
}

/**
 * Gives a refusal the shape of the contract's errors, if it describes them: the example with the sandbox's reason as
 * its message. If the contract wouldn't allow that body, the refusal stays as it is.
 */
export function asDeclared(
  refused: SandboxRefusal,
  operation: SliceOperation,
  contract: ContractSlice,
): SandboxResponse {
  const has = (wanted: string): boolean => operation.responses.some((response) => response.status === wanted);
  // FastAPI and others have 422 for a request that isn't valid, and no 400.
  const isInvalid = refused.status === 400 && !has("400") && has("422");
  const refusal = { ...refused, status: isInvalid ? 422 : refused.status };
  const { status, message, hint, faults: [first, ...laterFaults] = [], headers = [] } = refusal;
  const response = findResponse(operation.responses, String(status));
  const content = jsonContentOf(response?.content);
  const { schema = null, examples: [example] = [] } = content ?? {};
  if (!content || schema === null || example === undefined) return toRefusal(refusal);
  // The contract's error body has no list of faults, so one text has all of them.
  const listed = laterFaults.slice(0, mostFaults).map((fault) => toSentence(fault.message));
  const left = laterFaults.length > mostFaults ? [`${laterFaults.length - mostFaults} more.`] : [];
  const text = [explain(first ?? { message, hint: hint ?? null }), ...listed, ...left].join(" ");
  // The example of a class of statuses is about another failure, and so is its title.
  const title = response?.status === String(status) ? null : (toSentence(message).split(". ")[0] ?? null);
  const fault = first?.pointer ?? first?.name ?? null;
  const body = writeReason(example.value, schema, { text, title, fault, status, contract, depth: 0 });
  // A body that doesn't give the reason would be worse than the sandbox's own, which isn't that of another status.
  if (!holdsText(body, text) || faultsOf(body, schema, { contract }).length > 0) return toRefusal(refused);
  return toResponse(status, body, [toTypeHeader(content.type), ...headers]);
}

const mostFaults = 5;

interface Reason {
  readonly text: string;
  /** Null if the example's title is right. */
  readonly title: string | null;
  /** The part of the request with the fault; null for the whole request. */
  readonly fault: string | null;
  readonly status: number;
  readonly contract: ContractSlice;
  readonly depth: number;
}

function holdsText(body: Json, text: string): boolean {
  if (isObject(body)) return Object.values(body).some((value) => holdsText(value, text));
  return Array.isArray(body) ? body.some((value: Json) => holdsText(value, text)) : body === text;
}

/** Names that errors commonly have for what people read, without case and signs, the plainest first. */
// prettier-ignore
const textNames = [
  "message", "msg", "detail", "details", "errormessage", "errormsg", "errordescription", "description", "usermessage",
  "statusmessage", "error", "err", "reason", "text", "title", "messages", "errors", "nonfielderrors",
];

const pointerNames = /^(?:pointer|path|field|parameter|param|property|location)$/i;

function writeReason(example: Json, schema: Schema, reason: Reason): Json {
  const { text, status, contract, depth } = reason;
  const { schemaByName } = contract;
  if (Array.isArray(example)) {
    const { items } = resolveSchema(schema, schemaByName);
    return items === null ? example : example.slice(0, 1).map((element: Json) => writeReason(element, items, reason));
  }
  if (!isObject(example)) return example;
  const fields = membersByName(schema, contract.schemaByName);
  const takesText = ({ types, items }: Schema): boolean =>
    types.includes("string") || (items !== null && resolveSchema(items, schemaByName).types.includes("string"));
  const names = [...fields].flatMap(([name, field]) => (takesText(field) ? [name] : []));
  const textName = textNames
    .map((usual) => names.find((name) => plainName(name) === usual))
    .find((name) => name !== undefined);
  const members = [...fields].flatMap(([name, field]): readonly (readonly [string, Json])[] => {
    const known = memberOf(example, name);
    if (name === textName) return [[name, field.types.includes("string") ? text : [text]]];
    if (depth === 0 && name === "title" && reason.title !== null && typeof known === "string")
      return [[name, reason.title]];
    if (depth > 0 && reason.fault !== null && pointerNames.test(name) && typeof known === "string")
      return [[name, reason.fault]];
    if (/^(?:status|status_?code|code)$/i.test(name) && known !== undefined) return statusIn(name, field, status);
    const isInner = depth < 2 && known !== undefined && (isObject(known) || Array.isArray(known));
    return isInner ? [[name, writeReason(known, field, { ...reason, depth: depth + 1 })]] : [];
  });
  const changed: JsonObject = Object.fromEntries(members);
  return { ...example, ...changed };
}

function statusIn(name: string, { types }: Schema, status: number): readonly (readonly [string, Json])[] {
  if (types.includes("integer") || types.includes("number")) return [[name, status]];
  return types.includes("string") && /status/i.test(name) ? [[name, toText(status)]] : [];
}
