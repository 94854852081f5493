import { routeKey, toRoute, type Route } from "../model/route.ts";
import type { PublishedContract } from "./plan-reference-pages.ts";
import type { ListedPage } from "./plan-sidebar.ts";
import type { RoutedDocument } from "./routed-document.ts";

/** What navigation may list. */
export interface ListInputs {
  readonly documents: readonly RoutedDocument[];
  readonly contracts: readonly PublishedContract[];
}

/** Every page as the navigation knows it, by `routeKey`. */
export function listPages({ documents, contracts }: ListInputs): ReadonlyMap<string, ListedPage> {
  const pages = new Map<string, ListedPage>();
  for (const { route, document } of documents) {
    const { unlisted, sidebarLabel } = document.frontMatter;
    pages.set(routeKey(route), { route, label: sidebarLabel ?? document.title, unlisted });
  }
  for (const { version, contract } of contracts) {
    pages.set(routeKey(version.route), { route: version.route, label: contract.title, unlisted: false });
  }
  return pages;
}

/** Where the site begins: the front page, or the first page of a site without one. */
export function homeOf(pages: ReadonlyMap<string, ListedPage>): Route {
  if (pages.has("/")) return toRoute("/");
  return [...pages.values()].find(({ unlisted }) => !unlisted)?.route ?? toRoute("/");
}

/** Those of the pages that an automatic sidebar lists: documents that want one, home first. */
export function pagesOfSidebar(
  pages: ReadonlyMap<string, ListedPage>,
  documents: readonly RoutedDocument[],
): ReadonlyMap<string, ListedPage> {
  const wanted = documents.filter(({ route, document }) => document.frontMatter.sidebar && routeKey(route) !== "/404");
  const keys = new Set(wanted.map(({ route }) => routeKey(route)));
  return new Map([...pages].filter(([key]) => keys.has(key)).sort(([a], [b]) => (a < b ? -1 : 1)));
}
