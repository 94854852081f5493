import { posix, resolve } from "node:path";

import { readOwnContract } from "#contract/own-contract.ts";
import { refusalOf } from "#read/written-address.ts";
import { MarkdownBudget } from "#read/markdown-budget.ts";
import { LimitError, withinTime } from "#read/within-time.ts";
import { BuildError, diagnose, type Diagnostic, startOf } from "#shared/diagnostics/diagnostic.ts";
import { flagAt, isObject, textAt } from "#shared/json/json.ts";
import { routeKey } from "#shared/route.ts";
import type { OutputFile } from "#write/output-file.ts";
import type { NewSite } from "#write/write-new.ts";

import { type NamedContract, routeContracts, readNamedContracts } from "./contracts.ts";
import {
  copies,
  type Doc,
  type Docs,
  type FileWithPosition,
  type PageSource,
  readDocs,
  readParts,
  staticTargets,
} from "./docs.ts";
import { readImports } from "./imports.ts";
import { isMigrated, reportLeftOut } from "./left-out.ts";
import { type SiteMap, toIndexPage, writePage, type WrittenPage } from "./mdx/page-writer.ts";
import type { SidebarItem } from "./sidebar-reader.ts";
import { readSidebars } from "./sidebars.ts";
import { type DocsSettings, type DocusaurusConfig, readDocusaurusConfig } from "./site-config.ts";
import { type Report, SourceFolder } from "./source-folder.ts";
import { toSettingsText } from "./to-settings.ts";

/** Plans a site from a Docusaurus site's files, and a contract if there is one. Nothing of that site runs. */
export async function planFromDocusaurus(folder: string, openapi?: string): Promise<NewSite> {
  try {
    const contract = openapi === undefined ? null : await readOwnContract(openapi);
    if (contract?.value === null) return { ...contract, value: null };
    const contracts = contract === null ? [] : [{ key: "", version: null, own: contract.value }];
    return await planSite(folder, contracts);
  } catch (error) {
    if (!(error instanceof BuildError)) throw error;
    return { value: null, diagnostics: error.diagnostics, texts: error.texts };
  }
}

async function planSite(folder: string, ownContracts: readonly NamedContract[]): Promise<NewSite> {
  const source = await SourceFolder.open(resolve(folder));
  const config = await readDocusaurusConfig(source);
  if (config === null) return refuse(`${folder} holds no docusaurus.config file that can be read`, source.diagnostics);
  const { report } = source;
  const named = ownContracts.length > 0 ? ownContracts : await readNamedContracts(source, config);
  const sets = await readPages(source, config);
  const docs = sets.flatMap((set) => set.docs);
  if (docs.length === 0 && named.length === 0) return refuse(noPage(folder, sets), source.diagnostics);
  const atConfig = startOf(config.file);
  if (docs.length === 0) report(noPage(folder, sets), atConfig);
  const sidebars = await readSidebars(source, sets.slice(0, -1));
  const statics = await staticTargets(source, config);
  const assets = new Map([...sets.flatMap((set) => [...set.assets]), ...statics.targets]);
  const { parts, copied, map } = await mapFiles(source, config, { sets, assets, staticFolders: statics.folders });
  const pages = [...docs, ...sidebars.indexPages].map(({ route }) => routeKey(route));
  const contracts = routeContracts(named, pages);
  const site: SiteMap = {
    ...map,
    routes: new Set([...pages, ...contracts.map(({ route }) => routeKey(route))]),
    sidebar: sidebars.sidebar,
  };
  const written = writePages([...besideSidebar(docs, sidebars.sidebar), ...parts], site, report);
  const files = [
    ...contracts.flatMap(({ own }) => own.files.map((file) => ({ ...file, position: atConfig }))),
    ...written.map(({ file, position }) => ({ ...file, position })),
    ...sidebars.indexPages.map((page) => ({ ...toIndexPage(page, site.titles), position: page.position })),
    ...(await copies(source, publishedFiles(copied, written, report))),
  ];
  const settings = toSettingsText({
    config,
    ...sidebars,
    routeById: new Map(sets.flatMap((set) => set.docs.map((doc) => [`${set.settings.id} ${doc.id}`, doc.route]))),
    routes: new Set([...site.routes, ...statics.addresses]),
    statics: statics.addresses,
    contracts,
    pages: written,
    report,
  });
  return {
    value: writable([{ path: "content/site.yaml", content: settings, position: atConfig }, ...files], report),
    diagnostics: source.diagnostics,
    texts: source.texts,
  };
}

interface ReadSets {
  readonly sets: readonly Docs[];
  readonly assets: ReadonlyMap<string, string>;
  readonly staticFolders: readonly string[];
}

async function mapFiles(source: SourceFolder, config: DocusaurusConfig, { sets, assets, staticFolders }: ReadSets) {
  const docs = sets.flatMap((set) => set.docs);
  const parts = await readParts(source, assets);
  const near = new Map([...docs.map((doc) => [doc.source, doc.target] as const), ...assets]);
  const imported = await readImports([...docs, ...parts], source, { base: config.base, staticFolders, targets: near });
  return {
    parts: [...parts, ...(await readParts(source, imported))],
    // The text of others is within a page.
    copied: new Map([...assets].filter(([file]) => !source.texts.has(file))),
    map: {
      base: config.base,
      config,
      docFolders: sets.map(({ settings }) => settings.path),
      staticFolders,
      targets: new Map([...near, ...imported]),
      texts: source.texts,
      titles: new Map(docs.map((doc) => [doc.route, titleOf(doc)])),
    },
  };
}

