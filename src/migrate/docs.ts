import { posix } from "node:path";

import { parse } from "yaml";

import { withinTime } from "#read/within-time.ts";
import { splitFrontMatter } from "#settings/parse-front-matter.ts";
import { settingsSize } from "#settings/parse-settings.ts";
import { matchPattern, parsePattern } from "#shared/conformance/match-pattern.ts";
import { type Position, startOf } from "#shared/diagnostics/diagnostic.ts";
import { type Json, memberOf, textAt, textsAt } from "#shared/json/json.ts";
import type { OutputFile } from "#write/output-file.ts";

import type { DocsSettings, DocusaurusConfig } from "./site-config.ts";
import type { SourceFolder } from "./source-folder.ts";

export interface Doc {
  /** The path on the old site: `docs/02-guides/01-start.md`. */
  readonly source: string;
  /** The path on the new site: `content/docs/guides/start.md`. */
  readonly target: string;
  /** The name in sidebars: `guides/start`. */
  readonly id: string;
  readonly route: string;
  /** The folder within the set, without number prefixes; empty at the top. */
  readonly folder: string;
  /** The position in the sidebar, from front matter or the number in the name. */
  readonly order: number | null;
  readonly frontMatter: Json;
  /** Keeps the file's line numbers. */
  readonly body: string;
  readonly positionOf: (key: string) => Position;
}

export interface Category {
  readonly order: number | null;
  readonly value: Json;
}

export interface Docs {
  readonly settings: DocsSettings;
  readonly docs: readonly Doc[];
  readonly categories: ReadonlyMap<string, Category>;
  readonly folderOrders: ReadonlyMap<string, number | null>;
  /** Targets of images and other files beside the pages, and of partial pages, by source. */
  readonly assets: ReadonlyMap<string, string>;
}

export async function readDocs(site: SourceFolder, settings: DocsSettings): Promise<Docs> {
  const docs: Doc[] = [];
  const categories = new Map<string, Category>();
  const assets = new Map<string, string>();
  const folderOrders = new Map<string, number | null>();
  const excluded = settings.excluded.flatMap((glob) => parsePattern(toExpression(glob)) ?? []);
  for (const source of await site.list(settings.path, settings.positionOf("path"))) {
    const inside = settings.path === "." ? source : source.slice(settings.path.length + 1);
    let folder = "";
    for (const segment of inside.split("/").slice(0, -1)) {
      const { name, order } = parseName(segment, settings);
      folder = posix.join(folder, name);
      folderOrders.set(folder, order);
    }
    const target = posix.join("content", settings.route, folder, parseName(posix.basename(inside), settings).name);
    if (/\/_category_\.(?:json|ya?ml)$/.test(`/${inside}`)) {
      const value = yamlOrNothing((await site.text(source)) ?? "");
      categories.set(folder, { order: orderAt(value, "position"), value });
      continue;
    }
    const isExcluded = excluded.some((glob) => matchPattern(glob, inside).isMatch === true);
    if (!isExcluded && /\.mdx?$/.test(inside) && !inside.split("/").some((name) => name.startsWith("_"))) {
      docs.push(toDoc({ source, folder, text: (await site.text(source)) ?? "" }, settings));
      continue;
    }
    // Pages may include an excluded one.
    const asset = assetTarget(isExcluded ? posix.join(posix.dirname(target), `_${posix.basename(target)}`) : target);
    if (asset !== null) assets.set(source, asset);
  }
  return { settings, docs: withoutCollisions(docs), categories, folderOrders, assets };
}

/** `**\/internal/*.{md,mdx}` as a regular expression. */
function toExpression(glob: string): string {
  const expressions: Readonly<Record<string, string>> = {
    "**/": "(?:.*/)?",
    "**": ".*",
    "*": "[^/]*",
    "?": "[^/]",
    "{": "(?:",
    "}": ")",
    ",": "|",
  };
  return `^${glob.replace(/\*\*\/|\*\*|[^\p{L}\p{N}_/]/gu, (sign) => expressions[sign] ?? `\\${sign}`)}$`;
}

function assetTarget(target: string): string | null {
  if (/\.mdx?$/.test(target)) return target.replace(/\.mdx$/, ".md");
  return /\.(?:[cm]?[jt]sx?|s?css|less)$/.test(target) ? null : target.replace(/(^|\/)_+/g, "$1");
}

interface DocFile {
  readonly source: string;
  readonly folder: string;
  readonly text: string;
}

