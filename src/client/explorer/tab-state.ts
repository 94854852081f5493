/** What the tab keeps under a name until it is closed; null when there is nothing, or when the browser blocks storage. */
export function readTab(name: string): string | null {
  try {
    return sessionStorage.getItem(name);
  } catch {
    return null;
  }
}

/** Keeps a text in the tab. False when the browser blocks storage or has no room. */
export function writeTab(name: string, text: string): boolean {
  try {
    sessionStorage.setItem(name, text);
    return true;
  } catch {
    return false;
  }
}

/** The edition of what calls and drafts are stored as: another one with each change of their types. */
const edition = "1 ";

/** What this edition has kept under a name; null when there is nothing, or what another one wrote. */
export function readKept(name: string): string | null {
  const text = readTab(name) ?? "";
  return text.startsWith(edition) ? text.slice(edition.length) : null;
}

/** Keeps a text for this edition. False when the browser blocks storage or has no room. */
export function writeKept(name: string, text: string): boolean {
  return writeTab(name, edition + text);
}

/** Forgets what the tab keeps under a name. False when the browser blocks storage. */
export function forgetTab(name: string): boolean {
  try {
    sessionStorage.removeItem(name);
    return true;
  } catch {
    return false;
  }
}
