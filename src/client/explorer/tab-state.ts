/** What the tab stores under a name until it closes; null when there is nothing, or when the browser blocks storage. */
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

/** The format of stored calls and drafts: it changes with each change of their types. */
const edition = "1 ";

/** What this format has stored under a name; null when there is nothing, or when it has another format. */
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
