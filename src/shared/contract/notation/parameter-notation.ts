import { isList, isObject, type Json, toJsonText } from "#shared/json/json.ts";
import { encodeCharacter, encodePart } from "#shared/percent.ts";

import type { ListStyle, Notation, NotationStyle, Parameter } from "../operation.ts";
import type { NameValue, QueryPair, RequestValue } from "../request.ts";
import { fillPlaceholders } from "./path-template.ts";

/**
 * A parameter's value before it's encoded. OpenAPI defines texts, lists of texts and objects of texts, so deeper values
 * are texts already.
 */
export type ParameterValue =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "list"; readonly texts: readonly string[] }
  | { readonly kind: "object"; readonly members: readonly NameValue[] };

/**
 * Converts a value to its parameter's form. `null`, which RFC 6570 (section 2.3) counts as undefined, becomes an empty
 * list, so nothing is sent.
 */
export function toParameterValue(value: Json, { style, isExploded }: Notation): ParameterValue {
  if (style === "json") return { kind: "text", text: toJsonText(value) };
  if (style === "whole") return { kind: "text", text: typeof value === "string" ? value : toJsonText(value) };
  if (value === null) return { kind: "list", texts: [] };
  if (isList(value)) return { kind: "list", texts: value.filter((item) => item !== null).map(toPlainText) };
  if (!isObject(value)) return { kind: "text", text: toPlainText(value) };
  const isRepeated = isExploded && ["form", "cookie", "deepObject"].includes(style);
  const members = Object.entries(value).flatMap(([name, member]) => {
    const items = isRepeated && isList(member) ? member : [member];
    return items.filter((item) => item !== null).map((item) => ({ name, value: toPlainText(item) }));
  });
  return { kind: "object", members };
}

/**
 * OpenAPI doesn't define values inside of values. A list in an object that's sent as pairs becomes a pair per item, as
 * frameworks read it: `sort=name,asc&sort=id`.
 */
export function toPlainText(value: Json): string {
  if (isList(value)) return value.map(toPlainText).join(",");
  return typeof value === "string" ? value : toJsonText(value);
}

/** True if nothing is sent for the value. */
export function isAbsent(value: ParameterValue): boolean {
  return (value.kind === "list" && value.texts.length === 0) || (value.kind === "object" && value.members.length === 0);
}

/**
 * Writes a parameter of the query or of a cookie as pairs (OpenAPI 3.1, section 4.8.12.4). A parameter that's the whole
 * query has no name.
 */
export function toPairs(name: string, value: ParameterValue, { style, isExploded }: Notation): readonly QueryPair[] {
  if (isAbsent(value)) return [];
  if (value.kind === "text") return [{ name: style === "whole" ? "" : name, value: value.text }];
  const isDeep = style === "deepObject";
  if (value.kind === "list") {
    if (isExploded || isDeep) return value.texts.map((text) => ({ name, value: text }));
    return [joinParts(name, value.texts, style)];
  }
  if (isDeep) return value.members.map((member) => ({ name: `${name}[${member.name}]`, value: member.value }));
  if (isExploded) return value.members;
  const parts = value.members.flatMap((member) => [member.name, member.value]);
  return [joinParts(name, parts, style)];
}

/**
 * A comma within a part is encoded, but not a comma between parts (RFC 6570, section 3.2.8). Other separators are
 * always encoded, because no address may contain them.
 */
function joinParts(name: string, parts: readonly string[], style: NotationStyle): QueryPair {
  const separator = separatorOf(style);
  const pair = { name, value: parts.join(separator) };
  if (separator !== "," || !parts.some((part) => part.includes(","))) return pair;
  return { ...pair, encoded: parts.map((part) => encodePart(part).replaceAll(",", "%2C")).join(",") };
}

interface SentParameter extends Pick<Parameter, "in" | "name" | "notation"> {
  readonly value: Json;
}

