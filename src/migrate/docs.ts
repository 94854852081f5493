import { posix } from "node:path";

import { parse } from "yaml";

import { withinTime } from "#read/within-time.ts";
import { splitFrontMatter } from "#settings/parse-front-matter.ts";
import { settingsSize } from "#settings/parse-settings.ts";
import type { Position } from "#shared/diagnostics/diagnostic.ts";
import { type Json, memberOf, textAt } from "#shared/json/json.ts";

import type { DocsSettings } from "./site-config.ts";
import type { SourceFolder } from "./source-folder.ts";

/** A page of Markdown on the site that is taken. */
export interface Doc {
  /** Relative to the site: `docs/02-guides/01-start.md`. */
  readonly source: string;
  /** On the new site: `content/docs/guides/start.md`. */
  readonly target: string;
  /** What sidebars call it: `guides/start`. */
  readonly id: string;
  readonly route: string;
  /** The folder below the documents' own, without number prefixes; empty at the top. */
  readonly folder: string;
  /** Where it stands among its neighbors, as its front matter or its number says. */
  readonly place: number | null;
  readonly frontMatter: Json;
  /** With the file's line numbers. */
  readonly body: string;
  /** Where a key of the front matter is written. */
  readonly positionOf: (key: string) => Position;
}

/** What `_category_.json` says of a folder. */
export interface Category {
  readonly place: number | null;
  readonly value: Json;
}

export interface Docs {
  readonly settings: DocsSettings;
  readonly docs: readonly Doc[];
  readonly categories: ReadonlyMap<string, Category>;
  /** The numbers that folders' names begin with, by folder. */
  readonly folderPlaces: ReadonlyMap<string, number | null>;
  /** Images and others beside the pages, and pages that are only parts: by source, where they go. */
  readonly others: ReadonlyMap<string, string>;
}

export async function readDocs(site: SourceFolder, settings: DocsSettings): Promise<Docs> {
  const docs: Doc[] = [];
  const categories = new Map<string, Category>();
  const others = new Map<string, string>();
  const folderPlaces = new Map<string, number | null>();
  for (const source of await site.list(settings.path, settings.placeOf("path"))) {
    const inside = settings.path === "." ? source : source.slice(settings.path.length + 1);
    const clean = settings.keepsNumbers ? (name: string) => name : withoutNumber;
    const segments = inside.split("/").slice(0, -1);
    const folder = segments.map(clean).join("/");
    for (const [depth, name] of segments.entries()) {
      const path = segments
        .slice(0, depth + 1)
        .map(clean)
        .join("/");
      folderPlaces.set(path, settings.keepsNumbers ? null : numberOf(name));
    }
    const target = posix.join("content", settings.route, folder, clean(posix.basename(inside)));
    if (/\/_category_\.(?:json|ya?ml)$/.test(`/${inside}`)) {
      const value = parseYaml((await site.text(source)) ?? "");
      categories.set(folder, { place: placeAt(value, "position"), value });
    } else if (!/\.mdx?$/.test(inside) || inside.split("/").some((name) => name.startsWith("_"))) {
      const other = otherTarget(target);
      if (other !== null) others.set(source, other);
    } else {
      docs.push(toDoc({ source, inside, folder, clean, settings }, (await site.text(source)) ?? ""));
    }
  }
  return { settings, docs: withoutCollisions(docs), categories, folderPlaces, others };
}

/** Parts of pages keep their underscore; what is published has none. Programs and styles are not taken. */
function otherTarget(target: string): string | null {
  if (/\.mdx?$/.test(target)) return target.replace(/\.mdx$/, ".md");
  return /\.(?:[cm]?[jt]sx?|s?css|less)$/.test(target) ? null : target.replace(/(^|\/)_+/g, "$1");
}

interface DocFile {
  readonly source: string;
  readonly inside: string;
  readonly folder: string;
  readonly clean: (name: string) => string;
  readonly settings: DocsSettings;
}

function toDoc({ source, inside, folder, clean, settings }: DocFile, text: string): Doc {
  const { frontMatter: yaml, body } = splitFrontMatter(text);
  const frontMatter = parseYaml(yaml ?? "");
  const stem = posix.basename(inside).replace(/\.mdx?$/, "");
  const name = textAt(frontMatter, "id") ?? clean(stem);
  const isIndex =
    /^(?:index|readme)$/i.test(clean(stem)) || clean(stem).toLowerCase() === posix.basename(folder).toLowerCase();
  const slug = textAt(frontMatter, "slug");
  const own =
    slug === null ? posix.join(folder, isIndex ? "" : name) : slug.startsWith("/") ? slug : posix.join(folder, slug);
  const file = isIndex ? "index" : clean(stem);
  return {
    source,
    target: posix.join("content", settings.route, folder, `${file}.md`),
    id: posix.join(folder, name),
    route: posix.join("/", settings.route, own).replace(/(.)\/$/, "$1"),
    folder,
    place: placeAt(frontMatter, "sidebar_position") ?? (settings.keepsNumbers ? null : numberOf(stem)),
    frontMatter,
    body,
    positionOf: (key) => positionIn(source, yaml ?? "", key),
  };
}

/** The line of a key; the file's start where it is written in another way. */
function positionIn(file: string, yaml: string, key: string): Position {
  const index = yaml.split("\n").findIndex((line) => line.startsWith(`${key}:`));
  return { file, line: index < 0 ? 1 : index + 2, column: 1 };
}

/** Two pages whose names differ by their numbers only keep them. */
function withoutCollisions(docs: readonly Doc[]): readonly Doc[] {
  const taken = new Set<string>();
  return docs.map((doc) => {
    const target = taken.has(doc.target)
      ? posix.join(posix.dirname(doc.target), posix.basename(doc.source).replace(/\.mdx?$/, ".md"))
      : doc.target;
    taken.add(target);
    return { ...doc, target };
  });
}

const numbered = /^(\d+)\s*[-_.]+\s*([^-_.\s].*)$/;
const dated = /^\d+[-_.]\d+/;

/** `02-guides` is `guides`; dates and versions are names. */
function withoutNumber(name: string): string {
  return dated.test(name) ? name : (numbered.exec(name)?.[2] ?? name);
}

function placeAt(value: Json, key: string): number | null {
  const place = memberOf(value, key);
  const number = typeof place === "string" && place.trim() !== "" ? Number(place) : place;
  return typeof number === "number" && !Number.isNaN(number) ? number : null;
}

function numberOf(name: string): number | null {
  const number = dated.test(name) ? undefined : numbered.exec(name)?.[1];
  return number === undefined ? null : Number(number);
}

/** In milliseconds. */
const timeLimit = 5_000;

/** YAML or JSON that may be wrong, or too much: then it says nothing. */
function parseYaml(text: string): Json {
  try {
    if (text.length > settingsSize) return {};
    const value: Json | undefined = withinTime(timeLimit, () => parse(text, { logLevel: "silent" }));
    return value ?? {};
  } catch {
    return {};
  }
}
