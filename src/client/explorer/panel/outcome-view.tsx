import type { ExplorerData } from "../../../model/explorer.ts";
import { CrashBoundary } from "../../crash-boundary.tsx";
import type { Draft } from "../draft/draft.ts";
import type { HistoryEntry } from "../page-session.ts";
import { AnswerView } from "./answer-view.tsx";
import { HistoryView } from "./history-view.tsx";
import { PageTurner } from "./page-turner.tsx";
import { reasons } from "./reasons.ts";
import { RefusalView } from "./refusal-view.tsx";
import { useFocusOn } from "./use-focus-on.ts";

/** What became of a call, and of those before it. */
export function OutcomeView({ data, entry, isNew, onTurn }: OutcomeViewProps) {
  return (
    <>
      {entry !== null && <Outcome data={data} entry={entry} isNew={isNew} onTurn={onTurn} />}
      <HistoryView anchor={data.anchor} shown={entry} />
    </>
  );
}

function Outcome({ data, entry, isNew, onTurn }: OutcomeViewProps & EntryProps) {
  const heading = useFocusOn(isNew ? entry : null);
  return (
    <>
      <section className="answer ink" aria-label="Answer">
        <h5 ref={heading} tabIndex={-1}>
          <OutcomeTitle entry={entry} />
        </h5>
        <CrashBoundary key={entry.time}>
          {entry.lost.length > 0 && (
            <p className="answer-lost">This tab did not keep {entry.lost.join(", ")}. Fill in before you send again.</p>
          )}
          <OutcomeText data={data} entry={entry} />
        </CrashBoundary>
      </section>
      <CrashBoundary key={`pages ${entry.time}`}>
        <PageTurner data={data} entry={entry} onTurn={onTurn} />
      </CrashBoundary>
    </>
  );
}

interface OutcomeViewProps {
  readonly data: ExplorerData;
  /** Null while there are only earlier calls to look at. */
  readonly entry: HistoryEntry | null;
  /** True for an answer that has just come in: it takes the focus. */
  readonly isNew: boolean;
  /** Sends the call for another page of a list. */
  readonly onTurn: (draft: Draft) => void;
}

interface EntryProps {
  readonly entry: HistoryEntry;
}

function OutcomeText({ data, entry }: Pick<OutcomeViewProps, "data"> & EntryProps) {
  const { outcome } = entry;
  switch (outcome.kind) {
    case "received":
      return <AnswerView data={data} entry={entry} received={outcome} />;
    case "refused":
      return <RefusalView entry={entry} refusal={outcome.refusal} />;
    case "timeout":
      return <p>The server had not answered after {outcome.seconds} seconds. It may still do what was asked.</p>;
    case "cancelled":
      return <p>You cancelled the call. The server may have received it all the same.</p>;
  }
}

function OutcomeTitle({ entry: { outcome, method, address } }: EntryProps) {
  const status = outcome.kind === "received" ? String(outcome.status) : "4";
  const title =
    outcome.kind === "received" ? `${outcome.status} ${reasons.get(outcome.status) ?? ""}` : titles[outcome.kind];
  return (
    <>
      <b className={`status-${status.charAt(0)}`}>{title.trim()}</b>{" "}
      <small>
        {method.toUpperCase()} {address}
      </small>
    </>
  );
}

const titles = { refused: "No answer", timeout: "Time is over", cancelled: "Cancelled" } as const;
