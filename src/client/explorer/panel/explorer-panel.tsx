import { useState } from "react";

import type { ServerSetting } from "#shared/config.ts";
import type { Method } from "#shared/contract/request.ts";

import { type Outcome, shownAddress } from "../call/call.ts";
import type { Target } from "../call/targets.ts";
import { type Draft, startDraft } from "../draft/request-draft.ts";
import type { ExplorerOperation } from "../explorer-operation.ts";
import { BodyFields } from "../form/body-fields.tsx";
import { prefixOf } from "../form/form-context.ts";
import { ParameterFields } from "../form/parameter-fields.tsx";
import { LoadedPart } from "../loaded-part.tsx";
import { CallCode, type CallCodeProps } from "./call-code.tsx";
import { hasHistory, type HistoryEntry } from "../page-session.ts";
import { PanelFrame, PanelHead, useView, useWide, ViewSwitch } from "./panel-frame.tsx";
import { TargetFields } from "./target-fields.tsx";
import { type FaultState, useExplorer } from "./use-explorer.ts";
import type { CallState, Sending } from "./use-sending.ts";

/** The explorer of one operation: what to send, where, and what came back. */
export function ExplorerPanel({ data, onClose }: ExplorerPanelProps) {
  const explorer = useExplorer(data);
  const { draft, change, replace, round, calling, sending, checking, call, attempt } = explorer;
  const isWide = useWide();
  const { view, onView } = useView(calling, sending);
  const parts = { data, draft, faults: checking.faults, onChange: change };
  const onSend = () => attempt(draft, "checked");
  const code = { call, name: `try-${data.anchor}-code` };
  return (
    <PanelFrame title={`Try it: ${data.summary}`} {...{ isWide, view, onSend, onClose }}>
      <PanelHead
        data={data}
        draft={draft}
        onReset={() => replace(startDraft(data, draft.mediaType, 0))}
        onClose={onClose}
      />
      {!isWide && <ViewSwitch view={view} name={`try-${data.anchor}-view`} onView={onView} />}
      <div className="explorer-request">
        <div className="explorer-fields">
          <p className="explorer-address">
            <b className={`method method-${data.method}`}>{data.method.toUpperCase()}</b>{" "}
            <code>{shownAddress(call)}</code>
          </p>
          <div key={`form ${round}`} onBlur={checking.onBlur}>
            <TargetFields {...explorer} data={data} target={call.target} />
            <ParameterFields {...parts} />
            {data.body !== null && <BodyFields {...parts} body={data.body} />}
          </div>
          <FaultPart key={`faults ${sending.held}`} {...explorer} data={data} onSend={() => attempt(draft, "anyway")} />
        </div>
        <SendBar {...explorer} method={data.method} target={call.target} onSend={onSend} />
      </div>
      <div className="explorer-side">
        {isWide && <CallCode {...code} />}
        <OutcomePart
          {...{ data, calling, draft }}
          target={call.target}
          onTurn={(turned) => attempt(turned, "checked")}
        />
        {!isWide && <FoldedCode {...code} isWanted={calling.shown?.outcome.kind === "refused"} />}
      </div>
      <ConfirmPart data={data} sending={sending} />
      <StatusLine calling={calling} />
    </PanelFrame>
  );
}

interface ExplorerPanelProps {
  readonly data: ExplorerOperation;
  readonly onClose: () => void;
}

/** Why a call was not sent. */
function FaultPart({ data, sending: { held }, checking: { faults }, onSend }: FaultPartProps) {
  if (held === 0 || faults.length === 0) return null;
  return (
    <LoadedPart load={loadBeforeSending}>
      {({ FaultSummary }) => (
        <FaultSummary faults={faults} prefixOf={(place) => prefixOf(data, place)} onSend={onSend} />
      )}
    </LoadedPart>
  );
}

interface FaultPartProps {
  readonly data: ExplorerOperation;
  readonly sending: Sending;
  readonly checking: FaultState;
  readonly onSend: () => void;
}

/** The dialog before production. */
function ConfirmPart({ data, sending: { waiting, confirm } }: Pick<FaultPartProps, "data" | "sending">) {
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
function OutcomePart({ calling: { isSending, shown, isNew }, ...form }: OutcomePartProps) {
  return (
    <div className="explorer-outcome">
      {shown === null && <p className="answer-none">{isSending ? "Sending" : "No answer yet"}</p>}
      {(isSending || shown !== null || hasHistory()) && (
        <LoadedPart load={async () => import("./outcome-view.tsx")} instead={shown && <PlainOutcome {...shown} />}>
          {({ OutcomeView }) => <OutcomeView {...form} entry={shown} isNew={isNew} />}
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

interface OutcomePartProps {
  readonly data: ExplorerOperation;
  readonly calling: CallState;
  readonly draft: Draft;
  readonly target: Target;
  readonly onTurn: (draft: Draft) => void;
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
function SendBar({ method, target, isSending, onSend, onCancel }: SendBarProps) {
  return (
    <div className="send-bar">
      <button
        type="button"
        className={isSending ? "button send" : "button button-primary send"}
        // The second half of a double click was not meant for the button that this has become.
        onClick={({ detail }) => detail < 2 && (isSending ? onCancel : onSend)()}
      >
        {isSending ? "Cancel" : `Send ${method.toUpperCase()}`}
      </button>
      <span className="send-target">
        {isSending ? "Sending to" : "to"} {target.name}
        {isSending && <span className="spinner" aria-hidden="true" />}
      </span>
    </div>
  );
}

interface SendBarProps {
  readonly method: Method;
  readonly target: ServerSetting;
  readonly isSending: boolean;
  readonly onSend: () => void;
  readonly onCancel: () => void;
}

/** Says to screen readers how a call is getting on. */
function StatusLine({ calling: { isSending, shown } }: { readonly calling: CallState }) {
  return (
    <output className="visually-hidden">{isSending ? "Sending" : shown === null ? "" : resultOf(shown.outcome)}</output>
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
