import { fileNamedBy, sitePathOf, splitAddress, writtenPathTo } from "#read/written-address.ts";
import type { Contract } from "#shared/contract/contract.ts";
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
  const linked = pageOfPath(path, from, model);
  if (linked === null) return [];
  if (linked.kind === "reference")
    return linked.contract.operations.map(({ anchor, summary }) => ({ text: anchor, kind: "anchor", detail: summary }));
  const headings = model.documents.find(({ file }) => file === linked.file)?.headings ?? [];
  return headings.map(({ id, html }) => ({ text: id, kind: "anchor", detail: html.replace(/<[^>]*>/g, "").trim() }));
}

/** A page of Markdown by its file, or the reference of a contract. */
export type LinkedPage =
  { readonly kind: "markdown"; readonly file: string } | { readonly kind: "reference"; readonly contract: Contract };

/** The page that a link's path leads to from an author's file; null if there's none. */
export function pageOfPath(path: string, from: string, { routes, contracts }: SiteModel): LinkedPage | null {
  const decoded = decodePercent(path) ?? path;
  const named = fileNamedBy(decoded, from, routes.routeByFile);
  if (named !== null) return { kind: "markdown", file: named };
  const key = routeKey((sitePathOf(decoded, from) ?? decoded).normalize("NFC"));
  const [file] = [...routes.routeByFile].find(([, route]) => routeKey(route) === key) ?? [];
  if (file !== undefined) return { kind: "markdown", file };
  const found = contracts.find(({ version }) => routeKey(version.route) === key);
  return found === undefined ? null : { kind: "reference", contract: found.contract };
}
