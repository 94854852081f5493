import { excerptOf, foundIn } from "#shared/search/excerpt.ts";
import type { SearchKind } from "#shared/search/search-index.ts";
import type { SearchAnswer, SearchHit } from "#shared/search/searcher.ts";

import { storeChoice, storedChoice } from "../choices.ts";

interface PageLink {
  readonly title: string;
  readonly href: string;
}

/** Before anything is typed: what was searched for here, and where most readers begin. */
export function toStart(pages: readonly PageLink[]): readonly HTMLElement[] {
  const recent = recentSearches();
  if (recent.length === 0) return [toPages(pages)];
  const forget = toOption({ "data-forget": "" }, element("small", {}, "Clear recent searches"));
  return [toGroup("Recent searches", [...recent.map(toWords), forget]), toPages(pages)];
}

/** What was found, or else words of this site that are like those typed, and where most readers begin. */
export function toResults(answer: SearchAnswer, pages: readonly PageLink[]): readonly HTMLElement[] {
  const { hits, suggestions } = answer;
  if (hits.length > 0) return toHitGroups(answer);
  const words = suggestions.length === 0 ? [] : [toGroup("Did you mean", suggestions.map(toWords))];
  return [...words, toPages(pages)];
}

/** What the list holds, for eyes and ears. */
export function describeAnswer({ hits, corrections }: SearchAnswer): string {
  if (hits.length === 0) return "Nothing found. Try fewer or other words.";
  const count = hits.length === 1 ? "1 result" : `${hits.length} results`;
  const replaced = [...corrections].filter(([, words]) => words.length > 0).map(([, words]) => words.join(" or "));
  const missing = [...corrections].filter(([, words]) => words.length === 0).map(([term]) => term);
  return [
    replaced.length === 0 ? count : `${count} for ${replaced.join(" ")}`,
    ...(missing.length === 0 ? [] : [`nothing has ${missing.join(" or ")}`]),
  ].join("; ");
}

function toPages(pages: readonly PageLink[]): HTMLElement {
  return toGroup(
    "Pages",
    pages.map(({ title, href }) => toOption({ href }, element("b", {}, title))),
  );
}

function toWords(query: string): HTMLElement {
  return toOption({ "data-query": query }, element("b", {}, query));
}

const labels: Readonly<Record<SearchKind, string>> = {
  guide: "Guides",
  operation: "Operations",
  field: "Fields",
  page: "Other pages",
};

/** So many stand on top, whatever they are. */
const maxBest = 3;

/** The hits: the best ones, then the others of each kind, that of the best one first. */
function toHitGroups({ hits, ...asked }: SearchAnswer): readonly HTMLElement[] {
  const rest = hits.slice(maxBest);
  const kinds = [...new Set(hits.map(({ kind }) => kind))];
  const toOptions = (some: readonly SearchHit[]): readonly HTMLElement[] => some.map((hit) => toHitOption(hit, asked));
  return [
    toGroup("Best matches", toOptions(hits.slice(0, maxBest))),
    ...kinds.flatMap((kind) => {
      const own = rest.filter((hit) => hit.kind === kind);
      return own.length === 0 ? [] : [toGroup(labels[kind], toOptions(own))];
    }),
  ];
}

function toHitOption({ title, trail, text, href }: SearchHit, { words, typed }: AskedWords): HTMLElement {
  const excerpt = excerptOf(text, words, typed);
  return toOption(
    { href },
    element("b", {}, ...marked(title, words)),
    ...(trail === "" ? [] : [" ", element("small", {}, ...marked(trail, words))].map(toNode)),
    ...(excerpt === "" ? [] : [element("p", {}, ...marked(excerpt, words))]),
  );
}

type AskedWords = Pick<SearchAnswer, "words" | "typed">;

function toNode(part: Node | string): Node {
  return typeof part === "string" ? document.createTextNode(part) : part;
}

/** Text with the words in it marked that begin with one of those looked for. */
function marked(text: string, words: readonly string[]): readonly (Node | string)[] {
  const matches = foundIn(text, words);
  const ends = [0, ...matches.map(({ 0: word, index }) => index + word.length)];
  const parts = matches.flatMap(({ 0: word, index }, place) => [
    text.slice(ends[place], index),
    element("mark", {}, word),
  ]);
  return [...parts, text.slice(ends.at(-1))];
}

/** An entry of the list under the search field: a link, or words to search for. */
function toOption(attributes: Readonly<Record<string, string>>, ...content: readonly Node[]): HTMLElement {
  const name = "href" in attributes ? "a" : "div";
  return element(name, { role: "option", class: "search-option", "aria-selected": "false", ...attributes }, ...content);
}

function toGroup(label: string, options: readonly Node[]): HTMLElement {
  const heading = element("div", { class: "search-group", "aria-hidden": "true" }, label);
  return element("div", { role: "group", "aria-label": label }, heading, ...options);
}

const maxKept = 5;

/** What was searched for with success in this browser, last first. */
function recentSearches(): readonly string[] {
  try {
    const kept: unknown = JSON.parse(storedChoice("docs.searches") ?? "[]");
    return Array.isArray(kept) ? kept.filter((query) => typeof query === "string").slice(0, maxKept) : [];
  } catch {
    return [];
  }
}

export function rememberSearch(query: string): void {
  const kept = [query, ...recentSearches().filter((other) => other !== query)].slice(0, maxKept);
  storeChoice("docs.searches", JSON.stringify(kept));
}

export function forgetSearches(): void {
  storeChoice("docs.searches", "[]");
}

/** A new element with attributes and what stands in it. Text stays text. */
export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Readonly<Record<string, string>> = {},
  ...children: readonly (Node | string)[]
): HTMLElementTagNameMap[Name] {
  const node = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
  node.append(...children);
  return node;
}
