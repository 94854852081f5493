import type { AssetsView } from "./assets-view.ts";
import type { Contract } from "./contract/contract.ts";
import type { CodeSample } from "./contract/operation.ts";
import type { Server } from "./contract/server.ts";
import type { Reference, ReferenceMenuGroup, ReferencePart } from "./contract/reference.ts";
import type { Heading } from "./document.ts";
import type { Html } from "./html.ts";
import type { Route } from "./route.ts";

/** A link ready to be written. `origin` is `file:line:column` of the place that asked for it; null for a template's own. */
export interface LinkView {
  readonly label: string;
  readonly href: string;
  readonly origin: string | null;
}

export interface NavbarLinkView extends LinkView {
  /** True when the current page is the link's target or lies in its section. */
  readonly current: boolean;
}

/** A heading with links below it. */
export interface LinkGroupView {
  readonly label: string;
  readonly items: readonly LinkView[];
}

/** A menu of the navbar. */
export interface NavbarMenuView extends LinkGroupView {
  readonly items: readonly NavbarLinkView[];
  /** True when one of its links is. */
  readonly current: boolean;
}

export type NavbarEntryView = NavbarLinkView | NavbarMenuView;

/** A page of the sidebar or a group of pages. `link` is null for a group without a page of its own. */
export interface SidebarNode {
  readonly label: string;
  readonly link: LinkView | null;
  /** Where a group of a large site is open, of which `items` has nothing: its first page. Null for all else. */
  readonly openAt: LinkView | null;
  /** This node is the current page. */
  readonly current: boolean;
  /** The current page is this node or below it. */
  readonly active: boolean;
  readonly items: readonly SidebarNode[];
}

export interface AnnouncementView {
  readonly id: string;
  readonly html: Html;
}

/** An entry of the version menu. */
export interface ContractVersionLink {
  readonly id: string;
  /** The API that it is a version of; empty where the site doesn't tell several apart. */
  readonly api: string;
  readonly href: string;
  readonly current: boolean;
}

/** What every page of a site shares. */
export interface SiteView {
  readonly title: string;
  readonly language: string;
  /** `system`: what the reader's system says, which the switch then offers beside the two modes. */
  readonly defaultColorMode: "light" | "dark" | "system";
  /** Scheme and host of the published site, without a trailing slash; null while they aren't known. */
  readonly siteUrl: string | null;
  /** Starts and ends with `/`. */
  readonly baseUrl: string;
  readonly home: LinkView;
  readonly footerLinks: readonly LinkView[];
  readonly footerColumns: readonly LinkGroupView[];
  readonly copyright: string;
  readonly announcement: AnnouncementView | null;
  readonly assets: AssetsView;
}

/** Everything a template needs to print one page: one ready value, no look-ups left. */
export interface CommonView {
  readonly site: SiteView;
  readonly route: Route;
  readonly title: string;
  readonly browserTitle: string;
  readonly description: string;
  /** Absolute; null while the site's address isn't known. */
  readonly canonicalUrl: string | null;
  readonly navbar: readonly NavbarEntryView[];
  /** The versions of each API that has several, for its version menu. */
  readonly versions: readonly ContractVersionLink[];
  readonly unlisted: boolean;
  /** Whether the page shows something whose styles only such pages load. */
  readonly hasParts: boolean;
}

export interface DocumentView extends CommonView {
  readonly kind: "document";
  readonly layout: "home" | null;
  /** Null keeps the sidebar off the page. */
  readonly sidebar: readonly SidebarNode[] | null;
  readonly breadcrumbs: readonly LinkView[];
  readonly previous: LinkView | null;
  readonly next: LinkView | null;
  /** Where the page's source can be edited. */
  readonly edit: LinkView | null;
  /** When git says that the source last changed, in seconds since 1970; null when not known. */
  readonly updated: number | null;
  /** The headings of the table of contents, in document order; empty where one alone would be there. */
  readonly toc: readonly Heading[];
  /** The title as markup, where it is more than words. */
  readonly heading: Html | null;
  readonly body: Html;
}

export interface NotFoundView extends CommonView {
  readonly kind: "not-found";
  readonly heading: Html | null;
  readonly body: Html;
}

export interface ReferenceView extends CommonView {
  readonly kind: "reference";
  readonly contract: Contract;
  /** Where it is served: what its document says, and after it what only the settings name. */
  readonly servers: readonly Server[];
  /** True when some operation asks for authentication, so that one without it is worth a word. */
  readonly secured: boolean;
  /** The contract's texts as HTML, by the Markdown they were written in. */
  readonly htmlByText: ReadonlyMap<string, Html>;
  /** Where the contract's links beside its texts lead, by the addresses they were written as. */
  readonly hrefByLink: ReadonlyMap<string, string>;
  /** All pages of the reference. */
  readonly reference: Reference;
  /** What this page prints. */
  readonly part: ReferencePart;
  /** True on one of several pages, where the page's title names the part. */
  readonly isPart: boolean;
  /** The pages that the menu names; empty for a reference on one page. */
  readonly menu: readonly ReferenceMenuGroup[];
  /** Address of the operations that the menu is filtered by (`MenuFile`); null for a small reference. */
  readonly menuFile: string | null;
  /** The way from the reference's first page to this one; empty there. */
  readonly breadcrumbs: readonly LinkView[];
  /** The neighbors of an operation's own page; null on any other page, and at either end. */
  readonly previous: LinkView | null;
  readonly next: LinkView | null;
  readonly notice: Html | null;
  /**
   * Highlighted, escaped code in the given language (`json`, `bash`, `javascript`, `python`, `http`, `yaml`). `path` is
   * the path that one of our writers has put into it.
   */
  readonly highlight: (code: string, language: string, path?: string) => Html;
  /** Addresses of the explorers' data, by the anchor of the operation. */
  readonly explorers: ReadonlyMap<string, string>;
  /** The page's request samples, in the order of their tabs, by the anchor of their operation. */
  readonly requestSamples: ReadonlyMap<string, readonly RequestSample[]>;
  /** Addresses of the code, and of the lists as JSON Schema, that are too long for the page, by what they say. */
  readonly longCode: ReadonlyMap<string, string>;
  /** Addresses of the page's samples in languages that are fetched, by the language's id. */
  readonly samples: ReadonlyMap<string, string>;
  /** Addresses of the downloadable document. */
  readonly downloads: readonly LinkView[];
}

/** A request sample that a page comes with. */
export interface RequestSample extends CodeSample {
  /** False for those that we write, in which `request` stands as it is. */
  readonly isAuthored: boolean;
}

export type PageView = DocumentView | NotFoundView | ReferenceView;

/** Views as they are planned: plain data. Who renders a page of the reference brings the highlighter. */
export type PlannedReferenceView = Omit<ReferenceView, "highlight">;
export type PlannedView = DocumentView | NotFoundView | PlannedReferenceView;

/** What a comment says in a text behind what its page shows as its title. */
export const titlePlace = "title";

/** What a comment says in a body where the table of contents belongs; else it comes before the body. */
export const contentsPlace = "contents";

/** What ids of the page around the text begin with. No heading comes to it by its words, and authors may not write it. */
export const framePrefix = "page:";

/** The id of a part of the page around the text. */
export function frameId(part: string): string {
  return framePrefix + part;
}
