import type { NameValue } from "#shared/contract/request.ts";
import { isJsonType } from "#shared/media-type.ts";

import type { Received } from "../call/send.ts";
import type { JsonNode } from "../json/json-node.ts";
import { parseJson } from "../json/parse-node.ts";

/** What an answer's body is. */
export type AnswerBody =
  | { readonly kind: "none" }
  | { readonly kind: "json"; readonly node: JsonNode }
  /** Text of any kind: also what calls itself JSON and is none, with where it breaks. */
  | { readonly kind: "text"; readonly text: string; readonly fault: string | null }
  | { readonly kind: "binary" };

/** Reads a body by its media type, and by its bytes where that does not say. Never runs anything of it. */
export function readAnswer({ bytes, headers, size, isCut }: Received): AnswerBody {
  if (bytes.length === 0) return { kind: "none" };
  const type = headerOf(headers, "content-type") ?? "";
  const isPart = isCut || bytes.length < size;
  const text = decode(bytes, type, isPart);
  if (text === null) return { kind: "binary" };
  const isJson = isJsonType(type);
  if ((!isJson && type !== "") || isPart) return { kind: "text", text, fault: null };
  const parsed = parseJson(text);
  if (parsed.kind === "value") return { kind: "json", node: parsed.node };
  const { line, column, message } = parsed.fault;
  return { kind: "text", text, fault: isJson ? `it breaks in line ${line}, column ${column}: ${message}` : null };
}

export function headerOf(headers: readonly NameValue[], name: string): string | null {
  return headers.find((header) => header.name.toLowerCase() === name)?.value ?? null;
}

/** The text of a body; null when it is none: unknown characters, or a type that stands for no text. */
function decode(bytes: Uint8Array, type: string, isPart: boolean): string | null {
  const isText = type === "" || /^text\/|[/+](?:json|xml|javascript|x-www-form-urlencoded|yaml|csv)\b/i.test(type);
  const charset = /charset="?([\w-]+)/i.exec(type)?.[1] ?? "utf-8";
  try {
    const text = new TextDecoder(isText ? charset : "utf-8", { fatal: true }).decode(bytes, {
      // A part may end within a character.
      stream: isPart,
    });
    return text.includes("\0") ? null : text;
  } catch {
    return isText && type !== "" ? new TextDecoder().decode(bytes) : null;
  }
}
