import { decodePercent } from "../percent.ts";
import { isList, isObject, type Json, type JsonObject, textAt } from "./json.ts";

/** Escapes a token of a JSON pointer (RFC 6901, section 3). */
export function escapeToken(token: string): string {
  return token.replaceAll("~", "~0").replaceAll("/", "~1");
}

/** `["paths", "/loads/"]` to `#/paths/~1loads~1`; the empty list to `#`. Characters outside a fragment stay readable. */
export function toPointer(tokens: readonly (string | number)[]): string {
  return `#${tokens.map((token) => `/${escapeToken(String(token))}`).join("")}`;
}

/** The tokens of a URI fragment without its `#`; null if it isn't a JSON pointer. */
export function parsePointer(fragment: string): readonly string[] | null {
  const text = decodePercent(fragment) ?? fragment;
  if (text !== "" && !text.startsWith("/")) return null;
  return tokensOf(text);
}

/** The empty pointer has no tokens. */
export function tokensOf(pointer: string): readonly string[] {
  const [, ...tokens] = pointer.split("/");
  return tokens.map((token) => token.replaceAll("~1", "/").replaceAll("~0", "~"));
}

/** Follows own members only; undefined if the path doesn't exist. */
export function resolvePointer(root: Json, tokens: readonly string[]): Json | undefined {
  let value: Json | undefined = root;
  for (const token of tokens) {
    if (isList(value)) value = /^(0|[1-9]\d*)$/.test(token) ? value[Number(token)] : undefined;
    else if (isObject(value)) value = Object.hasOwn(value, token) ? value[token] : undefined;
    else return undefined;
  }
  return value;
}

/** The target object of a reference into a document; null if there's none. */
export function targetOf(document: JsonObject, reference: string): JsonObject | null {
  const tokens = reference.startsWith("#") ? parsePointer(reference.slice(1)) : null;
  const value = tokens ? resolvePointer(document, tokens) : undefined;
  return isObject(value) ? value : null;
}

/** A longer chain of references is a ring. */
const maxHops = 100;

/** The value itself, or the object at the end of its references; `merge` adds the keywords beside each reference. */
export function followReferences(
  value: Json | undefined,
  document: JsonObject,
  merge: (target: JsonObject, use: JsonObject) => JsonObject = (end) => end,
): JsonObject | null {
  let node = isObject(value) ? value : null;
  for (let hops = 0; node && hops < maxHops; hops += 1) {
    const reference = textAt(node, "$ref");
    if (reference === null) return node;
    const next = targetOf(document, reference);
    node = next && merge(next, node);
  }
  return null;
}
