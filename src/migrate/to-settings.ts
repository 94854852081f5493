import { stringify } from "yaml";

import { languageTag, type WrittenSettings } from "#settings/settings-schema.ts";
import { documentSettings, schemaLine } from "#settings/settings-text.ts";
import { groupBy } from "#shared/group-by.ts";
import { flagAt, type Json, listAt, memberOf, objectAt, textAt, textsAt } from "#shared/json/json.ts";
import { routeKey } from "#shared/route.ts";

import type { ShownOrigin } from "./mdx/page-writer.ts";
import {
  leadsSomewhere,
  positionOf,
  type SettingsInputs,
  toFooter,
  toNavbar,
  toSidebar,
  usable,
} from "./navigation-links.ts";
import { themeOf } from "./site-config.ts";

export function toSettingsText(inputs: SettingsInputs): string {
  const head = "# The settings of the site: `docs-build explain settings` lists them with what they mean.\n";
  const [only, another] = inputs.contracts;
  const isSingle = only !== undefined && another === undefined;
  const document = isSingle ? documentSettings(only.own.document, only.route) : "";
  return schemaLine + head + stringify(toSettings(inputs), { lineWidth: 0 }) + document;
}

function toSettings(inputs: SettingsInputs): WrittenSettings {
  const { config, contracts, report, sidebar } = inputs;
  const { value } = config;
  const url = textAt(value, "url") ?? "";
  const baseUrl = textAt(value, "baseUrl");
  const footer = toFooter(inputs, toInlineMarkdown(textAt(themeOf(config, "footer"), "copyright") ?? ""));
  const bar = themeOf(config, "announcementBar");
  const text = announcementText(inputs, toInlineMarkdown(textAt(bar, "content") ?? ""));
  const edited = config.docs.find(({ editUrl }) => /^https?:\/\//i.test(editUrl ?? "") && URL.canParse(editUrl ?? ""));
  const editUrl = edited?.editUrl?.replace(/\/*$/, "/");
  if (edited !== undefined)
    report(
      `\`editUrl\` leads to the new pages once they lie at ${editUrl}content/: if not, change it in content/site.yaml`,
      edited.positionOf("editUrl"),
    );
  const isLenient =
    inputs.pages.some(({ lost }) => lost.length > 0) ||
    /^(?:warn|log|ignore)$/.test(textAt(value, "onBrokenLinks") ?? "");
  return {
    title: textAt(value, "title") || "Docs",
    titleDelimiter: textAt(value, "titleDelimiter") ?? undefined,
    description: textAt(value, "tagline") || undefined,
    url: /^https?:\/\/[^/]+/.test(url) ? url : undefined,
    baseUrl: baseUrl === "/" ? undefined : (baseUrl ?? undefined),
    language: languageOf(value),
    editUrl,
    colorMode: colorModeOf(themeOf(config, "colorMode")),
    ...toPictures(inputs),
    navbar: orNothing(toNavbar(inputs)),
    sidebar: orNothing(toSidebar(sidebar, inputs)),
    footer: Object.values(footer).some((part) => part !== undefined) ? footer : undefined,
    announcement: text === "" ? undefined : { id: textAt(bar, "id") ?? "announcement", text },
    contracts:
      contracts.length < 2
        ? undefined
        : contracts.map(({ id, api, own, route }) => ({ id, api, document: own.document.file, route })),
    redirects: orNothing(redirectsOf(inputs)),
    policy: policyOf(inputs.pages.flatMap(({ origins }) => origins)),
    severities: {
      // Docusaurus warns about these by default.
      "link/broken-anchor": textAt(value, "onBrokenAnchors") === "throw" ? "error" : "warning",
      ...(isLenient ? { "link/broken": "warning", "link/broken-asset": "warning" } : {}),
    },
  };
}

/** The policy would block pictures and frames of other sites. */
function policyOf(origins: readonly ShownOrigin[]): WrittenSettings["policy"] {
  const byKind = groupBy(origins, ([kind]) => kind);
  const entries = Array.from(byKind, ([kind, shown]) => [kind, [...new Set(shown.map(([, origin]) => origin))].sort()]);
  return entries.length === 0 ? undefined : Object.fromEntries(entries);
}

function orNothing<T>(list: readonly T[]): T[] | undefined {
  return list.length === 0 ? undefined : [...list];
}

function toPictures({ config, statics, report }: SettingsInputs): Pick<WrittenSettings, "logo" | "favicon"> {
  const navbar = themeOf(config, "navbar");
  const logo = objectAt(navbar, "logo") ?? {};
  const read = (holder: Json, key: string, what: string): string | undefined => {
    const written = textAt(holder, key);
    if (written === null) return undefined;
    const address = `/${written.replace(/^\/+/, "")}`;
    if (statics.has(address)) return address;
    report(`\`${key}\` is left out: ${what} isn't a file of the site`, config.positionOf(holder, key));
    return undefined;
  };
  const favicon = read(config.value, "favicon", "the icon of its tabs");
  const light = read(logo, "src", "its logo");
  const dark = read(logo, "srcDark", "its logo for dark pages");
  const title = textAt(navbar, "title") ? undefined : false;
  return { logo: light === undefined ? undefined : { light, dark, title }, favicon };
}

function languageOf(config: Json): string | undefined {
  const i18n = memberOf(config, "i18n");
  const locale = textAt(i18n, "defaultLocale") ?? "en";
  const tag = textAt(objectAt(objectAt(i18n, "localeConfigs") ?? {}, locale), "htmlLang") ?? locale;
  return tag === "en" || !languageTag.safeParse(tag).success ? undefined : tag;
}

function colorModeOf(setting: Json): "dark" | "system" | undefined {
  if (flagAt(setting, "respectPrefersColorScheme")) return "system";
  return textAt(setting, "defaultMode") === "dark" ? "dark" : undefined;
}

/** In characters. A bar is a single line. */
const longestBar = 5_000;

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
    const computed = ["createRedirects", "fromExtensions", "toExtensions"];
    const key = computed.find((name) => memberOf(options, name) !== undefined);
    if (key !== undefined)
      report("redirects that a function or an extension makes are left out", config.positionOf(options, key));
  }
  const written = plugins
    .flatMap((options) => listAt(options, "redirects"))
    .flatMap((redirect) => {
      const to = textAt(redirect, "to") ?? "";
      return textsAt(redirect, "from").map((from) => ({ from, to, at: positionOf(redirect, inputs) }));
    });
  const targets = new Map<string, string>();
  return written.flatMap(({ from, to, at }) => {
    // Some systems compare paths without case, and a slash at the end is the same address.
    const key = routeKey(from).toLowerCase();
    const first = targets.get(key);
    if (first !== undefined) {
      if (first !== to) report("a redirect is left out: another one has its address", at);
      return [];
    }
    targets.set(key, to);
    if (from.startsWith("/") && !routes.has(routeKey(from)) && leadsSomewhere(to, routes)) return [{ from, to }];
    report(`a redirect leads to what wasn't taken: ${from} to ${to}`, at);
    return [];
  });
}
