import type { Method } from "#shared/contract/request.ts";
import type { ServerSetting } from "#shared/contract/server.ts";

import type { CallOutcome } from "./call/call.ts";
import { Secrets } from "./call/credentials.ts";
import type { ServerValues } from "./call/targets.ts";
import type { RequestDraft } from "./draft/request-draft.ts";
import { Shared } from "./shared-value.ts";
import { readKept } from "./tab-state.ts";

/** The entry is a call of this tab, without its credentials. */
export interface HistoryEntry {
  /** The time is in milliseconds since 1970 and is unique among the calls. */
  readonly time: number;
  readonly page: string;
  readonly anchor: string;
  readonly method: Method;
  readonly address: string;
  readonly target: ServerSetting;
  readonly draft: RequestDraft;
  readonly outcome: CallOutcome;
  /** These secret values and files were left out when the call was stored. */
  readonly lost: readonly string[];
}

/**
 * The explorers of a page share this state, which outlives an explorer that closes or crashes. It ends with the page,
 * with two exceptions: the tab keeps the history, without any secrets, and it keeps credentials if the reader wants it.
 */
export const pageSession = {
  secrets: new Secrets(),
  /** The chosen server has this address, with its variables or their values; it's null before a choice. */
  server: new Shared<string | null>(null),
  serverValues: new Shared<ServerValues>(new Map()),
  customServer: new Shared<string | null>(null),
  /** The page's sandbox simulates this fault, in the form of its `Prefer` header; it's empty for none. */
  preferred: new Shared(""),
  history: new Shared<readonly HistoryEntry[]>([]),
  reopened: new Shared<HistoryEntry | null>(null),
  /** The reader opened the form of this link over its page; null means that the forms are part of the page. */
  formLink: new Shared<HTMLAnchorElement | null>(null),
  /** The key is the form's page and anchor: a guide may open forms of several APIs and versions that share anchors. */
  forms: new Map<string, FormState>(),
} as const;

export interface FormState {
  /** The draft is null until the reader or a link changes the form. */
  readonly draft: Shared<RequestDraft | null>;
  /** A call is running that this aborts. */
  readonly abort: Shared<AbortController | null>;
  readonly shown: Shared<HistoryEntry | null>;
}

/** A form that opens again has its draft, and shows the call that is still running. */
export function formState(anchor: string, page = formPage()): FormState {
  const key = `${withoutSlash(page)} ${anchor}`;
  const state = pageSession.forms.get(key) ?? {
    draft: new Shared<RequestDraft | null>(null),
    abort: new Shared<AbortController | null>(null),
    shown: new Shared<HistoryEntry | null>(null),
  };
  pageSession.forms.set(key, state);
  return state;
}

/** The fragment of a link that opens a form. `values` are the JSON that fills it in. */
export function formFragment(anchor: string, values?: string): string {
  const start = `#try-${encodeURIComponent(anchor)}`;
  return values === undefined ? start : `${start}=${encodeURIComponent(values)}`;
}

/** Pages are served with and without the slash. */
export function withoutSlash(path: string): string {
  return path.replace(/\/(?:index\.html)?$/, "");
}

export function describePreference(preferred: string): string {
  const [name, value = ""] = preferred.split("=");
  if (name === "code") return `with ${value}`;
  return name === "delay" ? `after ${Number(value) / 1000} seconds` : "in part, cut off";
}

export const maxEntries = 20;

export const historyKey = "docs.history";

/** True means that the tab keeps calls. A browser that blocks storage, or lacks room, keeps none. */
export function keepsCalls(): boolean {
  return readKept(historyKey) !== null;
}

export function formPage(): string {
  return pageSession.formLink.value?.pathname ?? location.pathname;
}

export function remember(entry: HistoryEntry): void {
  const { history } = pageSession;
  history.set([entry, ...history.value].slice(0, maxEntries));
  formState(entry.anchor, entry.page).shown.set(entry);
}
