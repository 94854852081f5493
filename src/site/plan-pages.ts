import type { Config } from "../model/config.ts";
import type { Html } from "../model/html.ts";
import type { LinkResolver } from "../model/link.ts";
import type { Outcome } from "../model/outcome.ts";
import type { Position } from "../model/position.ts";
import type { Route } from "../model/route.ts";
import type { AssetsView, PageView } from "../model/view.ts";
import { listPages, pagesOfSidebar } from "./list-pages.ts";
import { planCommon } from "./plan-common.ts";
import { planDocumentPages } from "./plan-document-pages.ts";
import { planReferencePages, type PublishedContract } from "./plan-reference-pages.ts";
import { planSidebar } from "./plan-sidebar.ts";
import type { RoutedDocument } from "./routed-document.ts";
import { SettingLinks } from "./setting-links.ts";

export interface PageInputs {
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
