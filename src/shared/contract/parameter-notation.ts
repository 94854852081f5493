import type { Notation } from "./operation.ts";
import type { NameValue } from "./request.ts";

/**
 * A parameter's value, ready to be written. OpenAPI defines texts, lists of texts and objects of texts; what lies deeper has
 * to be a text already.
 */
export type ParameterValue =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "list"; readonly texts: readonly string[] }
  | { readonly kind: "object"; readonly members: readonly NameValue[] };

/**
 * A parameter of the query or a cookie, as the pairs that it is sent as (OpenAPI 3.1, section 4.8.12.4). What is all of a
 * query has no name.
 */
export function toPairs(name: string, value: ParameterValue, { style, isExploded }: Notation): readonly NameValue[] {
  if (value.kind === "text") return [{ name: style === "whole" ? "" : name, value: value.text }];
  const isDeep = style === "deepObject";
  if (value.kind === "list") {
    if (isExploded || isDeep) return value.texts.map((text) => ({ name, value: text }));
    return [{ name, value: value.texts.join(separatorOf(style)) }];
  }
  if (isDeep) return value.members.map((member) => ({ name: `${name}[${member.name}]`, value: member.value }));
  if (isExploded) return value.members;
  return [{ name, value: value.members.flatMap((member) => [member.name, member.value]).join(separatorOf(style)) }];
}

/** A query as its operation takes it: one text without a name, where a parameter is all of it. */
export function joinWhole(
  query: readonly NameValue[],
  parameters: readonly { readonly notation: Notation }[],
): readonly NameValue[] {
  if (query.length === 0 || parameters.every(({ notation }) => notation.style !== "whole")) return query;
  const texts = query.map(({ name, value }) => [name, value].filter((text) => text !== "").join("="));
  return [{ name: "", value: texts.join("&") }];
}

/**
 * A parameter of the path or a header, as one text. `encode` is for the parts: what stands between them means something
 * (RFC 6570, sections 3.2.2, 3.2.5 and 3.2.7).
 */
export function toText(
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
  return style === "label" ? `.${parts.join(isExploded ? "." : ",")}` : parts.join(",");
}

interface TextNotation extends Notation {
  readonly encode?: (text: string) => string;
}

function asItIs(text: string): string {
  return text;
}

/** A path segment also encodes what has a meaning in a path (RFC 3986, section 2.2). */
export function encodeSegment(text: string): string {
  return encodeURIComponent(text).replace(/[!'()*]/g, (character) => `%${character.charCodeAt(0).toString(16)}`);
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

/** The separator inside a value that is written as one pair. */
export function separatorOf(style: Notation["style"]): string {
  switch (style) {
    case "spaceDelimited":
      return " ";
    case "pipeDelimited":
      return "|";
    case "tabDelimited":
      return "\t";
    default:
      return ",";
  }
}
