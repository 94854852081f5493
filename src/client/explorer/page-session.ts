import type { Method } from "#shared/contract/request.ts";
import type { ServerSetting } from "#shared/contract/server.ts";

import type { CallOutcome } from "./call/call.ts";
import { Secrets } from "./call/credentials.ts";
import type { ServerValues } from "./call/targets.ts";
import type { RequestDraft } from "./draft/request-draft.ts";
import { Shared } from "./shared-value.ts";
import { readKept } from "./tab-state.ts";

/** A call of this tab, without its credentials. */
export interface HistoryEntry {
  /** Milliseconds since 1970, unique among the calls. */
  readonly time: number;
  /** Path of the page that made the call. */
  readonly page: string;
  /** The operation's anchor. */
  readonly anchor: string;
  readonly method: Method;
  /** Path and query below the server's address. */
  readonly address: string;
  readonly target: ServerSetting;
  readonly draft: RequestDraft;
  readonly outcome: CallOutcome;
  /** Names of the secret values and files that weren't stored. */
  readonly lost: readonly string[];
}

/**
 * What the explorers of a page share, and what outlives one that is closed or has crashed. It ends with the page, but for
 * the history, which the tab keeps without anything secret, and for credentials where the reader asks for it.
 */
export const pageSession = {
  secrets: new Secrets(),
  /** Address of the chosen server, with its variables or without; null until one is chosen. */
  server: new Shared<string | null>(null),
  serverValues: new Shared<ServerValues>(new Map()),
  /** Address of the server that the reader has entered; null for none. */
  customServer: new Shared<string | null>(null),
  /** The fault that the page's sandbox should simulate, as its `Prefer` header says it; empty for none. */
  preferred: new Shared(""),
  /** The last calls, the newest first. */
  history: new Shared<readonly HistoryEntry[]>([]),
  /** The call that a reader wants to see again. */
  reopened: new Shared<HistoryEntry | null>(null),
  /** Path of the page that has the forms; null when it is this one. */
  formPage: new Shared<string | null>(null),
  /** The forms' drafts, by `formName`. */
  drafts: new Map<string, Shared<RequestDraft>>(),
  /** The state of the calls, by `formName`. */
  calls: new Map<string, OperationCalls>(),
} as const;

/** This state outlives the form: a form that opens again shows the call that is still running. */
interface OperationCalls {
  /** Ends the call that is under way; null for none. */
  readonly abort: Shared<AbortController | null>;
  /** The call whose response is shown. */
  readonly shown: Shared<HistoryEntry | null>;
}

/** A form's name includes its page: a guide may open forms of several APIs and versions that share anchors. */
export function formName(anchor: string, page = formPage()): string {
  return `${page.replace(/\/(?:index\.html)?$/, "")} ${anchor}`;
}

export function callsOf(form: string): OperationCalls {
  const calls = pageSession.calls.get(form) ?? {
    abort: new Shared<AbortController | null>(null),
    shown: new Shared<HistoryEntry | null>(null),
  };
  pageSession.calls.set(form, calls);
  return calls;
}

/** How the page's sandbox answers when it simulates a fault. */
export function answerWords(preferred: string): string {
  const [name, value = ""] = preferred.split("=");
  if (name === "code") return `with ${value}`;
  return name === "delay" ? `after ${Number(value) / 1000} seconds` : "in part, cut off";
}

/** How many calls a history holds. */
export const maxEntries = 20;

/** Name of the stored history. */
export const historyKey = "docs.history";

/** True when there are earlier calls to look at. */
export function hasHistory(): boolean {
  return pageSession.history.value.length > 0 || isKept();
}

/** True when the tab keeps calls. A browser that blocks storage, or has no room, keeps none. */
export function isKept(): boolean {
  return readKept(historyKey) !== null;
}

/** Path of the page that the open forms belong to. */
export function formPage(): string {
  return pageSession.formPage.value ?? location.pathname;
}

/** A history entry for a call that this page has just made. */
export function toEntry(call: Omit<HistoryEntry, "time" | "page" | "lost">): HistoryEntry {
  const time = Math.max(Date.now(), (pageSession.history.value[0]?.time ?? 0) + 1);
  return { ...call, time, page: formPage(), lost: [] };
}

/** Puts a call on top of the history. */
export function remember(entry: HistoryEntry): void {
  const { history } = pageSession;
  history.set([entry, ...history.value].slice(0, maxEntries));
  callsOf(formName(entry.anchor, entry.page)).shown.set(entry);
}
