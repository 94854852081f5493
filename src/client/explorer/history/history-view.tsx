import { useEffect } from "react";

import { Button } from "../button.tsx";
import { outcomeTitles } from "../call/call.ts";
import {
  formFragment,
  type HistoryEntry,
  historyKey,
  keepsCalls,
  maxEntries,
  pageSession,
  withoutSlash,
} from "../page-session.ts";
import { useShared } from "../shared-value.ts";
import { forgetTab, readTab, writeTab } from "../tab-state.ts";
import { MethodBadge } from "../wording.tsx";
import { readCalls } from "./kept-calls.ts";

/** The view lists the last calls of this tab. Opening a call again restores its form and its response. */
export function HistoryView({ anchor, shown }: { readonly anchor: string; readonly shown: HistoryEntry | null }) {
  const entries = useShared(pageSession.history);
  useEffect(() => {
    restoreHistory();
    openPending(anchor);
    // A browser that goes back shows the page as it was, without the calls of later pages.
    addEventListener("pageshow", restoreHistory);
    return () => removeEventListener("pageshow", restoreHistory);
  }, [anchor]);
  if (entries.length === 0) return null;
  return (
    <details className="fold history ink">
      <summary>History ({entries.length})</summary>
      <ol>
        {entries.map((entry) => (
          <li key={entry.time} aria-current={entry.time === shown?.time || undefined}>
            <EntryLink entry={entry} />
          </li>
        ))}
      </ol>
      <p className="note">
        {keepsCalls()
          ? "Kept until this tab is closed, without credentials and files. "
          : "This browser stores nothing for this page: the list is gone when you leave. "}
        <Button label="Forget them" onClick={({ currentTarget }) => forget(currentTarget)} />
      </p>
    </details>
  );
}

/** The button disappears with the calls, so the focus moves to where the next call is sent. */
function forget(button: HTMLElement): void {
  button.closest(".explorer")?.querySelector<HTMLElement>(".send")?.focus();
  forgetTab(historyKey);
  pageSession.history.set([]);
}

function EntryLink({ entry }: { readonly entry: HistoryEntry }) {
  const { method, address, page, anchor, target, outcome, time } = entry;
  const isHere = isOnThisPage(entry);
  const isReceived = outcome.kind === "received";
  const status = isReceived ? String(outcome.status) : "–";
  const row = (
    <>
      <span className="visually-hidden">Open again{isHere ? "" : ` on ${page}`}: </span>
      <MethodBadge method={method} />{" "}
      <span className="call-address">
        <code>{address}</code> <small>{isHere ? target.name : `${target.name} · ${page}`}</small>
      </span>{" "}
      <b className={`dot status-${isReceived ? status.charAt(0) : "4"}`}>{status}</b>{" "}
      <small>{isReceived ? `${Math.round(outcome.milliseconds)} ms` : outcomeTitles[outcome.kind].toLowerCase()}</small>{" "}
      <small>{ageOf(time)}</small>
    </>
  );
  const open = () => openAgain(entry);
  return isHere ? (
    <Button label={row} className="earlier-call" onClick={open} />
  ) : (
    <a className="earlier-call" href={page + formFragment(anchor)} onClick={open}>
      {row}
    </a>
  );
}

function ageOf(time: number): string {
  const minutes = Math.floor((Date.now() - time) / 60_000);
  if (minutes < 1) return "now";
  return minutes < 60 ? `${minutes} min ago` : `${Math.floor(minutes / 60)} h ago`;
}

const pendingKey = "docs.reopen";

function restoreHistory(): void {
  const { history } = pageSession;
  const known = new Set(history.value.map(({ time }) => time));
  const kept = readCalls().filter(({ time }) => !known.has(time));
  if (kept.length === 0) return;
  history.set([...history.value, ...kept].toSorted((a, b) => b.time - a.time).slice(0, maxEntries));
}

function isOnThisPage({ page }: HistoryEntry): boolean {
  return withoutSlash(page) === withoutSlash(location.pathname);
}

function openAgain(entry: HistoryEntry): void {
  // If storage is blocked, the page of the call still opens, with its own example.
  if (!isOnThisPage(entry)) return void writeTab(pendingKey, String(entry.time));
  pageSession.reopened.set(entry);
  // An open explorer notices the call by itself.
  document.getElementById(`try-${entry.anchor}`)?.click();
  document.getElementById(entry.anchor)?.scrollIntoView();
}

/** The explorer that opens first removes the pending call, even if the call belongs to another operation. */
function openPending(anchor: string): void {
  const time = Number(readTab(pendingKey));
  forgetTab(pendingKey);
  const entry = pageSession.history.value.find((candidate) => candidate.time === time);
  if (entry?.anchor === anchor && isOnThisPage(entry)) pageSession.reopened.set(entry);
}
