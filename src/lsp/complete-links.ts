import { posix } from "node:path";

import { sitePathOf, splitAddress, writtenPathTo } from "#read/written-address.ts";
import { decodePercent } from "#shared/percent.ts";
import { encodeRoute, isFallbackRoute, routeKey } from "#shared/route.ts";
import type { SiteModel } from "#shared/site-model.ts";

import type { Suggestion, Suggestions } from "./suggestion.ts";

/** Suggests addresses for a link in a file, or after `#` the anchors of the linked page. */
export function completeLink(start: string, file: string, model: SiteModel): Suggestions {
  const { path, suffix } = splitAddress(start);
  if (suffix.startsWith("#")) return { start: suffix.slice(1), offered: anchorsOf(path, file, model) };
  const pages = model.documents.filter((document) => document.file !== file && document.file !== "content/404.md");
  const files = pages.map((page): Suggestion => {
    const to = writtenPathTo(page.file.slice("content".length), { from: file, like: "./" });
    return { text: encodeRoute(to), kind: "page", detail: page.title };
  });
  const statics = model.statics.map((to): Suggestion => ({ text: encodeRoute(to), kind: "page", detail: "file" }));
  const routes = [...routesOf(model), ...statics];
  const schemes = contractSchemes.map(([text, detail]): Suggestion => ({ text, detail, kind: "operation" }));
  const isRelative = start.startsWith(".");
  return { start, offered: isRelative ? files : [...routes, ...(start === "" ? [...schemes, ...files] : [])] };
}

const contractSchemes = [
  ["op:", "an operation"],
  ["schema:", "a schema"],
  ["field:", "a field"],
] as const;

export function routesOf({ routes, documents, contracts }: SiteModel): readonly Suggestion[] {
  const titles = new Map<string | undefined, string>([
    ...documents.map(({ file, title }) => [routes.routeByFile.get(file), title] as const),
    ...contracts.map(({ version, contract }) => [version.route, contract.title] as const),
  ]);
  return routes.routes
    .filter((route) => !isFallbackRoute(route) && route !== "/404")
    .map((route) => ({ text: encodeRoute(route), kind: "page", detail: titles.get(route) ?? "" }));
}

function anchorsOf(path: string, from: string, model: SiteModel): readonly Suggestion[] {
  const target = path === "" ? from : fileOfAddress(path, from, model);
  const headings = model.documents.find(({ file }) => file === target)?.headings ?? [];
  const ofHeadings = headings.map(({ id, html }): Suggestion => {
    return { text: id, kind: "anchor", detail: html.replace(/<[^>]*>/g, "").trim() };
  });
  const reached = sitePathOf(path, from);
  const contract = model.contracts.find(({ version }) => routeKey(version.route) === routeKey(reached ?? ""));
  const ofOperations = contract?.contract.operations.map(({ anchor, summary }): Suggestion => {
    return { text: anchor, kind: "anchor", detail: summary };
  });
  return [...ofHeadings, ...(ofOperations ?? [])];
}

/** Returns the file of the page that an address leads to; null if it isn't a Markdown page. */
export function fileOfAddress(address: string, from: string, { routes }: SiteModel): string | null {
  const { path } = splitAddress(address);
  if (path === "") return from;
  const decoded = decodePercent(path)?.normalize("NFC") ?? path;
  const reached = sitePathOf(decoded, from) ?? decoded;
  const file = posix.join("content", reached.replace(/\/$/, ""));
  const named = [file, `${file}.md`, `${file}/index.md`].find((name) => routes.routeByFile.has(name));
  if (named !== undefined) return named;
  const route = routes.routeByKey.get(routeKey(reached));
  return [...routes.routeByFile].find(([, known]) => known === route)?.[0] ?? null;
}
