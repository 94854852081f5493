import type { Config, LinkSetting } from "../model/config.ts";
import type { Diagnostic } from "../model/diagnostic.ts";
import type { Html } from "../model/html.ts";
import { toOrigin, type LinkResolver } from "../model/link.ts";
import type { Outcome } from "../model/outcome.ts";
import type { Position } from "../model/position.ts";
import { encodeRoute, keyOfAddress, routeKey, toRoute, type Route } from "../model/route.ts";
import type {
  AssetsView,
  CommonView,
  ContractVersionLink,
  DocumentView,
  LinkView,
  NavbarLinkView,
  PageView,
  SiteView,
} from "../model/view.ts";
import { listPages, pagesOfSidebar } from "./list-pages.ts";
import { planReferencePages, type PublishedContract } from "./plan-reference-pages.ts";
import { pathTo, planSidebar, readingOrder, sidebarFor, type ListedPage, type SidebarTree } from "./plan-sidebar.ts";
import type { RoutedDocument } from "./routed-document.ts";

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
  const planner = new PagePlanner(inputs);
  const pages = [
    ...inputs.documents.map((document) => planner.documentPage(document)),
    ...inputs.contracts.flatMap((contract) => planner.referencePages(contract)),
  ];
  return { value: pages, diagnostics: planner.diagnostics };
}

/** What all pages share, worked out once. */
class PagePlanner {
  readonly diagnostics: Diagnostic[] = [];
  readonly #inputs: PageInputs;
  readonly #site: SiteView;
  /** Where the site begins: the front page, or the first page of a site without one. */
  readonly #home: Route;
  readonly #navbar: readonly (LinkView & { readonly key: string })[];
  readonly #sidebar: readonly SidebarTree[];
  readonly #order: readonly SidebarTree[];

