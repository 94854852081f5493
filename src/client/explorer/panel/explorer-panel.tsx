import { type KeyboardEvent, useEffect, useRef, useState } from "react";

import type { ExplorerData, ExplorerScheme } from "#shared/contract/explorer-data.ts";

import { shownAddress, toCall } from "../call/call.ts";
import { type Draft, startDraft } from "../draft/request-draft.ts";
import { BodyFields } from "../form/body-fields.tsx";
import { ParameterFields } from "../form/parameter-fields.tsx";
import { type HistoryEntry, pageSession } from "../page-session.ts";
import { useShared } from "../shared-value.ts";
import { CodePart, OutcomePart } from "./later-parts.tsx";
import { ConfirmDialog, FaultSummary, SendBar } from "./send-bar.tsx";
import { TargetFields } from "./target-fields.tsx";
import { callCredentials, useDraft, useTarget } from "./use-explorer.ts";
import { useFaults } from "./use-faults.ts";
import { type CallState, useCall, useSending } from "./use-sending.ts";

/** The explorer of one operation: what to send, where, and what came back. */
export function ExplorerPanel({ data, onClose }: ExplorerPanelProps) {
  const explorer = useExplorer(data);
  const { draft, change, replace, round, calling, sending, judged, call, attempt } = explorer;
  const parts = { data, draft, faults: judged.faults, onChange: change };
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- a shortcut for what a button does as well
    <div className="explorer" onKeyDown={(event) => isShortcut(event) && attempt(draft, "checked")}>
      <PanelHead data={data} onReset={() => replace(startDraft(data, draft.mediaType, 0))} onClose={onClose} />
      <p className="explorer-address">
        <b className={`method method-${data.method}`}>{data.method.toUpperCase()}</b> <code>{shownAddress(call)}</code>
      </p>
      <div key={round} onBlur={judged.onBlur}>
        <TargetFields {...explorer} data={data} target={call.target} />
        <ParameterFields {...parts} />
        {data.body !== null && <BodyFields {...parts} body={data.body} />}
      </div>
      {sending.held > 0 && judged.faults.length > 0 && (
        <FaultSummary key={sending.held} data={data} faults={judged.faults} onSend={() => attempt(draft, "anyway")} />
      )}
      <SendBar {...explorer} method={data.method} target={call.target} onSend={() => attempt(draft, "checked")} />
      {sending.question !== null && <ConfirmDialog {...sending.question} onAnswer={sending.answer} />}
      <StatusLine calling={calling} />
      <OutcomePart data={data} calling={calling} onTurn={(turned) => attempt(turned, "checked")} />
      <CodePart data={data} call={call} isWanted={calling.shown?.outcome.kind === "refused"} />
    </div>
  );
}

interface ExplorerPanelProps {
  readonly data: ExplorerData;
  readonly onClose: () => void;
}

/** Everything that changes in an explorer. */
function useExplorer(data: ExplorerData) {
  const { draft, change } = useDraft(data);
  const { target, targets } = useTarget(data);
  const [schemes, setSchemes] = useState<readonly ExplorerScheme[]>(data.security[0] ?? []);
  const [seconds, onSeconds] = useState(30);
  const [round, setRound] = useState(0);
  const calling = useCall(data, seconds);
  const judged = useFaults(data, draft);
  const sending = useSending(data, calling, judged);
  useShared(pageSession.secrets.changes);
  const callOf = (sent: Draft) =>
    toCall({ draft: sent, data, target, credentials: callCredentials(data, target, schemes) });
  /** Another draft is another form: nothing of how the one before was shown may stay. */
  const replace = (other: Draft) => {
    change(() => other);
    setRound(round + 1);
  };
  useReopened(data, (entry) => {
    replace(entry.draft);
    calling.show(entry);
  });
  return {
    ...{ draft, change, replace, round, targets, schemes, seconds, onSeconds, calling, sending, judged },
    call: callOf(draft),
    isSending: calling.isSending,
    onCancel: calling.cancel,
    onScheme: (index: number) => setSchemes(data.security[index] ?? []),
    attempt: (sent: Draft, way: "checked" | "anyway") => {
      change(() => sent);
      void sending.attempt(callOf(sent), sent, way);
    },
  };
}

/** Brings back a call of this operation from the history. */
function useReopened({ anchor }: ExplorerData, onReopen: (entry: HistoryEntry) => void): void {
  const entry = useShared(pageSession.reopened);
  useEffect(() => {
    if (entry?.anchor !== anchor) return;
    pageSession.reopened.set(null);
    pageSession.targetUrl.set(entry.target.url);
    onReopen(entry);
  });
}

function isShortcut({ key, ctrlKey, metaKey }: KeyboardEvent): boolean {
  return key === "Enter" && (ctrlKey || metaKey);
}

/** The title, which takes the focus when the explorer opens, and the way out. */
export function PanelHead({ data, onReset, onClose }: PanelHeadProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    heading.current?.focus({ preventScroll: true });
    // The button may have stayed in view where the form begins far above it.
    heading.current?.scrollIntoView({ block: "nearest" });
  }, []);
  return (
    <div className="explorer-head">
      <h4 ref={heading} tabIndex={-1}>
        Try it<span className="visually-hidden">: {data.summary}</span>
      </h4>
      <button type="button" className="field-action" onClick={onReset}>
        Start over
      </button>
      <button type="button" className="icon-button" onClick={onClose}>
        <svg className="icon" viewBox="0 0 20 20" aria-hidden="true">
          <path d="m5 5 10 10M15 5 5 15" />
        </svg>
        <span className="visually-hidden">Close the explorer</span>
      </button>
    </div>
  );
}

interface PanelHeadProps {
  readonly data: ExplorerData;
  readonly onReset: () => void;
  readonly onClose: () => void;
}

/** Says to screen readers how a call is getting on. */
export function StatusLine({ calling: { isSending, shown } }: { readonly calling: CallState }) {
  return (
    <output className="visually-hidden">{isSending ? "Sending" : shown === null ? "" : resultOf(shown.outcome)}</output>
  );
}

function resultOf(outcome: NonNullable<CallState["shown"]>["outcome"]): string {
  switch (outcome.kind) {
    case "received":
      return `Answer: ${outcome.status} after ${Math.round(outcome.milliseconds)} milliseconds`;
    case "refused":
      return "No answer";
    case "timeout":
      return "No answer in time";
    case "cancelled":
      return "Cancelled";
  }
}
