import { isUtf8 } from "node:buffer";

import { diagnose, type Diagnostic, type Outcome, type SourceFile, startOf } from "#shared/diagnostics/diagnostic.ts";

import { toSourceText } from "./source-text.ts";

/** The author's files as bytes, by path relative to the root, with `/`. */
export type FileBytes = ReadonlyMap<string, Uint8Array>;

export const sourceFolders = ["content", "openapi", "templates"] as const;

/** A file that is published as it is. */
export interface StaticFile {
  /** Its path below the site's base URL. */
  readonly path: string;
  /** The author's file, relative to the root. */
  readonly file: string;
  readonly content: Uint8Array;
}

/** The times of the last changes of the author's files, in seconds since 1970. */
export interface SourceDates {
  /** By path relative to the root, for the files that git knows. */
  readonly byFile: ReadonlyMap<string, number>;
  /** For all other files; null when unknown. */
  readonly fallback: number | null;
}

/** Everything that an author wrote, decoded and sorted by path. */
export interface Sources {
  /** `content/site.yaml` */
  readonly settings: SourceFile | null;
  /** `content/**` Markdown that becomes pages. */
  readonly pages: readonly SourceFile[];
  /**
   * Parts of pages (blocks, figures, programs), whose name or folder starts with `_`, by path relative to the root. One
   * whose text can't be read is null.
   */
  readonly parts: ReadonlyMap<string, SourceFile | null>;
  /** YAML and JSON below `openapi/`, by path relative to the root. */
  readonly contracts: ReadonlyMap<string, string>;
  /** `content/static/**` and the images and files beside the pages. */
  readonly statics: readonly StaticFile[];
  /** Texts below `templates/` (and for the package's own site the browser's scripts), by path relative to the root. */
  readonly theme: ReadonlyMap<string, string>;
}

/** Sorts the author's files by their use and decodes their texts. */
export function toSources(files: FileBytes): Outcome<Sources> {
  const diagnostics: Diagnostic[] = [];
  const pages: SourceFile[] = [];
  const parts = new Map<string, SourceFile>();
  const contracts = new Map<string, string>();
  const theme = new Map<string, string>();
  const statics: StaticFile[] = [];
  let settings: SourceFile | null = null;

  const seen = new Set<string>();
  const paths = [...files.keys()].sort();
  for (const path of paths) {
    const bytes = files.get(path) ?? new Uint8Array();
    // Systems differ in how they compose the letters of names.
    const file = path.normalize("NFC");
    if (seen.has(file)) {
      const message = "two files have this name, in two Unicode forms";
      diagnostics.push(diagnose("content/file-name", message, startOf(file), "rename one of them"));
      continue;
    }
    seen.add(file);
    const kind = kindOf(file);
    const [message, hint] = (kind === "static" || kind === "part" ? strayFileWords(file) : null) ?? [];
    if (message !== undefined) diagnostics.push(diagnose("content/strange-file", message, startOf(file), hint));
    if (kind === "static") {
      statics.push({ path: file.replace(/^content\/(static\/)?/, ""), file, content: bytes });
      continue;
    }
    if (kind === "other") continue;
    const { value: text, diagnostics: findings } = decode(file, bytes);
    diagnostics.push(...findings);
    if (text === null) continue;
    if (kind === "settings") settings = { file, text };
    else if (kind === "page") pages.push({ file, text });
    else if (kind === "part") parts.set(file, { file, text });
    else if (kind === "theme") theme.set(file, text);
    else contracts.set(file, text);
  }
  if (pages.length === 0 && contracts.size === 0) diagnostics.push(nothingToBuild);
  if (!pages.some(({ file }) => file === notFoundPage.file)) pages.push(notFoundPage);
  return { value: { settings, pages, parts, contracts, statics, theme }, diagnostics };
}

const nothingToBuild = diagnose(
  "content/missing",
  "there are no pages here: no Markdown in content/ and no document in openapi/",
  null,
  "write content/index.md, let `docs-build init` write it, or name the folder with --root",
);

const notFoundPage: SourceFile = {
  file: "content/404.md",
  text: `---
title: Page not found
description: The address leads to no page of this site.
---

We couldn't find that page. Check the address, or start from the front page.
`,
};

export function textsOf({ settings, pages, parts, contracts, theme }: Sources): ReadonlyMap<string, string> {
  const sources = [settings, ...pages, ...parts.values()].filter((source) => source !== null);
  return new Map([...sources.map(({ file, text }) => [file, text] as const), ...contracts, ...theme]);
}

