import { headerOf } from "../answer/read-answer.ts";
import { type HistoryEntry, historyKey, mostEntries } from "../page-session.ts";
import { forgetTab, readTab, writeTab } from "../tab-storage.ts";
import { parseCalls } from "./parse-calls.ts";

/** The calls that this tab has kept, the newest first. None where the browser blocks storage or holds something else. */
export function readCalls(): readonly HistoryEntry[] {
  try {
    return parseCalls(readTab(historyKey));
  } catch {
    return [];
  }
}

/** How many characters may be stored: each next number is tried where the browser has no room for the one before. */
const rooms = [1_000_000, 200_000, 40_000];

/** Stores the calls for as long as the tab is open. Where there is no room, the older ones lose their answers, then go. */
export function writeCalls(entries: readonly HistoryEntry[]): void {
  const newest = entries.slice(0, mostEntries);
  const isStored = rooms.some((room) => writeTab(historyKey, `[${fit(newest, room).join()}]`));
  if (!isStored) forgetCalls();
}

export function forgetCalls(): void {
  forgetTab(historyKey);
}

/** The newest calls that fit, as JSON. */
function fit(entries: readonly HistoryEntry[], room: number): readonly string[] {
  const texts: string[] = [];
  let left = room;
  for (const entry of entries) {
    const whole = printCall(entry);
    const text = whole.length <= left ? whole : printCall(withoutAnswer(entry));
    if (text.length > left) break;
    texts.push(text);
    left -= text.length;
  }
  return texts;
}

/** A byte is a character: exact for every encoding, and no longer than most bodies are. */
export function printCall(entry: HistoryEntry): string {
  return JSON.stringify(entry, (_, value: unknown) => (value instanceof Uint8Array ? toCharacters(value) : value));
}

function toCharacters(bytes: Uint8Array): string {
  return bytes.reduce((text, byte) => text + String.fromCharCode(byte), "");
}

/** The call without what its server answered, but for the status and the type. */
export function withoutAnswer(entry: HistoryEntry): HistoryEntry {
  const { outcome } = entry;
  if (outcome.kind !== "received") return entry;
  const type = headerOf(outcome.headers, "content-type");
  const headers = type === null ? [] : [{ name: "content-type", value: type }];
  return { ...entry, outcome: { ...outcome, headers, bytes: new Uint8Array() } };
}
