import { useState } from "react";

import type { CallOutcome } from "../call/call.ts";
import type { ExplorerOperation } from "../explorer-operation.ts";
import { BodyFields } from "../form/body-fields.tsx";
import { ParameterFields } from "../form/parameter-fields.tsx";
import { LoadedPart } from "../loaded-part.tsx";
import { hasHistory, type HistoryEntry } from "../page-session.ts";
import type { CallCodeProps } from "./call-code.tsx";
import { ExpectedResponse } from "./expected-response.tsx";
import type { OutcomeViewProps } from "./outcome-view.tsx";
import { PanelFrame, useView, useWide } from "./panel-frame.tsx";
import { PanelHead, SendBar } from "./panel-head.tsx";
import { TargetFields } from "./target-fields.tsx";
import { useExplorer } from "./use-explorer.ts";

/** The explorer of one operation: what to send, where, and what came back. */
export function ExplorerPanel({ data, onClose }: ExplorerPanelProps) {
  const { state, actions } = useExplorer(data);
  const { draft, target, schemes, call, isSending, shownEntry, unconfirmed } = state;
  const isWide = useWide();
  const { view, onView } = useView(state, isWide);
  const code = { call, name: `try-${data.anchor}-code` };
  const isFolded = view === "response";
  const onStartOver = () => {
    actions.startOver();
    onView("request");
  };
  const isAnonymous = target.kind !== "sandbox" && schemes.length > 0 && call.credentials.length === 0;
  const sending = (
    <SendBar
      {...{ method: data.method, server: target.name, isSending, isAgain: isFolded, isAnonymous }}
      onSend={actions.send}
      onCancel={actions.cancel}
      onEdit={isFolded && !isWide ? () => onView("request") : null}
    />
  );
  const before = shownEntry === null && !isSending && <BeforeFirst data={data} code={code} />;
  return (
    <PanelFrame title={`Try it: ${data.summary}`} {...{ isWide, view, onClose }} onSend={actions.send}>
      <PanelHead {...{ data, draft, call, view, onView, onClose, onStartOver }}>
        {isWide && (isFolded ? sending : <small>{isApple ? "⌘" : "Ctrl-"}Enter sends, Esc closes</small>)}
      </PanelHead>
      <div className="explorer-request">
        <div className="explorer-fields">
          <RequestForm {...{ data, state, actions }} />
          {!isWide && before}
        </div>
        {!(isWide && isFolded) && sending}
      </div>
      <div className="explorer-side">
        {isWide && before}
        <OutcomePart
          {...{ data, draft, target, isSending, code, entry: shownEntry, isNew: state.isEntryNew }}
          onTurn={actions.sendPage}
        />
      </div>
      {unconfirmed && (
        <LoadedPart load={loadBeforeSending}>
          {({ ConfirmDialog }) => <ConfirmDialog {...unconfirmed} data={data} onConfirm={actions.confirm} />}
        </LoadedPart>
      )}
      {/* Says to screen readers how a call is getting on. */}
      <output className="visually-hidden">{isSending ? "Sending" : shownEntry && resultOf(shownEntry.outcome)}</output>
    </PanelFrame>
  );
}

const isApple = /Mac|iP/.test(navigator.userAgent);

interface ExplorerPanelProps {
  readonly data: ExplorerOperation;
  readonly onClose: () => void;
}

/** Where the call goes, with what; and why it was not sent. */
function RequestForm({ data, state, actions }: RequestFormProps) {
  const { draft, targets, target, schemes, timeoutSeconds, faults } = state;
  const form = { data, draft, faults, isSimulated: target.kind === "sandbox", onChange: actions.editDraft };
  return (
    <>
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
        <LoadedPart key={`faults ${state.heldAttempts}`} load={loadBeforeSending}>
          {({ FaultSummary }) => <FaultSummary {...{ data, faults }} onSend={actions.sendAnyway} />}
        </LoadedPart>
      )}
    </>
  );
}

interface RequestFormProps extends ReturnType<typeof useExplorer> {
  readonly data: ExplorerOperation;
}

/** What stands in a response's place: what will come, and the request for who takes it elsewhere unsent. */
function BeforeFirst({ data, code }: { readonly data: ExplorerOperation; readonly code: CallCodeProps }) {
  return (
    <>
      <ExpectedResponse responses={data.responses} />
      <FoldedCode {...code} />
    </>
  );
}

/** Why a call was not sent, and the dialog before production. Here already: a draft is checked first. */
async function loadBeforeSending() {
  return import("./before-sending.tsx");
}

/** The responses: fetched while the first one is on its way, or for the calls that were made before. */
function OutcomePart({ isSending, ...view }: OutcomePartProps) {
  const { entry } = view;
  return (
    <div className="explorer-outcome">
      {entry === null && isSending && <p className="response-none">Sending</p>}
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

function FoldedCode(code: CallCodeProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <details className="folded-code" onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
      <summary>This request as curl, JavaScript, Python</summary>
      {isOpen && (
        <LoadedPart load={async () => import("./call-code.tsx")}>{({ CallCode }) => <CallCode {...code} />}</LoadedPart>
      )}
    </details>
  );
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
