import { toAddress } from "#shared/samples/address.ts";

import type { ReceivedResponse } from "../call/call.ts";
import { toRequest } from "../draft/draft-to-request.ts";
import type { ExplorerOperation } from "../explorer-operation.ts";
import { type HistoryEntry, historyKey, maxEntries } from "../page-session.ts";
import { headerOf, parseResponseBody } from "../response/response.ts";
import { forgetTab, readKept, writeKept } from "../tab-state.ts";
import { cleanDraft, holdsSecret } from "./clean-draft.ts";

/**
 * A call is kept as long as the tab is open, so that another page of the site can show it again. A server may repeat
 * the token in its response. A call that contains a credential of this page in its response or address is kept without the
 * response, or it's dropped.
 */
export function keepCall(entry: HistoryEntry, data: ExplorerOperation): void {
  const { draft, lost } = cleanDraft(entry.draft, data);
  const address = toAddress(toRequest(draft, data));
  const outcome = entry.outcome.kind === "received" ? cutResponse(entry.outcome) : entry.outcome;
  const whole = { ...entry, draft, lost, address, outcome };
  const kept = [whole, withoutResponse(whole)].find((candidate) => !holdsSecret(printCalls([candidate])));
  if (kept === undefined) return;
  const older = readCalls().slice(0, maxEntries - 1);
  // If the browser has too little room, the older calls lose their responses, or else go.
  const choices = [[kept, ...older], [kept, ...older.map(withoutResponse)], [kept]];
  const isKept = choices.some((calls) => writeKept(historyKey, printCalls(calls)));
  if (!isKept) forgetTab(historyKey);
}

/** The stored part of a response's body has at most this many bytes. */
const maxResponseSize = 60_000;

function cutResponse(received: ReceivedResponse): ReceivedResponse {
  const part = { ...received, bytes: received.bytes.slice(0, maxResponseSize) };
  return parseResponseBody(part).kind === "binary" ? { ...part, bytes: new Uint8Array() } : part;
}

export function readCalls(): readonly HistoryEntry[] {
  return JSON.parse(readKept(historyKey) ?? "[]", (key, value: unknown) =>
    key === "bytes" ? Uint8Array.from(String(value), (character) => character.charCodeAt(0)) : value,
  );
}

/** A character per byte is exact for every encoding, and hardly longer than most bodies. */
function printCalls(entries: readonly HistoryEntry[]): string {
  return JSON.stringify(entries, (_, value: unknown) =>
    value instanceof Uint8Array ? Array.from(value, (byte) => String.fromCharCode(byte)).join("") : value,
  );
}

function withoutResponse(entry: HistoryEntry): HistoryEntry {
  const { outcome } = entry;
  if (outcome.kind !== "received") return entry;
  const type = headerOf(outcome.headers, "content-type");
  const headers = type === null ? [] : [{ name: "content-type", value: type }];
  return { ...entry, outcome: { ...outcome, headers, bytes: new Uint8Array() } };
}
