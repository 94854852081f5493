import type { Config, ContractVersion } from "#shared/config.ts";
import { joinOutcomes, type Outcome, type Position } from "#shared/diagnostic.ts";
import type { SourceDates } from "#shared/files.ts";
import type { Html } from "#shared/html.ts";
import type { LinkResolver } from "#shared/link.ts";
import { type Route, routeKey } from "#shared/route.ts";
import type {
  AnnouncementView,
  AssetsView,
  DocumentView,
  NotFoundView,
  PlannedView,
  SidebarNode,
} from "#shared/view.ts";

import { toHref } from "./link-resolver.ts";
import { type Navigation, planNavigation, settingsStart } from "./navigation.ts";
import { planCommon, type ToCommon } from "./page-common.ts";
import type { RoutedDocument } from "./plan-routes.ts";
import { planReferencePages, type PublishedContract } from "./reference-pages.ts";
import { Sidebar } from "./plan-sidebar.ts";

interface PageInputs {
  readonly config: Config;
  readonly documents: readonly RoutedDocument[];
  readonly contracts: readonly PublishedContract[];
  readonly assets: AssetsView;
  readonly dates: SourceDates;
  readonly resolveLink: LinkResolver;
  /** Turns a line of Markdown in the settings into HTML. */
  readonly inlineProse: (markdown: string, position: Position) => Promise<Outcome<Html>>;
}

/** A page ready to be rendered. */
export interface PlannedPage {
  readonly route: Route;
  /** The author's file the page comes from. */
  readonly file: string;
  readonly view: PlannedView;
  /** What the view is made of, as plain data. What many pages share stands by itself, so that it is compared once. */
  readonly madeOf: readonly unknown[];
}

/** Decides what every page shows around its content: navigation, neighbors, titles, addresses. */
export async function planPages(inputs: PageInputs): Promise<Outcome<readonly PlannedPage[]>> {
  const { config, contracts, assets } = inputs;
  const navigation = planNavigation(inputs);
  const announcement = await planAnnouncement(inputs);
  const notices = await Promise.all(contracts.map(async ({ version }) => planNotice(version, inputs)));
  const toCommon = planCommon({
    config,
    versions: contracts.map(({ version }) => version),
    navigation: navigation.value,
    announcement: announcement.value,
    assets,
  });
  const value = [
    ...planDocumentPages(inputs, navigation.value, toCommon).map(withInputs),
    ...contracts.flatMap((published, index) =>
      planReferencePages(published, {
        notice: notices[index]?.value ?? null,
        titleDelimiter: config.titleDelimiter,
        languages: config.sampleLanguages,
        toCommon,
      }),
    ),
  ];
  return { value, diagnostics: joinOutcomes<unknown>([navigation, announcement, ...notices]).diagnostics };
}

async function planAnnouncement({
  config: { announcement },
  inlineProse,
}: PageInputs): Promise<Outcome<AnnouncementView | null>> {
  if (announcement === null) return { value: null, diagnostics: [] };
  const { value, diagnostics } = await inlineProse(announcement.text, announcement.position ?? settingsStart);
  return { value: { id: announcement.id, html: value }, diagnostics };
}

async function planNotice(version: ContractVersion, { inlineProse }: PageInputs): Promise<Outcome<Html | null>> {
  const { notice } = version;
  return notice === null ? { value: null, diagnostics: [] } : inlineProse(notice.text, notice.position);
}

function withInputs(page: DocumentPage): PlannedPage {
  const { site, ...own } = page.view;
  if (own.kind !== "document") return { ...page, madeOf: [site, own] };
  const { sidebar, ...rest } = own;
  return { ...page, madeOf: [site, rest, ...(sidebar === null ? ["none"] : partsOf(sidebar))] };
}

/** A sidebar in parts: pages share all but the branch that is open. */
function partsOf(nodes: readonly SidebarNode[]): readonly unknown[] {
  return nodes.flatMap((node) =>
    node.active ? [{ ...node, items: node.items.length }, ...partsOf(node.items)] : [node],
  );
}

interface DocumentPage {
  readonly route: Route;
  readonly file: string;
  readonly view: DocumentView | NotFoundView;
}

/** What every page of Markdown shows around its text: its place in the sidebar, neighbors, contents. */
function planDocumentPages(
  { documents, config: { baseUrl, editUrl }, dates }: PageInputs,
  navigation: Navigation,
  toCommon: ToCommon,
): readonly DocumentPage[] {
  const sidebar = new Sidebar(navigation.sidebar);
  return documents.map(({ route, document, html }) => {
    const { title, file, frontMatter, headings } = document;
    const { description, unlisted, tocLevels } = frontMatter;
    const common = toCommon({ route, title, description, unlisted });
    const key = routeKey(route);
    if (key === "/404") return { route, file, view: { ...common, kind: "not-found", body: html } };
    const [minimum, maximum] = tocLevels;
    const view: DocumentView = {
      ...common,
      kind: "document",
      sidebar: frontMatter.sidebar && !unlisted ? sidebar.toNodes(key) : null,
      breadcrumbs: sidebar.breadcrumbs(key, { label: title, href: toHref(route, baseUrl), origin: null }),
      ...sidebar.neighbors(key),
      edit: editUrl === null ? null : { label: "Edit this page", href: editUrl + encodeURI(file), origin: null },
      updated: dates.byFile.get(file) ?? null,
      toc: headings.filter(({ level }) => level >= minimum && level <= maximum),
      body: html,
    };
    return { route, file, view };
  });
}
