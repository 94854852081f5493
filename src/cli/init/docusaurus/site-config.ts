import { existsSync } from "node:fs";
import { join, posix } from "node:path";

import { isList, isObject, type Json, listAt, memberOf, objectAt, textAt } from "#shared/json/json.ts";

import { readExport } from "./read-files.ts";
import type { ModuleValue } from "./read-module.ts";

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
    const module = await readExport(root, file);
    if (module !== null) return withNewest(root, toConfig(file, module));
  }
  return null;
}

/** Where the documents of the next version are not there, those of the newest one are the site's. */
async function withNewest(root: string, config: DocusaurusConfig): Promise<DocusaurusConfig> {
  const module = await readExport(root, "versions.json");
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

export function themeOf(config: DocusaurusConfig, key: string): Json {
  return objectAt(config.theme, key) ?? {};
}
