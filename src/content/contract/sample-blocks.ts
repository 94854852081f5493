import { STATUS_CODES } from "node:http";

import type { ElementContent } from "hast";
import { h } from "hastscript";
import type { Code } from "mdast";

import { toCodeSamples } from "#samples/code-samples.ts";
import { checkRequest } from "#shared/conformance/check-request.ts";
import { type BodyFault, type BodyTarget, joinMissing, type SampleFault } from "#shared/conformance/sample-fault.ts";
import type { Contract } from "#shared/contract/contract.ts";
import { joinWhole } from "#shared/contract/notation/parameter-notation.ts";
import { findResponse, type Operation } from "#shared/contract/operation.ts";
import type { RequestValue } from "#shared/contract/request.ts";
import { sampleCredentials } from "#shared/contract/security.ts";
import { commonServers, toSampleBase } from "#shared/contract/server.ts";
import type { Position } from "#shared/diagnostics/diagnostic.ts";
import { slipOf } from "#shared/diagnostics/nearest.ts";
import type { MemberOffsets } from "#shared/json/parse-json.ts";

import { codeFigure, type FenceMeta } from "../components/code-figure.ts";
import { tabSet } from "../components/tabs.ts";
import type { DocumentDraft } from "../markdown/document-draft.ts";
import type { Render } from "../markdown/placeholder.ts";
import { positionBehind } from "../markdown/source-lines.ts";
import { inMarkdown } from "../markdown/to-mdast.ts";
import { contractElement } from "../markdown/write-markup.ts";
import { checkSample, checkStreamSample, streamLanguages } from "./check-sample.ts";
import type { ContractIndex } from "./contract-index.ts";
import { lookUp, operationLink, reportName } from "./mentions.ts";
import { ellipsis, parseHttpSample, parseJsonSample } from "./parse-sample.ts";
import { toReadyCall, toTryValues } from "./try-values.ts";

/** A `json` or `http` block without a claim is published as plain code. */
export function noteUnchecked(node: Code, meta: FenceMeta, draft: DocumentDraft): void {
  const reason = meta.attributes.get("unchecked") ?? null;
  draft.unchecked.push({ position: draft.lines.positionOf(node), reason });
  if (reason !== null && reason !== "") return;
  const hint = 'say op=…, schema=…, or unchecked="the reason"';
  const message = `nothing checks this ${node.lang} block against the contract`;
  draft.report("sample/unchecked", { message, hint }, node);
}

/** ` ```http op=loads_create ` is a request: checked by its operation, published in every sample language. */
export function httpSample(node: Code, meta: FenceMeta, draft: DocumentDraft): Render {
  const id = meta.attributes.get("op") ?? "";
  const contract = meta.attributes.get("contract");
  const found = lookUp(node, draft, { name: id, findIn: (index) => index.called(id), contract });
  if (found === null) return asWritten(node, draft);
  const { index, value: operation, use } = found;
  use("request", id);
  const sample = parseHttpSample(node.value);
  if ("message" in sample) {
    reportInBlock(node, { fault: sample, key: sample.offset }, draft);
    return asWritten(node, draft);
  }
  const { security } = operation;
  const credentials = sampleCredentials(security, index.contract.securitySchemes);
  const query = joinWhole(sample.request.query, operation.parameters);
  const request = { ...sample.request, query, credentials };
  for (const fault of joinMissing(checkRequest(index.contract, id, request))) {
    const pointer = fault.part.kind === "body" ? fault.part.pointer : "";
    const unsent = fault.part.kind === "body" ? fault : withoutSent(fault, request);
    reportInBlock(node, { fault: withPointer({ ...unsent, pointer }), ...sample.offsetsOf(fault.part) }, draft);
  }
  const samples = toCodeSamples(request, toSampleBase(operation, commonServers(index.contract, index.servers)));
  const panels = samples.map(({ id: value, label, language, code }) => ({
    label,
    value,
    children: [codeFigure({ code, language, title: null }, draft.highlight)],
    // Markdown has only this language.
    markdown: value === "curl" ? null : ("nothing" as const),
  }));
  const link = operationLink(operation, index);
  const legend = `Language of the sample ${operation.summary}`;
  return () => [
    h("div.sample", [
      h("p.sample-title", [link, ...tryLink(operation, request, index)]),
      tabSet(legend, panels, draft.nextTabSet()),
    ]),
  ];
}

/** A block that can't be checked is published as plain code, so its finding points at what readers see. */
function asWritten(node: Code, draft: DocumentDraft): Render {
  return () => [codeFigure({ code: node.value, language: node.lang ?? "", title: null }, draft.highlight)];
}

function withoutSent<T extends SampleFault>(fault: T, { query, headers }: RequestValue): T {
  const { unknown } = fault;
  if (unknown?.kind !== "name") return fault;
  const sent = new Set([...query, ...headers].map(({ name }) => name.toLowerCase()));
  return {
    ...fault,
    unknown: { ...unknown, known: [...unknown.known].filter((name) => !sent.has(name.toLowerCase())) },
  };
}

function tryLink(operation: Operation, request: RequestValue, index: ContractIndex): readonly ElementContent[] {
  const values = toTryValues(operation, request);
  if (values === null) return [];
  const call = toReadyCall(request);
  const link = { ...index.linkTo(operation.anchor), values, ...(call !== null && { call }) };
  return [inMarkdown(contractElement(link, undefined, ["Try\u00a0it"]), "nothing")];
}