  constructor(inputs: PageInputs) {
    this.#inputs = inputs;
    const pages = listPages(inputs);
    const toLink = (setting: TargetSetting): LinkView => this.#link(setting);
    this.#sidebar = planSidebar({
      settings: inputs.config.sidebar,
      pages: inputs.config.sidebar === null ? pagesOfSidebar(pages, inputs.documents) : pages,
      toLink,
    });
    this.#order = readingOrder(this.#sidebar);
    this.#home = pages.has("/")
      ? toRoute("/")
      : ([...pages.values()].find(({ unlisted }) => !unlisted)?.route ?? toRoute("/"));
    this.#navbar = this.#planNavbar(pages);
    this.#site = this.#planSite();
  }

  documentPage({ route, document }: RoutedDocument): PlannedPage {
    const { frontMatter, file } = document;
    const common = this.#common({
      route,
      title: document.title,
      description: frontMatter.description,
      unlisted: frontMatter.unlisted,
    });
    if (routeKey(route) === "/404") {
      return { route, file, view: { ...common, kind: "not-found", body: document.html } };
    }
    const key = routeKey(route);
    const place = this.#order.findIndex((entry) => entry.key === key);
    const [minimum, maximum] = frontMatter.tocLevels;
    const view: DocumentView = {
      ...common,
      kind: "document",
      sidebar: frontMatter.sidebar && !frontMatter.unlisted ? sidebarFor(this.#sidebar, key) : null,
      breadcrumbs: this.#breadcrumbs({ key, route, title: document.title }),
      previous: place > 0 ? (this.#order[place - 1]?.link ?? null) : null,
      next: place >= 0 ? (this.#order[place + 1]?.link ?? null) : null,
      toc: document.headings.filter(({ level }) => level >= minimum && level <= maximum),
      body: document.html,
    };
    return { route, file, view };
  }

  referencePages(published: PublishedContract): readonly PlannedPage[] {
    const { config, inlineProse, highlight } = this.#inputs;
    const toCommon = (facts: PageFacts): CommonView => this.#common(facts);
    return planReferencePages({ published, titleDelimiter: config.titleDelimiter, inlineProse, highlight, toCommon });
  }

  #common({ route, title, description, unlisted }: PageFacts): CommonView {
    const { config } = this.#inputs;
    return {
      site: this.#site,
      route,
      title,
      browserTitle: title === config.title ? title : `${title} ${config.titleDelimiter} ${config.title}`,
      description: description ?? config.description,
      canonicalUrl: (config.siteUrl ?? "") + this.#href(route),
      navbar: this.#navbarFor(routeKey(route)),
      versions: this.#versionsFor(route),
      unlisted,
    };
  }

  #planSite(): SiteView {
    const { config, assets, inlineProse } = this.#inputs;
    const { announcement } = config;
    return {
      title: config.title,
      language: config.language,
      defaultColorMode: config.defaultColorMode,
      baseUrl: config.baseUrl,
      home: { label: config.title, href: this.#href(this.#home), origin: "templates/navbar.tsx" },
      footerLinks: config.footerLinks.map((setting) => this.#link({ ...setting, label: setting.label ?? setting.to })),
      copyright: config.copyright,
      announcement:
        announcement === null
          ? null
          : { id: announcement.id, html: inlineProse(announcement.text, announcement.position ?? settingsStart) },
      assets,
    };
  }

  #planNavbar(pages: ReadonlyMap<string, ListedPage>): readonly (LinkView & { readonly key: string })[] {
    const { config, contracts } = this.#inputs;
    const [first] = contracts;
    const automatic: LinkSetting[] = [
      { label: "Docs", to: encodeRoute(this.#home), position: null },
      ...(first === undefined ? [] : [{ label: "API", to: first.version.route, position: null }]),
    ];
    return (config.navbar ?? automatic).map(({ label, to, position }) => {
      const key = keyOfAddress(to);
      return { ...this.#link({ to, label: label ?? pages.get(key)?.label ?? to, position }), key };
    });
  }

  /** The navbar's current entry is the one whose section is the smallest that holds the page. */
  #navbarFor(key: string): readonly NavbarLinkView[] {
    const sections = this.#navbar.filter((item) => key === item.key || key.startsWith(item.key.replace(/\/?$/, "/")));
    const current = sections.sort((a, b) => b.key.length - a.key.length)[0];
    return this.#navbar.map(({ label, href, origin, key: item }) => ({
      label,
      href,
      origin,
      current: item === current?.key,
    }));
  }

  #versionsFor(route: Route): readonly ContractVersionLink[] {
    const { contracts } = this.#inputs;
    if (contracts.length < 2) return [];
    return contracts.map(({ version }) => ({
      id: version.id,
      href: this.#href(version.route),
      current: routeKey(version.route) === routeKey(route),
    }));
  }

  #breadcrumbs({ key, route, title }: { key: string; route: Route; title: string }): readonly LinkView[] {
    const path = pathTo(this.#sidebar, key).flatMap(({ label, link }) => [link ?? { label, href: "", origin: null }]);
    if (key === "/") return [];
    return path.length > 0 ? path : [{ label: title, href: this.#href(route), origin: null }];
  }

  #link({ to, label, position }: TargetSetting): LinkView {
    const place = position ?? settingsStart;
    const link = this.#inputs.resolveLink(to, place);
    if (link.kind !== "text") return { label, href: link.href, origin: toOrigin(place) };
    this.diagnostics.push(link.finding);
    return { label, href: this.#inputs.config.baseUrl, origin: toOrigin(place) };
  }

  #href(route: Route): string {
    return this.#inputs.config.baseUrl.slice(0, -1) + encodeRoute(route);
  }
}

const settingsStart: Position = { file: "content/site.yaml", line: 1, column: 1 };

interface TargetSetting {
  readonly to: string;
  readonly label: string;
  readonly position: Position | null;
}

interface PageFacts {
  readonly route: Route;
  readonly title: string;
  readonly description: string | null;
  readonly unlisted: boolean;
}
