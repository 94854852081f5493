import { useEffect, useRef, useState } from "react";

import { type Call, shownAddress } from "../call/call.ts";
import type { Target } from "../call/targets.ts";
import { type Draft, startDraft } from "../draft/request-draft.ts";
import type { ExplorerOperation } from "../explorer-operation.ts";
import { BodyFields } from "../form/body-fields.tsx";
import { prefixOf } from "../form/form-context.ts";
import { ParameterFields } from "../form/parameter-fields.tsx";
import { LoadedPart } from "../loaded-part.tsx";
import { hasHistory, type HistoryEntry } from "../page-session.ts";
import { PanelFrame, useView, useWide, ViewSwitch } from "./panel-frame.tsx";
import { resultOf, SendBar, StatusLine } from "./send-bar.tsx";
import { TargetFields } from "./target-fields.tsx";
import { useExplorer } from "./use-explorer.ts";
import type { FaultState } from "./use-faults.ts";
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
        {isWide && <CodePart {...code} />}
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

/** The title, which takes the focus when the explorer opens, and the way out. */
function PanelHead({ data, draft, onReset, onClose }: PanelHeadProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    heading.current?.focus({ preventScroll: true });
    // Form and answer have the window to themselves, below what they belong to.
    heading.current?.scrollIntoView();
  }, []);
  return (
    <div className="explorer-head">
      <h4 ref={heading} tabIndex={-1}>
        Try it
      </h4>
      <small>{isApple ? "⌘" : "Ctrl-"}Enter sends, Esc closes</small>
      <CopyLink data={data} draft={draft} />
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

const isApple = /Mac|iP/.test(navigator.userAgent);

interface PanelHeadProps extends LinkedForm {
  readonly onReset: () => void;
  readonly onClose: () => void;
}

/** Copies an address that opens this form with these values; what makes it comes with the first click. */
function CopyLink({ data, draft }: LinkedForm) {
  const [said, setSaid] = useState<{ readonly of: Draft; readonly text: string } | null>(null);
  const copy = async () => (await import("../draft/kept-draft.ts")).copyLink(draft, data);
  const onClick = async () => setSaid({ of: draft, text: await copy().catch(() => "Copying is blocked") });
  return (
    <>
      <output>{said?.of === draft && said.text}</output>
      <button type="button" className="field-action" onClick={() => void onClick()}>
        Copy link
      </button>
    </>
  );
}

interface LinkedForm {
  readonly data: ExplorerOperation;
  readonly draft: Draft;
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

/** The request as code. */
function CodePart(props: CodePartProps) {
  return (
    <LoadedPart load={async () => import("./call-code.tsx")}>{({ CallCode }) => <CallCode {...props} />}</LoadedPart>
  );
}

interface CodePartProps {
  readonly call: Call;
  /** Groups its radio buttons; unique on the page. */
  readonly name: string;
}

/** The same where there is no room beside the form: fetched when somebody wants to see it. */
function FoldedCode({ isWanted, ...props }: FoldedCodeProps) {
  const [isOpen, setIsOpen] = useState(false);
  const isShown = isOpen || isWanted;
  return (
    <details className="folded-code" open={isShown} onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
      <summary>This request as curl, JavaScript, Python</summary>
      {isShown && <CodePart {...props} />}
    </details>
  );
}

interface FoldedCodeProps extends CodePartProps {
  /** True when there was no answer, and the request elsewhere is the next step. */
  readonly isWanted: boolean;
}
