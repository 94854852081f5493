import { type ReactNode, useId, useMemo } from "react";

import { findResponse } from "#shared/contract/operation.ts";

import type { ReceivedResponse } from "../call/call.ts";
import { Switch } from "../choice.tsx";
import type { RequestDraft } from "../draft/request-draft.ts";
import type { ExplorerOperation } from "../explorer-operation.ts";
import type { HistoryEntry } from "../page-session.ts";
import { Shared, useShared } from "../shared-value.ts";
import { FaultText, formatSize } from "../wording.tsx";
import { PageTurner, RecordsView } from "./records-view.tsx";
import { findRecords, type FoundRecords } from "./records.ts";
import { messageOf, RefusedBody } from "./refused-body.tsx";
import { ResponseBodyView } from "./response-body.tsx";
import { checkResponse, headerOf, parseResponseBody, schemaOf, type Verdict } from "./response.ts";

/**
 * The view shows a response: what the contract says about it, then its records, its body, its headers, and the request
 * as code. It stays the same while the reader edits the form.
 */
export function ResponseView({ data, entry, received, code, onSend }: ResponseViewProps) {
  const { status, headers } = received;
  const { body, verdict, found } = useMemo(() => readResponse(data, received), [data, received]);
  const meaning = findResponse(data.responses, String(status))?.description?.text ?? "";
  const isSimulated = isSimulation(headers);
  const turner = (shown: FoundRecords | null) =>
    body.kind === "json" && <PageTurner data={data} entry={entry} list={body.node} found={shown} onSend={onSend} />;
  const refusal = status >= 400 && body.kind === "json" && messageOf(body.node) !== "" ? body.node : null;
  const views = [
    ...(found === null || refusal !== null ? [] : [recordsView(found)]),
    ["body", body.kind === "json" ? "JSON" : "Body"],
    ["headers", "Headers", headers.length],
    ["code", "Code"],
  ] as const;
  const wanted = useShared(wantedView);
  const view = views.find(([id]) => id === wanted)?.[0] ?? views[0][0];
  return (
    <>
      <ResponseFacts data={data} received={received} />
      <VerdictView verdict={verdict} />
      {refusal !== null && (
        <RefusedBody data={data} draft={entry.draft} refusal={refusal} isSimulated={isSimulated} onSend={onSend} />
      )}
      {meaning !== "" && <p className="note">{meaning}</p>}
      <Switch label="The response as" name={useId()} value={view} options={views} onChange={wantedView.set} />
      <div key={view} className="response-panel">
        {view === "records" && found !== null && (
          <>
            <RecordsView data={data} entry={entry} found={found} />
            {found.isList && turner(found.records.length > 0 ? found : null)}
          </>
        )}
        {view === "body" && (
          <>
            <ResponseBodyView data={data} entry={entry} received={received} body={body} isFolded={refusal !== null} />
            {turner(null)}
          </>
        )}
        {view === "headers" && <Headers headers={headers} target={entry.target} />}
        {view === "code" && code}
      </div>
    </>
  );
}

function recordsView({ isList, records }: FoundRecords) {
  return isList ? (["records", "Records", records.length] as const) : (["records", "Record"] as const);
}

type View = "records" | "body" | "headers" | "code";

/** The reader's preferred view applies to all responses of a page. */
const wantedView = new Shared<View>("records");

function ResponseFacts({ data, received }: Pick<ResponseViewProps, "data" | "received">) {
  const { headers, size, milliseconds } = received;
  const type = headerOf(headers, "content-type");
  return (
    <p className="note response-facts">
      {Math.round(milliseconds)} ms · {formatSize(size)}
      {type !== null && <> · {type}</>}
      {isSimulation(headers) && <> · {simulationOf(data, headers)}</>}
    </p>
  );
}

interface ResponseViewProps {
  readonly data: ExplorerOperation;
  readonly entry: HistoryEntry;
  readonly received: ReceivedResponse;
  readonly code: ReactNode;
  readonly onSend: (draft: RequestDraft) => void;
}

function readResponse(data: ExplorerOperation, received: ReceivedResponse) {
  const { status, bytes, size, headers } = received;
  const body = parseResponseBody(received);
  const isWhole = bytes.length === size;
  const verdict: Verdict =
    isWhole && size <= maxChecked
      ? checkResponse(data, { status, body, isSimulated: isSimulation(headers) })
      : { kind: "open", reason: isWhole ? tooLarge : notWhole };
  const found =
    body.kind === "json" && size <= maxRecords ? findRecords(body.node, schemaOf(data, status), data) : null;
  return { body, verdict, found };
}

function Headers({ headers, target }: Pick<ReceivedResponse, "headers"> & Pick<HistoryEntry, "target">) {
  const isForeign = !isSimulation(headers) && new URL(target.url).origin !== location.origin;
  return (
    <>
      <dl className="pairs response-headers">
        {headers.map(({ name, value }) => (
          <div key={name} className="row">
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {isForeign && (
        <p className="note">
          From another origin a browser shows only what the server names in Access-Control-Expose-Headers.
        </p>
      )}
    </>
  );
}

function isSimulation(headers: ReceivedResponse["headers"]): boolean {
  return headerOf(headers, "x-sandbox") !== null;
}

function simulationOf({ method }: ExplorerOperation, headers: ReceivedResponse["headers"]): string {
  const preference = headerOf(headers, "preference-applied");
  if (preference !== null) return `as asked (${preference}): nothing was done`;
  if (headerOf(headers, "x-sandbox") !== "example") return "simulated";
  return method === "get" ? "the documented example" : "Example only: nothing was kept";
}

const tooLarge = "The body is too large to be compared with the documentation.";
const notWhole = "Only a whole body is compared with the documentation.";

/** The limit is in bytes, because a larger table would make the page slow. */
const maxRecords = 300_000;

/** The time for a check grows with the body, so larger bodies stay unchecked. */
const maxChecked = 2_000_000;

function VerdictView({ verdict }: { readonly verdict: Verdict }) {
  switch (verdict.kind) {
    case "match":
      return <p className="note verdict verdict-match">As documented.</p>;
    case "open":
      return <p className="note verdict">{verdict.reason}</p>;
    case "mismatch":
      return (
        <div className="note verdict verdict-mismatch">
          <p>
            Differs from the documentation in{" "}
            {verdict.faults.length === 1 ? "one place" : `${verdict.faults.length} places`}
            {verdict.isOwn && ", as its own example does"}:
          </p>
          <ul>
            {verdict.faults.slice(0, maxFaults).map(({ pointer, message, hint }) => (
              <li key={pointer + message}>
                {pointer !== "" && <code>{pointer}</code>} <FaultText message={message} hint={hint} />
              </li>
            ))}
          </ul>
        </div>
      );
  }
}

const maxFaults = 12;