/** Serializes a request's parameters (OpenAPI 3.1, 4.8.12). A placeholder of the path stays if it has no value. */
export function serializeParameters(
  path: string,
  parameters: readonly SentParameter[],
): Pick<RequestValue, "path" | "query" | "headers"> {
  const sent = parameters.map((parameter) => ({
    ...parameter,
    value: toParameterValue(parameter.value, parameter.notation),
  }));
  const inPath = new Map(sent.filter((parameter) => parameter.in === "path").map((own) => [own.name, own]));
  const headers = sent.filter((parameter) => parameter.in === "header" && !isAbsent(parameter.value));
  const cookies = sent.filter((parameter) => parameter.in === "cookie");
  const cookieTexts = cookies.flatMap(({ name, value, notation }) =>
    toPairs(name, value, notation).map((pair) => {
      const text = notation.style === "cookie" ? pair.value : (pair.encoded ?? encodeCookie(pair.value));
      return `${pair.name}=${text}`;
    }),
  );
  return {
    path: fillPlaceholders(path, (name) => {
      const own = inPath.get(name);
      return own && toParameterText(name, own.value, { ...own.notation, encode: encodeSegment });
    }),
    query: sent.flatMap(({ in: location, name, value, notation }) =>
      location === "query" ? toPairs(name, value, notation) : [],
    ),
    headers: [
      ...headers.map(({ name, value, notation }) => ({ name, value: toParameterText(name, value, notation) })),
      ...(cookieTexts.length === 0 ? [] : [{ name: "Cookie", value: cookieTexts.join("; ") }]),
    ],
  };
}

/**
 * Encodes characters that a cookie's value can't contain (RFC 6265, section 4.1.1), and the percent sign. Commas
 * between items stay.
 */
function encodeCookie(text: string): string {
  return text.replace(/[^\x21\x23\x24\x26-\x3A\x3C-\x5B\x5D-\x7E]/gu, encodeCharacter);
}

/** Joins a query. If a parameter is the whole query, that's its text without a name. */
export function joinWhole(
  query: readonly NameValue[],
  parameters: readonly { readonly notation: Notation }[],
): readonly NameValue[] {
  if (query.length === 0 || parameters.every(({ notation }) => notation.style !== "whole")) return query;
  const texts = query.map(({ name, value }) => [name, value].filter((text) => text !== "").join("="));
  return [{ name: "", value: texts.join("&") }];
}

/**
 * Writes a parameter of the path or a header as a text. `encode` applies to the parts, not to the separators between
 * them (RFC 6570, sections 3.2.2, 3.2.5 and 3.2.7).
 */
export function toParameterText(
  name: string,
  value: ParameterValue,
  { style, isExploded, encode = asItIs }: TextNotation,
): string {
  const named = (text: string): string => (text === "" ? encode(name) : `${encode(name)}=${text}`);
  if (style === "matrix") {
    const parts = isExploded ? toExploded(value, encode, named) : [named(toParts(value, encode).join(","))];
    return parts.map((part) => `;${part}`).join("");
  }
  const parts = isExploded ? toExploded(value, encode, asItIs) : toParts(value, encode);
  if (style === "label") return `.${parts.join(isExploded ? "." : ",")}`;
  // Swagger 2.0 allows these in paths and headers, too.
  return parts.join(encode === asItIs ? separatorOf(style) : encode(separatorOf(style)).replace("%2C", ","));
}

interface TextNotation extends Notation {
  readonly encode?: (text: string) => string;
}

function asItIs(text: string): string {
  return text;
}

/** A path segment also encodes characters with a meaning in paths (RFC 3986, section 2.2). */
function encodeSegment(text: string): string {
  return text.replace(/[^A-Za-z0-9\-._~]/gu, encodeCharacter);
}

function toParts(value: ParameterValue, encode: (text: string) => string): readonly string[] {
  if (value.kind === "text") return [encode(value.text)];
  if (value.kind === "list") return value.texts.map(encode);
  return value.members.flatMap((member) => [encode(member.name), encode(member.value)]);
}

function toExploded(
  value: ParameterValue,
  encode: (text: string) => string,
  name: (text: string) => string,
): readonly string[] {
  if (value.kind !== "object") return toParts(value, encode).map(name);
  return value.members.map((member) => `${encode(member.name)}=${encode(member.value)}`);
}

/** Separators of list items, by style. */
export const separators = { comma: ",", space: " ", pipe: "|", tab: "\t" } as const;

const delimiters: ReadonlyMap<NotationStyle, keyof typeof separators> = new Map([
  ["spaceDelimited", "space"],
  ["pipeDelimited", "pipe"],
  ["tabDelimited", "tab"],
]);

/** How a list is joined. */
export function listStyleOf({ style, isExploded }: Notation): ListStyle {
  const isRepeated = isExploded && ["form", "cookie", "spaceDelimited", "pipeDelimited"].includes(style);
  return isRepeated || style === "deepObject" ? "repeat" : (delimiters.get(style) ?? "comma");
}

/** The separator inside a value that's a single pair. */
export function separatorOf(style: NotationStyle): string {
  return separators[delimiters.get(style) ?? "comma"];
}
