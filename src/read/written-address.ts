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

/**
 * The page's file that a decoded path names in the author's file `from`; null for any other path, such as `/page`, which is
 * a route. A Markdown file may also be written from `content/`, and without its extension or its `index`. An empty path
 * is that of `from` itself (RFC 3986, 5.2.2).
 */
export function fileNamedBy(path: string, from: string, pages: ReadonlyMap<string, unknown>): string | null {
  if (path === "") return from;
  const file = `content${sitePathOf(path, from) ?? path}`.replace(/\/$/, "").normalize("NFC");
  const fromContent = posix.join("content", path).normalize("NFC");
  const meant = /\.md$/i.test(path)
    ? [file, fromContent]
    : path.startsWith("/")
      ? []
      : [`${file}.md`, `${file}/index.md`];
  return meant.find((name) => pages.has(name)) ?? null;
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

/** In bytes. No file system in use allows longer names. */
const longestName = 255;

/**
 * The reason to refuse a path that comes from a foreign text; null when the path is fine. Paths are relative to the folder
 * that is read or written, with `/`; a path of a folder ends with `/`. `init` checks every path from a source before it
 * reads or writes it. For a write, `tops` are the folders of a new site.
 */
export function refusalOf(path: string, tops: readonly string[] = []): string | null {
  const names = path.split("/");
  if (tops.length > 0 && !tops.includes(names[0] ?? ""))
    return `lies neither in ${tops.map((top) => `${top}/`).join(" nor in ")}`;
  if (/[\p{Cc}\\]/u.test(path)) return "holds a character that no file may have in its name";
  if (path.startsWith("/") || /^[a-z]:/i.test(path)) return "leads out of the folder";
  if (isOutside(names) || (tops.length > 0 && names.includes(".."))) return "leads out of the folder";
  // Hidden folders configure programs: `.git`, `.github`, those of editors.
  if (names.slice(0, -1).some((name) => /^\.(?!\.?$)/.test(name)))
    return "lies in a folder whose name begins with a dot";
  if (names.some((name) => Buffer.byteLength(name) > longestName)) return "has a name that is too long for a file";
  return null;
}

function isOutside(names: readonly string[]): boolean {
  let depth = 0;
  for (const name of names) {
    depth += name === ".." ? -1 : name === "" || name === "." ? 0 : 1;
    if (depth < 0) return true;
  }
  return false;
}
