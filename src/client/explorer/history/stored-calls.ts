import type { ExplorerData } from "#shared/contract/explorer-data.ts";
import { toAddress } from "#shared/samples/address.ts";

import { headerOf, readAnswer } from "../answer/read-answer.ts";
import type { Received } from "../call/send.ts";
import { toRequest } from "../draft/draft-to-request.ts";
import { type HistoryEntry, historyKey, mostEntries } from "../page-session.ts";
import { cleanDraft } from "./clean-draft.ts";
import { parseCalls } from "./parse-calls.ts";

/** The calls that this tab has kept, the newest first. None where the browser blocks storage or holds something else. */
export function readCalls(): readonly HistoryEntry[] {
  try {
    return parseCalls(sessionStorage.getItem(historyKey));
  } catch {
    return [];
  }
}

/** How many characters may be stored: each next number is tried where the browser has no room for the one before. */
const rooms = [1_000_000, 200_000, 40_000];

/** Stores the calls for as long as the tab is open. Where there is no room, the older ones lose their answers, then go. */
export function writeCalls(entries: readonly HistoryEntry[]): void {
  const newest = entries.slice(0, mostEntries);
  const isStored = rooms.some((room) => tryStore(`[${fit(newest, room).join()}]`));
  if (!isStored) forgetCalls();
}

export function forgetCalls(): void {
  try {
    sessionStorage.removeItem(historyKey);
  } catch {
    // Blocked storage holds nothing to forget.
  }
}

function tryStore(text: string): boolean {
  try {
    sessionStorage.setItem(historyKey, text);
    return true;
  } catch {
    return false;
  }
}

/** The newest calls that fit, as JSON. */
function fit(entries: readonly HistoryEntry[], room: number): readonly string[] {
  const texts: string[] = [];
  let left = room;
  for (const entry of entries) {
    const text = [entry, withoutAnswer(entry)].map(printCall).find(({ length }) => length <= left);
    if (text === undefined) break;
    texts.push(text);
    left -= text.length;
  }
  return texts;
}

/** A byte is a character: exact for every encoding, and no longer than most bodies are. */
export function printCall(entry: HistoryEntry): string {
  return JSON.stringify(entry, (_, value: unknown) =>
    value instanceof Uint8Array ? Array.from(value, (byte) => String.fromCharCode(byte)).join("") : value,
  );
}

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
