import type { WrittenSettings } from "#settings/settings-schema.ts";
import type { Position } from "#shared/diagnostics/diagnostic.ts";
import { isObject, type Json, listAt, textAt } from "#shared/json/json.ts";
import { routeKey } from "#shared/route.ts";
import { firstOfEachApi } from "#shared/site-manifest.ts";

import type { RoutedContract } from "./contracts.ts";
import type { WrittenPage } from "./mdx/page-writer.ts";
import type { SidebarItem } from "./sidebar-reader.ts";
import { type DocusaurusConfig, themeOf, withoutBase } from "./site-config.ts";
import type { Report } from "./source-folder.ts";

export interface SettingsInputs {
  readonly config: DocusaurusConfig;
  readonly sidebar: readonly SidebarItem[];
  /** First pages by names of sidebars, and addresses by ids of pages, each behind its plugin's name: `default main`. */
  readonly firstOf: ReadonlyMap<string, string>;
  readonly routeById: ReadonlyMap<string, string>;
  /** Addresses of the new site, by `routeKey`. */
  readonly routes: ReadonlySet<string>;
  readonly statics: ReadonlySet<string>;
  readonly contracts: readonly RoutedContract[];
  readonly pages: readonly Pick<WrittenPage, "lost" | "origins">[];
  readonly report: Report;
}

type NavbarSetting = NonNullable<WrittenSettings["navbar"]>[number];
type FooterSetting = NonNullable<WrittenSettings["footer"]>;

/** Adds links to the references, which a site without a navbar of its own has as well. */
export function toNavbar(inputs: SettingsInputs): readonly NavbarSetting[] {
  const apis = firstOfEachApi(inputs.contracts, ({ api }) => api);
  const references = apis.map(({ api, route }) => ({ label: api, to: route }));
  const entries = listAt(themeOf(inputs.config, "navbar"), "items").flatMap((item): readonly NavbarSetting[] => {
    const links = linksIn(item, (link) => navbarAddress(link, inputs));
    const items = toLinks(usable(inputs, "navbar", links));
    const label = textAt(item, "label");
    return listAt(item, "items").length > 0 && label && items.length > 0 ? [{ label, items }] : items;
  });
  const targets = entries.flatMap(({ to, items = [] }) => [to, ...items.map((item) => item.to)]);
  const linked = new Set(targets.map((to) => routeKey(to ?? "")));
  const [first, another] = references;
  const isComplete = references.every(({ to }) => linked.has(routeKey(to)));
  if (entries.length === 0 || first === undefined || isComplete) return entries;
  const api = another === undefined ? { to: first.to } : { items: references };
  return [...entries, { label: "API", ...api }];
}

/** Links with headings become columns. */
export function toFooter(inputs: SettingsInputs, copyright: string): FooterSetting {
  const written = listAt(themeOf(inputs.config, "footer"), "links");
  for (const item of written.flatMap((group) => [group, ...listAt(group, "items")]))
    if (textAt(item, "html") !== null) inputs.report("`html` in the footer is left out", positionOf(item, inputs));
  const groups = written.map((item) => ({
    label: textAt(item, "title") ?? "",
    links: toLinks(usable(inputs, "footer", linksIn(item, linkAddress))),
  }));
  const links = groups.filter(({ label }) => label === "").flatMap((group) => group.links);
  const columns = groups.filter((group) => group.label !== "" && group.links.length > 0);
  return {
    links: links.length === 0 ? undefined : links,
    columns: columns.length === 0 ? undefined : columns,
    copyright: copyright || undefined,
  };
}

interface ConfiguredLink {
  readonly label: string;
  readonly address: string;
  readonly item: Json;
}

function linksIn(item: Json, toAddress: (item: Json) => string | null): readonly ConfiguredLink[] {
  const address = toAddress(item);
  const below = listAt(item, "items").flatMap((inner) => linksIn(inner, toAddress));
  if (address === null) return below;
  const label = textAt(item, "label")?.trim() || textAt(item, "aria-label")?.trim();
  const name = label || (URL.canParse(address) && new URL(address).host) || address;
  return [{ label: name, address, item }, ...below];
}

function toLinks(links: readonly ConfiguredLink[]): { label: string; to: string }[] {
  return links.map(({ label, address }) => ({ label, to: address }));
}

function linkAddress(item: Json): string | null {
  return textAt(item, "to") ?? textAt(item, "href");
}

function navbarAddress(item: Json, inputs: SettingsInputs): string | null {
  const { firstOf, routeById, report } = inputs;
  const type = textAt(item, "type");
  const plugin = textAt(item, "docsPluginId") ?? "default";
  if (type === "docSidebar") return firstOf.get(`${plugin} ${textAt(item, "sidebarId")}`) ?? null;
  if (type === "doc") return routeById.get(`${plugin} ${textAt(item, "docId")}`) ?? null;
  if (type !== null && type !== "default" && type !== "dropdown")
    report(`\`${type}\` in the navbar is left out`, positionOf(item, inputs));
  return linkAddress(item);
}

/** Drops links to pages that the new site lacks. */
export function usable(
  inputs: SettingsInputs,
  name: string,
  links: readonly ConfiguredLink[],
): readonly ConfiguredLink[] {
  const { routes, config, report } = inputs;
  return links.flatMap((link) => {
    const bare = link.address.replace(/^pathname:\/\//, "");
    const rooted = /^(?:[a-z][a-z0-9+.-]*:|\/)/i.test(bare) ? bare : `/${bare}`;
    const address = leadsSomewhere(rooted, routes) ? rooted : withoutBase(rooted, config);
    if (leadsSomewhere(address, routes)) return [{ ...link, address }];
    const message = `a link of the ${name} leads to what wasn't taken: ${link.label} (${address})`;
    report(message, positionOf(link.item, inputs));
    return [];
  });
}

/** Links of a sidebar are written as they are, but those of pages lead somewhere. */
export function toSidebar(entries: readonly SidebarItem[], inputs: SettingsInputs): readonly SidebarItem[] {
  return entries.flatMap((entry): readonly SidebarItem[] => {
    if (typeof entry === "string") return [entry];
    const items = entry.items === undefined ? {} : { items: [...toSidebar(entry.items, inputs)] };
    if (entry.to === undefined) return [{ ...entry, ...items }];
    const link = { label: entry.label ?? entry.to, address: entry.to, item: {} };
    return usable(inputs, "sidebar", [link]).map(({ address }) => ({ ...entry, to: address, ...items }));
  });
}

/** Other sites count as reachable. */
export function leadsSomewhere(address: string, routes: SettingsInputs["routes"]): boolean {
  return !address.startsWith("/") || routes.has(routeKey(address.replace(/[?#].*$/s, "")));
}

export function positionOf(item: Json, { config }: SettingsInputs): Position {
  const [first = ""] = isObject(item) ? Object.keys(item) : [];
  return config.positionOf(item, first);
}
