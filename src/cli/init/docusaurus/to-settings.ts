import { stringify } from "yaml";

import type { Settings } from "#read/settings-schema.ts";
import { listAt, memberOf, type Json, textAt } from "#shared/json/json.ts";
import { routeKey } from "#shared/route.ts";

import type { Entry } from "./sidebars.ts";
import { type DocusaurusConfig, themeOf } from "./site-config.ts";

interface SettingsInputs {
  readonly config: DocusaurusConfig;
  readonly sidebar: readonly Entry[];
  /** The first page of each sidebar, by its name, and the address of each page, by its id. */
  readonly firstOf: ReadonlyMap<string, string>;
  readonly routeById: ReadonlyMap<string, string>;
  /** Every address of the new site, by `routeKey`. */
  readonly routes: ReadonlySet<string>;
  /** Where the reference of a contract is; null without one. */
  readonly apiRoute: string | null;
  /** True when pages link to what was not taken. */
  readonly hasLostLinks: boolean;
  readonly report: (message: string) => void;
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
  const colorMode = textAt(themeOf(config, "colorMode"), "defaultMode");
  return {
    title: textAt(value, "title") || "Docs",
    ...(textAt(value, "titleDelimiter") === null ? {} : { titleDelimiter: textAt(value, "titleDelimiter") ?? "|" }),
    ...(tagline === null || tagline === "" ? {} : { description: tagline }),
    ...(url !== null && /^https?:\/\/[^/]+/.test(url) ? { url } : {}),
    ...(baseUrl === null || baseUrl === "/" ? {} : { baseUrl }),
    ...(colorMode === "dark" ? { colorMode } : {}),
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

/** A link of the navbar or the footer, as the site writes it. */
interface ConfiguredLink {
  readonly label: string;
  readonly address: string;
}

/** Links at any depth below a list of items: dropdowns and columns are flat here. */
function linksIn(items: readonly Json[], toAddress: (item: Json) => string | null): readonly ConfiguredLink[] {
  return items.flatMap((item) => {
    const address = toAddress(item);
    const below = linksIn(listAt(item, "items"), toAddress);
    const label = textAt(item, "label") ?? address;
    return address === null || label === null ? below : [{ label, address }, ...below];
  });
}

/** A bar's HTML as the Markdown of one line. */
function toInlineMarkdown(html: string): string {
  return html
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

function navbarAddress(item: Json, { firstOf, routeById, report }: SettingsInputs): string | null {
  const type = textAt(item, "type");
  if (type === "docSidebar") return firstOf.get(textAt(item, "sidebarId") ?? "") ?? null;
  if (type === "doc") return routeById.get(textAt(item, "docId") ?? "") ?? null;
  if (type !== null && type !== "default" && type !== "dropdown") report(`\`${type}\` in the navbar is left out`);
  return linkAddress(item);
}

/** Links to what the new site has, or to elsewhere. */
function usable(
  { routes, report }: SettingsInputs,
  name: string,
  links: readonly ConfiguredLink[],
): readonly ConfiguredLink[] {
  return links
    .map(({ label, address }) => ({
      label,
      address: /^(?:[a-z][a-z0-9+.-]*:|\/)/i.test(address) ? address : `/${address}`,
    }))
    .filter(({ label, address }) => {
      const isThere = isTaken(address, routes);
      if (!isThere) report(`a link of the ${name} leads to what was not taken: ${label} (${address})`);
      return isThere;
    });
}

/** True for pages of the new site, and for what is elsewhere. */
function isTaken(address: string, routes: SettingsInputs["routes"]): boolean {
  return !address.startsWith("/") || routes.has(routeKey(address.replace(/[?#].*$/s, "")));
}

/** Of a link that leads nowhere its words stay. */
function announcementText(inputs: SettingsInputs, markdown: string): string {
  return markdown.replace(/\[([^\]]*)\]\(([^)]*)\)/g, (_, label: string, address: string) => {
    const [link] = usable(inputs, "announcement", [{ label, address }]);
    return link === undefined ? label : `[${label}](${link.address})`;
  });
}

function redirectsOf({ config, routes, report }: SettingsInputs): readonly { from: string; to: string }[] {
  const plugins = config.plugins.filter(([name]) => name.endsWith("client-redirects")).map(([, options]) => options);
  if (
    plugins.some((options) =>
      ["createRedirects", "fromExtensions", "toExtensions"].some((key) => memberOf(options, key) !== undefined),
    )
  ) {
    report("redirects that a function or an extension makes are left out");
  }
  const written = plugins
    .flatMap((options) => listAt(options, "redirects"))
    .flatMap((redirect) => {
      const to = textAt(redirect, "to") ?? "";
      const one = textAt(redirect, "from");
      const from = one === null ? listAt(redirect, "from").filter((path) => typeof path === "string") : [one];
      return from.map((path) => ({ from: path, to }));
    });
  return written.filter(({ from, to }) => {
    const isUsable = from.startsWith("/") && !routes.has(routeKey(from)) && isTaken(to, routes);
    if (!isUsable) report(`a redirect leads to what was not taken: ${from} to ${to}`);
    return isUsable;
  });
}
