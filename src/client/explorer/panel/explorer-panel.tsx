import { type KeyboardEvent, useEffect, useRef, useState } from "react";

import { type Call, shownAddress } from "../call/call.ts";
import { type Draft, startDraft } from "../draft/request-draft.ts";
import type { ExplorerOperation } from "../explorer-operation.ts";
import { BodyFields } from "../form/body-fields.tsx";
import { prefixOf } from "../form/form-context.ts";
import { ParameterFields } from "../form/parameter-fields.tsx";
import { LoadedPart } from "../loaded-part.tsx";
import { hasHistory, type HistoryEntry } from "../page-session.ts";
import { resultOf, SendBar, StatusLine } from "./send-bar.tsx";
import { TargetFields } from "./target-fields.tsx";
import { useExplorer } from "./use-explorer.ts";
import type { FaultState } from "./use-faults.ts";
import type { CallState, Sending } from "./use-sending.ts";

/** The explorer of one operation: what to send, where, and what came back. */
export function ExplorerPanel({ data, onClose }: ExplorerPanelProps) {
  const explorer = useExplorer(data);
  const { draft, change, replace, round, calling, sending, checking, call, attempt } = explorer;
  const parts = { data, draft, faults: checking.faults, onChange: change };
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- a shortcut for what a button does as well
    <div className="explorer" onKeyDown={(event) => isShortcut(event) && attempt(draft, "checked")}>
      <PanelHead data={data} onReset={() => replace(startDraft(data, draft.mediaType, 0))} onClose={onClose} />
      <p className="explorer-address">
        <b className={`method method-${data.method}`}>{data.method.toUpperCase()}</b> <code>{shownAddress(call)}</code>
      </p>
      <div key={`form ${round}`} onBlur={checking.onBlur}>
        <TargetFields {...explorer} data={data} target={call.target} />
        <ParameterFields {...parts} />
        {data.body !== null && <BodyFields {...parts} body={data.body} />}
      </div>
      <FaultPart key={`faults ${sending.held}`} {...explorer} data={data} onSend={() => attempt(draft, "anyway")} />
      <SendBar {...explorer} method={data.method} target={call.target} onSend={() => attempt(draft, "checked")} />
      <ConfirmPart data={data} sending={sending} />
      <StatusLine calling={calling} />
      <OutcomePart data={data} calling={calling} onTurn={(turned) => attempt(turned, "checked")} />
      <CodePart data={data} call={call} isWanted={calling.shown?.outcome.kind === "refused"} />
    </div>
  );
}

interface ExplorerPanelProps {
  readonly data: ExplorerOperation;
  readonly onClose: () => void;
}

function isShortcut({ key, ctrlKey, metaKey }: KeyboardEvent): boolean {
  return key === "Enter" && (ctrlKey || metaKey);
}

/** The title, which takes the focus when the explorer opens, and the way out. */
function PanelHead({ data, onReset, onClose }: PanelHeadProps) {
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
  readonly data: ExplorerOperation;
  readonly onReset: () => void;
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
function OutcomePart({ data, calling: { isSending, shown, isNew }, onTurn }: OutcomePartProps) {
  if (!isSending && shown === null && !hasHistory()) return null;
  return (
    <LoadedPart load={async () => import("./outcome-view.tsx")} instead={shown && <PlainOutcome {...shown} />}>
      {({ OutcomeView }) => <OutcomeView data={data} entry={shown} isNew={isNew} onTurn={onTurn} />}
    </LoadedPart>
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
  readonly onTurn: (draft: Draft) => void;
}

/** The request as code: fetched when somebody wants to see it. */
function CodePart({ data, call, isWanted }: CodePartProps) {
  const [isOpen, setIsOpen] = useState(false);
  const isShown = isOpen || isWanted;
  return (
    <details className="call-code" open={isShown} onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
      <summary>This request as curl, JavaScript, Python</summary>
      {isShown && (
        <LoadedPart load={async () => import("./call-code.tsx")}>
          {({ CallCode }) => <CallCode call={call} name={`try-${data.anchor}-code`} />}
        </LoadedPart>
      )}
    </details>
  );
}

interface CodePartProps {
  readonly data: ExplorerOperation;
  readonly call: Call;
  /** True when there was no answer, and the request elsewhere is the next step. */
  readonly isWanted: boolean;
}
