import type { NameValue, QueryPair, RequestContent, RequestValue, SampleBase } from "../contract/request.ts";
import type { Credential } from "../contract/security.ts";
import { isList, isNumber, isObject, type Json, numberText } from "../json/json.ts";
import { encodePart } from "../percent.ts";
import { toAddress, toHeaders } from "./address.ts";

/** A request for samples in all languages, whose secrets come from the environment. */
export interface SampleCall {
  /** `POST` */
  readonly method: string;
  /** The whole address, percent-encoded. */
  readonly address: SampleText;
  /** The address without the pairs in `query`. */
  readonly path: SampleText;
  /** Pairs before any encoding. */
  readonly query: readonly SamplePair[];
  /** Headers with credentials come first. A form's media type is left to the client. */
  readonly headers: readonly SamplePair[];
  readonly body: RequestContent;
  /** The environment variable with the file of the client certificate and its key (PEM); null without a certificate. */
  readonly certificate: string | null;
}

export interface SamplePair {
  readonly name: string;
  readonly value: SampleText;
}

/** A text of literal parts and values from the environment. */
export type SampleText = readonly (string | Variable)[];

/** An environment variable, used as it is, in base64 for HTTP Basic, or percent-encoded in a query. */
export interface Variable {
  readonly variable: string;
  readonly as: "plain" | "base64" | "query";
}

export function toSampleCall(request: RequestValue, { variable, address }: SampleBase): SampleCall {
  const { credentials } = request;
  const own = toAddress(request);
  const base: SampleText = variable === null ? [] : [{ variable, as: "plain" }];
  const secrets = credentials.filter((credential) => credential.in === "query");
  const encoded = secrets.flatMap((secret, index): SampleText => [
    `${index > 0 || own.includes("?") ? "&" : "?"}${encodePart(secret.name)}=`,
    { variable: secret.variable, as: "query" },
  ]);
  return {
    method: request.method.toUpperCase(),
    address: [...base, address + own, ...encoded],
    path: [...base, address + toAddress({ path: request.path, query: request.query.filter(isEncodedOurWay) })],
    query: [
      ...request.query.filter((pair) => !isEncodedOurWay(pair)).map(toPair),
      ...secrets.map((secret): SamplePair => ({
        name: secret.name,
        value: [{ variable: secret.variable, as: "plain" }],
      })),
    ],
    headers: toSampleHeaders(request),
    body: request.body,
    certificate: credentials.find((credential) => credential.in === "certificate")?.variable ?? null,
  };
}

function isEncodedOurWay({ name, encoded }: QueryPair): boolean {
  return name === "" || encoded !== undefined;
}

function toPair({ name, value }: NameValue): SamplePair {
  return { name, value: [value] };
}

/** All cookies share one header (RFC 6265, 5.4). */
function toSampleHeaders(request: RequestValue): readonly SamplePair[] {
  const { credentials } = request;
  const stated = toHeaders(request).map(toPair);
  const own = credentials.filter((credential) => credential.in === "header");
  const cookies = credentials.filter((credential) => credential.in === "cookie");
  const isCookie = ({ name }: SamplePair): boolean => cookies.length > 0 && name.toLowerCase() === "cookie";
  const pairs = [
    ...stated.filter(isCookie).map(({ value }) => value),
    ...cookies.map(({ name, variable }): SampleText => [`${name}=`, { variable, as: "plain" }]),
  ];
  const cookie = { name: "Cookie", value: pairs.flatMap((pair, index) => (index === 0 ? pair : ["; ", ...pair])) };
  return [
    ...own.map((credential) => ({ name: credential.name, value: toHeaderValue(credential) })),
    ...(cookies.length === 0 ? [] : [cookie]),
    ...stated.filter((header) => !isCookie(header)),
  ];
}

function toHeaderValue({ form, word, variable }: Credential): SampleText {
  if (form === "plain") return [...(word === undefined ? [] : [`${word} `]), { variable, as: "plain" }];
  return form === "basic" ? ["Basic ", { variable, as: "base64" }] : ["Bearer ", { variable, as: "plain" }];
}

/** Null for a header that has more than user and password. */
export function basicVariable({ value }: SamplePair): string | null {
  const [, secret] = value;
  return typeof secret === "object" && secret.as === "base64" ? secret.variable : null;
}

// oxlint-disable-next-line no-control-regex -- control characters are the point
export const controls = /[\u0001-\u001F\u007F]/g;

/** Control characters besides tabs and line breaks, which a line of a script can't contain. */
// oxlint-disable-next-line no-control-regex -- control characters are the point
export const unprintable = /[\u0001-\u0008\u000B-\u001F\u007F]/;

/** Indents the lines of a text, except for empty ones. */
export function indent(text: string, space: string): string {
  return text.replace(/^(?=.)/gm, space);
}

/** A language's notation for values. */
export interface LiteralStyle {
  readonly indent: string;
  /** The padding inside an object on one line: a space or nothing. */
  readonly padding: string;
  readonly toKey: (name: string) => string;
  readonly toScalar: (value: null | boolean | string) => string;
}

/**
 * A JSON value in a programming language's notation: an entry per line, but single entries and short lists on one line.
 */
export function toLiteral(value: Json, style: LiteralStyle): string {
  if (isNumber(value)) return numberText(value);
  if (isObject(value)) {
    const lines = Object.entries(value).map(([key, member]) => `${style.toKey(key)}: ${toLiteral(member, style)}`);
    return toObjectLiteral(lines, style);
  }
  if (!isList(value)) return style.toScalar(value);
  const elements = value.map((element) => toLiteral(element, style));
  const line = `[${elements.join(", ")}]`;
  const isShort = line.length <= longestLine && !line.includes("\n");
  return isShort ? line : `[\n${enclose(elements, style)}\n]`;
}

const longestLine = 60;

/** An object with entries that are already written. */
export function toObjectLiteral(entries: readonly string[], style: Pick<LiteralStyle, "indent" | "padding">): string {
  if (entries.length === 0) return "{}";
  const [first = ""] = entries;
  const isShort = entries.length === 1 && first.length <= longestLine && !first.includes("\n");
  return isShort ? `{${style.padding}${first}${style.padding}}` : `{\n${enclose(entries, style)}\n}`;
}

function enclose(entries: readonly string[], { indent: margin }: Pick<LiteralStyle, "indent">): string {
  return entries.map((entry) => `${entry},`.replace(/^/gm, margin)).join("\n");
}
