import type { FormPart } from "#shared/contract/request.ts";
import { decodePercent } from "#shared/percent.ts";

import { limits, refuseBody } from "../exchange.ts";

export type ReceivedPart =
  Extract<FormPart, { kind: "field" }> | (Extract<FormPart, { kind: "file" }> & { readonly content: Uint8Array });

/**
 * Parses a `multipart/form-data` body (RFC 7578). This is ours because `Response#formData()` refuses a preamble, quotes
 * in curl's notation and names in RFC 8187's, and doesn't say what's wrong, which a learner needs to know.
 * @throws RefusedRequest
 */
export function parseMultipart(bytes: Uint8Array, boundary: string): readonly ReceivedPart[] {
  // One character per byte, so that offsets in the text are offsets in the bytes.
  const body = new TextDecoder("latin1").decode(bytes);
  const delimiter = `\r\n--${boundary}`;
  const parts: ReceivedPart[] = [];
  let end = findStart(body, boundary);
  for (;;) {
    if (body.startsWith("--", end)) return parts;
    const start = body.indexOf("\r\n", end);
    const next = start < 0 ? -1 : body.indexOf(delimiter, start);
    if (next < 0) refuseBody("the body ends before its last boundary");
    if (parts.length >= limits.parts) refuseBody(`the form has more than ${limits.parts} parts`);
    parts.push(parsePart(bytes.subarray(start + 2, next)));
    end = next + delimiter.length;
  }
}

/** Text before the first boundary is ignored (RFC 2046, section 5.1.1). */
function findStart(body: string, boundary: string): number {
  const first = `--${boundary}`;
  if (body.startsWith(first)) return first.length;
  const start = body.indexOf(`\r\n${first}`);
  if (start < 0) refuseBody("the boundary of the Content-Type header isn't in the body");
  return start + 2 + first.length;
}

const longestHeader = 8_000;

function parsePart(part: Uint8Array): ReceivedPart {
  const end = new TextDecoder("latin1").decode(part.subarray(0, longestHeader)).indexOf("\r\n\r\n");
  if (end < 0) refuseBody("a part has no empty line after its headers");
  const headers = new Map(
    decodeUtf8(part.subarray(0, end))
      .split("\r\n")
      .map((line) => {
        const colon = line.indexOf(":");
        return [line.slice(0, Math.max(colon, 0)).trim().toLowerCase(), line.slice(colon + 1).trim()];
      }),
  );
  const disposition = parseParameters(headers.get("content-disposition") ?? "");
  const name = disposition.get("name");
  if (name === undefined) return refuseBody("a part has no name: Content-Disposition: form-data; name=…");
  const content = part.subarray(end + 4);
  const fileName = toFileName(disposition);
  if (fileName === null) return { kind: "field", name, value: decodeUtf8(content) };
  const mediaType = headers.get("content-type") ?? "application/octet-stream";
  return { kind: "file", name, fileName, mediaType, content };
}

/** Decodes UTF-8 strictly. A byte-order mark is kept. */
export function decodeUtf8(bytes: Uint8Array): string {
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
}

/** The parameters after the first semicolon: `form-data; name="x"`, `multipart/form-data; boundary=x`. */
export function parseParameters(header: string): ReadonlyMap<string, string> {
  const parameters = new Map<string, string>();
  for (const [, name = "", quoted, plain] of header.matchAll(/;\s*([\w*-]+)=(?:"((?:\\.|[^"\\])*)"|([^;\s]*))/g)) {
    // Browsers percent-encode a quote, and curl puts a backslash before it.
    const unquoted = quoted?.replace(/\\(["\\])/g, "$1").replace(/%(?:22|0A|0D)/gi, decodeURIComponent);
    parameters.set(name.toLowerCase(), unquoted ?? plain ?? "");
  }
  return parameters;
}

/**
 * Only the last part of a path counts. RFC 8187's `filename*`, which some libraries send, takes precedence over
 * `filename`.
 */
function toFileName(disposition: ReadonlyMap<string, string>): string | null {
  const extended = /^utf-8'[^']*'(.*)$/i.exec(disposition.get("filename*") ?? "")?.[1];
  const name = extended === undefined ? disposition.get("filename") : (decodePercent(extended) ?? extended);
  return name === undefined ? null : (name.split(/[/\\]/).at(-1) ?? name);
}
