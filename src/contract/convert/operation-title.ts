import type { Method } from "#shared/contract/request.ts";
import { type Markdown, toPlainText } from "#shared/contract/text.ts";

/** What a document says of an operation that could be its title. */
interface TitleSource {
  readonly summary: string | null;
  readonly operationId: string | null;
  readonly description: Markdown | null;
  readonly method: Method;
  readonly path: string;
}

/**
 * What an operation is called: its summary; else its id in words, unless these are but method and path, which stand beside
 * every title; else the first sentence of its description; else that id all the same, or method and path.
 */
export function toOperationTitle(source: TitleSource): string {
  const { summary, operationId, description, method, path } = source;
  if (summary !== null && summary.trim() !== "") return summary;
  const words = wordsOfId(operationId ?? "");
  const title = toTitle(words);
  const own = saysMore(words, method, path) ? title : "";
  return own || firstSentence(description) || title || `${method.toUpperCase()} ${path}`;
}

/** A version, a name that follows no rule, an acronym with its plural, a word, a number. */
const idWord =
  /[vV]\d+(?:(?:alpha|beta|rc)\d*)?(?!\p{Ll})|OAuth\d?|\p{Lu}{2,}s(?!\p{Ll})|\p{Lu}+(?!\p{Ll})\d*|\p{Lu}?\p{Ll}+\d*|\p{Lo}+|\d+/gu;

/** `getUserByID`, `get_user-by-id`, `users.getByID`: in their words. One without a word, such as a number, has none. */
function wordsOfId(id: string): readonly string[] {
  const words = (/\p{Ll}/u.test(id) ? id : id.toLowerCase()).match(idWord);
  return words?.some((word) => /\p{L}{2}/u.test(word)) === true ? words : [];
}

/** A name that programs know something by, as readers say it; empty where it has no word. */
export function inWords(name: string): string {
  return toTitle(wordsOfId(name));
}

/** Acronyms stay as they are; what is done is none. */
function toTitle(words: readonly string[]): string {
  return capitalized(words.map((word) => (isAcronym(word) ? word : word.toLowerCase())).join(" "));
}

function isAcronym(word: string): boolean {
  return /^(?:\p{Lu}{2,}|OAuth)/u.test(word) && !actions.test(word);
}

const actions = /^(?:get|put|post|patch|delete|head|options|create|read|update|list|search)$/i;

/**
 * False for the id that a machine made of method and path: `PostCustomersCustomer` of `POST /v1/customers/{customer}`. That
 * of a list reads as if somebody had written it: `getPets` of `GET /pets`.
 */
function saysMore(words: readonly string[], method: Method, path: string): boolean {
  const id = words.join("").toLowerCase();
  const segments = path.split("/").filter((segment) => segment !== "");
  const named = segments.filter((segment) => !isVersion(segment));
  if (named.length < 2 && method === "get" && !path.includes("{")) return true;
  const spellings = [segments, named].map((parts) =>
    parts
      .join("")
      .replace(/[^\p{L}\p{N}]+/gu, "")
      .toLowerCase(),
  );
  return !spellings.some((spelling) => id === method + spelling || id === spelling + method);
}

/** `v1`, `v2beta1`, `2.0`, `2010-04-01`: no part of what an operation is about. */
export function isVersion(segment: string): boolean {
  return /^v?\d+(?:[.-]\d+)*(?:(?:alpha|beta|rc)\d*)?$/i.test(segment);
}

/** Of the first paragraph, without marks and period. */
function firstSentence(description: Markdown | null): string {
  const [paragraph = ""] = (description?.text ?? "").trim().split(/\n\s*\n|<\/p>|<br\s*\/?>/i);
  const text = withoutEmphasis(toPlainText({ text: paragraph, position: null }));
  const sentence = /^.*?[^.](?=[.!?:](?:\s+\p{Lu}|\s*$))/u.exec(text)?.[0] ?? text;
  return capitalized(shortened(sentence));
}

/** Links and the like have left a space before the comma that followed them. */
function withoutEmphasis(text: string): string {
  return text
    .replace(/(?<![\p{L}\p{N}\\])([*_])(?=\S)(.+?)(?<=\S)\1(?![\p{L}\p{N}])/gu, "$2")
    .replace(/\\(\W|_)| (?=[,.;:!?])/g, "$1");
}

/** In characters: more is a line too many in a menu. */
const longest = 70;

/** Fewer characters of a sentence say too little. */
const shortest = 24;

/** A long sentence up to where what it says first ends: `Updates the customer`, not by what. */
function shortened(sentence: string): string {
  if (sentence.length <= longest) return sentence;
  const start = sentence.slice(0, longest + 1);
  const [clause = ""] =
    /^.*(?=[;:] | \(| [–—-] |,? (?:by|via|that|which|using|when|if|so|where|while) )/u.exec(start) ?? [];
  return clause.length >= shortest ? clause.replace(/,$/, "") : start.replace(/[\s,;:(]+\S*$/, "…");
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
