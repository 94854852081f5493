import type { AssetsView } from "./assets-view.ts";
import type { Contract } from "./contract/contract.ts";
import type { CodeSample } from "./contract/operation.ts";
import type { Server } from "./contract/server.ts";
import type { Reference, ReferenceMenuGroup, ReferencePart } from "./contract/reference.ts";
import type { Heading } from "./document.ts";
import type { Html } from "./html.ts";
import type { Route } from "./route.ts";

/** A link to be printed. `origin` is `file:line:column` of its source; null for a template's own link. */
export interface LinkView {
  readonly label: string;
  readonly href: string;
  readonly origin: string | null;
}

export interface NavbarLinkView extends LinkView {
  /** True if the current page is the link's target or in its section. */
  readonly current: boolean;
  /** Addresses by version id for a link that follows the reader's choice of a version; null for any other link. */
  readonly hrefByVersion: Readonly<Record<string, string>> | null;
}

/** A heading with links below it. */
export interface LinkGroupView {
  readonly label: string;
  readonly items: readonly LinkView[];
}

/** A menu of the navbar. */
export interface NavbarMenuView extends LinkGroupView {
  readonly items: readonly NavbarLinkView[];
  /** True if one of its links is current. */
  readonly current: boolean;
}

export type NavbarEntryView = NavbarLinkView | NavbarMenuView;

/** A page of the sidebar, or a group of pages; `link` is null for a group without a page. */
export interface SidebarNode {
  readonly label: string;
  readonly link: LinkView | null;
  /** The page in whose sidebar this group is open, on a large site; `items` is empty then. Null otherwise. */
  readonly openAt: LinkView | null;
  /** True for the current page. */
  readonly current: boolean;
  /** True if the current page is this node or below it. */
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
  /** The API of the version; empty on a site with a single API. */
  readonly api: string;
  readonly href: string;
  readonly current: boolean;
}

/** Data that all pages of a site share. */
export interface SiteView {
  readonly title: string;
  readonly language: string;
  /** `system` follows the reader's system, and adds that choice to the switch. */
  readonly defaultColorMode: "light" | "dark" | "system";
  /** The scheme and host of the published site, without a trailing slash; null if they're unknown. */
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

/** Everything that a template needs to print a page, without further look-ups. */
export interface CommonView {
  readonly site: SiteView;
  readonly route: Route;
  readonly title: string;
  readonly browserTitle: string;
  readonly description: string;
  /** Absolute; null if the site's address isn't known. */
  readonly canonicalUrl: string | null;
  readonly navbar: readonly NavbarEntryView[];
  /** The versions of each API with several, for its version menu. */
  readonly versions: readonly ContractVersionLink[];
  readonly unlisted: boolean;
  /** True if the page needs the styles that only some pages load. */
  readonly hasParts: boolean;
}

export interface DocumentView extends CommonView {
  readonly kind: "document";
  readonly layout: "home" | null;
  /** Null hides the sidebar on this page. */
  readonly sidebar: readonly SidebarNode[] | null;
  readonly breadcrumbs: readonly LinkView[];
  readonly previous: LinkView | null;
  readonly next: LinkView | null;
  /** The address for editing the page's source. */
  readonly edit: LinkView | null;
  /** The time of the source's last commit, in seconds since 1970; null if it's unknown. */
  readonly updated: number | null;
  /** The headings in the table of contents, in order; empty if there would be only one. */
  readonly toc: readonly Heading[];
  /** The title as HTML, if it's more than plain words. */
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
  /** The contract's servers, followed by the settings' further ones. */
  readonly servers: readonly Server[];
  /** True if some operation requires authentication, so that an operation without it is worth a remark. */
  readonly secured: boolean;
  /** The contract's texts as HTML, by their Markdown. */
  readonly htmlByText: ReadonlyMap<string, Html>;
  /** The targets of the contract's links outside of texts, by the addresses as written. */
  readonly hrefByLink: ReadonlyMap<string, string>;
  /** All pages of the reference. */
  readonly reference: Reference;
  /** The part of the reference on this page. */
  readonly part: ReferencePart;
  /** True on one of several pages, whose title names the part. */
  readonly isPart: boolean;
  /** The menu's pages; empty for a reference on one page. */
  readonly menu: readonly ReferenceMenuGroup[];
  /** The address of the operations for the menu's filter (`MenuFile`); null for a small reference. */
  readonly menuFile: string | null;
  /** The links from the reference's first page to this one; empty on the first page. */
  readonly breadcrumbs: readonly LinkView[];
  /** The neighbors of an operation's own page; null on other pages and at both ends. */
  readonly previous: LinkView | null;
  readonly next: LinkView | null;
  readonly notice: Html | null;
  /**
   * Highlights code in the given language (`json`, `bash`, `javascript`, `python`, `http`, `yaml`). `path` is the path
   * that one of our writers has put into it.
   */
  readonly highlight: (code: string, language: string, path?: string) => Html;
  /** Addresses of explorers' data, by the operation's anchor. */
  readonly explorers: ReadonlyMap<string, string>;
  /** The page's request samples in the order of their tabs, by the operation's anchor. */
  readonly requestSamples: ReadonlyMap<string, readonly RequestSample[]>;
  /** Addresses of files with code, or with lists as JSON Schema, that are too long for the page, by their text. */
  readonly longCode: ReadonlyMap<string, string>;
  /** Addresses of samples in languages that are fetched on demand, by the language's id. */
  readonly samples: ReadonlyMap<string, string>;
  /** Addresses of the document for download. */
  readonly downloads: readonly LinkView[];
}

/** A request sample that's part of the page. */
export interface RequestSample extends CodeSample {
  /** False for generated samples, which contain `request` unchanged. */
  readonly isAuthored: boolean;
}

export type PageView = DocumentView | NotFoundView | ReferenceView;

/** A planned view is plain data. The renderer of a reference's page adds the highlighter. */
export type PlannedReferenceView = Omit<ReferenceView, "highlight">;
export type PlannedView = DocumentView | NotFoundView | PlannedReferenceView;

/** The words of a comment in a text, after the part that the page shows as its title. */
export const titleMark = "title";

/** The words of a comment in a body where the table of contents goes, which otherwise comes before the body. */
export const contentsMark = "contents";

/** The prefix of ids in the page's frame. No heading gets it, and authors can't write it. */
export const framePrefix = "page:";

/** The id of a part of the page's frame. */
export function frameId(part: string): string {
  return framePrefix + part;
}
