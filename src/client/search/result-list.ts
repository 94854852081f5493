import { type IconName, iconPaths } from "#shared/icon-paths.ts";
import { excerptOf, foundIn, inSight } from "#shared/search/excerpt.ts";
import { mostFields } from "#shared/search/order-hits.ts";
import { type SearchHit, type SearchKind, searchKinds } from "#shared/search/search-index.ts";
import type { SearchAnswer } from "#shared/search/searcher.ts";

import { storeChoice, storedChoice } from "../choices.ts";
import { element } from "../dom.ts";

/** The list for an empty field: recent pages and the most common starting points. */
export function toStart(start: readonly SearchHit[]): readonly HTMLElement[] {
  const recent = recentHits();
  if (recent.length === 0) return [toStartGroup(start)];
  const forget = toOption({ "data-forget": "" }, element("small", {}, "Clear recent places"));
  const unvisited = start.filter(({ href }) => !recent.some((recentHit) => recentHit.href === href));
  return [toGroup("Recent", [...recent.map((hit) => toHitOption(hit)), forget]), toStartGroup(unvisited)];
}

/** The hits. Without hits, similar words on this site and the most common starting points. */
export function toResults(answer: SearchAnswer, start: readonly SearchHit[]): readonly HTMLElement[] {
  const { hits, suggestions } = answer;
  if (hits.length > 0) return toHitGroups(answer);
  if (suggestions.length === 0) return [toStartGroup(start)];
  const words = suggestions.map((query) =>
    toOption({ "data-query": query }, toGlyph(toIcon("search")), element("span", {}, element("b", {}, query))),
  );
  return [toGroup("Did you mean", words), toStartGroup(start)];
}

/** The status of the list. A single part is only for screen readers; two parts are visible. */
export function describeAnswer({ hits, corrections }: SearchAnswer, query: string): readonly (Node | string)[] {
  if (hits.length === 0)
    return [
      element("b", {}, `Nothing for “${query}”. `),
      "Check the spelling, or start from one of these. The code of samples isn't searched.",
    ];
  const count = hits.length === 1 ? "1 result" : `${hits.length} results`;
  const replaced = [...corrections].filter(([, words]) => words.length > 0).map(([, words]) => words.join(" or "));
  const missing = [...corrections].filter(([, words]) => words.length === 0).map(([term]) => term);
  if (corrections.size === 0) return [count];
  return [
    replaced.length === 0 ? count : `${count} for ${replaced.join(" ")}`,
    missing.length === 0 ? "" : `; nothing has ${missing.join(" or ")}`,
  ];
}

function toStartGroup(start: readonly SearchHit[]): HTMLElement {
  return toGroup(
    "Start here",
    start.map((hit) => toHitOption(hit)),
  );
}

const labels: Readonly<Record<SearchKind, string>> = {
  guide: "Guides",
  operation: "Operations",
  field: "Fields",
  page: "Other pages",
};

/** This many of the best hits come first, whatever their kind. */
const maxBest = 3;

function toHitGroups({ hits, ...searched }: SearchAnswer): readonly HTMLElement[] {
  const lower = hits.slice(maxBest);
  const hasManyFields = hits.filter(({ kind }) => kind === "field").length > mostFields;
  const kinds = [...new Set(hits.map(({ kind }) => kind))].toSorted((a, b) =>
    hasManyFields ? Number(a === "field") - Number(b === "field") : 0,
  );
  const toOptions = (some: readonly SearchHit[]): readonly HTMLElement[] =>
    some.map((hit) => toHitOption(hit, searched));
  return [
    toGroup("Best matches", toOptions(hits.slice(0, maxBest))),
    ...kinds.flatMap((kind) => {
      const own = lower.filter((hit) => hit.kind === kind);
      return own.length === 0 ? [] : [toGroup(labels[kind], toOptions(own))];
    }),
  ];
}

/** The hit of each option, which is stored when the option is opened. */
const hitByOption = new WeakMap<Element, SearchHit>();

export function hitOf(option: Element): SearchHit | null {
  return hitByOption.get(option) ?? null;
}

