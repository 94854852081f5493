import type { ContractSlice, SliceOperation } from "#shared/contract/contract-slice.ts";
import { findResponse } from "#shared/contract/operation.ts";
import { resolveSchema, type Schema } from "#shared/contract/schema.ts";
import { isObject, type Json, type JsonObject, memberOf, textAt, toText } from "#shared/json/json.ts";
import { parseJson } from "#shared/json/parse-json.ts";

import { type SandboxResponse, toResponse, toTypeHeader } from "../exchange.ts";
import { fieldsOf, jsonContentOf } from "../plan/contract-fields.ts";
import { faultsOf } from "../records/record-examples.ts";

/**
 * A refusal as the contract describes errors, where it does: its own example, with the sandbox's reason in the place of a
 * message. As it is, where no body of that shape would pass.
 */
export function asDeclared(
  refusal: SandboxResponse,
  operation: SliceOperation,
  contract: ContractSlice,
): SandboxResponse {
  const content = jsonContentOf(findResponse(operation.responses, String(refusal.status))?.content);
  const { schema = null, examples: [example] = [] } = content ?? {};
  const { value: own } = parseJson(refusal.body);
  if (!content || schema === null || example === undefined || refusal.status < 400) return refusal;
  const text = [textAt(own, "message"), textAt(own, "hint")].filter((part) => part !== null).join(" ");
  const passes = (value: Json): boolean => faultsOf(value, schema, { contract }).length === 0;
  const told = tell(example.value, schema, { text, status: refusal.status, contract, depth: 0 });
  const body = [told, example.value].find(passes);
  const headers = refusal.headers.filter(({ name }) => name !== "Content-Type" && name !== "X-Sandbox");
  return body === undefined ? refusal : toResponse(refusal.status, body, [toTypeHeader(content.type), ...headers]);
}

interface Reason {
  readonly text: string;
  readonly status: number;
  readonly contract: ContractSlice;
  readonly depth: number;
}

/** Names that errors commonly have for what people read, the plainest first. */
const textNames = ["message", "detail", "error_description", "description", "error", "reason", "title"];

function tell(example: Json, schema: Schema, reason: Reason): Json {
  const { text, status, contract, depth } = reason;
  if (Array.isArray(example)) {
    const { items } = resolveSchema(schema, contract.schemaByName);
    return items === null ? example : example.slice(0, 1).map((element: Json) => tell(element, items, reason));
  }
  if (!isObject(example)) return example;
  const fields = fieldsOf(schema, contract);
  const place = textNames.find((name) => fields.get(name)?.types.includes("string"));
  const members = [...fields].flatMap(([name, field]): readonly (readonly [string, Json])[] => {
    const known = memberOf(example, name);
    if (name === place) return [[name, text]];
    if (/^(?:status|status_?code|code)$/i.test(name) && known !== undefined) return statusIn(name, field, status);
    const isInner = depth < 2 && known !== undefined && (isObject(known) || Array.isArray(known));
    return isInner ? [[name, tell(known, field, { ...reason, depth: depth + 1 })]] : [];
  });
  const told: JsonObject = Object.fromEntries(members);
  return { ...example, ...told };
}

function statusIn(name: string, { types }: Schema, status: number): readonly (readonly [string, Json])[] {
  if (types.includes("integer") || types.includes("number")) return [[name, status]];
  return types.includes("string") && /status/i.test(name) ? [[name, toText(status)]] : [];
}
