import { posix } from "node:path";

import { splitFrontMatter } from "#settings/parse-front-matter.ts";
import { type Position, startOf } from "#shared/diagnostics/diagnostic.ts";
import { memberOf, textsAt } from "#shared/json/json.ts";
import type { OutputFile } from "#write/output-file.ts";

import type { Doc } from "./docs.ts";
import type { DocusaurusConfig } from "./site-config.ts";
import type { SourceFolder } from "./source-folder.ts";

/** A file, with the position of the link to it. */
export interface FileWithPosition extends OutputFile {
  readonly position: Position | null;
}

interface StaticTargets {
  readonly folders: readonly string[];
  readonly targets: ReadonlyMap<string, string>;
  readonly addresses: ReadonlySet<string>;
}

export async function staticTargets(
  source: SourceFolder,
  { value, base, positionOf }: DocusaurusConfig,
): Promise<StaticTargets> {
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

/** Pages that other pages include. */
export async function readParts(source: SourceFolder, assets: ReadonlyMap<string, string>): Promise<readonly Doc[]> {
  const parts: Doc[] = [];
  for (const [file, target] of assets) {
    if (!/\.mdx?$/.test(file) || target.startsWith("content/static/")) continue;
    const { body } = splitFrontMatter((await source.text(file)) ?? "");
    const route = target.replace(/^content|\.md$/g, "");
    parts.push({
      source: file,
      target,
      id: "",
      route,
      folder: "",
      order: null,
      frontMatter: {},
      body,
      positionOf: () => startOf(file),
    });
  }
  return parts;
}

export async function copies(
  source: SourceFolder,
  assets: ReadonlyMap<string, string>,
): Promise<readonly FileWithPosition[]> {
  const files: FileWithPosition[] = [];
  for (const [file, path] of assets) {
    if (/\.mdx?$/.test(file) && !path.startsWith("content/static/")) continue;
    const content = await source.bytes(file);
    if (content !== null) files.push({ path, content, position: startOf(file) });
  }
  return files;
}
