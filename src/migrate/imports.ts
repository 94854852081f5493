import { posix } from "node:path";

import type { Doc } from "./docs.ts";
import type { SourceFolder } from "./source-folder.ts";

/** Where imports of a site begin. */
export interface ImportFolders {
  readonly base: string;
  readonly staticFolders: readonly string[];
}

/** The files that an import's path may mean, in Docusaurus' order. */
export function importedFiles(path: string, from: string, { base, staticFolders }: ImportFolders): readonly string[] {
  if (path.startsWith("@site/")) return [posix.join(base, path.slice("@site/".length))];
  if (path.startsWith("/")) return [...staticFolders, base].map((folder) => posix.join(folder, path.slice(1)));
  return [posix.join(posix.dirname(from), path)];
}

/** The name and path of `import Name from "path"`, which may name exports as well: `import Name, { toc } from "path"`. */
export const importStatement = /^import\s+(\w+)(?:\s*,\s*\{[^}]*\})?\s+from\s+["']([^"'\n]+)["']/gm;

/** A file that is imported as text. */
export const rawFile = /^!*raw-loader!(.+)$/;

/**
 * Reads what pages import: files as text, which the folder remembers, and Markdown from anywhere, whose new paths are
 * returned.
 */
export async function readImports(
  pages: readonly Pick<Doc, "source" | "body">[],
  source: SourceFolder,
  { targets, ...folders }: ImportFolders & { readonly targets: ReadonlyMap<string, string> },
): Promise<ReadonlyMap<string, string>> {
  const parts = new Map<string, string>();
  const queue = [...pages];
  for (const { source: from, body } of queue) {
    for (const [, , path = ""] of body.matchAll(importStatement)) {
      const [, raw] = rawFile.exec(path) ?? [];
      if (raw === undefined && !/\.mdx?$/.test(path)) continue;
      for (const file of importedFiles((raw ?? path).replaceAll("\\", ""), from, folders)) {
        if (raw === undefined && (targets.has(file) || parts.has(file))) break;
        const text = await source.text(file);
        if (text === null) continue;
        if (raw === undefined) {
          parts.set(file, `content/_imported/${file.replace(/\.mdx?$/, ".md")}`);
          queue.push({ source: file, body: text });
        }
        break;
      }
    }
  }
  return parts;
}
