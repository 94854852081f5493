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

/** The folders that a migration may write. */
export const newFolders: readonly string[] = ["content", "openapi"];
