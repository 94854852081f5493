import { posix } from "node:path";

import { stringify } from "yaml";

import { flagAt, type Json, memberOf, textAt } from "#shared/json/json.ts";
import { decodePercent } from "#shared/percent.ts";
import { routeKey } from "#shared/route.ts";
import type { OutputFile } from "#write/output-file.ts";

import type { PageSource } from "../docs.ts";
import { type ImportFolders, importedFiles } from "../imports.ts";
import { firstRoute, type SidebarItem, type IndexPage, routeOf } from "../sidebar-reader.ts";
import { type DocusaurusConfig, withoutBase } from "../site-config.ts";
import type { Report } from "../source-folder.ts";
import { bracketed } from "./blocks.ts";
import { convertPage } from "./convert-page.ts";
import type { ShownKind } from "./mdx-page.ts";

export interface SiteMap extends ImportFolders {
  readonly config: DocusaurusConfig;
  /** New files by their paths on the old site. */
  readonly targets: ReadonlyMap<string, string>;
  /** Addresses of the new site, by `routeKey`. */
  readonly routes: ReadonlySet<string>;
  readonly docFolders: readonly string[];
  /** Files of the old site that pages import as text. */
  readonly texts: ReadonlyMap<string, string>;
  readonly sidebar: readonly SidebarItem[];
  readonly titles: ReadonlyMap<string, string>;
}

export interface WrittenPage {
  readonly file: OutputFile;
  /** Addresses of the old site that lead nowhere now. */
  readonly lost: readonly string[];
  /** Files of the old site that the page links or shows. */
  readonly used: readonly string[];
  /** Origins of pictures and frames from other sites. */
  readonly origins: readonly ShownOrigin[];
}

export type ShownOrigin = readonly [kind: ShownKind, origin: string];

export function writePage(doc: PageSource, site: SiteMap, report: Report): WrittenPage {
  const lost: string[] = [];
  const used: string[] = [];
  const origins: ShownOrigin[] = [];
  const context: PageContext = { from: doc, site, lost, used };
  // `mdx`, `md`, or `detect` by file names.
  const usual = textAt(memberOf(site.config.value, "markdown"), "format") ?? "mdx";
  const format = textAt(memberOf(doc.frontMatter, "mdx"), "format") ?? usual;
  const { text, heading } = convertPage({
    file: doc.source,
    text: doc.body,
    isMdx: format === "detect" ? doc.source.endsWith(".mdx") : format !== "md",
    toAddress: (address) => toAddress(address, context),
    toShown: (kind, address) => {
      const origin = URL.canParse(address) ? new URL(address).origin : "";
      // A policy can't name other hosts; the build reports what it lacks.
      if (/^https?:\/\/[a-z0-9][a-z0-9.-]*(?::\d+)?$/.test(origin)) origins.push([kind, origin]);
      return toAddress(address, context);
    },
    toInclude: (path) => toInclude(path, context),
    toText: (path) => toText(path, context),
    report,
    listBelow: () => toList(below(site.sidebar, doc.route), site.titles),
  });
  const frontMatter = toFrontMatter(doc, heading);
  const head = Object.keys(frontMatter).length === 0 ? "" : `---\n${stringify(frontMatter, { lineWidth: 0 })}---\n\n`;
  const file = { path: doc.target, content: head + text };
  // A page shows its own leading heading in any case.
  if (flagAt(doc.frontMatter, "hide_title") && heading === null)
    report("`hide_title` of the front matter is left out", doc.positionOf("hide_title"));
  return { file, lost, used, origins };
}

interface PageContext {
  readonly from: PageSource;
  readonly site: SiteMap;
  readonly lost: string[];
  readonly used: string[];
}

