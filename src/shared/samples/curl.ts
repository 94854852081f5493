import type { FormPart, RequestContent } from "../contract/request.ts";
import { toJsonText } from "../json/json.ts";
import { isMultipart } from "../media-type.ts";
import {
  basicVariable,
  controls,
  type SampleCall,
  type SamplePair,
  type SampleText,
  unprintable,
} from "./sample-call.ts";

/**
 * Writes a request as a command for POSIX shells. Literals are single-quoted, so nothing in them can run. Only texts
 * with a variable, such as the server's address or a secret, are double-quoted. The command prints the status and the
 * response, and fails if the API refuses.
 */
export function toCurl({ method, address, headers, body, certificate }: SampleCall): string {
  const isRead = method === "GET" && body.kind === "none";
  const { url, pairs } = isRead ? splitQuery(address) : { url: address, pairs: [] };
  const methodOptions = isRead ? "-i" : `-i -X ${method}`;
  const options = `--fail-with-body ${method === "HEAD" ? "--head" : methodOptions}`;
  const further = [
    ...(pairs.length === 0
      ? []
      : [["-G", ...pairs.map((pair) => `-d ${/^[\w.,:/=%+-]+$/.test(pair) ? pair : singleQuote(pair)}`)].join(" ")]),
    ...(certificate === null ? [] : [`--cert "$${certificate}"`]),
    ...headers.map(toHeaderOption),
    ...toBody(body),
  ];
  // A plain read takes two lines.
  const [only = ""] = further;
  const isOneLine = method === "GET" && further.length < 2 && `${options} ${only}`.length <= longestLine;
  const lines = isOneLine ? [`${options} ${only}`.trim()] : [options, ...further];
  return [`curl ${quote(url)}`, ...lines].join(" \\\n  ");
}

/** In characters: as much as a page shows beside an operation without scrolling, less the indent and the backslash. */
const longestLine = 53 - "   \\".length;

/**
 * If an address is too long for a line, its query's pairs become options, which `-G` appends unchanged. A pair stays if
 * curl would read it as a file's name, and so does a secret.
 */
function splitQuery(address: SampleText): { readonly url: SampleText; readonly pairs: readonly string[] } {
  const whole = { url: address, pairs: [] };
  const last = address.at(-1);
  if (typeof last !== "string" || quote(address).length + "curl ".length <= longestLine) return whole;
  const [path = "", query = ""] = last.split(/\?(.*)/s, 2);
  const pairs = query.split("&");
  return pairs.some((pair) => pair === "" || pair.startsWith("@"))
    ? whole
    : { url: [...address.slice(0, -1), path], pairs };
}

/** curl encodes user and password as base64 itself. */
function toHeaderOption(header: SamplePair): string {
  const basic = basicVariable(header);
  return basic === null ? `-H ${quote([`${header.name}: `, ...header.value])}` : `-u "$${basic}"`;
}

function toBody(body: RequestContent): readonly string[] {
  switch (body.kind) {
    case "none":
      return [];
    case "json":
      return [`--data ${singleQuote(toJsonText(body.value, 2).replaceAll("\n", "\n  "))}`];
    case "text":
      return [`--data-raw ${printable(body.text)}`];
    case "file":
      return [`--data-binary ${singleQuote(`@${body.fileName}`)}`];
    case "form":
      return body.parts.map(isMultipart(body.mediaType) ? toPart : toField);
  }
}

/** `printf` writes characters that a line of a script can't contain (POSIX.1-2024, printf). */
function printable(text: string): string {
  if (!unprintable.test(text)) return singleQuote(text);
  const escaped = text
    .replaceAll("\\", "\\\\")
    .replace(controls, (character) =>
      character === "\n" ? "\\n" : `\\0${character.charCodeAt(0).toString(8).padStart(3, "0")}`,
    );
  // A captured output loses its final line breaks.
  const [, kept = "", end = ""] = /^([^]*?)((?:\\n)*)$/.exec(escaped) ?? [];
  return `"$(printf '%b' ${singleQuote(kept)})"${end === "" ? "" : singleQuote(end.replaceAll("\\n", "\n"))}`;
}

/** In a value, `-F` interprets `@`, `<`, `(`, `;`, quotes and spaces. `--form-string` doesn't, but it has no types. */
function toPart(part: FormPart): string {
  const { name, mediaType, headers = [] } = part;
  if (part.kind === "field" && mediaType === undefined && headers.length === 0)
    return `--form-string ${singleQuote(`${name}=${part.value}`)}`;
  const content =
    part.kind === "file"
      ? `@${quotedUnless(/^[^;,"\\]+$/, part.fileName)}`
      : quotedUnless(/^[{[][^;]*[}\]]$/, part.value);
  const words = [
    ...(mediaType === undefined ? [] : [`type=${mediaType}`]),
    ...headers.map((header) => `headers=${quotedUnless(/^[^;"\\]+$/, `${header.name}: ${header.value}`)}`),
  ];
  return `-F ${singleQuote([`${name}=${content}`, ...words].join(";"))}`;
}

function quotedUnless(plain: RegExp, text: string): string {
  return plain.test(text) ? text : `"${text.replace(/["\\]/g, "\\$&")}"`;
}

function toField(part: FormPart): string {
  const value = part.kind === "field" ? part.value : part.fileName;
  return `--data-urlencode ${singleQuote(`${encodeURIComponent(part.name.toWellFormed())}=${value}`)}`;
}

/** With a variable in double quotes: POSIX.1-2024, Shell Command Language, 2.2.3. */
function quote(text: SampleText): string {
  if (text.every((part) => typeof part === "string")) return singleQuote(text.join(""));
  const parts = text.map((part) => (typeof part === "string" ? part.replace(/["$\\`]/g, "\\$&") : `$${part.variable}`));
  return `"${parts.join("")}"`;
}

/** POSIX.1-2024, Shell Command Language, 2.2.2. */
function singleQuote(text: string): string {
  return `'${text.replaceAll("\0", "").replaceAll("'", "'\\''")}'`;
}
