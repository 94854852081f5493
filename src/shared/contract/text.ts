import type { Position } from "../diagnostics/diagnostic.ts";
import { withoutTags } from "../html.ts";

/** A text that the contract's author wrote in Markdown, and where it begins; null when no author's file is at hand. */
export interface Markdown {
  readonly text: string;
  readonly position: Position | null;
}

/** A text in an author's file. */
export interface AuthoredText extends Markdown {
  readonly position: Position;
}

/**
 * An address that the contract's author leads readers to. Those that a browser could run (`javascript:` and the like) never
 * get here.
 */
export interface AuthoredLink {
  readonly url: string;
  readonly position: Position;
}

/** A link to further reading. */
export interface ExternalDocs extends AuthoredLink {
  readonly description: Markdown | null;
}

/** The words of a text on one line. A leftover mark is harmless: it's neither searched nor run. */
export function toPlainText(markdown: Markdown | null): string {
  return withoutTags((markdown?.text ?? "").replace(/!?\[([^\]]*)\]\([^)]*\)/g, "$1"), " ")
    .replace(/[*_]{2}|`+|^#+ /gm, "")
    .replace(/\s+/g, " ")
    .trim();
}

/** The result is the first sentence of a Markdown text as plain text, for places with little room. */
export function firstSentence(markdown: string): string {
  const [paragraph = ""] = markdown.trim().split(/\n\s*\n/);
  const text = withoutTags(paragraph.replace(/!?\[([^\]]*)\]\([^)]*\)/g, "$1"), "")
    .replace(/`+|\*+/g, "")
    .replace(/\s+/g, " ")
    .trim();
  const end = /[.!?](?= [A-Z]|$)/.exec(text);
  const sentence = end ? text.slice(0, end.index + 1) : text;
  return sentence.length > longest ? `${sentence.slice(0, longest).replace(/\s\S*$/, "")} …` : sentence;
}

/** In characters. */
const longest = 240;
