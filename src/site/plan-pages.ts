import type { SourceDates } from "#read/sources.ts";
import type { Config, ContractVersion } from "#settings/resolve-config.ts";
import { joinOutcomes, type Outcome, type Position } from "#shared/diagnostics/diagnostic.ts";
import type { Html } from "#shared/html.ts";
import { routeKey } from "#shared/route.ts";
import type { AssetsView } from "#shared/assets-view.ts";
import type { AnnouncementView, DocumentView, NotFoundView } from "#shared/view.ts";

import { toHref } from "./links/link-resolver.ts";
import type { Navigation } from "./navigation.ts";
import { planCommon, type PlannedPage, type PlannedRendering, type ToCommon } from "./page-common.ts";
import type { RoutedDocument } from "./plan-routes.ts";
import type { SidebarTree } from "./page-menus.ts";
import { planReferencePages, type PublishedContract } from "./reference/reference-pages.ts";

interface PageInputs {
  readonly config: Config;
  readonly documents: readonly RoutedDocument[];
  readonly contracts: readonly PublishedContract[];
  readonly assets: AssetsView;
  readonly dates: SourceDates;
  readonly navigation: Navigation;
  readonly sidebar: SidebarTree;
  /** Turns a line of Markdown from the settings into HTML. */
  readonly inlineProse: (markdown: string, position: Position) => Promise<Outcome<Html>>;
}

/** Plans everything around the content of each page: navigation, neighbors, titles, addresses. */
export async function planPages(inputs: PageInputs): Promise<Outcome<readonly PlannedPage[]>> {
  const { config, contracts, navigation, assets } = inputs;
  const announcement = await planAnnouncement(inputs);
  const notices = await Promise.all(contracts.map(async ({ version }) => planNotice(version, inputs)));
  const toCommon = planCommon({
    config,
    versions: contracts.map(({ version }) => version),
    navigation,
    announcement: announcement.value,
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

async function planAnnouncement({
  config: { announcement },
  inlineProse,
}: PageInputs): Promise<Outcome<AnnouncementView | null>> {
  if (announcement === null) return { value: null, diagnostics: [] };
  const { value, diagnostics } = await inlineProse(announcement.text, announcement.position);
  return { value: { id: announcement.id, html: value }, diagnostics };
}

async function planNotice(version: ContractVersion, { inlineProse }: PageInputs): Promise<Outcome<Html | null>> {
  const { notice } = version;
  return notice === null ? { value: null, diagnostics: [] } : inlineProse(notice.text, notice.position);
}

function planDocumentPages(inputs: PageInputs, toCommon: ToCommon): readonly PlannedPage[] {
  return inputs.documents.map((routed) => {
    const { route, document } = routed;
    const { file, frontMatter } = document;
    const plan = async () => planRendering(routed, toFrame(routed, inputs, toCommon));
    return { route, file, kind: kindOf(routed), unlisted: frontMatter.unlisted, plan };
  });
}

type PageFrame = Omit<DocumentView, "heading" | "body"> | Omit<NotFoundView, "heading" | "body">;

function planRendering({ document, addresses, bodyHtml }: RoutedDocument, view: PageFrame): PlannedRendering {
  const { site, ...own } = view;
  return {
    inputs: [site, own, document.textId, addresses],
    toView: async () => {
      const [heading, body] = await bodyHtml();
      return { ...view, heading, body };
    },
  };
}

function kindOf({ route }: RoutedDocument): PageFrame["kind"] {
  return routeKey(route) === "/404" ? "not-found" : "document";
}

function toFrame(routed: RoutedDocument, { config, dates, sidebar }: PageInputs, toCommon: ToCommon): PageFrame {
  const { route, document } = routed;
  const { title, file, frontMatter, headings, hasParts } = document;
  const { description, unlisted, tocLevels } = frontMatter;
  const common = toCommon({ route, title, description, unlisted, hasParts });
  const kind = kindOf(routed);
  if (kind === "not-found") return { ...common, kind };
  const key = routeKey(route);
  const [minimum, maximum] = tocLevels;
  const listed = headings.filter(({ level }) => level >= minimum && level <= maximum);
  const { baseUrl, editUrl } = config;
  return {
    ...common,
    kind,
    layout: frontMatter.layout,
    sidebar: frontMatter.sidebar && !unlisted ? sidebar.toNodes(key) : null,
    breadcrumbs: sidebar.breadcrumbs(key, { label: title, href: toHref(route, baseUrl), origin: null }),
    ...sidebar.neighbors(key),
    edit: editUrl === null ? null : { label: "Edit this page", href: editUrl + encodeURI(file), origin: null },
    updated: dates.byFile.get(file) ?? null,
    toc: listed.length > 1 ? listed : [],
  };
}
