import { stringify } from "yaml";

import type { Settings } from "#settings/settings-schema.ts";
import type { Position } from "#shared/diagnostic.ts";
import { isObject, listAt, memberOf, type Json, textAt } from "#shared/json/json.ts";
import { routeKey } from "#shared/route.ts";

import type { SidebarItem } from "./sidebar-reader.ts";
import { type DocusaurusConfig, themeOf } from "./site-config.ts";

interface SettingsInputs {
  readonly config: DocusaurusConfig;
  readonly sidebar: readonly SidebarItem[];
  /** The first page of each sidebar, by its name, and the address of each page, by its id. */
  readonly firstOf: ReadonlyMap<string, string>;
  readonly routeById: ReadonlyMap<string, string>;
  /** Every address of the new site, by `routeKey`. */
  readonly routes: ReadonlySet<string>;
  /** Where the reference of a contract is; null without one. */
  readonly apiRoute: string | null;
  /** True when pages link to what was not taken. */
  readonly hasLostLinks: boolean;
  readonly report: (message: string, at?: Position) => void;
}

/** `content/site.yaml` out of a Docusaurus site's configuration. */
export function toSettingsText(inputs: SettingsInputs): string {
  const head = "# The settings of the site: `docs-build explain settings` lists them with what they mean.\n";
  return head + stringify(toSettings(inputs), { lineWidth: 0 });
}

function toSettings(inputs: SettingsInputs): Settings {
  const { config, sidebar } = inputs;
  const { value } = config;
  const tagline = textAt(value, "tagline");
  const url = textAt(value, "url");
  const baseUrl = textAt(value, "baseUrl");
  const navbar = usable(
    inputs,
    "navbar",
    linksIn(listAt(themeOf(config, "navbar"), "items"), (item) => navbarAddress(item, inputs)),
  );
  const footer = themeOf(config, "footer");
  const links = usable(inputs, "footer", linksIn(listAt(footer, "links"), linkAddress));
  const copyright = toInlineMarkdown(textAt(footer, "copyright") ?? "");
  const bar = themeOf(config, "announcementBar");
  const text = announcementText(inputs, toInlineMarkdown(textAt(bar, "content") ?? ""));
  const redirects = redirectsOf(inputs);
  const editUrl = config.docs.map((set) => set.editUrl).find((address) => address !== null && isWebAddress(address));
  const colorMode = colorModeOf(themeOf(config, "colorMode"));
  return {
    title: textAt(value, "title") || "Docs",
    ...(textAt(value, "titleDelimiter") === null ? {} : { titleDelimiter: textAt(value, "titleDelimiter") ?? "|" }),
    ...(tagline === null || tagline === "" ? {} : { description: tagline }),
    ...(url !== null && /^https?:\/\/[^/]+/.test(url) ? { url } : {}),
    ...(baseUrl === null || baseUrl === "/" ? {} : { baseUrl }),
    ...(editUrl ? { editUrl } : {}),
    ...(colorMode === null ? {} : { colorMode }),
    ...(navbar.length === 0 ? {} : { navbar: withReference(toLinks(navbar), inputs) }),
    ...(sidebar.length === 0 ? {} : { sidebar: [...sidebar] }),
    ...(links.length === 0 && copyright === ""
      ? {}
      : {
          footer: {
            ...(links.length === 0 ? {} : { links: toLinks(links) }),
            ...(copyright === "" ? {} : { copyright }),
          },
        }),
    ...(text === "" ? {} : { announcement: { id: textAt(bar, "id") ?? "announcement", text } }),
    ...(redirects.length === 0 ? {} : { redirects: [...redirects] }),
    severities: {
      // Docusaurus warns of these where a site does not say otherwise.
      "link/broken-anchor": textAt(value, "onBrokenAnchors") === "throw" ? "error" : "warning",
      ...(inputs.hasLostLinks || /^(?:warn|log|ignore)$/.test(textAt(value, "onBrokenLinks") ?? "")
        ? { "link/broken": "warning" as const, "link/broken-asset": "warning" as const }
        : {}),
    },
  };
}

/** Light is what a site has that says nothing. */
function colorModeOf(setting: Json): "dark" | "system" | null {
  if (memberOf(setting, "respectPrefersColorScheme") === true) return "system";
  return textAt(setting, "defaultMode") === "dark" ? "dark" : null;
}

function isWebAddress(address: string): boolean {
  return /^https?:\/\//i.test(address) && URL.canParse(address);
}

/** Where an object of the configuration is written. */
function placeOf(item: Json, { config }: SettingsInputs): Position {
  const [first = ""] = isObject(item) ? Object.keys(item) : [];
  return config.placeOf(item, first);
}

/** A link of the navbar or the footer, as the site writes it. */
interface ConfiguredLink {
  readonly label: string;
  readonly address: string;
  readonly item: Json;
}

