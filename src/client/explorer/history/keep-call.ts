import { toAddress } from "#shared/samples/address.ts";

import type { ExplorerOperation } from "../explorer-operation.ts";
import { readAnswer } from "../answer/read-answer.ts";
import type { Received } from "../call/send.ts";
import { toRequest } from "../draft/draft-to-request.ts";
import { type HistoryEntry, pageSession } from "../page-session.ts";
import { cleanDraft } from "./clean-draft.ts";
import { printCall, readCalls, withoutAnswer, writeCalls } from "./stored-calls.ts";

/**
 * Keeps a call for as long as the tab is open, so that another page of the site can show it again. One that holds a
 * credential of this page where none belongs, a server that repeats the token, say, is kept without the answer or not at all.
 */
export function keepCall(entry: HistoryEntry, data: ExplorerOperation): void {
  const spellings = pageSession.secrets.all().flatMap(toSpellings);
  const isClean = (kept: HistoryEntry): boolean => {
    const text = printCall(kept);
    return !spellings.some((spelling) => text.includes(spelling));
  };
  const whole = toKeptCall(entry, data);
  const kept = [whole, withoutAnswer(whole)].find(isClean);
  if (kept !== undefined) writeCalls([kept, ...readCalls()]);
}

/** As much of an answer's body, in bytes, as is kept. */
const mostOfAnswer = 60_000;

/** A call as it may be stored: nothing secret of the request, no files, of the answer a text of limited length. */
function toKeptCall(entry: HistoryEntry, data: ExplorerOperation): HistoryEntry {
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

/** Shorter ones are found in every text. */
const shortestSecret = 4;

/** How a secret can look within a stored call: as it is, as `user:password` in part or encoded, and escaped by JSON. */
function toSpellings(secret: string): readonly string[] {
  const bytes = String.fromCharCode(...new TextEncoder().encode(secret));
  const password = secret.slice(secret.indexOf(":") + 1);
  const plain = [secret, password, bytes, btoa(bytes), encodeURIComponent(secret)];
  const escaped = plain.flatMap((text) => [text, escape(text), escape(escape(text))]);
  return escaped.filter(({ length }) => length >= shortestSecret);
}

function escape(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}
