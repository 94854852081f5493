import { existsSync } from "node:fs";
import { join, posix } from "node:path";

import { isList, isObject, type Json, listAt, memberOf, objectAt, textAt } from "#shared/json/json.ts";

import { readText } from "./read-files.ts";
import { type ModuleValue, readModule } from "./read-module.ts";

/** One set of documents: that of the preset, or of a plugin. */
export interface DocsSettings {
  /** `docs` */
  readonly path: string;
  /** Without slashes around it: `docs`, or empty for the root of the site. */
  readonly route: string;
  /** Null for one that is made of the folder. */
  readonly sidebarPath: string | null;
  readonly keepsNumbers: boolean;
}

export interface DocusaurusConfig {
  readonly file: string;
  readonly value: Json;
  readonly unknown: readonly string[];
  readonly theme: Json;
  readonly docs: readonly DocsSettings[];
  readonly blog: string | null;
  readonly plugins: readonly (readonly [name: string, options: Json])[];
}

const names = ["ts", "mts", "cts", "js", "mjs", "cjs"].map((extension) => `docusaurus.config.${extension}`);

/** Reads a site's configuration without running it; null when there is none, or none that can be read. */
export async function readConfig(root: string): Promise<DocusaurusConfig | null> {
  for (const file of names) {
    const text = await readText(root, file);
    const module = text === null ? null : await readModule(text);
    if (module !== null) return withNewest(root, toConfig(file, module));
  }
  return null;
}

/** Where the documents of the next version are not there, those of the newest one are the site's. */
async function withNewest(root: string, config: DocusaurusConfig): Promise<DocusaurusConfig> {
  const text = await readText(root, "versions.json");
  const module = text === null ? null : await readModule(`export default ${text}`);
  const [newest] = isList(module?.value) ? module.value : [];
  if (typeof newest !== "string") return config;
  const docs = config.docs.map((settings) => {
    if (settings.path !== "docs" || existsSync(join(root, "docs"))) return settings;
    const sidebarPath = `versioned_sidebars/version-${newest}-sidebars.json`;
    return { ...settings, path: `versioned_docs/version-${newest}`, sidebarPath };
  });
  return { ...config, docs };
}

function toConfig(file: string, { value, unknown }: ModuleValue): DocusaurusConfig {
  const plugins = [...listAt(value, "presets"), ...listAt(value, "plugins")].map(toPlugin);
  const preset = plugins.find(([name]) =>
    /^(classic|@docusaurus\/preset-classic)$|preset-(?:classic|openapi)|docusaurus-preset/.test(name),
  );
  const presetDocs = memberOf(preset?.[1], "docs");
  const own = plugins
    .filter(([name]) => /plugin-content-docs$|^content-docs$/.test(name))
    .map(([, options]) => options);
  // A preset that only running the file would tell is taken for the usual one.
  const isUsual = preset === undefined ? own.length === 0 : presetDocs !== false;
  const all = [...(isUsual ? [presetDocs ?? {}] : []), ...own];
  const blog = memberOf(preset?.[1], "blog");
  return {
    file,
    value,
    unknown,
    theme: memberOf(value, "themeConfig") ?? {},
    docs: all.map(toDocs),
    blog: preset === undefined || blog === false ? null : (textAt(blog, "path") ?? "blog"),
    plugins,
  };
}

/** `"name"`, or `["name", options]`. */
function toPlugin(plugin: Json): readonly [string, Json] {
  if (typeof plugin === "string") return [plugin, {}];
  const [name, options = {}] = isList(plugin) ? plugin : [];
  return [typeof name === "string" ? name : "", isObject(options) ? options : {}];
}

function toDocs(options: Json): DocsSettings {
  return {
    path: posix.normalize(textAt(options, "path") ?? "docs").replace(/\/+$/, ""),
    route: (textAt(options, "routeBasePath") ?? "docs").replace(/^\/+|\/+$/g, ""),
    sidebarPath: textAt(options, "sidebarPath")?.replace(/^\.\//, "") ?? null,
    keepsNumbers: memberOf(options, "numberPrefixParser") === false,
  };
}

/** A link of the navbar or the footer, as the site writes it. */
export interface ConfiguredLink {
  readonly label: string;
  readonly address: string;
}

/** Links at any depth below a list of items: dropdowns and columns are flat here. */
export function linksIn(items: readonly Json[], toAddress: (item: Json) => string | null): readonly ConfiguredLink[] {
  return items.flatMap((item) => {
    const address = toAddress(item);
    const below = linksIn(listAt(item, "items"), toAddress);
    const label = textAt(item, "label") ?? address;
    return address === null || label === null ? below : [{ label, address }, ...below];
  });
}

/** A bar's HTML as the Markdown of one line. */
export function toInlineMarkdown(html: string): string {
  return html
    .replace(/<a\b[^>]*?href=["']([^"']*)["'][^>]*>([^]*?)<\/a>/gi, "[$2]($1)")
    .replace(/<\/?(?:b|strong)>/gi, "**")
    .replace(/<\/?(?:i|em)>/gi, "*")
    .replace(/<[^>]*>/g, "")
    .replace(/\s+/g, " ")
    .trim();
}

export function themeOf(config: DocusaurusConfig, key: string): Json {
  return objectAt(config.theme, key) ?? {};
}