type SourceKind = "settings" | "page" | "part" | "contract" | "static" | "theme" | "other";

export function kindOf(file: string): SourceKind {
  if (file === "content/site.yaml") return "settings";
  if (file.startsWith("openapi/")) return /\.(ya?ml|json)$/i.test(file) ? "contract" : "other";
  if (file.startsWith("templates/")) return /\.(?:[cm]?[jt]sx?|css|s[ac]ss|less)$/.test(file) ? "theme" : "other";
  if (file.startsWith("src/")) return /\.(?:tsx?|css)$/.test(file) ? "theme" : "other";
  if (file.startsWith("content/static/")) return "static";
  if (file.split("/").some((segment) => segment.startsWith("_"))) return partName.test(file) ? "part" : "other";
  return /\.md$/i.test(file) ? "page" : "static";
}

function strayFileWords(file: string): readonly [string, string] | null {
  if (/^content\/(?:static\/|(?:.*\/)?_[^/]*\/)/.test(file)) return null;
  const name = file.slice(file.lastIndexOf("/") + 1);
  if (/\.(?:mdx|markdown|mdown|mkdn?)$/i.test(name))
    return ["this is a download, not a page", `rename it to ${file.replace(/[^.]*$/, "md")}`];
  if (/^content\/(?:site\.ya?ml|_config\.ya?ml|mkdocs\.ya?ml|mint\.json|book\.toml)$/i.test(file))
    return ["these settings aren't read", "write them into content/site.yaml, as `docs-build explain settings` shows"];
  if (/^_(?:category_\.(?:json|ya?ml)|meta\.(?:json|[jt]sx?))$/.test(name))
    return ["nothing reads this file", "write its group into `sidebar:` of content/site.yaml, and remove it"];
  if (!projectFiles.has(name) && !/^(?:[\w-]+\.config\.[cm]?[jt]s|[jt]sconfig\.[\w.-]+)$/.test(name)) return null;
  const hint = "move it out of content/, or into content/static/ where readers are to have it";
  return ["a file of another tool is published as a download", hint];
}

// prettier-ignore
const projectFiles: ReadonlySet<string> = new Set([
  "package.json", "package-lock.json", "npm-shrinkwrap.json", "yarn.lock", "pnpm-lock.yaml", "pnpm-workspace.yaml",
  "bun.lock", "bun.lockb", "sidebars.js", "sidebars.ts", "requirements.txt", "pyproject.toml", "Gemfile",
  "Gemfile.lock", "composer.lock", "Makefile", "Dockerfile", "Thumbs.db", "desktop.ini",
]);

const partName = /\.(?:md|svg|[cm]?[jt]sx?|py|sh|json|ya?ml|rb|php|go|rs|java|kt|cs|sql)$/i;

function decode(file: string, bytes: Uint8Array): Outcome<string | null> {
  const fault = encodingFault(bytes);
  if (fault === null) return { value: new TextDecoder().decode(bytes), diagnostics: [] };
  const [message, offset] = fault;
  const before = new TextDecoder().decode(bytes.subarray(0, offset));
  const position = toSourceText(file, before).positionAt(before.length);
  const hint = "save the file as UTF-8 text";
  return { value: null, diagnostics: [diagnose("content/encoding", message, position, hint)] };
}

/** The offset is in bytes. */
function encodingFault(bytes: Uint8Array): readonly [message: string, offset: number] | null {
  const [first, second] = bytes;
  const isUtf16 = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
  if (isUtf16) return ["the file is UTF-16", 0];
  const nul = bytes.indexOf(0);
  if (nul >= 0) return ["the file holds NUL bytes", nul];
  if (isUtf8(bytes)) return null;
  const offset = firstInvalidByte(bytes);
  const byte = bytes[offset]?.toString(16).toUpperCase().padStart(2, "0");
  return [`the file isn't valid UTF-8: byte 0x${byte} at offset ${offset}`, offset];
}

function firstInvalidByte(bytes: Uint8Array): number {
  const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
  let [offset, seen] = [0, 0];
  for (const { index } of text.matchAll(/\u{FFFD}/gu)) {
    offset += Buffer.byteLength(text.slice(seen, index));
    seen = index;
    const isWritten = bytes[offset] === 0xef && bytes[offset + 1] === 0xbf && bytes[offset + 2] === 0xbd;
    if (!isWritten) return offset;
  }
  return offset;
}
