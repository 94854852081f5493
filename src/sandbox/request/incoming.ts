import { readForm as readFormParts } from "#shared/conformance/typed-value.ts";
import type { ContractSlice, SliceMediaType, SliceOperation } from "#shared/contract/contract-slice.ts";
import { framingOf } from "#shared/contract/notation/stream.ts";
import type { NameValue, RequestContent } from "#shared/contract/request.ts";
import { holdsFile } from "#shared/contract/schema.ts";
import { escapeToken } from "#shared/json/json-pointer.ts";
import { isList, isNumber, isObject, type Json, type JsonObject, toDouble } from "#shared/json/json.ts";
import { parseJson } from "#shared/json/parse-json.ts";
import { bareType, isJsonType, takesType, typeOfContent } from "#shared/media-type.ts";

import { type IncomingFault, limits, refuseFaults, type SandboxRefusal, type SandboxRequest } from "../exchange.ts";
import type { PlannedCall } from "../plan/plan-sandbox.ts";
import { fieldsOf } from "../plan/record-shape.ts";
import { decodeUtf8, MultipartFault, parseMultipart, parseParameters, type ReceivedPart } from "./multipart.ts";

export interface Incoming {
  readonly call: PlannedCall;
  /** Decoded. */
  readonly pathValues: ReadonlyMap<string, string>;
  /** Decoded. */
  readonly query: readonly NameValue[];
  /** By lower-case name. */
  readonly headers: ReadonlyMap<string, string>;
  readonly content: RequestContent;
  /** The fields of the record that is sent, out of its envelope. */
  readonly members: JsonObject;
  readonly files: readonly ReceivedFile[];
  /** The address of the collection or record, without the query. */
  readonly address: string;
}

interface ReceivedContent {
  /** As the contract's checks take it. */
  readonly content: RequestContent;
  /** The members of a JSON object, or the fields of a form, files by their names. */
  readonly members: JsonObject;
  readonly files: readonly ReceivedFile[];
}

export interface ReceivedFile {
  readonly part: string;
  readonly fileName: string;
  readonly bytes: number;
  /** What it is by its content; null when that is none of the known types. */
  readonly contentType: string | null;
}

type ReadContent = { readonly received: ReceivedContent } | { readonly refusal: SandboxRefusal };

/** Understands the body of a request by its Content-Type, if the operation takes one. */
export function readContent(
  { headers, body }: SandboxRequest,
  operation: SliceOperation,
  contract: ContractSlice,
): ReadContent {
  const { requestBody } = operation;
  if (!requestBody || (body.length === 0 && !requestBody.required)) return { received: nothing };
  if (body.length === 0) return refuseBody([wholeBody("the body is missing")]);
  const header = headers.get("content-type") ?? "";
  const type = bareType(header);
  const mediaType = requestBody.content.find((accepted) => takesType(accepted.type, type));
  const encoding = headers.get("content-encoding") ?? "identity";
  if (!mediaType || encoding !== "identity") return { refusal: wrongType(header, encoding, requestBody.content) };
  if (isJsonType(type)) return readJson(body, type);
  if (type === "multipart/form-data") return readForm(body, { header, type, mediaType, contract });
  if (type === "application/x-www-form-urlencoded") return readFields(body, { header, type, mediaType, contract });
  const text = framingOf(type) === null ? null : decodeStrictly(body);
  if (text !== null && body.length > limits.textBytes) return { refusal: textTooLarge };
  const content = text === null ? ({ kind: "file", fileName: "file" } as const) : ({ kind: "text", text } as const);
  return { received: { ...nothing, content: { ...content, mediaType: type } } };
}

const nothing: ReceivedContent = { content: { kind: "none" }, members: {}, files: [] };

function wrongType(header: string, encoding: string, content: readonly SliceMediaType[]): SandboxRefusal {
  const types = content.map(({ type }) => type).join(" or ");
  if (encoding !== "identity")
    return { status: 415, message: `The sandbox reads no ${encoding} bodies.`, hint: "send it uncompressed" };
  const sent = header === "" ? "no Content-Type" : `the Content-Type ${header}`;
  const isCurlDefault = header.startsWith("application/x-www-form-urlencoded");
  const hint = isCurlDefault ? `curl --data sends this type unless you add -H 'Content-Type: ${types}'` : null;
  return { status: 415, message: `The call takes ${types}, and was sent ${sent}.`, hint };
}

