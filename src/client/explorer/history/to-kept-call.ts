import type { ExplorerData } from "../../../model/explorer.ts";
import { toAddress } from "../../../rules/samples/to-address.ts";
import { headerOf, readAnswer } from "../answer/read-answer.ts";
import type { Received } from "../call/send.ts";
import { toRequest } from "../call/to-request.ts";
import type { HistoryEntry } from "../page-session.ts";
import { cleanDraft } from "./clean-draft.ts";

/** As much of an answer's body, in bytes, as is kept. */
const mostOfAnswer = 60_000;

/** A call as it may be stored: nothing secret of the request, no files, of the answer a text of limited length. */
export function toKeptCall(entry: HistoryEntry, data: ExplorerData): HistoryEntry {
  const { draft, lost } = cleanDraft(entry.draft, data);
  const { outcome } = entry;
  return {
    ...entry,
    draft,
    lost,
    address: toAddress(toRequest(draft, data)),
    outcome: outcome.kind === "received" ? cutAnswer(outcome) : outcome,
  };
}

function cutAnswer(received: Received): Received {
  const part = { ...received, bytes: received.bytes.slice(0, mostOfAnswer) };
  return readAnswer(part).kind === "binary" ? { ...part, bytes: new Uint8Array() } : part;
}

/** The call without what its server answered, but for the status and the type. */
export function withoutAnswer(entry: HistoryEntry): HistoryEntry {
  const { outcome } = entry;
  if (outcome.kind !== "received") return entry;
  const type = headerOf(outcome.headers, "content-type");
  const headers = type === null ? [] : [{ name: "content-type", value: type }];
  return { ...entry, outcome: { ...outcome, headers, bytes: new Uint8Array() } };
}
