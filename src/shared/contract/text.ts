import type { Position } from "../diagnostics/diagnostic.ts";
import { withoutTags } from "../html.ts";

/** The contract author's Markdown with its position; null without a file. */
export interface Markdown {
  readonly text: string;
  readonly position: Position | null;
}

/** A text in an author's file. */
export interface AuthoredText extends Markdown {
  readonly position: Position;
}

/**
 * An address in the contract for readers. Addresses that a browser could run, such as `javascript:`, are never among
 * them.
 */
export interface AuthoredLink {
  readonly url: string;
  readonly position: Position;
}

/** A link to further reading. */
export interface ExternalDocs extends AuthoredLink {
  readonly description: Markdown | null;
}

/** A link or image of Markdown, of which its words stay. */
const link = /!?\[([^\]]*)\]\([^)]*\)/g;

/**
 * The words of a text on one line. Leftover markup is harmless here, because the result is never parsed as Markdown.
 */
export function toPlainWords(markdown: Markdown | null): string {
  return withoutTags((markdown?.text ?? "").replace(link, "$1"), " ")
    .replace(/[*_]{2}|`+|^#+ /gm, "")
    .replace(/\s+/g, " ")
    .trim();
}

/** The first sentence of a Markdown text below its headings as plain text, for places with little room. */
export function firstSentence(markdown: string): string {
  const body = markdown.trim().replace(/^(?:#{1,6} [^\n]*\n\s*)*(?:#{1,6} )?/, "");
  const [paragraph = ""] = body.split(/\n\s*\n/);
  const text = withoutTags(paragraph.replace(link, "$1"), "")
    .replace(/`+|\*+/g, "")
    .replace(/\s+/g, " ")
    .trim();
  const end = /[.!?](?= [A-Z]|$)/.exec(text);
  const sentence = end ? text.slice(0, end.index + 1) : text;
  return sentence.length > longest ? `${sentence.slice(0, longest).replace(/\s\S*$/, "")} …` : sentence;
}

/** In characters. */
const longest = 240;
