import type { NameValue } from "#shared/contract/request.ts";
import { type JsonObject, toJsonText } from "#shared/json/json.ts";

import { type SandboxRefusal, type SandboxResponse, toEmptyResponse } from "../exchange.ts";
import type { Collection } from "../plan/collection.ts";
import { declaresHeader } from "../plan/paging.ts";
import type { Plan } from "../plan/plan-sandbox.ts";
import type { Incoming } from "../request/incoming.ts";
import { toHex } from "./identifiers.ts";

/** The entity tag of a record (RFC 9110, section 8.8.3), where the contract has any for its collection. */
export function etagHeaders(record: JsonObject, collection: Collection, plan: Plan): readonly NameValue[] {
  const isTagged = plan.calls.some(
    ({ action, operation }) =>
      "collection" in action &&
      action.collection === collection &&
      (declaresHeader(operation, "etag") ||
        operation.parameters.some((one) => one.in === "header" && /^if-(?:none-)?match$/i.test(one.name))),
  );
  return isTagged ? [{ name: "ETag", value: `"${toHex(toJsonText(record)).slice(0, 16)}"` }] : [];
}

/** 412 for who knows another state of the record than it has; what the contract shows as an example is good. */
export function checkMatch(tags: readonly NameValue[], { call, headers }: Incoming): SandboxRefusal | null {
  const [tag] = tags;
  const sent = headers.get("if-match");
  if (tag === undefined || sent === undefined || holds(sent, tag.value)) return null;
  const parameter = call.operation.parameters.find(({ name }) => name.toLowerCase() === "if-match");
  if (parameter?.examples.some(({ value }) => value === sent)) return null;
  return { status: 412, message: `The record has changed: its ETag is ${tag.value}.`, hint: "read it again" };
}

/** 304 for who knows the state that the record has. */
export function answerUnchanged(tags: readonly NameValue[], { headers }: Incoming): SandboxResponse | null {
  const [tag] = tags;
  const known = headers.get("if-none-match");
  return tag !== undefined && known !== undefined && holds(known, tag.value) ? toEmptyResponse(304, tags) : null;
}

function holds(list: string, tag: string): boolean {
  return list.split(",").some((one) => one.trim() === "*" || one.trim().replace(/^W\//, "") === tag);
}
