import { pageSession, type HistoryEntry } from "../page-session.ts";
import { useShared } from "../shared.ts";

/** The last calls of this page. One that is opened again brings back its form and its answer. */
export function HistoryView({ shown }: { readonly shown: HistoryEntry | null }) {
  const entries = useShared(pageSession.history);
  if (entries.length === 0) return null;
  return (
    <details className="history">
      <summary>History ({entries.length})</summary>
      <ol reversed>
        {entries.map((entry) => (
          <li key={entry.number} aria-current={entry === shown || undefined}>
            <button type="button" className="link-button" onClick={() => pageSession.reopened.set(entry)}>
              <span className="visually-hidden">Open again: </span>
              <b className={`method method-${entry.method}`}>{entry.method.toUpperCase()}</b> {entry.address}
            </button>{" "}
            <small>
              {resultOf(entry)} · {entry.target.name}
            </small>
          </li>
        ))}
      </ol>
    </details>
  );
}

function resultOf({ outcome }: HistoryEntry): string {
  if (outcome.kind === "received") return `${outcome.status} · ${Math.round(outcome.milliseconds)} ms`;
  return outcome.kind === "refused" ? "no answer" : outcome.kind;
}
