import type { Method } from "#shared/contract/request.ts";
import { firstSentence, type Markdown } from "#shared/contract/text.ts";

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
export function toOperationTitle({ summary, operationId, description, method, path }: TitleSource): string {
  if (summary !== null && summary.trim() !== "") return summary.trim().replaceAll(/\s*\n\s*/g, " ");
  const words = wordsOfId(operationId ?? "");
  const title = toTitle(words);
  const own = saysMore(words, method, path) ? title : "";
  return own || titleOf(description) || title || `${method.toUpperCase()} ${path}`;
}

/** A version, a product's name, an acronym with its plural, a word, a number. */
const idWord =
  /[vV]\d+(?:(?:alpha|beta|rc)\d*)?(?!\p{Ll})|OAuth\d?|\p{Lu}{2,}s(?!\p{Ll})|\p{Lu}+(?!\p{Ll})\d*|\p{Lu}?\p{Ll}+\d*|\p{Lo}+|\d+/gu;

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
  return [segments, named].every((parts) => {
    const spelling = parts.join("").replace(/[^\p{L}\p{N}]+/gu, "");
    return id !== method + spelling.toLowerCase() && id !== spelling.toLowerCase() + method;
  });
}

/** `v1`, `v2beta1`, `2.0`, `2010-04-01` */
export function isVersion(segment: string): boolean {
  return /^v?\d+(?:[.-]\d+)*(?:(?:alpha|beta|rc)\d*)?$/i.test(segment);
}

function titleOf(description: Markdown | null): string {
  const [paragraph = ""] = (description?.text ?? "").trim().split(/<\/p>|<br\s*\/?>/i);
  const sentence = firstSentence(paragraph)
    .replace(/(?<![\p{L}\p{N}\\])([*_])(?=\S)(.+?)(?<=\S)\1(?![\p{L}\p{N}])/gu, "$2")
    // Removed links have left spaces before commas.
    .replace(/\\(\W|_)| (?=[,.;:!?])/g, "$1");
  return capitalized(mainClause(sentence.replace(/[.!?:]+$|:\s+(?=\p{Lu}).*/u, "")));
}

/** In characters. A longer title takes another line in the menu. */
const longest = 70;

/** In characters. A shorter clause says too little. */
const shortest = 24;

function mainClause(sentence: string): string {
  if (sentence.length <= longest) return sentence;
  const start = sentence.slice(0, longest + 1);
  const [clause = ""] =
    /^.*(?=[;:] | \(| [–—-] |,? (?:by|via|that|which|using|when|if|so|where|while) )/u.exec(start) ?? [];
  return clause.length >= shortest ? clause.replace(/,$/, "") : start.replace(/[\s,;:(]+\S*$/, "…");
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/**
 * Anchors are made of method and path, so that links survive a renamed operation id:
 * `GET /broker_invoices/{invoice_number}/` becomes `get-broker-invoices-invoice-number`.
 */
export function toOperationAnchor(method: string, path: string): string {
  return [method.toLowerCase(), toSlug(path)].filter((part) => part !== "").join("-");
}

/** `BrokerInvoiceCreate` becomes `schema-broker-invoice-create`. */
export function toSchemaAnchor(name: string): string {
  const words = name.replace(/(\p{Ll}|\p{N})(\p{Lu})/gu, "$1-$2").replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, "$1-$2");
  return `schema-${toSlug(words) || toCodePoints(name)}`;
}

/** `client_info` becomes `tag-client-info`. */
export function toTagAnchor(name: string): string {
  return `tag-${toSlug(name) || toCodePoints(name)}`;
}

/** Adds the name to the used ones, with `-2`, `-3`, … where it is used already, and returns it. */
export function claimName(name: string, used: Set<string>): string {
  let free = name;
  for (let number = 2; used.has(free); number += 1) free = `${name}-${number}`;
  used.add(free);
  return free;
}

function toSlug(text: string): string {
  return text
    .normalize("NFC")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "-")
    .replace(/^-+|-+$/g, "");
}

function toCodePoints(text: string): string {
  return Array.from(text, (character) => character.codePointAt(0)?.toString(16) ?? "").join("-") || "empty";
}
