import { useEffect, useState, type KeyboardEvent } from "react";
import type { ExplorerData, ExplorerScheme } from "../../../model/explorer.ts";
import { shownAddress, toCall } from "../call/call.ts";
import { callCredentials } from "../call/call-credentials.ts";
import { startDraft, type Draft } from "../draft/draft.ts";
import { BodyFields } from "../form/body-fields.tsx";
import { ParameterFields } from "../form/parameter-fields.tsx";
import { pageSession, type HistoryEntry } from "../page-session.ts";
import { useShared } from "../shared.ts";
import { useCall } from "../use-call.ts";
import { useDraft } from "../use-draft.ts";
import { useFaults } from "../use-faults.ts";
import { useSending } from "../use-sending.ts";
import { useTarget } from "../use-target.ts";
import { ConfirmDialog } from "./confirm-dialog.tsx";
import { FaultSummary } from "./fault-summary.tsx";
import { CodePart, OutcomePart } from "./later-parts.tsx";
import { PanelHead } from "./panel-head.tsx";
import { SendBar } from "./send-bar.tsx";
import { StatusLine } from "./status-line.tsx";
import { TargetFields } from "./target-fields.tsx";

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