/** Links at any depth below a list of items: dropdowns and columns are flat here. */
function linksIn(items: readonly Json[], toAddress: (item: Json) => string | null): readonly ConfiguredLink[] {
  return items.flatMap((item) => {
    const address = toAddress(item);
    const below = linksIn(listAt(item, "items"), toAddress);
    const label = textAt(item, "label") ?? address;
    return address === null || label === null ? below : [{ label, address, item }, ...below];
  });
}

/** Nobody reads more of one line. */
const longestBar = 5_000;

/** A bar's HTML as the Markdown of one line. */
function toInlineMarkdown(html: string): string {
  return html
    .slice(0, longestBar)
    .replace(/<a\b[^>]*?href=["']([^"']*)["'][^>]*>([^]*?)<\/a>/gi, "[$2]($1)")
    .replace(/<\/?(?:b|strong)>/gi, "**")
    .replace(/<\/?(?:i|em)>/gi, "*")
    .replace(/<[^>]*>/g, "")
    .replace(/\s+/g, " ")
    .trim();
}

function toLinks(links: readonly ConfiguredLink[]): { label: string; to: string }[] {
  return links.map(({ label, address }) => ({ label, to: address }));
}

/** The navbar leads to the reference, as it does in a site without a navbar of its own. */
function withReference(links: { label: string; to: string }[], { apiRoute }: SettingsInputs) {
  const isThere = apiRoute === null || links.some(({ to }) => routeKey(to) === routeKey(apiRoute));
  return isThere ? links : [...links, { label: "API", to: apiRoute }];
}

function linkAddress(item: Json): string | null {
  return textAt(item, "to") ?? textAt(item, "href");
}

function navbarAddress(item: Json, inputs: SettingsInputs): string | null {
  const { firstOf, routeById, report } = inputs;
  const type = textAt(item, "type");
  if (type === "docSidebar") return firstOf.get(textAt(item, "sidebarId") ?? "") ?? null;
  if (type === "doc") return routeById.get(textAt(item, "docId") ?? "") ?? null;
  if (type !== null && type !== "default" && type !== "dropdown")
    report(`\`${type}\` in the navbar is left out`, placeOf(item, inputs));
  return linkAddress(item);
}

/** Links to what the new site has, or to elsewhere. */
function usable(inputs: SettingsInputs, name: string, links: readonly ConfiguredLink[]): readonly ConfiguredLink[] {
  const { routes, report } = inputs;
  return links
    .map(({ label, address, item }) => ({
      label,
      item,
      address: /^(?:[a-z][a-z0-9+.-]*:|\/)/i.test(address) ? address : `/${address}`,
    }))
    .filter(({ label, address, item }) => {
      const isFound = leadsSomewhere(address, routes);
      if (!isFound)
        report(`a link of the ${name} leads to what was not taken: ${label} (${address})`, placeOf(item, inputs));
      return isFound;
    });
}

/** True for pages of the new site, and for what is elsewhere. */
function leadsSomewhere(address: string, routes: SettingsInputs["routes"]): boolean {
  return !address.startsWith("/") || routes.has(routeKey(address.replace(/[?#].*$/s, "")));
}

/** Of a link that leads nowhere its words stay. */
function announcementText(inputs: SettingsInputs, markdown: string): string {
  return markdown.replace(/\[([^\]]*)\]\(([^)]*)\)/g, (_, label: string, address: string) => {
    const [link] = usable(inputs, "announcement", [
      { label, address, item: themeOf(inputs.config, "announcementBar") },
    ]);
    return link === undefined ? label : `[${label}](${link.address})`;
  });
}

function redirectsOf(inputs: SettingsInputs): readonly { from: string; to: string }[] {
  const { config, routes, report } = inputs;
  const plugins = config.plugins.filter(({ name }) => name.endsWith("client-redirects")).map(({ options }) => options);
  for (const options of plugins) {
    const key = ["createRedirects", "fromExtensions", "toExtensions"].find(
      (name) => memberOf(options, name) !== undefined,
    );
    if (key !== undefined)
      report("redirects that a function or an extension makes are left out", config.placeOf(options, key));
  }
  const written = plugins
    .flatMap((options) => listAt(options, "redirects"))
    .flatMap((redirect) => {
      const to = textAt(redirect, "to") ?? "";
      const one = textAt(redirect, "from");
      const from = one === null ? listAt(redirect, "from").filter((path) => typeof path === "string") : [one];
      return from.map((path) => ({ from: path, to, at: placeOf(redirect, inputs) }));
    });
  return written.flatMap(({ from, to, at }) => {
    if (from.startsWith("/") && !routes.has(routeKey(from)) && leadsSomewhere(to, routes)) return [{ from, to }];
    report(`a redirect leads to what was not taken: ${from} to ${to}`, at);
    return [];
  });
}
