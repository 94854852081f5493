import { createHash } from "node:crypto";

import type { OutputFile } from "../model/output-file.ts";

/** The file that tells a folder of ours from any other. */
export const markerName = ".docs-build.json";

/**
 * Says that the folder is ours and which files are: nothing else in it may ever be removed. The paths are hashed like
 * the contents, because the marker may be published with the site and unlisted pages are named nowhere.
 */
export function toMarker(files: readonly OutputFile[]): OutputFile {
  const hashes = files
    .map(({ path, content }) => [hash(path), hash(content)] as const)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  const marker = { generator: "docs-build", files: Object.fromEntries(hashes) };
  return { path: markerName, content: `${JSON.stringify(marker, null, 1)}\n` };
}

/** A question to a marker's text: is this file of the folder ours? Null when the text is no marker. */
export function parseMarker(text: string): ((path: string) => boolean) | null {
  const files = filesOf(text);
  if (files === null) return null;
  const own = new Set(Object.keys(files));
  return (path) => path === markerName || own.has(hash(path));
}

function filesOf(text: string): object | null {
  try {
    const marker: unknown = JSON.parse(text);
    if (typeof marker !== "object" || marker === null) return null;
    if (!("generator" in marker) || marker.generator !== "docs-build" || !("files" in marker)) return null;
    return typeof marker.files === "object" ? marker.files : null;
  } catch {
    return null;
  }
}

function hash(content: string | Uint8Array): string {
  return createHash("sha256").update(content).digest("hex");
}
