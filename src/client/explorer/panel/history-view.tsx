import { useEffect } from "react";
import { forgetCalls } from "../history/stored-calls.ts";
import { isOnThisPage, openAgain, openPending, restoreHistory } from "../history/open-again.ts";
import { isKept, pageSession, type HistoryEntry } from "../page-session.ts";
import { useShared } from "../shared.ts";

/** The last calls of this tab. One that is opened again brings back its form and its answer. */
export function HistoryView({ anchor, shown }: HistoryViewProps) {
  const entries = useShared(pageSession.history);
  useEffect(() => {
    restoreHistory();
    openPending(anchor);
    // Going back shows a page as it was, without the calls of those after it.
    addEventListener("pageshow", restoreHistory);
    return () => removeEventListener("pageshow", restoreHistory);
  }, [anchor]);
  if (entries.length === 0) return null;
  return (
    <details className="history">
      <summary>History ({entries.length})</summary>
      <ol reversed>
        {entries.map((entry) => (
          <li key={entry.time} aria-current={entry.time === shown?.time || undefined}>
            <EntryLink entry={entry} />{" "}
            <small>
              {resultOf(entry)} · {entry.target.name}
              {!isOnThisPage(entry) && ` · ${entry.page}`}
            </small>
          </li>
        ))}
      </ol>
      <p className="field-hint">
        {isKept()
          ? "Kept until this tab is closed, without credentials and files. "
          : "This browser stores nothing for this page: it ends when you leave. "}
        <button type="button" className="field-action" onClick={({ currentTarget }) => forget(currentTarget)}>
          Forget them
        </button>
      </p>
    </details>
  );
}

interface HistoryViewProps {
  /** Of the operation whose explorer shows it. */
  readonly anchor: string;
  readonly shown: HistoryEntry | null;
}

/** The button goes with the calls; the focus goes to what comes after them. */
function forget(button: HTMLElement): void {
  button.closest(".explorer")?.querySelector<HTMLElement>(".call-code > summary")?.focus();
  forgetCalls();
  pageSession.history.set([]);
}

/** A call of another page is opened there: that page has its form. */
function EntryLink({ entry }: { readonly entry: HistoryEntry }) {
  const { method, address, page, anchor } = entry;
  const isHere = isOnThisPage(entry);
  const text = (
    <>
      <span className="visually-hidden">Open again{isHere ? "" : ` on ${page}`}: </span>
      <b className={`method method-${method}`}>{method.toUpperCase()}</b> {address}
    </>
  );
  const open = () => openAgain(entry);
  return isHere ? (
    <button type="button" className="link-button" onClick={open}>
      {text}
    </button>
  ) : (
    <a className="link-button" href={`${page}#try-${encodeURIComponent(anchor)}`} onClick={open}>
      {text}
    </a>
  );
}

function resultOf({ outcome }: HistoryEntry): string {
  if (outcome.kind === "received") return `${outcome.status} · ${Math.round(outcome.milliseconds)} ms`;
  return outcome.kind === "refused" ? "no answer" : outcome.kind;
}
