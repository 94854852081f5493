import { type ReactNode, useState } from "react";

import { findJsonContent, findSuccess } from "#shared/contract/operation.ts";

import { type CallOutcome, outcomeTitles } from "../call/call.ts";
import type { ExplorerOperation, OperationResponse } from "../explorer-operation.ts";
import { BodyFields } from "../form/body-fields.tsx";
import { ParameterFields } from "../form/parameter-fields.tsx";
import { fromJson, printJson } from "../json/json-node.ts";
import { LoadedPart } from "../loaded-part.tsx";
import { keepsCalls, pageSession } from "../page-session.ts";
import { Remark } from "../wording.tsx";
import { CallCode } from "./call-code.tsx";
import { CredentialFields } from "./credential-fields.tsx";
import { PanelFrame, useView, useWide } from "./panel-frame.tsx";
import { PanelHead, SendBar, type SendBarProps } from "./panel-head.tsx";
import { type OpenExplorer, useExplorer } from "./use-explorer.ts";

export function ExplorerPanel({ data, onClose }: ExplorerPanelProps) {
  const explorer = useExplorer(data);
  const { draft, isSending, shownEntry } = explorer;
  const isWide = useWide();
  const { view, onView } = useView(explorer, isWide);
  const code = <CallCode call={explorer.call} name={`try-${data.anchor}-code`} />;
  const isFolded = view === "response";
  const onStartOver = () => {
    explorer.startOver();
    onView("request");
  };
  const onEdit = isFolded && !isWide ? () => onView("request") : null;
  const sending = <SendPart explorer={explorer} isAgain={isFolded} onEdit={onEdit} />;
  const before = shownEntry === null && !isSending && (
    <>
      <ExpectedResponse responses={data.responses} />
      <FoldedCode>{code}</FoldedCode>
    </>
  );
  const onSend = () => explorer.send(draft);
  return (
    <PanelFrame title={`Try it: ${data.summary}`} isWide={isWide} view={view} onSend={onSend} onClose={onClose}>
      <PanelHead explorer={explorer} view={view} onView={onView} onStartOver={onStartOver} onClose={onClose}>
        {isWide && sending}
      </PanelHead>
      <div className="explorer-request">
        <div className="explorer-fields">
          <RequestForm {...explorer} />
          {!isWide && before}
        </div>
        {!isWide && sending}
      </div>
      <div className={before && isWide ? "explorer-side ink" : "explorer-side"}>
        {isWide && before}
        <OutcomePart explorer={explorer} code={code} />
      </div>
      {/* Screen readers announce the progress of a call from here. */}
      <output className="visually-hidden">{isSending ? "Sending" : shownEntry && resultOf(shownEntry.outcome)}</output>
    </PanelFrame>
  );
}

interface ExplorerPanelProps extends Pick<OpenExplorer, "data"> {
  readonly onClose: () => void;
}

function SendPart(props: SendBarProps) {
  const { data, unconfirmed, confirm } = props.explorer;
  return (
    <>
      <SendBar {...props} />
      {unconfirmed && (
        <LoadedPart load={loadSending}>
          {({ ConfirmDialog }) => <ConfirmDialog {...unconfirmed} data={data} onConfirm={confirm} />}
        </LoadedPart>
      )}
    </>
  );
}

/** The faults that stop a call appear before their fields, below the button that the reader pressed. */
function RequestForm({ data, draft, faults, stoppedAttempts, ...explorer }: OpenExplorer) {
  const form = { data, draft, faults, onChange: explorer.editDraft };
  return (
    <>
      {stoppedAttempts > 0 && (explorer.isUnchecked || faults.length > 0) && (
        <LoadedPart
          key={`faults ${stoppedAttempts}`}
          load={loadSending}
          loss="A part of this page didn't load, so nothing was sent."
        >
          {({ FaultSummary }) =>
            faults.length > 0 && (
              <FaultSummary data={data} faults={faults} onSend={() => explorer.send(draft, "anyway")} />
            )
          }
        </LoadedPart>
      )}
      <div key={`form ${explorer.formKey}`} onBlur={explorer.leaveField}>
        <CredentialFields
          data={data}
          target={explorer.target}
          schemes={explorer.schemes}
          onSchemes={explorer.setSchemes}
        />
        <ParameterFields {...form} />
        <BodyFields {...form} />
      </div>
    </>
  );
}

async function loadSending() {
  return import("./sending.ts");
}

function OutcomePart({ explorer, code }: OutcomePartProps) {
  const { data, isSending, shownEntry: entry } = explorer;
  return (
    <div className="explorer-outcome">
      {entry === null && isSending && <p className="note">Sending</p>}
      {(isSending || entry !== null || pageSession.history.value.length > 0 || keepsCalls()) && (
        <LoadedPart load={loadSending}>
          {({ OutcomeView, HistoryView }) => (
            <>
              {entry !== null && (
                <OutcomeView
                  data={data}
                  entry={entry}
                  draft={explorer.draft}
                  target={explorer.target}
                  isNew={explorer.isEntryNew}
                  code={code}
                  onSend={explorer.send}
                />
              )}
              <HistoryView anchor={data.anchor} shown={entry} />
            </>
          )}
        </LoadedPart>
      )}
    </div>
  );
}

interface OutcomePartProps {
  readonly explorer: OpenExplorer;
  readonly code: ReactNode;
}

function FoldedCode({ children }: { readonly children: ReactNode }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <details className="fold" onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
      <summary>This request as curl, JavaScript, Python</summary>
      {isOpen && children}
    </details>
  );
}

function resultOf(outcome: CallOutcome): string {
  return outcome.kind === "received"
    ? `Response: ${outcome.status} after ${Math.round(outcome.milliseconds)} milliseconds`
    : outcomeTitles[outcome.kind];
}

/** Before the first call, readers see what the contract says about the response, and its example's shape. */
function ExpectedResponse({ responses }: Pick<ExplorerOperation, "responses">) {
  const expected = findSuccess(responses);
  return (
    <div className="expected ink">
      {expected && <Shape response={expected} />}
      <b>The response will appear here</b>
      {expected && (
        <p className="note">
          Documented: {expected.status}. {expected.description && <Remark text={expected.description.text} />}
        </p>
      )}
    </div>
  );
}

const maxLines = 16;

function Shape({ response }: { readonly response: OperationResponse }) {
  const media = findJsonContent(response.content);
  const [example] = media?.examples ?? [];
  const members = media?.schema.members.map(({ name }) => `"${name}": "unknown"`) ?? [];
  const lines = example === undefined ? members : printJson(fromJson(example.value)).split("\n");
  return (
    <pre aria-hidden="true">
      {lines.slice(0, maxLines).map((line, index) => {
        const [, start = "", words = ""] = /^(\s*)(.*)$/.exec(line) ?? [];
        return (
          // oxlint-disable-next-line react/no-array-index-key -- lines have no identity but their index
          <div key={index}>
            {start}
            <i style={{ width: `${Math.min(words.length, 48)}ch` }} />
          </div>
        );
      })}
    </pre>
  );
}
