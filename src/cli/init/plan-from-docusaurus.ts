import { readFile } from "node:fs/promises";
import { join, resolve } from "node:path";

import { splitFrontMatter } from "#read/parse-front-matter.ts";
import { diagnose, type Diagnostic, type Outcome, startOf } from "#shared/diagnostic.ts";
import type { OutputFile } from "#shared/files.ts";
import { isObject, listAt, memberOf, textAt } from "#shared/json/json.ts";
import { routeKey } from "#shared/route.ts";

import { type Doc, type Docs, readDocs } from "./docusaurus/docs.ts";
import { findLeftOut, isTaken } from "./docusaurus/left-out.ts";
import { type SiteMap, toIndexPage, writePage } from "./docusaurus/page-writer.ts";
import { listFiles, readText } from "./docusaurus/read-files.ts";
import { type Entry, readSidebars } from "./docusaurus/sidebars.ts";
import { type DocusaurusConfig, readConfig } from "./docusaurus/site-config.ts";
import { toSettingsText } from "./docusaurus/to-settings.ts";
import { documentSettings, type NewSite, readOwnContract } from "./plan-new-site.ts";

/** Plans a site out of a Docusaurus site's files, and a contract where there is one. Nothing of that site is run. */
export async function planFromDocusaurus(folder: string, openapi?: string): Promise<NewSite> {
  const own = openapi === undefined ? null : await readOwnContract(openapi);
  if (own?.value === null) return { ...own, value: null };
  const root = resolve(folder);
  const config = await readConfig(root);
  if (config === null) return refuse(`${folder} holds no docusaurus.config file that can be read`);
  const diagnostics: Diagnostic[] = [];
  const at = startOf(config.file);
  const report = (message: string): void => void diagnostics.push(diagnose("init/left-out", message, at));
  const { value: taken, diagnostics: leftOut } = await readPages(root, config);
  const docs = taken.flatMap((set) => set.docs);
  if (docs.length === 0 && own === null) return refuse(noPage(folder, taken), leftOut);
  if (docs.length === 0) report(noPage(folder, taken));
  const sidebars = await readSidebars(root, taken.slice(0, -1), report);
  const statics = await staticTargets(root, config);
  const others = new Map([...taken.flatMap((set) => [...set.others]), ...statics.targets]);
  const pages = [...docs, ...sidebars.indexPages].map(({ route }) => routeKey(route));
  const apiRoute = pages.includes(routeKey("/api/")) ? "/api-reference/" : "/api/";
  const routes = own === null ? pages : [...pages, routeKey(apiRoute)];
  const site: SiteMap = {
    targets: new Map([...docs.map(({ source, target }) => [source, target] as const), ...others]),
    routes: new Set(routes),
    docFolders: taken.map(({ settings }) => settings.path),
    staticFolders: statics.folders,
  };
  const parts = await readParts(root, others);
  const written = [...besideSidebar(docs, sidebars.entries), ...parts].map((doc) => writePage(doc, site));
  const titles = new Map(docs.map((doc) => [doc.route, titleOf(doc)]));
  const files = [
    ...written.map(({ file }) => file),
    ...sidebars.indexPages.map((page) => toIndexPage(page, titles)),
    ...(await copies(root, others)),
  ];
  const settings = toSettingsText({
    config,
    sidebar: sidebars.entries,
    firstOf: sidebars.firstOf,
    routeById: new Map(docs.map(({ id, route }) => [id, route])),
    routes: site.routes,
    apiRoute: own === null ? null : apiRoute,
    hasLostLinks: written.some(({ lost }) => lost.length > 0),
    report,
  });
  const content = own === null ? settings : settings + documentSettings(own.value, apiRoute);
  return {
    value: firstOfEach([{ path: "content/site.yaml", content }, ...files, ...(own?.value?.files ?? [])]),
    diagnostics: [...leftOut, ...diagnostics, ...written.flatMap((page) => page.diagnostics)],
    texts: new Map([...docs, ...parts].map(({ source, body }) => [source, body])),
  };
}

