import { posix } from "node:path";

/** An address as it is written, cut before its query and fragment. */
export function splitAddress(address: string): { readonly path: string; readonly suffix: string } {
  const end = address.search(/[?#]/);
  return end < 0 ? { path: address, suffix: "" } : { path: address.slice(0, end), suffix: address.slice(end) };
}

/**
 * The path from the site's root that a written path means: `/x` as it is, `x` from the folder of the author's file. Null
 * for one that climbs above the root, where browsers stop.
 */
export function sitePathOf(written: string, from: string): string | null {
  // Most are written as they are meant.
  if (written.startsWith("/") && !/\/[./]/.test(written)) return written;
  const path = posix.join(".", written.startsWith("/") ? "" : folderOf(from), written);
  return /^\.\.(?:\/|$)/.test(path) ? null : posix.join("/", path);
}

/** The other way round: a path from the site's root as it is written in a file, in the form of another path there. */
export function writtenPathTo(path: string, { from, like }: { readonly from: string; readonly like: string }): string {
  if (like.startsWith("/")) return path;
  const relative = posix.relative(`/${folderOf(from)}`, path) || ".";
  return like.startsWith("./") && !relative.startsWith(".") ? `./${relative}` : relative;
}

function folderOf(file: string): string {
  return file.startsWith("content/") ? posix.dirname(file).replace(/^content\/?/, "") : "";
}

/** The start of a link or image up to its address: brackets, with what Markdown may have between them. */
const linkStart = /^!?\[(?:[^[\]\\`]|\\[^]|`[^`]*`|\[[^[\]\\`]*\](?:\([^()]*\))?)*\]\([ \t\n]*<?/;
/** Nobody writes longer ones; an expression should not have to find out. */
const longestLink = 2_000;

/** Where the address of a Markdown link or image begins in a text that begins with it; null where it is written elsewhere, or otherwise. */
export function addressOffset(text: string, address: string): number | null {
  const [before] = linkStart.exec(text.slice(0, longestLink)) ?? [];
  if (before === undefined || !text.startsWith(address, before.length)) return null;
  return /^[\s)>]/.test(text.slice(before.length + address.length)) ? before.length : null;
}
