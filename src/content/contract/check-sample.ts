import { checkStream } from "#shared/conformance/check-stream.ts";
import { checkValue } from "#shared/conformance/check-value.ts";
import type { BodyFault, BodyTarget, SampleFault } from "#shared/conformance/sample-fault.ts";
import type { Contract } from "#shared/contract/contract.ts";
import { type Framing, framingOf } from "#shared/contract/notation/stream.ts";
import { findJsonContent, findResponse, type MediaType } from "#shared/contract/operation.ts";
import { anySchema, type Schema } from "#shared/contract/schema.ts";
import { tokensOf } from "#shared/json/json-pointer.ts";
import type { Json } from "#shared/json/json.ts";

interface SampleClaim {
  readonly target: BodyTarget;
  /** A partial sample may leave out required members. */
  readonly isPartial: boolean;
}

/** Checks a body against a named schema, or an operation's request or response. */
export function checkSample(
  contract: Contract,
  { value, ...claim }: SampleClaim & { readonly value: Json },
): readonly BodyFault[] {
  const found = findBodySchema(contract, claim.target);
  if ("message" in found) return [{ ...found, pointer: "" }];
  return checkValue(value, found.schema, { ...toCheck(contract, claim), title: "the body" });
}

function toCheck({ schemaByName, webhooks }: Contract, { target, isPartial }: SampleClaim) {
  if (target.kind === "schema") return { schemaByName, direction: null, isPartial };
  // The provider sends a webhook's request.
  const isReceived = webhooks.some(({ id }) => id === target.operation);
  const direction = (target.kind === "request") === isReceived ? ("response" as const) : ("request" as const);
  return { schemaByName, direction, isPartial };
}

/** An operation's schema is that of its first JSON media type. */
export function findBodySchema(contract: Contract, target: BodyTarget): { readonly schema: Schema } | SampleFault {
  if (target.kind === "schema") {
    const schema = contract.schemaByName.get(target.schema);
    return schema ? { schema } : { message: `the contract has no schema \`${target.schema}\``, hint: null };
  }
  const found = findContent(contract, target);
  if ("message" in found) return found;
  const mediaType = findJsonContent(found.content);
  if (mediaType !== null) return { schema: mediaType.schema ?? anySchema };
  const name = `\`${target.operation}\``;
  return target.kind === "request"
    ? { message: `${name} takes no JSON body`, hint: null }
    : { message: `response ${target.status} of ${name} has no JSON body`, hint: null };
}

function findContent(
  { operations, webhooks }: Contract,
  target: Exclude<BodyTarget, { kind: "schema" }>,
): { readonly content: readonly MediaType[] } | SampleFault {
  const operation = [...operations, ...webhooks].find(({ id }) => id === target.operation);
  if (!operation) return { message: `the contract has no operation \`${target.operation}\``, hint: null };
  if (target.kind === "request") return { content: operation.requestBody?.content ?? [] };
  const response = findResponse(operation.responses, target.status);
  if (response) return response;
  const known = operation.responses.map(({ status }) => status).join(", ");
  return { message: `\`${target.operation}\` has no response ${target.status}`, hint: `it has ${known || "none"}` };
}

export const streamLanguages: ReadonlyMap<string, Framing> = new Map([
  ["jsonl", "lines"],
  ["eventstream", "events"],
]);

interface StreamSample extends SampleClaim {
  readonly text: string;
  readonly framing: Framing;
}

/** Checks each item of a stream as `checkSample` does. `key` is an item's offset. */
export function checkStreamSample(
  contract: Contract,
  sample: StreamSample,
): readonly { readonly fault: BodyFault; readonly key: number }[] {
  const { text, framing } = sample;
  const schema = findList(contract, sample);
  if (schema === null) {
    const message = "the contract has no stream of this kind here";
    return [{ fault: { pointer: "", message, hint: null }, key: 0 }];
  }
  const check = { ...toCheck(contract, sample), title: "the stream" };
  const items = [...text.matchAll(framing === "events" ? /(?:[^\n]+\n?)+/g : /[^\n]*\S[^\n]*/g)];
  return checkStream(schema, { text, framing, check, by: checkValue }).map((fault) => {
    const [index = "0"] = tokensOf(fault.pointer);
    return { fault, key: items[Number(index)]?.index ?? 0 };
  });
}

function findList(contract: Contract, { target, framing }: StreamSample): Schema | null {
  if (target.kind === "schema") {
    const items = contract.schemaByName.get(target.schema);
    return items === undefined ? null : { ...anySchema, source: { type: "array", items: items.source }, items };
  }
  const found = findContent(contract, target);
  if ("message" in found) return null;
  return found.content.find(({ type }) => framingOf(type) === framing)?.schema ?? null;
}