/** ` ```json op=… response=201 `, `op=… request` or `schema=Load` is a body; `jsonl` and `eventstream` hold streams. */
export function bodySample(node: Code, meta: FenceMeta, draft: DocumentDraft): Render {
  const target = bodyTargetOf(meta);
  if ("message" in target) {
    reportName(node, draft, { fault: target });
    return asWritten(node, draft);
  }
  const name = target.kind === "schema" ? target.schema : target.operation;
  const findIn = (index: ContractIndex): object =>
    target.kind === "schema" ? index.schema(name) : index.operation(name);
  const found = lookUp(node, draft, { name, findIn, contract: meta.attributes.get("contract") });
  if (found === null) return asWritten(node, draft);
  const { index, use } = found;
  use(target.kind === "response" ? "response" : "body", name);
  checkBody(node, { target, meta, draft, contract: index.contract });
  const code = { code: node.value, language: (node.lang ?? "").toLowerCase(), marked: meta.marked };
  const title = meta.attributes.get("title") ?? null;
  const caption = title === null ? titleOf(target, index) : { title };
  return () => [codeFigure({ ...code, ...caption }, draft.highlight)];
}

export function bodyTargetOf({ attributes, flags }: FenceMeta): BodyTarget | SampleFault {
  const schema = attributes.get("schema");
  if (schema !== undefined) return { kind: "schema", schema };
  const operation = attributes.get("op") ?? "";
  const status = attributes.get("response");
  if (status !== undefined) return { kind: "response", operation, status };
  if (flags.has("request")) return { kind: "request", operation };
  return { message: "the block doesn't say which body it is", hint: "add `request` or `response=200`" };
}

function titleOf(target: BodyTarget, index: ContractIndex): { readonly title: string; readonly status?: string } {
  if (target.kind === "schema") return { title: target.schema };
  if (target.kind === "request") return { title: "Request body" };
  const operation = index.operation(target.operation);
  const response = "message" in operation ? null : findResponse(operation.responses, target.status);
  if (response !== null && response.certainty !== null && target.status.startsWith("2"))
    return { title: "Response, any 2xx", status: "any 2xx" };
  const phrase = STATUS_CODES[target.status];
  const status = `${target.status}${phrase === undefined ? "" : ` ${phrase}`}`;
  return { title: `Response ${status}`, status };
}

interface BodyCheck {
  readonly target: BodyTarget;
  readonly meta: FenceMeta;
  readonly draft: DocumentDraft;
  readonly contract: Contract;
}

function checkBody(node: Code, { target, meta, draft, contract }: BodyCheck): void {
  const partial = meta.flags.has("partial");
  if (ellipsis.test(node.value) && !partial) {
    const message = "`…` leaves something out of a body that claims to be whole";
    const fault = { message, hint: "add `partial` to the fence" };
    reportInBlock(node, { fault, key: node.value.indexOf("…") }, draft);
  }
  const framing = streamLanguages.get((node.lang ?? "").toLowerCase());
  if (framing !== undefined) {
    for (const { fault, key } of checkStreamSample(contract, { target, text: node.value, framing, isPartial: partial }))
      reportInBlock(node, { fault: withPointer(fault), key }, draft);
    return;
  }
  const sample = parseJsonSample(node.value);
  if ("message" in sample) {
    reportInBlock(node, { fault: { message: sample.message, hint: null }, key: sample.offset }, draft);
    return;
  }
  for (const fault of joinMissing(checkSample(contract, { target, value: sample.value, isPartial: partial }))) {
    reportInBlock(node, { fault: withPointer(fault), ...sample.offsetsAt(fault.pointer) }, draft);
  }
}

function withPointer(fault: BodyFault): SampleFault {
  const { message, pointer } = fault;
  return { ...fault, message: pointer === "" ? message : `${message} (at ${pointer})` };
}

interface BlockFault extends Partial<MemberOffsets> {
  readonly fault: SampleFault;
  readonly key: number;
}

function reportInBlock(node: Code, { fault, key, value = key }: BlockFault, draft: DocumentDraft): void {
  const position = positionInBlock(node, key, draft);
  const { unknown } = fault;
  const slip = unknown === undefined ? null : slipOf(unknown.word, unknown.known);
  const offset = slip && wordOffset(node.value, unknown?.kind === "name" ? key : value, slip.written);
  const fix = offset === null ? null : draft.lines.fixAt(node, slip, positionInBlock(node, offset, draft));
  draft.reportAt("sample/invalid", fault, { position, fix });
}

function wordOffset(text: string, offset: number, word: string): number | null {
  if (text.startsWith(`"${word}"`, offset)) return offset + 1;
  return text.startsWith(word, offset) ? offset : null;
}

function positionInBlock(node: Code, offset: number, draft: DocumentDraft): Position {
  const fence = draft.lines.positionOf(node);
  // The lines of the block begin below the fence, each in its column.
  const { line, column } = positionBehind(node.value.slice(0, offset), { line: fence.line + 1, column: 1 });
  return { file: fence.file, line, column: fence.column + column - 1 };
}
