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

/** Forgets what the tab keeps under a name. False when the browser blocks storage. */
export function forgetTab(name: string): boolean {
  try {
    sessionStorage.removeItem(name);
    return true;
  } catch {
    return false;
  }
}
