import type { RequestPart } from "#shared/conformance/sample-fault.ts";
import {
  type FormPart,
  type NameValue,
  parseMethod,
  type RequestContent,
  type RequestValue,
} from "#shared/contract/request.ts";
import { tokensOf } from "#shared/json/json-pointer.ts";
import type { Json } from "#shared/json/json.ts";
import { locateMembers, type MemberOffsets, parseJson } from "#shared/json/parse-json.ts";
import { bareType, isFormType, isJsonType } from "#shared/media-type.ts";

/** A request as a page shows it, with its parts' offsets in the text. */
interface HttpSample {
  readonly request: RequestValue;
  readonly offsetsOf: (part: RequestPart) => MemberOffsets;
}

interface HttpSampleFault extends JsonSampleFault {
  readonly hint: string | null;
}

/**
 * Parses a request: a request line (`POST /loads/?x=1`), header lines, an empty line, a body. Each part of a form is a
 * line; a file is `name=@file.pdf;type=application/pdf`.
 */
export function parseHttpSample(text: string): HttpSample | HttpSampleFault {
  const [requestLine = "", ...headerLines] = headOf(text).split("\n");
  const [, word = "", target = ""] = /^(\S+)\s+(\S+)$/.exec(requestLine.trim()) ?? [];
  const method = parseMethod(word);
  if (method === null || !target.startsWith("/")) {
    return { message: `\`${requestLine}\` isn't a request line`, hint: "write METHOD /path/", offset: 0 };
  }
  const headers = parseHeaders(headerLines);
  const wrong = headers.find(({ name }) => name === "");
  if (wrong !== undefined) {
    const message = `\`${wrong.value}\` isn't a header`;
    return { message, hint: "write Name: value", offset: text.indexOf(wrong.value) };
  }
  const bodyStart = Math.min(text.length, headOf(text).length + 2);
  const body = parseBody(text.slice(bodyStart), headers);
  if ("message" in body) return { message: body.message, hint: null, offset: bodyStart + body.offset };
  const [path = "", query = ""] = target.split("?");
  return {
    request: {
      method,
      path,
      query: Array.from(new URLSearchParams(query), ([name, value]) => ({ name, value })),
      headers: headers.filter(({ name }) => name.toLowerCase() !== "content-type"),
      credentials: [],
      body: body.content,
    },
    offsetsOf: (part) => {
      if (part.kind !== "body") return offsetsInHead(part, text, requestLine);
      const { key, value } = body.json?.offsetsAt(part.pointer) ?? offsetsOfPart(text.slice(bodyStart), part.pointer);
      return { key: bodyStart + key, value: bodyStart + value };
    },
  };
}

type HeadPart = Exclude<RequestPart, { kind: "body" }>;

function offsetsInHead(part: HeadPart, text: string, requestLine: string): MemberOffsets {
  if (part.kind === "request-line") return { key: 0, value: 0 };
  if (part.kind === "query") {
    const parameters = [...requestLine.matchAll(/(?<=[?&])[^=&]*/g)];
    const key = parameters.find(([name]) => name === part.name)?.index ?? 0;
    return { key, value: key + part.name.length + 1 };
  }
  const key = text.toLowerCase().indexOf(`\n${part.name.toLowerCase()}:`) + 1;
  return { key, value: key };
}

function headOf(text: string): string {
  const end = text.indexOf("\n\n");
  return (end < 0 ? text : text.slice(0, end)).trimEnd();
}

function parseHeaders(lines: readonly string[]): NameValue[] {
  return lines
    .filter((line) => line.trim() !== "")
    .map((line) => {
      const [, name = "", value = line] = /^([A-Za-z0-9!#$%&'*+.^_`|~-]+):\s*(.*)$/.exec(line.trim()) ?? [];
      return { name, value };
    });
}

interface ParsedBody {
  readonly content: RequestContent;
  readonly json: JsonSample | null;
}

function parseBody(text: string, headers: readonly NameValue[]): ParsedBody | { message: string; offset: number } {
  const body = text.trimEnd();
  if (body.trim() === "") return { content: { kind: "none" }, json: null };
  const stated = headers.find(({ name }) => name.toLowerCase() === "content-type")?.value;
  const mediaType = bareType(stated ?? "application/json");
  if (isFormType(mediaType)) {
    return { content: { kind: "form", mediaType, parts: body.split("\n").map(parsePart) }, json: null };
  }
  if (!isJsonType(mediaType)) return { content: { kind: "text", mediaType, text: body }, json: null };
  const json = parseJsonSample(body);
  if ("message" in json) return json;
  const value: Json = json.value;
  return { content: { kind: "json", mediaType, value }, json };
}

function parsePart(line: string): FormPart {
  const [, name = line, value = ""] = /^([^=]*)=(.*)$/s.exec(line) ?? [];
  if (!value.startsWith("@")) return { kind: "field", name, value };
  const [fileName = "", ...parameters] = value.slice(1).split(";");
  const type = parameters
    .map((parameter) => /^type=(.*)$/.exec(parameter.trim())?.[1])
    .find((found) => found !== undefined);
  return { kind: "file", name, fileName, mediaType: type ?? "application/octet-stream" };
}

function offsetsOfPart(body: string, pointer: string): MemberOffsets {
  const name = pointer.split("/")[1] ?? "";
  const key = Math.max(0, `\n${body}`.indexOf(`\n${name}=`));
  return { key, value: key + name.length + 1 };
}

interface JsonSample {
  readonly value: Json;
  /** Offsets of the value at a JSON Pointer (RFC 6901), or of its nearest ancestor. */
  readonly offsetsAt: (pointer: string) => MemberOffsets;
}

interface JsonSampleFault {
  readonly message: string;
  readonly offset: number;
}

/** A line with nothing but `…` marks an omission. */
export const ellipsis = /^[ \t]*…,?[ \t]*$/m;

/** Parses strict JSON (RFC 8259); lines with only `…` count as blank, as does the comma before the last of them. */
export function parseJsonSample(text: string): JsonSample | JsonSampleFault {
  const json = text
    .replace(commaBeforeEllipsis, " $1")
    .replace(new RegExp(ellipsis.source, "gm"), (line) => " ".repeat(line.length));
  const { value, faults } = parseJson(json);
  const [fault] = faults;
  if (fault === undefined) return { value, offsetsAt: (pointer) => offsetsAt(json, pointer) };
  if (!text.startsWith("…", fault.offset)) return fault;
  const message = "this isn't JSON: put `…`, for what's left out, on a line of its own";
  return { message, offset: fault.offset };
}

const commaBeforeEllipsis = /,([ \t]*\n(?:[ \t]*…,?[ \t]*\n)+)(?=\s*[}\]])/g;

function offsetsAt(json: string, pointer: string): MemberOffsets {
  const start = json.search(/\S/);
  let offsets = { key: start, value: start };
  for (const name of tokensOf(pointer)) {
    const { value } = offsets;
    const member = /[[{]/.test(json.charAt(value)) ? locateMembers(json, value).get(name) : undefined;
    if (member === undefined) return offsets;
    offsets = member;
  }
  return offsets;
}
