import type { Json } from "../../../model/json.ts";
import type { Method } from "../../../model/request.ts";
import { isObject, listAt, memberOf, numberAt, textAt, textsAt } from "../../../rules/json-value.ts";
import type { Target } from "../call/target.ts";
import type { HistoryEntry } from "../page-session.ts";
import { parseDraft } from "./parse-draft.ts";
import { parseOutcome } from "./parse-outcome.ts";

/** Calls that were stored. What is no call, whoever wrote it, is left out. */
export function parseCalls(text: string | null): readonly HistoryEntry[] {
  const value: Json = JSON.parse(text ?? "[]");
  return listAt({ value }, "value").flatMap((call) => parseCall(call) ?? []);
}

function parseCall(value: Json): HistoryEntry | null {
  const time = numberAt(value, "time");
  const page = textAt(value, "page");
  const anchor = textAt(value, "anchor");
  const method = methods.find((name) => name === textAt(value, "method"));
  const address = textAt(value, "address");
  const target = parseTarget(memberOf(value, "target"));
  const draft = parseDraft(memberOf(value, "draft"));
  const outcome = parseOutcome(memberOf(value, "outcome"));
  if (time === null || page === null || !isPath(page) || anchor === null || method === undefined) return null;
  if (address === null || target === null || draft === null || outcome === null) return null;
  return { time, page, anchor, method, address, target, draft, outcome, lost: textsAt(value, "lost") };
}

const methods: readonly Method[] = ["get", "put", "post", "delete", "options", "head", "patch", "trace"];

/** A path on this host: two slashes would name another one. */
function isPath(text: string): boolean {
  return /^\/(?![/\\])/.test(text);
}

const kinds = ["sandbox", "staging", "production"] as const;

function parseTarget(value: Json | undefined): Target | null {
  const [name, url] = [textAt(value, "name"), textAt(value, "url")];
  const kind = kinds.find((candidate) => candidate === textAt(value, "kind"));
  const isAddress = url !== null && /^https?:/.test(url) && URL.canParse(url);
  return isObject(value) && name !== null && isAddress && kind !== undefined ? { name, url, kind } : null;
}
