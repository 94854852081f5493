import type { Config } from "#shared/config.ts";
import type { Outcome, Position } from "#shared/diagnostic.ts";
import type { Html } from "#shared/html.ts";
import type { LinkResolver } from "#shared/link.ts";
import { type Route, routeKey } from "#shared/route.ts";
import type { AssetsView, DocumentView, LinkView, NotFoundView, PageView } from "#shared/view.ts";

import { SettingLinks, toHref } from "./link-resolver.ts";
import {
  listPages,
  pagesOfSidebar,
  pathTo,
  planSidebar,
  readingOrder,
  sidebarFor,
  type SidebarTree,
} from "./navigation.ts";
import { planCommon, type ToCommon } from "./page-common.ts";
import type { RoutedDocument } from "./plan-routes.ts";
import { planReferencePages, type PublishedContract } from "./reference-pages.ts";

interface PageInputs {
  readonly config: Config;
  readonly documents: readonly RoutedDocument[];
  readonly contracts: readonly PublishedContract[];
  readonly assets: AssetsView;
  readonly resolveLink: LinkResolver;
  readonly inlineProse: (markdown: string, position: Position) => Html;
  readonly highlight: (code: string, language: string) => Html;
}

/** A page ready to be rendered. */
export interface PlannedPage {
  readonly route: Route;
  /** The author's file the page comes from. */
  readonly file: string;
  readonly view: PageView;
}

/** Decides what every page shows around its content: navigation, neighbours, titles, addresses. */
export function planPages(inputs: PageInputs): Outcome<readonly PlannedPage[]> {
  const { config, documents, contracts, assets, inlineProse, highlight } = inputs;
  const { baseUrl, titleDelimiter } = config;
  const links = new SettingLinks(inputs.resolveLink, baseUrl);
  const pages = listPages(inputs);
  const sidebar = planSidebar({
    settings: config.sidebar,
    pages: config.sidebar === null ? pagesOfSidebar(pages, documents) : pages,
    toLink: (setting) => links.toLink(setting),
  });
  const versions = contracts.map(({ version }) => version);
  const toCommon = planCommon({ config, versions, pages, assets, links, inlineProse });
  const value = [
    ...planDocumentPages({ documents, sidebar, baseUrl, toCommon }),
    ...contracts.flatMap((published) =>
      planReferencePages({ published, titleDelimiter, inlineProse, highlight, toCommon }),
    ),
  ];
  return { value, diagnostics: links.diagnostics };
}

interface DocumentPageInputs {
  readonly documents: readonly RoutedDocument[];
  readonly sidebar: readonly SidebarTree[];
  readonly baseUrl: string;
  /** What a page has in common with all pages of the site. */
  readonly toCommon: ToCommon;
}

interface DocumentPage {
  readonly route: Route;
  readonly file: string;
  readonly view: DocumentView | NotFoundView;
}

/** What every page of Markdown shows around its text: its place in the sidebar, neighbours, contents. */
function planDocumentPages({ documents, sidebar, baseUrl, toCommon }: DocumentPageInputs): readonly DocumentPage[] {
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
