import type { ServerSetting } from "#shared/config.ts";
import type { Method } from "#shared/contract/request.ts";

import type { CallOutcome } from "./call/call.ts";
import { Secrets } from "./call/credentials.ts";
import type { ServerValues } from "./call/targets.ts";
import type { RequestDraft } from "./draft/request-draft.ts";
import { Shared } from "./shared-value.ts";
import { readKept } from "./tab-state.ts";

/** A call that was made in this tab. Without its credentials. */
export interface HistoryEntry {
  /** When it was made, in milliseconds since 1970. No two calls have the same. */
  readonly time: number;
  /** Path of the page that it was made on. */
  readonly page: string;
  /** Of the operation. */
  readonly anchor: string;
  readonly method: Method;
  /** Path and query below the server's address. */
  readonly address: string;
  readonly target: ServerSetting;
  readonly draft: RequestDraft;
  readonly outcome: CallOutcome;
  /** What it lost when it was stored: names of secret values and of files. */
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
  /** What the sandbox in the page is asked to do wrong, as its header `Prefer` has it; empty for nothing. */
  preferred: new Shared(""),
  /** The last calls, the newest first. */
  history: new Shared<readonly HistoryEntry[]>([]),
  /** The call that a reader wants to see again. */
  reopened: new Shared<HistoryEntry | null>(null),
  /** Path of the page that has the forms; null when it is this one. */
  formPage: new Shared<string | null>(null),
  /** What stands in the forms, by `formName`. */
  drafts: new Map<string, Shared<RequestDraft>>(),
  /** What becomes of the calls, by `formName`. */
  calls: new Map<string, OperationCalls>(),
} as const;

/** Outlives the form: one that is opened again shows the call that is still under way. */
interface OperationCalls {
  /** Ends the call that is under way; null for none. */
  readonly abort: Shared<AbortController | null>;
  /** What the place of the response shows. */
  readonly shown: Shared<HistoryEntry | null>;
}

/** Of a form: a guide may open those of several APIs and versions, whose operations have the same anchors. */
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

/** How the sandbox in the page answers that is asked for something wrong. */
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

/** Path of the page whose forms these are. */
export function formPage(): string {
  return pageSession.formPage.value ?? location.pathname;
}

/** A call that has just been made on this page. */
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