function refuseBody(faults: readonly IncomingFault[]): ReadContent {
  return { refusal: refuseFaults(faults) };
}

function wholeBody(message: string): IncomingFault {
  return { in: "body", pointer: "", message };
}

function readJson(body: Uint8Array, mediaType: string): ReadContent {
  if (body.length > limits.textBytes) return { refusal: textTooLarge };
  const parsed = parseJsonBody(body);
  if ("faults" in parsed) return refuseBody(parsed.faults);
  const { value } = parsed;
  return {
    received: { content: { kind: "json", mediaType, value }, members: isObject(value) ? value : {}, files: [] },
  };
}

const textTooLarge: SandboxRefusal = {
  status: 413,
  message: `The sandbox takes at most ${limits.textBytes} bytes of JSON.`,
};

type ParsedBody = { readonly value: Json } | { readonly faults: readonly IncomingFault[] };

/** Numbers beyond 2^53 and halves of characters are refused, because they couldn't be returned as they came. */
function parseJsonBody(bytes: Uint8Array): ParsedBody {
  const text = decodeStrictly(bytes);
  if (text === null) return { faults: [wholeBody("this isn't JSON: it isn't valid UTF-8")] };
  const { value, faults } = parseJson(text, { limits: { depth: limits.depth, tokens: limits.textBytes } });
  const [first] = faults;
  if (first?.kind === "limit") return { faults: [wholeBody(`the body is ${first.message}`)] };
  if (first) return { faults: [wholeBody(`${first.message} (${placeOf(text, first.offset)})`)] };
  const lost = checkKept(value, "");
  return lost.length > 0 ? { faults: lost } : { value };
}

function decodeStrictly(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

function placeOf(text: string, offset: number): string {
  const lines = text.slice(0, offset).split("\n");
  return `line ${lines.length}, column ${(lines.at(-1)?.length ?? 0) + 1}`;
}

function checkKept(value: Json, pointer: string): readonly IncomingFault[] {
  if (isList(value)) return value.flatMap((element, index) => checkKept(element, `${pointer}/${index}`));
  if (isObject(value)) {
    return Object.entries(value).flatMap(([name, member]) => checkKept(member, `${pointer}/${escapeToken(name)}`));
  }
  if (typeof value === "string" && /\p{Surrogate}/u.test(value)) {
    const hint = "escape characters beyond U+FFFF as two, or as they are";
    return [{ in: "body", pointer, message: "the text has half a character, a lone surrogate", hint }];
  }
  if (!isNumber(value) || Math.abs(toDouble(value)) <= Number.MAX_SAFE_INTEGER) return [];
  const message = "the number is larger than the sandbox, like most JSON parsers, can keep exactly";
  return [{ in: "body", pointer, message, hint: `at most ${Number.MAX_SAFE_INTEGER}` }];
}

interface FormContext {
  readonly header: string;
  readonly type: string;
  readonly mediaType: SliceMediaType;
  readonly contract: ContractSlice;
}

function readForm(body: Uint8Array, context: FormContext): ReadContent {
  const boundary = parseParameters(context.header).get("boundary") ?? "";
  if (boundary === "") {
    const hint = "let your HTTP client write the Content-Type header";
    return { refusal: { status: 400, message: "The Content-Type header has no boundary.", hint } };
  }
  try {
    return toForm(parseMultipart(body, boundary), context);
  } catch (error) {
    if (error instanceof MultipartFault) return refuseBody([wholeBody(error.message)]);
    throw error;
  }
}

function readFields(body: Uint8Array, context: FormContext): ReadContent {
  if (body.length > limits.textBytes) return { refusal: textTooLarge };
  const pairs = [...new URLSearchParams(decodeUtf8(body))];
  return toForm(
    pairs.map(([name, value]) => ({ kind: "field", name, value })),
    context,
  );
}

function toForm(received: readonly ReceivedPart[], { type, mediaType, contract }: FormContext): ReadContent {
  const fields = fieldsOf(mediaType.schema, contract);
  // Browsers give a value with a media type a file name, too.
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
  const members = readFormParts(parts, mediaType, contract.schemaByName);
  return { received: { content: { kind: "form", mediaType: type, parts }, members, files } };
}
