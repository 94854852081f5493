import { posix } from "node:path";

/** Splits a written address before its query and fragment. */
export function splitAddress(address: string): { readonly path: string; readonly suffix: string } {
  const end = address.search(/[?#]/);
  return end < 0 ? { path: address, suffix: "" } : { path: address.slice(0, end), suffix: address.slice(end) };
}

/**
 * The path from the site's root that a written path means: `/x` is that path, `x` starts from the folder of the author's
 * file. Null for a path that climbs above the root, where browsers stop.
 */
export function sitePathOf(written: string, from: string): string | null {
  // Most paths need no change.
  if (written.startsWith("/") && !/\/[./]/.test(written)) return written;
  const path = posix.join(".", written.startsWith("/") ? "" : folderOf(from), written);
  return /^\.\.(?:\/|$)/.test(path) ? null : posix.join("/", path);
}

/** The inverse of `sitePathOf`: writes a path into the file `from`, in the style of the path `like` there. */
export function writtenPathTo(path: string, { from, like }: { readonly from: string; readonly like: string }): string {
  if (like.startsWith("/")) return path;
  const relative = posix.relative(`/${folderOf(from)}`, path) || ".";
  return like.startsWith("./") && !relative.startsWith(".") ? `./${relative}` : relative;
}

function folderOf(file: string): string {
  return file.startsWith("content/") ? posix.dirname(file).replace(/^content\/?/, "") : "";
}

/** A link or image up to its address: the brackets and everything that Markdown allows between them. */
const linkStart = /^!?\[(?:[^[\]\\`]|\\[^]|`[^`]*`|\[[^[\]\\`]*\](?:\([^()]*\))?)*\]\([ \t\n]*<?/;
/** Keeps the regular expression from long texts. Real links are shorter. */
const longestLink = 2_000;

/** The offset of the address in a text that begins with a link or image; null where the address is written differently. */
export function addressOffset(text: string, address: string): number | null {
  const [before] = linkStart.exec(text.slice(0, longestLink)) ?? [];
  if (before === undefined || !text.startsWith(address, before.length)) return null;
  return /^[\s)>]/.test(text.slice(before.length + address.length)) ? before.length : null;
}
