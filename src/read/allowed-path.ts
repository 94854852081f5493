/** Longer names are no file's on any system in use. In bytes. */
const longestName = 255;

/**
 * Why a path that somebody else's text names is neither read nor written; null when it may be. It is relative to the one
 * folder that is read or written, with `/`, and ends with one where a folder is meant. Every read and write of `init`
 * that a source decides asks this first; for a write, `tops` are the folders that a new site has.
 */
export function refusalOf(path: string, tops: readonly string[] = []): string | null {
  const names = path.split("/");
  if (tops.length > 0 && !tops.includes(names[0] ?? ""))
    return `lies neither in ${tops.map((top) => `${top}/`).join(" nor in ")}`;
  if (/[\p{Cc}\\]/u.test(path)) return "holds a character that no file may have in its name";
  if (path.startsWith("/") || /^[a-z]:/i.test(path)) return "leads out of the folder";
  if (isOutside(names) || (tops.length > 0 && names.includes(".."))) return "leads out of the folder";
  // Hidden folders tell programs what to do: `.git`, `.github`, those of editors.
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

/** Where a site that is taken over may write. */
export const newFolders: readonly string[] = ["content", "openapi"];
