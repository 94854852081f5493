import type { Contract } from "../contract/contract.ts";
import { findOperation, resolveIn } from "../contract/find-operation.ts";
import { entriesAt, type Json, type JsonObject, memberOf, objectAt } from "../json/json.ts";
import { isJsonType } from "../media-type.ts";
import { checkValue } from "./check-value.ts";
import type { BodyFault, BodyTarget } from "./contract-guide.ts";

export interface BodySample {
  /** What the value claims to be. */
  readonly target: BodyTarget;
  readonly value: Json;
  /** True when required members may be left out. */
  readonly isPartial: boolean;
}

/** Holds a body against the contract: a named schema, or what an operation takes or returns. */
export function checkSample(contract: Contract, { target, value, isPartial }: BodySample): readonly BodyFault[] {
  const { document } = contract;
  const direction = target.kind === "schema" ? null : target.kind;
  const schema = findSchema(contract, target);
  if ("fault" in schema) return [{ pointer: "", message: schema.fault, hint: schema.hint }];
  return checkValue(value, schema.schema, { document, direction, isPartial, title: "the body" });
}

type FoundSchema = { readonly schema: Json } | { readonly fault: string; readonly hint: string | null };

function findSchema(contract: Contract, target: BodyTarget): FoundSchema {
  if (target.kind === "schema") {
    const isKnown = contract.schemas.some(({ name }) => name === target.schema);
    const reference = { $ref: `#/components/schemas/${escapeName(target.schema)}` };
    return isKnown ? { schema: reference } : { fault: `the contract has no schema \`${target.schema}\``, hint: null };
  }
  const node = findOperation(contract, target.operation);
  if (!node) return { fault: `the contract has no operation \`${target.operation}\``, hint: null };
  const name = `\`${target.operation}\``;
  if (target.kind === "request") {
    const content = contentSchema(contract.document, memberOf(node, "requestBody"));
    return content === undefined ? { fault: `${name} takes no JSON body`, hint: null } : { schema: content };
  }
  const response = findResponse(node, target.status);
  if (response === undefined) {
    const known = entriesAt(node, "responses")
      .map(([status]) => status)
      .join(", ");
    return { fault: `${name} has no response ${target.status}`, hint: `it has ${known}` };
  }
  const content = contentSchema(contract.document, response);
  return content === undefined
    ? { fault: `response ${target.status} of ${name} has no JSON body`, hint: null }
    : { schema: content };
}

function escapeName(name: string): string {
  return encodeURIComponent(name.replaceAll("~", "~0").replaceAll("/", "~1"));
}

/** A status by itself, by its class (`2XX`), or by default (OpenAPI 3.1, 4.8.16.2). */
function findResponse(operation: JsonObject, status: string): Json | undefined {
  const responses = objectAt(operation, "responses") ?? {};
  return memberOf(responses, status) ?? memberOf(responses, `${status.charAt(0)}XX`) ?? memberOf(responses, "default");
}

/** The schema of the first JSON media type. */
function contentSchema(document: JsonObject, body: Json | undefined): Json | undefined {
  const content = entriesAt(resolveIn(document, body) ?? {}, "content");
  const [, mediaType] = content.find(([type]) => isJsonType(type)) ?? [];
  return mediaType === undefined ? undefined : (memberOf(mediaType, "schema") ?? true);
}
