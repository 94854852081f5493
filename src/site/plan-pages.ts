import type { SourceDates } from "#read/sources.ts";
import type { Config } from "#settings/resolve-config.ts";
import type { AuthoredText } from "#shared/contract/text.ts";
import { joinOutcomes, type Outcome } from "#shared/diagnostics/diagnostic.ts";
import type { Html } from "#shared/html.ts";
import { routeKey } from "#shared/route.ts";
import type { AssetsView } from "#shared/assets-view.ts";
import type { CommonView, DocumentView, PlannedView } from "#shared/view.ts";

import { toHref } from "./links/link-resolver.ts";
import type { Navigation } from "./navigation.ts";
import { planCommon, type PlannedPage, type PlannedRendering, type ToCommon } from "./page-common.ts";
import type { RoutedDocument } from "./plan-routes.ts";
import { SidebarTree } from "./page-menus.ts";
import { planReferencePages, type PublishedContract } from "./reference/reference-pages.ts";

interface PageInputs {
  readonly config: Config;
  readonly documents: readonly RoutedDocument[];
  readonly contracts: readonly PublishedContract[];
  readonly assets: AssetsView;
  readonly dates: SourceDates;
  readonly navigation: Navigation;
  /** Turns a line of Markdown from the settings into HTML. */
  readonly inlineProse: (line: AuthoredText) => Promise<Outcome<Html>>;
}

/** Plans everything around the content of each page: navigation, neighbors, titles, addresses. */
export async function planPages(inputs: PageInputs): Promise<Outcome<readonly PlannedPage[]>> {
  const { config, contracts, navigation, assets, inlineProse } = inputs;
  const proseOf = async (line: AuthoredText | null): Promise<Outcome<Html | null>> =>
    line === null ? { value: null, diagnostics: [] } : inlineProse(line);
  const announcement = await proseOf(config.announcement);
  const notices = await Promise.all(contracts.map(async ({ version }) => proseOf(version.notice)));
  const toCommon = planCommon({
    config,
    versions: contracts.map(({ version }) => version),
    navigation,
    announcement:
      config.announcement === null || announcement.value === null
        ? null
        : { id: config.announcement.id, html: announcement.value },
    assets,
  });
  const value = [
    ...planDocumentPages(inputs, toCommon),
    ...contracts.flatMap((published, index) =>
      planReferencePages(published, {
        notice: notices[index]?.value ?? null,
        titleDelimiter: config.titleDelimiter,
        languages: config.samples.languages,
        toCommon,
      }),
    ),
  ];
  return { value, diagnostics: joinOutcomes<unknown>([announcement, ...notices]).diagnostics };
}

function planDocumentPages(inputs: PageInputs, toCommon: ToCommon): readonly PlannedPage[] {
  const sidebar = new SidebarTree(inputs.navigation.sidebar);
  return inputs.documents.map((routed) => {
    const { route, document, addresses, bodyHtml } = routed;
    const { title, file, frontMatter, hasParts } = document;
    const { description, unlisted } = frontMatter;
    const kind: "document" | "not-found" = routeKey(route) === "/404" ? "not-found" : "document";
    const plan = async (): Promise<PlannedRendering> => {
      const common = toCommon({ route, title, description, unlisted, hasParts });
      const view = kind === "document" ? { ...common, kind, ...toFrame(routed, inputs, sidebar) } : { ...common, kind };
      const { site, ...own } = view;
      const toView = async (): Promise<PlannedView> => {
        const [heading, body] = await bodyHtml();
        return { ...view, heading, body };
      };
      return { inputs: [site, own, document.textId, addresses], toView };
    };
    return { route, file, kind, unlisted, plan };
  });
}

type PageFrame = Omit<DocumentView, keyof CommonView | "kind" | "heading" | "body">;

function toFrame({ route, document }: RoutedDocument, { config, dates }: PageInputs, sidebar: SidebarTree): PageFrame {
  const { title, file, frontMatter, headings } = document;
  const key = routeKey(route);
  const [minimum, maximum] = frontMatter.tocLevels;
  const listed = headings.filter(({ level }) => level >= minimum && level <= maximum);
  const { baseUrl, editUrl } = config;
  return {
    layout: frontMatter.layout,
    sidebar: frontMatter.sidebar && !frontMatter.unlisted ? sidebar.toNodes(key) : null,
    breadcrumbs: sidebar.breadcrumbs(key, { label: title, href: toHref(route, baseUrl), origin: null }),
    ...sidebar.neighbors(key),
    edit: editUrl === null ? null : { label: "Edit this page", href: editUrl + encodeURI(file), origin: null },
    updated: dates.byFile.get(file) ?? null,
    toc: listed.length > 1 ? listed : [],
  };
}