function toHitOption(hit: SearchHit, { words, typed }: SearchedWords = { words: [], typed: [] }): HTMLElement {
  const { kind, title, text, href } = hit;
  const [, method, path] = (kind === "operation" && /^([A-Z][A-Z\d_-]*) (.*)$/.exec(hit.trail)) || [];
  const trail = path ?? hit.trail;
  const trailWords = path === undefined ? marked(trail, words) : [element("code", {}, ...marked(path, words))];
  const excerpt = inSight(excerptOf(text, words, typed), words);
  const mark =
    method === undefined
      ? toGlyph(glyphOf(hit))
      : element("span", { class: `method method-${method.toLowerCase()}` }, method);
  const name = marked(title, words);
  const option = toOption(
    { href },
    mark,
    element(
      "span",
      {},
      element("b", {}, ...(kind === "field" ? [element("code", {}, ...name)] : name)),
      ...(trail === "" ? [] : [" ", element("small", {}, ...trailWords)]),
    ),
    ...(excerpt === "" ? [] : [element("p", {}, ...marked(excerpt, words))]),
  );
  hitByOption.set(option, hit);
  return option;
}

function toGlyph(content: Node | string): HTMLElement {
  return element("span", { class: "glyph", "aria-hidden": "true" }, content);
}

function glyphOf({ kind, href }: SearchHit): Node | string {
  if (kind === "field") return "{}";
  return href.includes("#") ? "#" : toIcon("page");
}

type SearchedWords = Pick<SearchAnswer, "words" | "typed">;

function marked(text: string, words: readonly string[]): readonly (Node | string)[] {
  const matches = foundIn(text, words);
  const ends = [0, ...matches.map(({ word, index }) => index + word.length)];
  const parts = matches.flatMap(({ word, index }, position) => [
    text.slice(ends[position], index),
    element("mark", {}, word),
  ]);
  return [...parts, text.slice(ends.at(-1))];
}

function toOption(attributes: Readonly<Record<string, string>>, ...content: readonly Node[]): HTMLElement {
  const name = "href" in attributes ? "a" : "div";
  return element(name, { role: "option", class: "search-option", "aria-selected": "false", ...attributes }, ...content);
}

function toGroup(label: string, options: readonly Node[]): HTMLElement {
  const heading = element("div", { class: "search-group", "aria-hidden": "true" }, label);
  return element("div", { role: "group", "aria-label": label }, heading, ...options);
}

const maxKept = 5;

/** Pages that the search led to in this browser, newest first. The queries aren't stored. */
function recentHits(): readonly SearchHit[] {
  try {
    const kept: unknown = JSON.parse(storedChoice("docs.places") ?? "[]");
    return Array.isArray(kept) ? kept.map(toHit).filter((hit) => hit !== null) : [];
  } catch {
    return [];
  }
}

export function rememberHit(hit: SearchHit | null): void {
  if (hit === null) return;
  const { kind, title, trail, href } = hit;
  const earlierHits = recentHits().filter((recent) => recent.href !== href);
  const kept = [{ kind, title, trail, href }, ...earlierHits].slice(0, maxKept);
  storeChoice("docs.places", JSON.stringify(kept));
}

export function forgetHits(): void {
  storeChoice("docs.places", "[]");
}

/** Only a page of this site counts. Scripts are in `assets/`, one level below the site's base. */
function toHit(stored: unknown): SearchHit | null {
  if (typeof stored !== "object" || stored === null) return null;
  const values = new Map<string, unknown>(Object.entries(stored));
  const [title, trail, href] = ["title", "trail", "href"].map((key) => values.get(key));
  const kind = searchKinds.find((known) => known === values.get("kind"));
  if (kind === undefined || typeof title !== "string" || typeof trail !== "string" || typeof href !== "string")
    return null;
  const isOurs = href.startsWith(new URL("..", import.meta.url).pathname) && !href.startsWith("//");
  return isOurs ? { kind, title, trail, text: "", href } : null;
}

export function toIcon(name: IconName): Node {
  const attributes = { class: "icon", width: "20", height: "20", viewBox: "0 0 20 20", "aria-hidden": "true" };
  const icon = toDrawing("svg", attributes);
  icon.append(toDrawing("path", { d: iconPaths[name] }));
  return icon;
}

function toDrawing(name: string, attributes: Readonly<Record<string, string>>): Element {
  const part = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) part.setAttribute(key, value);
  return part;
}