function toAddress(address: string, context: PageContext): string {
  const { from, site, lost, used } = context;
  const bare = address.replace(/^pathname:\/\//, "");
  if (/^(?:[a-z][a-z0-9+.-]*:|\/\/|#|$)/i.test(bare)) return bare;
  const [, path = "", suffix = ""] = /^([^?#]*)(.*)$/s.exec(bare) ?? [];
  const decoded = decodePercent(path) ?? path;
  const source = candidates(decoded, context).find((candidate) => site.targets.has(candidate));
  const target = source === undefined ? undefined : site.targets.get(source);
  if (source !== undefined && target !== undefined) {
    used.push(source);
    return encode(relativeTo(target, from.target), path) + suffix;
  }
  // Its address ends in a slash, and relative ones start from there.
  const hasSlash = flagAt(site.config.value, "trailingSlash") || from.target.endsWith("/index.md");
  const folder = hasSlash ? from.route : posix.dirname(from.route);
  const absolute = path.startsWith("/") ? decoded : posix.join(folder, decoded);
  const route = [absolute, withoutBase(absolute, site.config)].find((written) => site.routes.has(routeKey(written)));
  if (route !== undefined) return encode(route, path) + suffix;
  lost.push(address);
  return bare;
}

/** Files that a path may mean, in Docusaurus' order. */
function candidates(path: string, { from: { source }, site }: PageContext): readonly string[] {
  const { docFolders, staticFolders, targets } = site;
  if (path.startsWith("@site/")) return importedFiles(path, source, site);
  const inDocs = docFolders.map((folder) => posix.join(folder, path));
  if (!path.startsWith("/")) return [posix.join(posix.dirname(source), path), ...inDocs];
  const statics = staticFolders.map((folder) => folder + path);
  return statics.some((file) => targets.has(file)) ? statics : [...inDocs, path.slice(1)];
}

function relativeTo(target: string, from: string): string {
  if (target.startsWith("content/static/")) return target.slice("content/static".length);
  const path = posix.relative(posix.dirname(from), target);
  return path.startsWith(".") ? path : `./${path}`;
}

/** Encodes what the author encoded, and characters that would end an address in Markdown. */
function encode(path: string, written: string): string {
  return /%[0-9a-f]{2}|[\s()<>]/i.test(written + path) ? path.split("/").map(encodeURIComponent).join("/") : path;
}

function toText(path: string, { from: { source }, site }: PageContext): string | null {
  const file = importedFiles(path, source, site).find((name) => site.texts.has(name)) ?? "";
  return site.texts.get(file) ?? null;
}

function toInclude(path: string, { from: { source }, site }: PageContext): string | null {
  const file = importedFiles(path, source, site).find((name) => site.targets.has(name)) ?? "";
  const target = site.targets.get(file) ?? "";
  return /(?:^|\/)_/.test(target) ? `::include{file=${target.replace(/^content\//, "")}}` : null;
}

function toFrontMatter(
  { frontMatter, route, target }: PageSource,
  heading: string | null,
): Readonly<Record<string, Json>> {
  const title = textAt(frontMatter, "title");
  const label = textAt(frontMatter, "sidebar_label");
  const usualRoute = routeKey(target.replace(/^content|(?<=\/)index\.md$|\.md$/g, ""));
  const entries: readonly (readonly [string, Json | null | undefined])[] = [
    // Docusaurus shows the heading, and uses the title everywhere else.
    ["title", heading === null ? title : null],
    ["sidebar_label", label ?? (heading !== null && title !== heading ? title : null)],
    ["description", textAt(frontMatter, "description")?.trim() || null],
    ["slug", usualRoute === routeKey(route) ? null : route],
    ["unlisted", flagAt(frontMatter, "unlisted") ? true : null],
    ["sidebar", memberOf(frontMatter, "displayed_sidebar") === null ? false : null],
    ["toc_min_heading_level", levelAt(frontMatter, "toc_min_heading_level")],
    ["toc_max_heading_level", levelAt(frontMatter, "toc_max_heading_level")],
  ];
  return Object.fromEntries(
    entries.flatMap(([key, value]) => (value === null || value === undefined ? [] : [[key, value]])),
  );
}

function levelAt(frontMatter: Json, key: string): Json | null {
  const level = memberOf(frontMatter, key);
  return typeof level === "number" && level >= 2 && level <= 6 ? level : null;
}

/** The page that Docusaurus generates for a category lists its entries. */
export function toIndexPage(
  { route, title, description, items }: IndexPage,
  titles: ReadonlyMap<string, string>,
): OutputFile {
  const head = stringify({ title, ...(description === null ? {} : { description }) }, { lineWidth: 0 });
  const text = description === null ? "" : `${description}\n\n`;
  return {
    path: `content${route === "/" ? "/index" : route}.md`,
    content: `---\n${head}---\n\n${text}${toList(items, titles)}\n`,
  };
}

function below(entries: readonly SidebarItem[], route: string): readonly SidebarItem[] {
  return entries.flatMap((entry) => {
    if (typeof entry === "string" || entry.items === undefined) return [];
    return entry.to === route ? entry.items : below(entry.items, route);
  });
}

function toList(items: readonly SidebarItem[], titles: ReadonlyMap<string, string>): string {
  const lines = items.map((entry) => {
    // A category without a page of its own opens its first one.
    const route = firstRoute([entry]) ?? routeOf(entry);
    const label = (typeof entry === "string" ? null : entry.label) ?? titles.get(route ?? "") ?? route ?? "";
    return route === null ? `- ${label}` : `- ${bracketed(label)}(${route})`;
  });
  return lines.join("\n");
}
