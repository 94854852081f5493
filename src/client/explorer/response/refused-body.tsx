import type { RequestDraft } from "../draft/request-draft.ts";
import type { ExplorerOperation } from "../explorer-operation.ts";
import { emptyObject, type JsonNode, memberNode } from "../json/json-node.ts";
import type { HistoryEntry } from "../page-session.ts";
import { FaultText, Remark } from "../wording.tsx";
import { NextCalls } from "./next-calls.tsx";
import { messageOf, suggestCalls, suggestValues, textAt } from "./suggestions.ts";

/** A refusal is told once, with its further faults. What the sandbox suggests is one press away. */
export function RefusedBody({ data, entry, refusal, isSimulated, onSend }: RefusedBodyProps) {
  const values = isSimulated ? suggestValues(refusal, entry.draft) : [];
  const calls = isSimulated ? suggestCalls(refusal, data.makingCalls) : [];
  const hint = textAt(refusal, "hint");
  const faults = memberNode(refusal, "faults");
  // The message is about the first fault.
  const further = isSimulated && faults?.kind === "list" ? faults.items.slice(1) : [];
  return (
    <div className="refused">
      <p className="response-reason">
        <Remark text={messageOf(refusal)} />
      </p>
      {hint !== "" && values.length + calls.length === 0 && (
        <p>
          <Remark text={hint} />
        </p>
      )}
      {further.length > 0 && (
        <ul>
          {further.map((fault, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- a response stays as it is
            <li key={index}>
              <FaultText message={textAt(fault, "message")} hint={textAt(fault, "hint") || null} />
            </li>
          ))}
        </ul>
      )}
      {values.length + calls.length > 0 && (
        <div className="suggestions">
          {values.map(({ value, draft }) => (
            <button key={value} type="button" onClick={() => onSend(draft)}>
              Use {value}
            </button>
          ))}
          <NextCalls data={{ nextCalls: calls.map(toNextCall) }} entry={entry} record={emptyObject} />
        </div>
      )}
    </div>
  );
}

interface RefusedBodyProps {
  readonly data: ExplorerOperation;
  readonly entry: HistoryEntry;
  readonly refusal: JsonNode;
  readonly isSimulated: boolean;
  readonly onSend: (draft: RequestDraft) => void;
}

function toNextCall({ anchor, title }: ExplorerOperation["makingCalls"][number]) {
  return { anchor, title, method: "post", parameters: [], body: null } as const;
}
