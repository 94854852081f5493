import type { Method } from "../../model/contract.ts";
import type { Outcome } from "./call/send.ts";
import { Secrets } from "./call/secrets.ts";
import type { Target } from "./call/target.ts";
import type { Draft } from "./draft/draft.ts";
import { Shared } from "./shared.ts";

/** A call that was made from this page. Without its credentials. */
export interface HistoryEntry {
  readonly number: number;
  /** Of the operation. */
  readonly anchor: string;
  readonly method: Method;
  /** Path and query below the server's address. */
  readonly address: string;
  readonly target: Target;
  readonly draft: Draft;
  readonly outcome: Outcome;
}

/**
 * What the explorers of a page share, and what outlives one that is closed or has crashed. It ends with the page; nothing
 * of it is stored, but for credentials where the reader asks for it.
 */
export const pageSession = {
  secrets: new Secrets(),
  /** Address of the chosen server; null until one is chosen. */
  targetUrl: new Shared<string | null>(null),
  /** The last calls, the newest first. */
  history: new Shared<readonly HistoryEntry[]>([]),
  /** The call that a reader wants to see again. */
  reopened: new Shared<HistoryEntry | null>(null),
  /** What stands in the forms, by operation. */
  drafts: new Map<string, Shared<Draft>>(),
  /** What the answers' places show, by operation. */
  shown: new Map<string, HistoryEntry>(),
} as const;

const mostEntries = 20;

/** Puts a call on top of the history. */
export function remember(entry: Omit<HistoryEntry, "number">): HistoryEntry {
  const { history, shown } = pageSession;
  const numbered = { ...entry, number: (history.value[0]?.number ?? 0) + 1 };
  history.set([numbered, ...history.value].slice(0, mostEntries));
  shown.set(entry.anchor, numbered);
  return numbered;
}
