import { useState } from "react";

import { type Outcome, shownAddress } from "../call/call.ts";
import { Switch } from "../choice.tsx";
import type { ExplorerOperation } from "../explorer-operation.ts";
import { BodyFields } from "../form/body-fields.tsx";
import { ParameterFields } from "../form/parameter-fields.tsx";
import { LoadedPart } from "../loaded-part.tsx";
import { CallCode, type CallCodeProps } from "./call-code.tsx";
import { hasHistory, type HistoryEntry } from "../page-session.ts";
import { PanelFrame, PanelHead, useView, useWide } from "./panel-frame.tsx";
import { TargetFields } from "./target-fields.tsx";
import { type ExplorerState, useExplorer } from "./use-explorer.ts";

/** The explorer of one operation: what to send, where, and what came back. */
export function ExplorerPanel({ data, onClose }: ExplorerPanelProps) {
  const explorer = useExplorer(data);
  const { call, shown, onSend } = explorer;
  const isWide = useWide();
  const { view, onView } = useView(explorer);
  const code = { call, name: `try-${data.anchor}-code` };
  return (
    <PanelFrame title={`Try it: ${data.summary}`} {...{ isWide, view, onSend, onClose }}>
      <PanelHead {...explorer} onClose={onClose} />
      {!isWide && (
        <Switch label="Show" name={`try-${data.anchor}-view`} value={view} options={views} onChange={onView} />
      )}
      <div className="explorer-request">
        <div className="explorer-fields">
          <p className="explorer-address">
            <b className={`method method-${data.method}`}>{data.method.toUpperCase()}</b>{" "}
            <code>{shownAddress(call)}</code>
          </p>
          <div key={`form ${explorer.round}`} onBlur={explorer.onBlur}>
            <TargetFields {...explorer} />
            <ParameterFields {...explorer} />
            <BodyFields {...explorer} />
          </div>
          <FaultPart key={`faults ${explorer.held}`} {...explorer} />
        </div>
        <SendBar {...explorer} />
      </div>
      <div className="explorer-side">
        {isWide && <CallCode {...code} />}
        <OutcomePart {...explorer} />
        {!isWide && <FoldedCode {...code} isWanted={shown?.outcome.kind === "refused"} />}
      </div>
      <ConfirmPart {...explorer} />
      {/* Says to screen readers how a call is getting on. */}
      <output className="visually-hidden">{explorer.isSending ? "Sending" : shown && resultOf(shown.outcome)}</output>
    </PanelFrame>
  );
}

/** The tabs of a sheet. */
const views = [
  ["request", "Request"],
  ["answer", "Answer"],
] as const;

interface ExplorerPanelProps {
  readonly data: ExplorerOperation;
  readonly onClose: () => void;
}

/** Why a call was not sent. */
function FaultPart({ data, held, faults, onSendAnyway }: ExplorerState) {
  if (held === 0 || faults.length === 0) return null;
  return (
    <LoadedPart load={loadBeforeSending}>
      {({ FaultSummary }) => <FaultSummary data={data} faults={faults} onSend={onSendAnyway} />}
    </LoadedPart>
  );
}

/** The dialog before production. */
function ConfirmPart({ data, waiting, confirm }: ExplorerState) {
  if (waiting === null) return null;
  return (
    <LoadedPart load={loadBeforeSending}>
      {({ ConfirmDialog }) => <ConfirmDialog {...waiting} data={data} onAnswer={confirm} />}
    </LoadedPart>
  );
}

/** Here already: a draft is checked first. */
async function loadBeforeSending() {
  return import("./before-sending.tsx");
}

/** The answers: fetched while the first one is on its way, or for the calls that were made before. */
function OutcomePart(explorer: ExplorerState) {
  const { isSending, shown } = explorer;
  return (
    <div className="explorer-outcome">
      {shown === null && <p className="answer-none">{isSending ? "Sending" : "No answer yet"}</p>}
      {(isSending || shown !== null || hasHistory()) && (
        <LoadedPart load={async () => import("./outcome-view.tsx")} instead={shown && <PlainOutcome {...shown} />}>
          {({ OutcomeView }) => <OutcomeView {...explorer} entry={shown} />}
        </LoadedPart>
      )}
    </div>
  );
}

/** The answer in so far as it is text, where what shows it better does not load. */
function PlainOutcome({ outcome }: HistoryEntry) {
  return (
    <section className="answer" aria-label="Answer">
      <p>{resultOf(outcome)}</p>
      {outcome.kind === "received" && <pre>{new TextDecoder().decode(outcome.bytes.subarray(0, 300_000))}</pre>}
    </section>
  );
}

/** The request as code, where there is no room for it beside the form. */
function FoldedCode({ isWanted, ...props }: FoldedCodeProps) {
  const [isOpen, setIsOpen] = useState(false);
  const isShown = isOpen || isWanted;
  return (
    <details className="folded-code" open={isShown} onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
      <summary>This request as curl, JavaScript, Python</summary>
      {isShown && <CallCode {...props} />}
    </details>
  );
}

interface FoldedCodeProps extends CallCodeProps {
  /** True when there was no answer, and the request elsewhere is the next step. */
  readonly isWanted: boolean;
}

/** The button, and where the call goes. While a call is under way the same button cancels it. */
function SendBar({ data, target, isSending, onSend, onCancel }: ExplorerState) {
  return (
    <div className="send-bar">
      <button
        type="button"
        className={isSending ? "button send" : "button button-primary send"}
        // The second half of a double click was not meant for the button that this has become.
        onClick={({ detail }) => detail < 2 && (isSending ? onCancel : onSend)()}
      >
        {isSending ? "Cancel" : `Send ${data.method.toUpperCase()}`}
      </button>
      <span className="send-target">
        {isSending ? "Sending to" : "to"} {target.name}
        {isSending && <span className="spinner" aria-hidden="true" />}
      </span>
    </div>
  );
}

/** What became of a call, in a few words. */
function resultOf(outcome: Outcome): string {
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
