import { mostEntries, pageSession, type HistoryEntry } from "../page-session.ts";
import { readCalls } from "./stored-calls.ts";

/** Name of the stored entry that says which call the next page is to open. */
const pendingKey = "docs.reopen";

/** Puts the calls that this tab has kept beside those of this page, the newest first. */
export function restoreHistory(): void {
  const { history } = pageSession;
  const known = new Set(history.value.map(({ time }) => time));
  const kept = readCalls().filter(({ time }) => !known.has(time));
  if (kept.length === 0) return;
  history.set([...history.value, ...kept].toSorted((a, b) => b.time - a.time).slice(0, mostEntries));
}

export function isOnThisPage({ page }: HistoryEntry): boolean {
  return withoutSlash(page) === withoutSlash(location.pathname);
}

/** Pages are served with and without it. */
function withoutSlash(path: string): string {
  return path.replace(/\/(?:index\.html)?$/, "");
}

/** Brings back a call: here, or with the explorer that opens next on the page of the call. */
export function openAgain(entry: HistoryEntry): void {
  if (!isOnThisPage(entry)) return storePending(entry.time);
  pageSession.reopened.set(entry);
  // An explorer that is open notices by itself.
  const button = document.getElementById(`try-${entry.anchor}`);
  button?.click();
  document.getElementById(entry.anchor)?.scrollIntoView();
}

/** Opens the call that the page before has sent the reader here for. Whatever opens first ends the waiting. */
export function openPending(anchor: string): void {
  const time = takePending();
  const entry = pageSession.history.value.find((candidate) => candidate.time === time);
  if (entry?.anchor === anchor && isOnThisPage(entry)) pageSession.reopened.set(entry);
}

function storePending(time: number): void {
  try {
    sessionStorage.setItem(pendingKey, String(time));
  } catch {
    // The page opens all the same, with its own example.
  }
}

function takePending(): number {
  try {
    const time = Number(sessionStorage.getItem(pendingKey));
    sessionStorage.removeItem(pendingKey);
    return time;
  } catch {
    return 0;
  }
}
