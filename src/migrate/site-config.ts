import { posix } from "node:path";

import { LimitError } from "#read/within-time.ts";
import { BuildError, diagnose, type Position, startOf } from "#shared/diagnostics/diagnostic.ts";
import { isList, isObject, type Json, listAt, memberOf, objectAt, textAt, textsAt } from "#shared/json/json.ts";

import { type ModuleValue, readModule } from "./module/read-module.ts";
import type { SourceFolder } from "./source-folder.ts";

export interface DocsSettings {
  /** The name of the plugin's instance. */
  readonly id: string;
  /** `docs`, or `website/docs` if the configuration is in `website`. */
  readonly path: string;
  /** `docs`, or empty for the root of the site. */
  readonly route: string;
  /** Null for a sidebar that follows the folders. */
  readonly sidebarPath: string | null;
  readonly keepsNumbers: boolean;
  /** Globs of files in the folder that aren't pages. */
  readonly excluded: readonly string[];
  readonly editUrl: string | null;
  readonly positionOf: (key: string) => Position;
}

/** A preset or plugin, with the position of its options. */
export interface Plugin {
  readonly name: string;
  readonly options: Json;
  readonly position: Position;
}

export interface DocusaurusConfig {
  readonly file: string;
  /** The folder of the configuration: empty, or `website`. */
  readonly base: string;
  readonly value: Json;
  readonly unknown: ReadonlyMap<string, Position>;
  readonly positionOf: ModuleValue["positionOf"];
  readonly theme: Json;
  readonly docs: readonly DocsSettings[];
  readonly blog: string | null;
  readonly plugins: readonly Plugin[];
}

const name = /^docusaurus\.config\.(?:[cm]?[tj]s)$/;

/**
 * Reads a site's configuration without running it, from the top of the folder or one folder below. Null without a
 * readable configuration.
 * @throws BuildError if it's larger than settings are.
 */
export async function readDocusaurusConfig(site: SourceFolder): Promise<DocusaurusConfig | null> {
  const top = await site.names("");
  const files = [...top];
  for (const folder of top) files.push(...(await site.names(folder)).map((file) => `${folder}/${file}`));
  for (const file of files.filter((path) => name.test(posix.basename(path)))) {
    const module = await readExport(site, file);
    if (module !== null) return withNewest(site, toConfig(file, module));
  }
  return null;
}

/** Reads JavaScript, TypeScript or JSON; null without a readable file. */
export async function readExport(site: SourceFolder, path: string, at?: Position): Promise<ModuleValue | null> {
  const text = await site.text(path, at);
  try {
    return text === null ? null : await readModule(path, text);
  } catch (error) {
    if (!(error instanceof LimitError)) throw error;
    throw new BuildError([diagnose("init/source", `the file ${error.message}`, startOf(path), "make it smaller")]);
  }
}

/** A site without documents of the next version has those of its newest one. */
async function withNewest(site: SourceFolder, config: DocusaurusConfig): Promise<DocusaurusConfig> {
  const within = (path: string): string => posix.join(config.base, path);
  const module = await readExport(site, within("versions.json"));
  const [newest] = isList(module?.value) ? module.value : [];
  if (typeof newest !== "string" || (await site.has(within("docs")))) return config;
  const docs = config.docs.map((settings) => {
    if (settings.path !== within("docs")) return settings;
    const sidebarPath = within(`versioned_sidebars/version-${newest}-sidebars.json`);
    return { ...settings, path: within(`versioned_docs/version-${newest}`), sidebarPath };
  });
  return { ...config, docs };
}

function toConfig(file: string, { value, unknown, positionOf }: ModuleValue): DocusaurusConfig {
  const base = posix.dirname(file).replace(/^\.$/, "");
  const plugins = ["presets", "plugins", "themes"].flatMap((key) =>
    listAt(value, key).flatMap((entry, index): readonly Plugin[] => {
      if (typeof entry !== "string" && !isList(entry)) return [];
      const [first, options] = typeof entry === "string" ? [entry] : entry;
      return [
        {
          name: typeof first === "string" ? first : "",
          options: isObject(options) ? options : {},
          position: positionOf(memberOf(value, key), index),
        },
      ];
    }),
  );
  const preset = plugins.find((plugin) =>
    /^(classic|@docusaurus\/preset-classic)$|preset-(?:classic|openapi)|docusaurus-preset/.test(plugin.name),
  );
  const presetDocs = memberOf(preset?.options, "docs");
  const own = plugins
    .filter((plugin) => /plugin-content-docs$|^content-docs$/.test(plugin.name))
    .map(({ options }) => options);
  // A preset that only running the file would give is assumed to be the usual one.
  const isUsual = preset === undefined ? own.length === 0 : presetDocs !== false;
  const all = [...(isUsual ? [presetDocs ?? {}] : []), ...own];
  const blog = memberOf(preset?.options, "blog");
  const isBlog = preset !== undefined && blog !== false;
  return {
    file,
    base,
    value,
    unknown,
    positionOf,
    theme: memberOf(value, "themeConfig") ?? {},
    docs: all.map((options) => toDocs(options, base, (key) => positionOf(options, key))),
    blog: isBlog ? posix.join(base, textAt(blog, "path") ?? "blog") : null,
    plugins,
  };
}

function toDocs(options: Json, base: string, positionOf: DocsSettings["positionOf"]): DocsSettings {
  const sidebarPath = textAt(options, "sidebarPath");
  const version = textAt(objectAt(objectAt(options, "versions"), "current"), "path") ?? "";
  return {
    id: textAt(options, "id") ?? "default",
    path: posix.join(base, textAt(options, "path") ?? "docs").replace(/\/+$/, ""),
    route: `${textAt(options, "routeBasePath") ?? "docs"}/${version}`.replace(/^\/+|\/+$/g, ""),
    sidebarPath: sidebarPath === null ? null : posix.join(base, sidebarPath),
    keepsNumbers: memberOf(options, "numberPrefixParser") === false,
    excluded: textsAt(options, "exclude"),
    editUrl: textAt(options, "editUrl"),
    positionOf,
  };
}

/** Addresses of the old site may name the path that it is served below. */
export function withoutBase(address: string, { value }: Pick<DocusaurusConfig, "value">): string {
  const base = (textAt(value, "baseUrl") ?? "").replace(/\/*$/, "/");
  return `${address}/`.startsWith(base) ? `/${address.slice(base.length)}` : address;
}

export function themeOf(config: DocusaurusConfig, key: string): Json {
  return objectAt(config.theme, key) ?? {};
}
