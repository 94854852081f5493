import { readForm } from "#shared/conformance/typed-value.ts";
import type { ContractSlice, SliceMediaType, SliceOperation } from "#shared/contract/contract-slice.ts";
import { framingOf } from "#shared/contract/notation/stream.ts";
import type { NameValue, RequestContent } from "#shared/contract/request.ts";
import { holdsFile, membersByName } from "#shared/contract/schema.ts";
import { isObject, type JsonObject } from "#shared/json/json.ts";
import { parseJson } from "#shared/json/parse-json.ts";
import { bareType, isJsonType, takesType, typeOfContent } from "#shared/media-type.ts";

import { limits, refuseBody, RefusedRequest, type SandboxRequest } from "../exchange.ts";
import type { PlannedCall } from "../plan/plan-sandbox.ts";
import type { PathContext } from "../records/state.ts";
import { decodeUtf8, parseMultipart, parseParameters, type ReceivedPart } from "./multipart.ts";

/** The path's values are decoded. `members` are the sent record's fields, without the envelope. */
export interface Incoming extends PathContext, ReceivedContent {
  readonly call: PlannedCall;
  /** Decoded. */
  readonly query: readonly NameValue[];
  /** By lower-case name. */
  readonly headers: ReadonlyMap<string, string>;
  /** The address of the collection or record, without the query. */
  readonly address: string;
}

interface ReceivedContent {
  /** The body in the form that the contract's checks need. */
  readonly content: RequestContent;
  /** The members of a JSON object or the fields of a form; files by their names. */
  readonly members: JsonObject;
  readonly files: readonly ReceivedFile[];
}

export interface ReceivedFile {
  readonly part: string;
  readonly fileName: string;
  readonly bytes: number;
  /** The type of a file by its content; null if it isn't known. */
  readonly contentType: string | null;
}

/**
 * Parses a request's body by its Content-Type, if the operation takes one.
 * @throws RefusedRequest
 */
export function readContent(
  { headers, body }: SandboxRequest,
  operation: SliceOperation,
  contract: ContractSlice,
): ReceivedContent {
  const { requestBody } = operation;
  if (!requestBody || (body.length === 0 && !requestBody.required)) return nothing;
  if (body.length === 0) refuseBody("the body is missing");
  const header = headers.get("content-type") ?? "";
  const type = bareType(header);
  const mediaType = requestBody.content.find((accepted) => takesType(accepted.type, type));
  const encoding = headers.get("content-encoding") ?? "identity";
  if (!mediaType || encoding !== "identity") return refuseType(header, encoding, requestBody.content);
  if (isJsonType(type)) return readJson(body, type);
  if (type === "multipart/form-data") return toForm(readMultipart(body, header), mediaType, { type, contract });
  if (type === "application/x-www-form-urlencoded") return toForm(readFields(body), mediaType, { type, contract });
  const text = framingOf(type) === null ? null : decodeStrictly(body);
  if (text !== null) checkSize(body);
  const content = text === null ? ({ kind: "file", fileName: "file" } as const) : ({ kind: "text", text } as const);
  return { ...nothing, content: { ...content, mediaType: type } };
}

const nothing: ReceivedContent = { content: { kind: "none" }, members: {}, files: [] };

function refuseType(header: string, encoding: string, content: readonly SliceMediaType[]): never {
  const types = content.map(({ type }) => type).join(" or ");
  const status = 415;
  if (encoding !== "identity") {
    const message = `The sandbox reads no ${encoding} bodies.`;
    throw new RefusedRequest({ status, message, hint: "send it uncompressed" });
  }
  const sent = header === "" ? "no Content-Type" : `the Content-Type ${header}`;
  const isCurlDefault = header.startsWith("application/x-www-form-urlencoded");
  const hint = isCurlDefault ? `curl --data sends this type unless you add -H 'Content-Type: ${types}'` : null;
  throw new RefusedRequest({ status, message: `The call takes ${types}, and was sent ${sent}.`, hint });
}

function readJson(body: Uint8Array, mediaType: string): ReceivedContent {
  checkSize(body);
  const text = decodeStrictly(body);
  if (text === null) return refuseBody("this isn't JSON: it isn't valid UTF-8");
  const { value, faults } = parseJson(text, { limits: { depth: limits.depth, tokens: limits.textBytes } });
  const [first] = faults;
  if (first?.kind === "limit") refuseBody(`the body is ${first.message}`);
  if (first) {
    const lines = text.slice(0, first.offset).split("\n");
    refuseBody(`${first.message} (line ${lines.length}, column ${(lines.at(-1)?.length ?? 0) + 1})`);
  }
  return { content: { kind: "json", mediaType, value }, members: isObject(value) ? value : {}, files: [] };
}

function checkSize(body: Uint8Array): void {
  if (body.length <= limits.textBytes) return;
  throw new RefusedRequest({ status: 413, message: `The sandbox takes at most ${limits.textBytes} bytes of JSON.` });
}

function decodeStrictly(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

function readMultipart(body: Uint8Array, header: string): readonly ReceivedPart[] {
  const boundary = parseParameters(header).get("boundary") ?? "";
  if (boundary === "") {
    const hint = "let your HTTP client write the Content-Type header";
    throw new RefusedRequest({ status: 400, message: "The Content-Type header has no boundary.", hint });
  }
  return parseMultipart(body, boundary);
}

function readFields(body: Uint8Array): readonly ReceivedPart[] {
  checkSize(body);
  return Array.from(new URLSearchParams(decodeUtf8(body)), ([name, value]) => ({ kind: "field", name, value }));
}

function toForm(
  received: readonly ReceivedPart[],
  mediaType: SliceMediaType,
  { type, contract }: { readonly type: string; readonly contract: ContractSlice },
): ReceivedContent {
  const fields = membersByName(mediaType.schema, contract.schemaByName);
  // Browsers also give a value with a media type a file name.
  const parts = received.map((part): ReceivedPart => {
    const schema = part.kind === "file" ? fields.get(part.name) : undefined;
    const isValue = schema !== undefined && !holdsFile(schema, contract.schemaByName);
    return part.kind === "file" && isValue ? { kind: "field", name: part.name, value: decodeUtf8(part.content) } : part;
  });
  const files = parts.flatMap((part): readonly ReceivedFile[] => {
    if (part.kind === "field") return [];
    const { name, fileName, content } = part;
    return [{ part: name, fileName, bytes: content.length, contentType: typeOfContent(content) }];
  });
  const members = readForm(parts, mediaType, contract.schemaByName);
  return { content: { kind: "form", mediaType: type, parts }, members, files };
}
