import { stringify } from "yaml";

import type { Settings } from "#settings/settings-schema.ts";
import { schemaLine } from "#settings/settings-text.ts";
import { listAt, memberOf, objectAt, type Json, textAt } from "#shared/json/json.ts";
import { routeKey } from "#shared/route.ts";

import { leadsSomewhere, placeOf, type SettingsInputs, toFooter, toNavbar, usable } from "./navigation-links.ts";
import { themeOf } from "./site-config.ts";

/** `content/site.yaml` out of a Docusaurus site's configuration. */
export function toSettingsText(inputs: SettingsInputs): string {
  const head = "# The settings of the site: `docs-build explain settings` lists them with what they mean.\n";
  return schemaLine + head + stringify(toSettings(inputs), { lineWidth: 0 });
}

function toSettings(inputs: SettingsInputs): Settings {
  const { config, sidebar } = inputs;
  const { value } = config;
  const tagline = textAt(value, "tagline");
  const url = textAt(value, "url");
  const baseUrl = textAt(value, "baseUrl");
  const navbar = toNavbar(inputs);
  const footer = toFooter(inputs, toInlineMarkdown(textAt(themeOf(config, "footer"), "copyright") ?? ""));
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
    ...toPictures(inputs),
    ...(navbar.length === 0 ? {} : { navbar: [...navbar] }),
    ...(sidebar.length === 0 ? {} : { sidebar: [...sidebar] }),
    ...(Object.keys(footer).length === 0 ? {} : { footer }),
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

/** The logo of the navbar and the icon, as far as they are files of the site. */
function toPictures({ config, statics, report }: SettingsInputs): Pick<Settings, "logo" | "favicon"> {
  const navbar = themeOf(config, "navbar");
  const logo = objectAt(navbar, "logo") ?? {};
  const read = (holder: Json, key: string, what: string): string | null => {
    const written = textAt(holder, key);
    if (written === null) return null;
    const address = `/${written.replace(/^\/+/, "")}`;
    if (statics.has(address)) return address;
    report(`\`${key}\` is left out: ${what} is no file of the site`, config.placeOf(holder, key));
    return null;
  };
  const favicon = read(config.value, "favicon", "the icon of its tabs");
  const light = read(logo, "src", "its logo");
  const dark = read(logo, "srcDark", "its logo for dark pages");
  const title = textAt(navbar, "title");
  return {
    ...(light === null
      ? {}
      : {
          logo: {
            light,
            ...(dark === null ? {} : { dark }),
            ...(title === null || title === "" ? { title: false } : {}),
          },
        }),
    ...(favicon === null ? {} : { favicon }),
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
