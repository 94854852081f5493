import { routeKey, type Route } from "../model/route.ts";
import type { DocumentView, LinkView, NotFoundView } from "../model/view.ts";
import type { ToCommon } from "./plan-common.ts";
import { pathTo, readingOrder, sidebarFor, type SidebarTree } from "./plan-sidebar.ts";
import type { RoutedDocument } from "./routed-document.ts";
import { toHref } from "./to-href.ts";

export interface DocumentPageInputs {
  readonly documents: readonly RoutedDocument[];
  readonly sidebar: readonly SidebarTree[];
  readonly baseUrl: string;
  /** What a page has in common with all pages of the site. */
  readonly toCommon: ToCommon;
}

export interface DocumentPage {
  readonly route: Route;
  readonly file: string;
  readonly view: DocumentView | NotFoundView;
}

/** What every page of Markdown shows around its text: its place in the sidebar, neighbours, contents. */
export function planDocumentPages({
  documents,
  sidebar,
  baseUrl,
  toCommon,
}: DocumentPageInputs): readonly DocumentPage[] {
  const order = readingOrder(sidebar);
  return documents.map(({ route, document }) => {
    const { title, file, frontMatter, headings, html } = document;
    const { description, unlisted, tocLevels } = frontMatter;
    const common = toCommon({ route, title, description, unlisted });
    const key = routeKey(route);
    if (key === "/404") return { route, file, view: { ...common, kind: "not-found", body: html } };
    const place = order.findIndex((entry) => entry.key === key);
    const [minimum, maximum] = tocLevels;
    const view: DocumentView = {
      ...common,
      kind: "document",
      sidebar: frontMatter.sidebar && !unlisted ? sidebarFor(sidebar, key) : null,
      breadcrumbs: toBreadcrumbs(sidebar, key, { label: title, href: toHref(route, baseUrl), origin: null }),
      previous: place > 0 ? (order[place - 1]?.link ?? null) : null,
      next: place >= 0 ? (order[place + 1]?.link ?? null) : null,
      toc: headings.filter(({ level }) => level >= minimum && level <= maximum),
      body: html,
    };
    return { route, file, view };
  });
}

/** The way to a page through the sidebar; for a page that is not in it, the page itself. */
function toBreadcrumbs(sidebar: readonly SidebarTree[], key: string, page: LinkView): readonly LinkView[] {
  if (key === "/") return [];
  const path = pathTo(sidebar, key).map(({ label, link }) => link ?? { label, href: "", origin: null });
  return path.length > 0 ? path : [page];
}
