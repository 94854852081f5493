import { posix } from "node:path";

import type { SourceFile } from "#shared/diagnostic.ts";

/** An attribute of a directive that names a block or a figure. */
const naming = /\b(?:file|src)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'}]+))/g;

/**
 * The blocks and figures that a page's text names, and those that its blocks name. A text that names one which is not
 * there gets all of them, because the finding suggests another.
 */
export function partsNamedIn(text: string, parts: ReadonlyMap<string, SourceFile>): ReadonlyMap<string, SourceFile> {
  const named = new Map<string, SourceFile>();
  const texts = [text];
  for (const from of texts) {
    for (const [, double, single, bare = ""] of from.matchAll(naming)) {
      const path = posix.join("content", double ?? single ?? bare);
      const part = parts.get(path);
      if (part === undefined) return parts;
      if (named.has(path)) continue;
      named.set(path, part);
      texts.push(part.text);
    }
  }
  return named;
}