/** Two files may come to one place, as `a.md` and `a.mdx` do: pages win over copies, the first over the second. */
function firstOfEach(files: readonly OutputFile[]): readonly OutputFile[] {
  const byPath = new Map<string, OutputFile>();
  for (const file of files) if (!byPath.has(file.path)) byPath.set(file.path, file);
  return [...byPath.values()];
}

function refuse(message: string, leftOut: readonly Diagnostic[] = []): NewSite {
  const fault = diagnose("init/source", message, null, "name the folder of a Docusaurus site");
  return { value: null, diagnostics: [...leftOut, fault], texts: new Map() };
}

function noPage(folder: string, sets: readonly Docs[]): string {
  return `${folder} has no page to take: no Markdown in ${sets.map(({ settings }) => `${settings.path}/`).join(", ")}`;
}

/** The documents of every set that are taken, and at the end the pages of Markdown in `src/pages`. */
async function readPages(root: string, config: DocusaurusConfig): Promise<Outcome<readonly Docs[]>> {
  const sets = await Promise.all(config.docs.map(async (settings) => readDocs(root, settings)));
  const own = await readDocs(root, { path: "src/pages", route: "", sidebarPath: null, keepsNumbers: true });
  const found = [...sets, { ...own, others: new Map<string, string>() }];
  return {
    value: found.map((set) => ({ ...set, docs: set.docs.filter(isTaken) })),
    diagnostics: await findLeftOut(root, config, found),
  };
}

function besideSidebar(docs: readonly Doc[], entries: readonly Entry[]): readonly Doc[] {
  const listed = new Set(routesOf(entries).map(routeKey));
  return docs.map((doc) => (listed.size === 0 || listed.has(routeKey(doc.route)) ? doc : withoutSidebar(doc)));
}

function routesOf(entries: readonly Entry[]): readonly string[] {
  return entries.flatMap((entry) => {
    if (typeof entry === "string") return [entry];
    return [...(entry.to === undefined ? [] : [entry.to]), ...routesOf(entry.items ?? [])];
  });
}

/** Docusaurus shows no sidebar beside a page that is in none. */
function withoutSidebar(doc: Doc): Doc {
  const { frontMatter } = doc;
  if (memberOf(frontMatter, "unlisted") === true) return doc;
  return { ...doc, frontMatter: { ...(isObject(frontMatter) ? frontMatter : {}), displayed_sidebar: null } };
}

function titleOf({ frontMatter, body, id }: Doc): string {
  const heading = /^# (.+)$/m.exec(body)?.[1];
  return textAt(frontMatter, "sidebar_label") ?? textAt(frontMatter, "title") ?? heading ?? id;
}

/** Files of `static/`, and where they go. */
async function staticTargets(
  root: string,
  { value }: DocusaurusConfig,
): Promise<{ readonly folders: readonly string[]; readonly targets: ReadonlyMap<string, string> }> {
  const named = listAt(value, "staticDirectories").filter((folder) => typeof folder === "string");
  const folders = (named.length === 0 ? ["static"] : named).map((folder) => folder.replace(/^\.\/|\/+$/g, ""));
  const files = await Promise.all(folders.map(async (folder) => ({ folder, files: await listFiles(root, folder) })));
  const targets = files.flatMap((list) =>
    list.files.map((file) => [file, `content/static/${file.slice(list.folder.length + 1)}`] as const),
  );
  return { folders, targets: new Map(targets) };
}

/** Pages that are only parts of others. */
async function readParts(root: string, others: ReadonlyMap<string, string>): Promise<readonly Doc[]> {
  const parts = [...others].filter(
    ([source, target]) => /\.mdx?$/.test(source) && !target.startsWith("content/static/"),
  );
  return Promise.all(
    parts.map(async ([source, target]) => {
      const { body } = splitFrontMatter((await readText(root, source)) ?? "");
      const route = target.replace(/^content|\.md$/g, "");
      return { source, target, route, body, id: "", folder: "", place: null, frontMatter: {} };
    }),
  );
}

async function copies(root: string, others: ReadonlyMap<string, string>): Promise<readonly OutputFile[]> {
  const plain = [...others].filter(
    ([source, target]) => !/\.mdx?$/.test(source) || target.startsWith("content/static/"),
  );
  return Promise.all(plain.map(async ([source, path]) => ({ path, content: await readFile(join(root, source)) })));
}
