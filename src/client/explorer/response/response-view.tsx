import { memo } from "react";

import { findResponse } from "#shared/contract/operation.ts";

import type { ReceivedResponse } from "../call/call.ts";
import type { ExplorerOperation } from "../explorer-operation.ts";
import { memberNode } from "../json/json-node.ts";
import type { HistoryEntry } from "../page-session.ts";
import { FaultText, formatSize, Remark } from "../wording.tsx";
import { ResponseBodyView } from "./response-body.tsx";
import { checkResponse, headerOf, parseResponseBody, type ResponseBody, type Verdict } from "./response.ts";

/** What a server answered: what the contract says about it, headers, body. Whatever is typed into the form, it stays. */
export const ResponseView = memo(function ResponseView({ data, entry, received }: ResponseViewProps) {
  const { status, headers, bytes, size, milliseconds } = received;
  const body = parseResponseBody(received);
  const isWhole = bytes.length === size;
  const isChecked = isWhole && size <= maxChecked;
  const verdict: Verdict = isChecked
    ? checkResponse(data, status, body)
    : { kind: "open", reason: isWhole ? tooLarge : notWhole };
  const response = findResponse(data.responses, String(status));
  const meaning = response?.description?.text ?? "";
  const type = headerOf(headers, "content-type");
  const isSimulated = headerOf(headers, "x-sandbox") !== null;
  return (
    <>
      <p className="response-facts">
        {Math.round(milliseconds)} ms · {formatSize(size)}
        {type !== null && <> · {type}</>}
        {isSimulated && <> · simulated</>}
      </p>
      {isSimulated && status >= 400 && <RefusalSentence body={body} />}
      {meaning !== "" && <p className="response-meaning">{meaning}</p>}
      <VerdictView verdict={verdict} />
      <ResponseBodyView data={data} entry={entry} received={received} body={body} />
      <details>
        <summary>
          {headers.length} {headers.length === 1 ? "header" : "headers"}
        </summary>
        <dl className="response-headers">
          {headers.map(({ name, value }) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
        {!isSimulated && new URL(entry.target.url).origin !== location.origin && (
          <p className="field-hint">
            From another origin a browser shows only what the server names in Access-Control-Expose-Headers.
          </p>
        )}
      </details>
    </>
  );
});

/** What the sandbox says of a call that it refuses, before all else. */
function RefusalSentence({ body }: { readonly body: ResponseBody }) {
  const message = body.kind === "json" ? memberNode(body.node, "message") : undefined;
  if (message?.kind !== "text") return null;
  return (
    <p className="response-reason">
      <Remark text={message.value} />
    </p>
  );
}

const tooLarge = "The body is too large to be compared with the documentation.";
const notWhole = "Only a whole body is compared with the documentation.";

/** Checking takes time in proportion to the body. */
const maxChecked = 2_000_000;

interface ResponseViewProps {
  readonly data: ExplorerOperation;
  readonly entry: HistoryEntry;
  readonly received: ReceivedResponse;
}

function VerdictView({ verdict }: { readonly verdict: Verdict }) {
  switch (verdict.kind) {
    case "match":
      return <p className="verdict verdict-match">As documented.</p>;
    case "open":
      return <p className="verdict">{verdict.reason}</p>;
    case "mismatch":
      return (
        <div className="verdict verdict-mismatch">
          <p>
            Differs from the documentation in{" "}
            {verdict.faults.length === 1 ? "one place" : `${verdict.faults.length} places`}:
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
