import { useState } from "react";

import type { Method } from "#shared/contract/request.ts";

import { type CallOutcome, shownAddress } from "../call/call.ts";
import { Switch } from "../choice.tsx";
import type { ExplorerOperation } from "../explorer-operation.ts";
import { BodyFields } from "../form/body-fields.tsx";
import { ParameterFields } from "../form/parameter-fields.tsx";
import { LoadedPart } from "../loaded-part.tsx";
import { hasHistory, type HistoryEntry } from "../page-session.ts";
import type { ConfirmDialogProps, FaultSummaryProps } from "./before-sending.tsx";
import { CallCode, type CallCodeProps } from "./call-code.tsx";
import type { OutcomeViewProps } from "./outcome-view.tsx";
import { PanelFrame, PanelHead, useView, useWide } from "./panel-frame.tsx";
import { TargetFields } from "./target-fields.tsx";
import { useExplorer } from "./use-explorer.ts";

/** The explorer of one operation: what to send, where, and what came back. */
export function ExplorerPanel({ data, onClose }: ExplorerPanelProps) {
  const { state, actions } = useExplorer(data);
  const { draft, targets, target, schemes, timeoutSeconds, call, faults, isSending, shownEntry } = state;
  const isWide = useWide();
  const { view, onView } = useView(state);
  const form = { data, draft, faults, onChange: actions.editDraft };
  const code = { call, name: `try-${data.anchor}-code` };
  return (
    <PanelFrame title={`Try it: ${data.summary}`} {...{ isWide, view, onClose }} onSend={actions.send}>
      <PanelHead {...{ data, draft, onClose }} onStartOver={actions.startOver} />
      {!isWide && (
        <Switch label="Show" name={`try-${data.anchor}-view`} value={view} options={views} onChange={onView} />
      )}
      <div className="explorer-request">
        <div className="explorer-fields">
          <RequestLine method={data.method} address={shownAddress(call)} />
          <div key={`form ${state.formKey}`} onBlur={actions.leaveField}>
            <TargetFields
              {...{ data, targets, target, schemes, timeoutSeconds }}
              onSecurity={actions.chooseSecurity}
              onTimeout={actions.setTimeoutSeconds}
            />
            <ParameterFields {...form} />
            <BodyFields {...form} />
          </div>
          {state.heldAttempts > 0 && faults.length > 0 && (
            <FaultPart key={`faults ${state.heldAttempts}`} {...{ data, faults }} onSend={actions.sendAnyway} />
          )}
        </div>
        <SendBar
          {...{ method: data.method, server: target.name, isSending }}
          onSend={actions.send}
          onCancel={actions.cancel}
        />
      </div>
      <div className="explorer-side">
        {isWide && <CallCode {...code} />}
        <OutcomePart
          {...{ data, draft, target, isSending, entry: shownEntry, isNew: state.isEntryNew }}
          onTurn={actions.sendPage}
        />
        {!isWide && <FoldedCode {...code} isWanted={shownEntry?.outcome.kind === "refused"} />}
      </div>
      {state.unconfirmed && <ConfirmPart {...state.unconfirmed} data={data} onConfirm={actions.confirm} />}
      {/* Says to screen readers how a call is getting on. */}
      <output className="visually-hidden">{isSending ? "Sending" : shownEntry && resultOf(shownEntry.outcome)}</output>
    </PanelFrame>
  );
}

/** The tabs of a sheet. */
const views = [
  ["request", "Request"],
  ["response", "Response"],
] as const;

interface ExplorerPanelProps {
  readonly data: ExplorerOperation;
  readonly onClose: () => void;
}

function RequestLine({ method, address }: { readonly method: Method; readonly address: string }) {
  return (
    <p className="explorer-address">
      <b className={`method method-${method}`}>{method.toUpperCase()}</b> <code>{address}</code>
    </p>
  );
}

/** Why a call was not sent. */
function FaultPart(props: FaultSummaryProps) {
  return <LoadedPart load={loadBeforeSending}>{({ FaultSummary }) => <FaultSummary {...props} />}</LoadedPart>;
}

/** The dialog before production. */
function ConfirmPart(props: ConfirmDialogProps) {
  return <LoadedPart load={loadBeforeSending}>{({ ConfirmDialog }) => <ConfirmDialog {...props} />}</LoadedPart>;
}

/** Here already: a draft is checked first. */
async function loadBeforeSending() {
  return import("./before-sending.tsx");
}

/** The responses: fetched while the first one is on its way, or for the calls that were made before. */
function OutcomePart({ isSending, ...view }: OutcomePartProps) {
  const { entry } = view;
  return (
    <div className="explorer-outcome">
      {entry === null && <p className="response-none">{isSending ? "Sending" : "No response yet"}</p>}
      {(isSending || entry !== null || hasHistory()) && (
        <LoadedPart load={async () => import("./outcome-view.tsx")} instead={entry && <PlainOutcome {...entry} />}>
          {({ OutcomeView }) => <OutcomeView {...view} />}
        </LoadedPart>
      )}
    </div>
  );
}

interface OutcomePartProps extends OutcomeViewProps {
  readonly isSending: boolean;
}

/** The response in so far as it is text, where what shows it better does not load. */
function PlainOutcome({ outcome }: Pick<HistoryEntry, "outcome">) {
  return (
    <section className="response" aria-label="Response">
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
  /** True when there was no response, and the request elsewhere is the next step. */
  readonly isWanted: boolean;
}

/** The button, and where the call goes. While a call is under way the same button cancels it. */
function SendBar({ method, server, isSending, onSend, onCancel }: SendBarProps) {
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
        {isSending ? "Sending to" : "to"} {server}
        {isSending && <span className="spinner" aria-hidden="true" />}
      </span>
    </div>
  );
}

interface SendBarProps {
  readonly method: Method;
  /** Its name. */
  readonly server: string;
  readonly isSending: boolean;
  readonly onSend: () => void;
  readonly onCancel: () => void;
}

/** What became of a call, in a few words. */
function resultOf(outcome: CallOutcome): string {
  switch (outcome.kind) {
    case "received":
      return `Response: ${outcome.status} after ${Math.round(outcome.milliseconds)} milliseconds`;
    case "refused":
      return "No response";
    case "timeout":
      return "No response in time";
    case "cancelled":
      return "Cancelled";
  }
}
