import type { Method } from "#shared/contract/request.ts";
import { type Markdown, toPlainText } from "#shared/contract/text.ts";

interface TitleSource {
  readonly summary: string | null;
  readonly operationId: string | null;
  readonly description: Markdown | null;
  readonly method: Method;
  readonly path: string;
}

/**
 * An operation's title is its summary; else the words of its id, unless they only repeat method and path, which stand
 * beside every title; else the first sentence of its description; else that id after all, or method and path.
 */
export function toOperationTitle(source: TitleSource): string {
  const { summary, operationId, description, method, path } = source;
  if (summary !== null && summary.trim() !== "") return summary;
  const words = wordsOfId(operationId ?? "");
  const title = toTitle(words);
  const own = saysMore(words, method, path) ? title : "";
  return own || firstSentence(description) || title || `${method.toUpperCase()} ${path}`;
}

/** A version, a product's name, an acronym with its plural, a word, a number. */
const idWord =
  /[vV]\d+(?:(?:alpha|beta|rc)\d*)?(?!\p{Ll})|OAuth\d?|\p{Lu}{2,}s(?!\p{Ll})|\p{Lu}+(?!\p{Ll})\d*|\p{Lu}?\p{Ll}+\d*|\p{Lo}+|\d+/gu;

/** The words of `getUserByID`, `get_user-by-id`, `users.getByID`. An id without a word, such as a number, has none. */
function wordsOfId(id: string): readonly string[] {
  const words = (/\p{Ll}/u.test(id) ? id : id.toLowerCase()).match(idWord);
  return words?.some((word) => /\p{L}{2}/u.test(word)) === true ? words : [];
}

/** A program's name in words: `payment_intents` becomes `Payment intents`. It's empty where the name has no word. */
export function inWords(name: string): string {
  return toTitle(wordsOfId(name));
}

function toTitle(words: readonly string[]): string {
  return capitalized(words.map((word) => (isAcronym(word) ? word : word.toLowerCase())).join(" "));
}

function isAcronym(word: string): boolean {
  return /^(?:\p{Lu}{2,}|OAuth)/u.test(word) && !actions.test(word);
}

/** Verbs in capitals aren't acronyms. */
const actions = /^(?:get|put|post|patch|delete|head|options|create|read|update|list|search)$/i;

/**
 * False for an id that was generated from method and path: `PostCustomersCustomer` of `POST /v1/customers/{customer}`.
 * The generated id of a list reads well: `getPets` of `GET /pets`.
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

/** `v1`, `v2beta1`, `2.0`, `2010-04-01` */
export function isVersion(segment: string): boolean {
  return /^v?\d+(?:[.-]\d+)*(?:(?:alpha|beta|rc)\d*)?$/i.test(segment);
}

function firstSentence(description: Markdown | null): string {
  const [paragraph = ""] = (description?.text ?? "").trim().split(/\n\s*\n|<\/p>|<br\s*\/?>/i);
  const text = withoutEmphasis(toPlainText({ text: paragraph, position: null }));
  const sentence = /^.*?[^.](?=[.!?:](?:\s+\p{Lu}|\s*$))/u.exec(text)?.[0] ?? text;
  return capitalized(shortened(sentence));
}

/** Removed links have left spaces before commas. */
function withoutEmphasis(text: string): string {
  return text
    .replace(/(?<![\p{L}\p{N}\\])([*_])(?=\S)(.+?)(?<=\S)\1(?![\p{L}\p{N}])/gu, "$2")
    .replace(/\\(\W|_)| (?=[,.;:!?])/g, "$1");
}

/** In characters. A longer title takes another line in the menu. */
const longest = 70;

/** In characters. A shorter clause says too little. */
const shortest = 24;

/** Cuts a long sentence after its main clause: `Updates the customer`, without `by setting the values that …`. */
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
