/** The tab has this text under a name; it's null if there is none, or if the browser blocks storage. */
export function readTab(name: string): string | null {
  try {
    return sessionStorage.getItem(name);
  } catch {
    return null;
  }
}

/** The tab keeps the text. False means that the browser blocks storage or lacks room. */
export function writeTab(name: string, text: string): boolean {
  try {
    sessionStorage.setItem(name, text);
    return true;
  } catch {
    return false;
  }
}

/** The format of stored calls and drafts has this mark, which changes with each change of their types. */
const edition = "2 ";

/** This format has stored the text under a name. The result is null if there is none, or if it has another format. */
export function readKept(name: string): string | null {
  const text = readTab(name) ?? "";
  return text.startsWith(edition) ? text.slice(edition.length) : null;
}

/** The tab keeps the text for this edition. False means that the browser blocks storage or lacks room. */
export function writeKept(name: string, text: string): boolean {
  return writeTab(name, edition + text);
}

/** The tab forgets the text under a name. False means that the browser blocks storage. */
export function forgetTab(name: string): boolean {
  try {
    sessionStorage.removeItem(name);
    return true;
  } catch {
    return false;
  }
}
