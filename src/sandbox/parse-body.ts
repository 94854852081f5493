import { escapeToken } from "#shared/json/json-pointer.ts";
import { isObject, type Json } from "#shared/json/json.ts";

import { type Fault, limits } from "./exchange.ts";

type ParsedJson = { readonly value: Json } | { readonly faults: readonly Fault[] };

/** A JSON text (RFC 8259) as a value. Refuses what could not be given back as it came: numbers beyond 2^53, broken UTF-8. */
export function parseJsonBody(bytes: Uint8Array): ParsedJson {
  let value: Json;
  try {
    value = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch (error) {
    const reason = error instanceof SyntaxError ? error.message : "it is not valid UTF-8";
    return { faults: [{ in: "body", pointer: "", message: `the body is not JSON: ${reason}` }] };
  }
  const faults = findFaults(value);
  return faults.length > 0 ? { faults } : { value };
}

/** Without recursion: what is nested too deep for the stack is what is looked for. */
function findFaults(root: Json): readonly Fault[] {
  const faults: Fault[] = [];
  const open: { value: Json; pointer: string; depth: number }[] = [{ value: root, pointer: "", depth: 1 }];
  for (let next = open.pop(); next; next = open.pop()) {
    const { value, pointer, depth } = next;
    if (typeof value === "number" && Math.abs(value) > Number.MAX_SAFE_INTEGER) faults.push(tooLarge(pointer));
    if (typeof value !== "object" || value === null) continue;
    if (depth > limits.depth)
      return [{ in: "body", pointer: "", message: `the body is nested deeper than ${limits.depth} levels` }];
    const members = isObject(value)
      ? Object.entries(value)
      : value.map((element, index) => [String(index), element] as const);
    for (const [name, member] of members) {
      open.push({ value: member, pointer: `${pointer}/${escapeToken(name)}`, depth: depth + 1 });
    }
  }
  return faults;
}

function tooLarge(pointer: string): Fault {
  const message = "the number is larger than the sandbox, like most JSON parsers, can keep exactly";
  return { in: "body", pointer, message, hint: `at most ${Number.MAX_SAFE_INTEGER}` };
}

/** One part of a form. */
export interface FormPart {
  readonly name: string;
  /** Null for a plain field. */
  readonly fileName: string | null;
  /** As the sender says it; null when not said. */
  readonly mediaType: string | null;
  readonly content: Buffer;
}

/**
 * Takes a `multipart/form-data` body apart (RFC 7578). Written here because the usual parsers are streams that write files,
 * or tell only that something failed; a learner needs to hear what.
 * @throws MultipartFault
 */
export function parseMultipart(bytes: Uint8Array, boundary: string): readonly FormPart[] {
  const body = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const delimiter = Buffer.from(`\r\n--${boundary}`);
  const parts: FormPart[] = [];
  let end = findStart(body, boundary);
  for (;;) {
    if (body.toString("latin1", end, end + 2) === "--") return parts;
    const start = body.indexOf("\r\n", end);
    const next = start < 0 ? -1 : body.indexOf(delimiter, start);
    if (next < 0) throw new MultipartFault("the body ends before its last boundary");
    if (parts.length >= limits.parts) throw new MultipartFault(`the form has more than ${limits.parts} parts`);
    parts.push(parsePart(body.subarray(start + 2, next)));
    end = next + delimiter.length;
  }
}

export class MultipartFault extends Error {
  override readonly name = "MultipartFault";
}

/** The offset behind the first boundary; what stands before it does not count (RFC 2046, section 5.1.1). */
function findStart(body: Buffer, boundary: string): number {
  const first = Buffer.from(`--${boundary}`);
  if (body.subarray(0, first.length).equals(first)) return first.length;
  const start = body.indexOf(`\r\n--${boundary}`);
  if (start < 0) throw new MultipartFault("the boundary of the Content-Type header does not stand in the body");
  return start + first.length + 2;
}

const longestHeader = 8_000;

function parsePart(part: Buffer): FormPart {
  const end = part.subarray(0, longestHeader).indexOf("\r\n\r\n");
  if (end < 0) throw new MultipartFault("a part has no empty line behind its headers");
  const headers = new Map(part.toString("utf8", 0, end).split("\r\n").map(toHeader));
  const disposition = parseParameters(headers.get("content-disposition") ?? "");
  const name = disposition.get("name");
  if (name === undefined) throw new MultipartFault("a part has no name: Content-Disposition: form-data; name=…");
  const fileName = toFileName(disposition);
  return { name, fileName, mediaType: headers.get("content-type") ?? null, content: part.subarray(end + 4) };
}

function toHeader(line: string): readonly [string, string] {
  const colon = line.indexOf(":");
  return [line.slice(0, Math.max(colon, 0)).trim().toLowerCase(), line.slice(colon + 1).trim()];
}

/** The parameters behind the first semicolon: `form-data; name="x"`, `multipart/form-data; boundary=x`. */
export function parseParameters(header: string): ReadonlyMap<string, string> {
  const parameters = new Map<string, string>();
  for (const [, name = "", quoted, plain] of header.matchAll(/;\s*([\w*-]+)=(?:"((?:\\.|[^"\\])*)"|([^;\s]*))/g)) {
    parameters.set(name.toLowerCase(), quoted === undefined ? (plain ?? "") : unescapeQuoted(quoted));
  }
  return parameters;
}

/** Browsers percent-encode a quote, curl puts a backslash before it. */
function unescapeQuoted(text: string): string {
  return text.replace(/\\(["\\])/g, "$1").replace(/%(?:22|0A|0D)/gi, (escape) => decodeURIComponent(escape));
}

/** The last part of a path; a name in RFC 8187's notation, which some libraries send, comes first. */
function toFileName(disposition: ReadonlyMap<string, string>): string | null {
  const extended = /^utf-8'[^']*'(.*)$/i.exec(disposition.get("filename*") ?? "")?.[1];
  const name = extended === undefined ? disposition.get("filename") : decode(extended);
  return name === undefined ? null : (name.split(/[/\\]/).at(-1) ?? name);
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
