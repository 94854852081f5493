import { checkStream } from "#shared/conformance/check-stream.ts";
import { checkValue } from "#shared/conformance/check-value.ts";
import type { BodyFault, BodyTarget } from "#shared/conformance/sample-fault.ts";
import type { Contract } from "#shared/contract/contract.ts";
import { findResponse, type MediaType } from "#shared/contract/operation.ts";
import { anySchema, type Schema } from "#shared/contract/schema.ts";
import { type Framing, framingOf } from "#shared/contract/stream.ts";
import { tokensOf } from "#shared/json/json-pointer.ts";

/** The languages of blocks that show a stream. */
export const streamLanguages: ReadonlyMap<string, Framing> = new Map([
  ["jsonl", "lines"],
  ["eventstream", "events"],
]);

interface StreamSample {
  readonly target: BodyTarget;
  readonly text: string;
  readonly framing: Framing;
  readonly isPartial: boolean;
}

/** A fault of one item, and where the item begins. */
interface ItemFault {
  readonly fault: BodyFault;
  readonly key: number;
}

/** Holds each item of a stream against the contract: against a named schema, or what an operation takes or returns. */
export function checkStreamSample(contract: Contract, sample: StreamSample): readonly ItemFault[] {
  const { target, text, framing, isPartial } = sample;
  const schema = findList(contract, target, framing);
  if (schema === null) {
    const message = "the contract has no stream of this kind here";
    return [{ fault: { pointer: "", message, hint: null }, key: 0 }];
  }
  const direction = target.kind === "schema" ? null : target.kind;
  const check = { schemaByName: contract.schemaByName, direction, isPartial, title: "the stream" } as const;
  return checkStream(schema, { text, framing, check, by: checkValue }).map((fault) => {
    const [index = "0"] = tokensOf(fault.pointer);
    return { fault, key: startOfItem(text, framing, Number(index)) };
  });
}

function findList({ schemaByName, operations }: Contract, target: BodyTarget, framing: Framing): Schema | null {
  if (target.kind === "schema") {
    const items = schemaByName.get(target.schema);
    return items === undefined ? null : { ...anySchema, source: { type: "array", items: items.source }, items };
  }
  const operation = operations.find(({ id }) => id === target.operation);
  const content: readonly MediaType[] =
    (target.kind === "request"
      ? operation?.requestBody?.content
      : findResponse(operation?.responses ?? [], target.status)?.content) ?? [];
  return content.find(({ type }) => framingOf(type) === framing)?.schema ?? null;
}

function startOfItem(text: string, framing: Framing, index: number): number {
  const blocks = text.matchAll(framing === "events" ? /(?:[^\n]+\n?)+/g : /[^\n]*\S[^\n]*/g);
  return [...blocks][index]?.index ?? 0;
}