function toDoc({ source, folder, text }: DocFile, settings: DocsSettings): Doc {
  const { frontMatter: yaml, body } = splitFrontMatter(text);
  const frontMatter = yamlOrNothing(yaml ?? "");
  const { name: stem, order } = parseName(posix.basename(source).replace(/\.mdx?$/, ""), settings);
  const name = textAt(frontMatter, "id") ?? stem;
  const isIndex = /^(?:index|readme)$/i.test(stem) || stem.toLowerCase() === posix.basename(folder).toLowerCase();
  const slug = textAt(frontMatter, "slug");
  const path =
    slug === null ? posix.join(folder, isIndex ? "" : name) : slug.startsWith("/") ? slug : posix.join(folder, slug);
  return {
    source,
    target: posix.join("content", settings.route, folder, `${isIndex ? "index" : stem}.md`),
    id: posix.join(folder, name),
    route: posix.join("/", settings.route, path).replace(/(.)\/$/, "$1"),
    folder,
    order: orderAt(frontMatter, "sidebar_position") ?? order,
    frontMatter,
    body,
    positionOf: (key) => {
      const index = (yaml ?? "").split("\n").findIndex((line) => line.startsWith(`${key}:`));
      return { file: source, line: index < 0 ? 1 : index + 2, column: 1 };
    },
  };
}

function withoutCollisions(docs: readonly Doc[]): readonly Doc[] {
  const targets = new Set<string>();
  return docs.map((doc) => {
    const target = targets.has(doc.target)
      ? posix.join(posix.dirname(doc.target), posix.basename(doc.source).replace(/\.mdx?$/, ".md"))
      : doc.target;
    targets.add(target);
    return { ...doc, target };
  });
}

/** Splits `02-guides` into the name and its order, unless the number is a date's or a version's. */
function parseName(written: string, { keepsNumbers }: DocsSettings) {
  const isWhole = keepsNumbers || /^\d+[-_.]\d+/.test(written);
  const [, number, name] = (!isWhole && /^(\d+)\s*[-_.]+\s*([^-_.\s].*)$/.exec(written)) || [];
  return { name: name ?? written, order: number === undefined ? null : Number(number) };
}

function orderAt(value: Json, key: string): number | null {
  const order = memberOf(value, key);
  const number = typeof order === "string" && order.trim() !== "" ? Number(order) : order;
  return typeof number === "number" && !Number.isNaN(number) ? number : null;
}

/** In milliseconds. */
const timeLimit = 5_000;

function yamlOrNothing(text: string): Json {
  try {
    if (text.length > settingsSize) return {};
    const value: Json | undefined = withinTime(timeLimit, () => parse(text, { logLevel: "silent" }));
    return value ?? {};
  } catch {
    return {};
  }
}

/** A file, with the position of the link to it. */
export interface FileWithPosition extends OutputFile {
  readonly position: Position;
}

export async function staticTargets(source: SourceFolder, { value, base, positionOf }: DocusaurusConfig) {
  const named = textsAt(value, "staticDirectories");
  const folders = (named.length === 0 ? ["static"] : named).map((folder) =>
    posix.join(base, folder).replace(/\/+$/, ""),
  );
  const targets = new Map<string, string>();
  for (const [index, folder] of folders.entries()) {
    const prefix = folder === "." ? 0 : folder.length + 1;
    for (const file of await source.list(folder, positionOf(memberOf(value, "staticDirectories"), index)))
      targets.set(file, `content/static/${file.slice(prefix)}`);
  }
  const addresses = new Set(Array.from(targets.values(), (path) => path.replace("content/static", "")));
  return { folders, targets, addresses };
}

function isPart(file: string, target: string): boolean {
  return /\.mdx?$/.test(file) && !target.startsWith("content/static/");
}

/** What a page is written from. */
export type PageSource = Pick<Doc, "source" | "target" | "route" | "frontMatter" | "body" | "positionOf">;

/** Pages that other pages include. */
export async function readParts(
  source: SourceFolder,
  assets: ReadonlyMap<string, string>,
): Promise<readonly PageSource[]> {
  const parts: PageSource[] = [];
  for (const [file, target] of assets) {
    if (!isPart(file, target)) continue;
    const { body } = splitFrontMatter((await source.text(file)) ?? "");
    const route = target.replace(/^content|\.md$/g, "");
    parts.push({ source: file, target, route, frontMatter: {}, body, positionOf: () => startOf(file) });
  }
  return parts;
}

export async function copies(
  source: SourceFolder,
  assets: ReadonlyMap<string, string>,
): Promise<readonly FileWithPosition[]> {
  const files: FileWithPosition[] = [];
  for (const [file, path] of assets) {
    if (isPart(file, path)) continue;
    const content = await source.bytes(file);
    if (content !== null) files.push({ path, content, position: startOf(file) });
  }
  return files;
}