/** Docusaurus publishes only files that pages name: a folder of documents may hold a whole package. */
function publishedFiles(
  assets: ReadonlyMap<string, string>,
  pages: readonly WrittenPage[],
  report: Report,
): ReadonlyMap<string, string> {
  const used = new Set(pages.flatMap((page) => page.used));
  const files = [...assets].filter(([source, target]) => {
    const isPublished = used.has(source) || target.startsWith("content/static/");
    if (!isPublished && !/\.mdx?$/.test(source)) report("a file is left out: no page names it", startOf(source));
    return isPublished;
  });
  return new Map(files);
}

/** In milliseconds. */
const pageTime = 10_000;

function writePages(docs: readonly PageSource[], site: SiteMap, report: Report) {
  return docs.flatMap((doc) => {
    const position = startOf(doc.source);
    try {
      new MarkdownBudget().spend(doc.body);
      return [{ ...withinTime(pageTime, () => writePage(doc, site, report)), position }];
    } catch (error) {
      if (!(error instanceof LimitError) && !(error instanceof RangeError)) throw error;
      const fault = error instanceof LimitError ? error.message : "is nested too deeply";
      report(`the page is left out: it ${fault}`, position);
      return [];
    }
  });
}

/** The folders that a migration may write. */
const newFolders: readonly string[] = ["content", "openapi"];

/**
 * Drops files with forbidden paths. Of several files with the same path, which some systems compare without case, the
 * first wins: pages come before copies.
 */
function writable(files: readonly FileWithPosition[], report: Report): readonly OutputFile[] {
  const byPath = new Map<string, OutputFile>();
  for (const { path, content, position } of files) {
    const key = path.normalize("NFC").toLowerCase();
    const first = byPath.get(key);
    const refusal = refusalOf(path, newFolders);
    if (refusal !== null) report(`\`${path}\` isn't written: it ${refusal}`, position);
    else if (first === undefined) byPath.set(key, { path, content });
    else report(`a file is left out: another one comes to \`${first.path}\``, position);
  }
  return [...byPath.values()];
}

function refuse(message: string, leftOut: readonly Diagnostic[]): NewSite {
  const fault = diagnose("init/source", message, null, "name the folder of a Docusaurus site");
  return { value: null, diagnostics: [...leftOut, fault], texts: new Map() };
}

function noPage(folder: string, sets: readonly Docs[]): string {
  return `${folder} has no page to take: no Markdown in ${sets.map(({ settings }) => `${settings.path}/`).join(", ")}`;
}

async function readPages(source: SourceFolder, config: DocusaurusConfig): Promise<readonly Docs[]> {
  const own: DocsSettings = {
    id: "pages",
    path: posix.join(config.base, "src/pages"),
    route: "",
    sidebarPath: null,
    keepsNumbers: true,
    excluded: [],
    editUrl: null,
    positionOf: () => startOf(config.file),
  };
  const inside = config.docs.filter(({ route, positionOf }) => {
    const refusal = refusalOf(`${posix.join("content", route)}/`, ["content"]);
    if (refusal !== null)
      source.report(`nothing is written to \`${route}\`: it ${refusal}`, positionOf("routeBasePath"));
    return refusal === null;
  });
  const sets: Docs[] = [];
  for (const settings of [...inside, own]) sets.push(await readDocs(source, settings));
  const withAssets = sets.map((set) => (set.settings === own ? { ...set, assets: new Map<string, string>() } : set));
  await reportLeftOut(source, config, withAssets);
  return withAssets.map((set) => ({ ...set, docs: set.docs.filter(isMigrated) }));
}

/** Docusaurus shows a sidebar only beside its own pages. */
function besideSidebar(docs: readonly Doc[], entries: readonly SidebarItem[]): readonly Doc[] {
  const listed = new Set(routesOf(entries).map(routeKey));
  return docs.map((doc) => {
    const { frontMatter, route } = doc;
    if (listed.size === 0 || listed.has(routeKey(route)) || flagAt(frontMatter, "unlisted")) return doc;
    return { ...doc, frontMatter: { ...(isObject(frontMatter) ? frontMatter : {}), displayed_sidebar: null } };
  });
}

function routesOf(entries: readonly SidebarItem[]): readonly string[] {
  return entries.flatMap((entry) => {
    if (typeof entry === "string") return [entry];
    return [...(entry.to === undefined ? [] : [entry.to]), ...routesOf(entry.items ?? [])];
  });
}

function titleOf({ frontMatter, body, id }: Doc): string {
  const heading = /^# (.+)$/m.exec(body)?.[1];
  return textAt(frontMatter, "sidebar_label") ?? textAt(frontMatter, "title") ?? heading ?? id;
}
