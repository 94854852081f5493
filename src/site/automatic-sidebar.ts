import type { SidebarSetting } from "#settings/navigation-schema.ts";
import { groupBy } from "#shared/group-by.ts";
import { encodeRoute, type Route, routeKey } from "#shared/route.ts";

import type { RoutedDocument } from "./plan-routes.ts";

export interface NavigationPage {
  readonly route: Route;
  readonly label: string;
  readonly unlisted: boolean;
  /** True for the page that shows the sidebar. */
  readonly isInside: boolean;
}

/** By `routeKey`. */
export type ListedPages = ReadonlyMap<string, NavigationPage>;

/** Every listed document, home first, with folders as groups. */
export function automaticSidebar(pages: ListedPages, documents: readonly RoutedDocument[]): readonly SidebarSetting[] {
  const wanted = documents.filter(({ route, document }) => document.frontMatter.sidebar && routeKey(route) !== "/404");
  const keys = new Set(wanted.map(({ route }) => routeKey(route)));
  const sorted = [...pages].filter(([key]) => keys.has(key)).sort(([a], [b]) => compareRoutes(a, b));
  const folders = groupBy(
    sorted.map(([, page]) => page),
    ({ route }) => route.split("/")[1] ?? "",
  );
  return [...folders].flatMap(([folder, members]) => settingOfFolder(folder, members));
}

/**
 * Compares numbers as numbers and ignores case. No locale is involved, because its rules differ between versions of
 * Node.
 */
export function compareRoutes(a: string, b: string): number {
  return compareParts(withPaddedNumbers(a), withPaddedNumbers(b)) || compareParts([a], [b]);
}

function withPaddedNumbers(route: string): readonly string[] {
  const padded = route.toLowerCase().replace(/\d+/g, (digits) => digits.replace(/^0+/, "").padStart(32, "0"));
  return padded.split("/");
}

function compareParts(a: readonly string[], b: readonly string[]): number {
  const index = a.findIndex((part, at) => part !== b[at]);
  if (index < 0) return a.length - b.length;
  return (a[index] ?? "") < (b[index] ?? "") ? -1 : 1;
}

function settingOfFolder(folder: string, members: readonly NavigationPage[]): readonly SidebarSetting[] {
  const [first, ...siblings] = members;
  if (first === undefined) return [];
  if (siblings.length === 0) return [settingOf(first)];
  const own = routeKey(first.route) === `/${folder}`;
  const items = (own ? siblings : members).map(settingOf);
  if (own) return [{ ...settingOf(first), items }];
  const words = folder.replace(/[-_]+/g, " ");
  return [{ label: words.charAt(0).toUpperCase() + words.slice(1), to: null, items, position: null }];
}

function settingOf(page: NavigationPage): SidebarSetting {
  return { label: null, to: encodeRoute(page.route), items: [], position: null };
}
