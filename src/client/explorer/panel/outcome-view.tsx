import { type ReactNode, useEffect, useRef } from "react";

import { CrashBoundary } from "#client/hydrate-island.tsx";
import type { ServerSetting } from "#shared/contract/server.ts";

import type { CallOutcome } from "../call/call.ts";
import { bodyOf, bodyText, type RequestDraft } from "../draft/request-draft.ts";
import type { ExplorerOperation } from "../explorer-operation.ts";
import { HistoryView } from "../history/history-view.tsx";
import type { HistoryEntry } from "../page-session.ts";
import { RefusalView } from "../response/refusal-view.tsx";
import { ResponseView } from "../response/response-view.tsx";
import { titleOf } from "../response/status-titles.ts";

/** The view shows the outcome of a call and of earlier calls. */
export function OutcomeView({ entry, ...view }: OutcomeViewProps) {
  return (
    <>
      {entry !== null && <Outcome {...view} entry={entry} />}
      <HistoryView anchor={view.data.anchor} shown={entry} />
    </>
  );
}

function Outcome({ data, entry, draft, target, isNew, code, onTurn }: OutcomeViewProps & EntryProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const news = isNew ? entry : null;
  useEffect(() => {
    if (news !== null) heading.current?.focus();
  }, [news]);
  const isOutdated = isStale(entry, draft, target);
  return (
    <section className="response ink" aria-label="Response">
      <h5 ref={heading} tabIndex={-1}>
        <OutcomeTitle entry={entry} isOutdated={isOutdated} />
      </h5>
      {isOutdated && (
        <p className="verdict verdict-mismatch">
          <b>Outdated:</b> the request has changed since.
        </p>
      )}
      <CrashBoundary key={entry.time}>
        {entry.lost.length > 0 && (
          <p className="response-lost">
            This tab didn't keep {entry.lost.join(", ")}. Fill it in before you send again.
          </p>
        )}
        <OutcomeText data={data} entry={entry} code={code} onTurn={onTurn} />
        {/* Without a response, the next step is to run the request elsewhere. */}
        {entry.outcome.kind !== "received" && code}
      </CrashBoundary>
    </section>
  );
}

export interface OutcomeViewProps {
  readonly data: ExplorerOperation;
  /** The entry is null as long as only earlier calls exist. */
  readonly entry: HistoryEntry | null;
  /** The draft is the form's current draft. */
  readonly draft: RequestDraft;
  /** The form would call this server. */
  readonly target: ServerSetting;
  /** True means that the response has just arrived, so it takes the focus. */
  readonly isNew: boolean;
  /** The code is the request, to run elsewhere. */
  readonly code: ReactNode;
  readonly onTurn: (draft: RequestDraft) => void;
}

interface EntryProps {
  readonly entry: HistoryEntry;
}

function isStale(entry: HistoryEntry, draft: RequestDraft, target: ServerSetting): boolean {
  if (entry.target.url !== target.url) return true;
  return entry.draft !== draft && toComparable(entry.draft) !== toComparable(draft);
}

function toComparable(draft: RequestDraft): string {
  return JSON.stringify([draft.parameters, draft.mediaType, bodyText(bodyOf(draft))]);
}

function OutcomeText({ data, entry, code, onTurn }: OutcomeTextProps) {
  const { outcome } = entry;
  switch (outcome.kind) {
    case "received":
      return <ResponseView data={data} entry={entry} received={outcome} code={code} onTurn={onTurn} />;
    case "refused":
      return <RefusalView entry={entry} refusal={outcome.refusal} />;
    case "timeout":
      return <p>The server didn't answer within {outcome.seconds} seconds. It may still do what you asked.</p>;
    case "canceled":
      return <p>You canceled the call. The server may still have received it.</p>;
  }
}

interface OutcomeTextProps extends Pick<OutcomeViewProps, "data" | "code" | "onTurn">, EntryProps {}

function OutcomeTitle({ entry: { outcome, method, address }, isOutdated }: OutcomeTitleProps) {
  const status = outcome.kind === "received" ? String(outcome.status) : "4";
  const title = outcome.kind === "received" ? titleOf(outcome.status) : titleWithout(outcome);
  return (
    <>
      <b className={`status-${status.charAt(0)}`}>{title}</b>{" "}
      <small className={isOutdated ? undefined : "visually-hidden"}>
        {method.toUpperCase()} {address}
      </small>
    </>
  );
}

interface OutcomeTitleProps extends EntryProps {
  /** True means that the form now has a different request. */
  readonly isOutdated: boolean;
}

function titleWithout(outcome: Exclude<CallOutcome, { readonly kind: "received" }>): string {
  const isUnsent = outcome.kind === "refused" && outcome.refusal.cause === "placeholder";
  return isUnsent ? "Not sent" : titles[outcome.kind];
}

const titles = { refused: "No response", timeout: "Timed out", canceled: "Canceled" } as const;
