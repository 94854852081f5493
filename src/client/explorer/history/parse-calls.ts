import { serverKinds, type ServerSetting } from "#shared/config.ts";
import { parameterPlaces } from "#shared/contract/operation.ts";
import { parseMethod } from "#shared/contract/request.ts";
import {
  entriesAt,
  flagAt,
  isList,
  isObject,
  type Json,
  listAt,
  memberOf,
  numberAt,
  textAt,
  textsAt,
} from "#shared/json/json.ts";

import type { CallOutcome, ReceivedResponse, CallRefusal } from "../call/call.ts";
import type { RequestDraft } from "../draft/request-draft.ts";
import type { JsonNode, ObjectNode } from "../json/json-node.ts";
import type { HistoryEntry } from "../page-session.ts";

/** Calls that were stored. What is no call, whoever wrote it, is left out. */
export function parseCalls(text: string | null): readonly HistoryEntry[] {
  const value: Json = JSON.parse(text ?? "[]");
  return listAt({ value }, "value").flatMap((call) => parseCall(call) ?? []);
}

function parseCall(value: Json): HistoryEntry | null {
  const time = numberAt(value, "time");
  const page = textAt(value, "page");
  const anchor = textAt(value, "anchor");
  const method = parseMethod(textAt(value, "method")?.toUpperCase() ?? "");
  const address = textAt(value, "address");
  const target = parseTarget(memberOf(value, "target"));
  const draft = parseDraft(memberOf(value, "draft"));
  const outcome = parseOutcome(memberOf(value, "outcome"));
  if (time === null || page === null || !isPath(page) || anchor === null || method === null) return null;
  if (address === null || target === null || draft === null || outcome === null) return null;
  return { time, page, anchor, method, address, target, draft, outcome, lost: textsAt(value, "lost") };
}

/** A path on this host: two slashes would name another one. */
function isPath(text: string): boolean {
  return /^\/(?![/\\])/.test(text);
}

function parseTarget(value: Json | undefined): ServerSetting | null {
  const [name, url] = [textAt(value, "name"), textAt(value, "url")];
  const kind = serverKinds.find((candidate) => candidate === textAt(value, "kind"));
  const isAddress = url !== null && /^https?:/.test(url) && URL.canParse(url);
  return isObject(value) && name !== null && isAddress && kind !== undefined ? { name, url, kind } : null;
}

/** A draft that was stored; null when it is none. */
export function parseDraft(value: Json | undefined): RequestDraft | null {
  const stored = memberOf(value, "parameters");
  const [path, query, header, cookie] = parameterPlaces.map((place) => parseObject(memberOf(stored, place)));
  if (!path || !query || !header || !cookie) return null;
  const bodies = entriesAt(value, "bodies").map(
    ([type, body]) => [type, { node: toNode(memberOf(body, "node")), text: textAt(body, "text") }] as const,
  );
  return {
    parameters: { path, query, header, cookie },
    mediaType: textAt(value, "mediaType"),
    bodies: Object.fromEntries(bodies),
    example: numberAt(value, "example") ?? 0,
  };
}

function parseObject(value: Json | undefined): ObjectNode | null {
  const node = toNode(value);
  return node?.kind === "object" ? node : null;
}

function toNode(value: Json | undefined): JsonNode | null {
  const text = textAt(value, "text");
  const content = memberOf(value, "value");
  switch (textAt(value, "kind")) {
    case "null":
      return { kind: "null" };
    case "boolean":
      return { kind: "boolean", value: content === true };
    case "number":
      return text !== null && /^-?\d[\d.eE+-]*$/.test(text) ? { kind: "number", text } : null;
    case "text":
      return typeof content === "string" ? { kind: "text", value: content } : null;
    case "unfinished":
      return text === null ? null : { kind: "unfinished", text };
    case "file":
      return { kind: "file", file: null, content: null };
    case "list":
      return { kind: "list", items: listAt(value, "items").flatMap((item) => toNode(item) ?? []) };
    case "object":
      return { kind: "object", members: parseMembers(memberOf(value, "members")) };
    default:
      return null;
  }
}

function parseMembers(value: Json | undefined): ObjectNode["members"] {
  if (!isList(value)) return [];
  return value.flatMap((member) => {
    const name = textAt(member, "name");
    const node = toNode(memberOf(member, "node"));
    return name === null || node === null ? [] : [{ name, node }];
  });
}

/** What became of a call that was stored; null when it is nothing of the kind. */
function parseOutcome(value: Json | undefined): CallOutcome | null {
  switch (textAt(value, "kind")) {
    case "received":
      return parseReceived(value);
    case "refused": {
      const refusal = parseRefusal(memberOf(value, "refusal"));
      return refusal === null ? null : { kind: "refused", refusal };
    }
    case "cancelled":
      return { kind: "cancelled" };
    case "timeout":
      return { kind: "timeout", seconds: numberAt(value, "seconds") ?? 0 };
    default:
      return null;
  }
}

function parseReceived(value: Json | undefined): ReceivedResponse | null {
  const [status, size, milliseconds] = ["status", "size", "milliseconds"].map((name) => numberAt(value, name));
  const text = textAt(value, "bytes");
  if (typeof status !== "number" || typeof size !== "number" || text === null) return null;
  const headers = listAt(value, "headers").flatMap((header) => {
    const [name, content] = [textAt(header, "name"), textAt(header, "value")];
    return name === null || content === null ? [] : [{ name, value: content }];
  });
  const bytes = new Uint8Array(text.length).map((_, index) => text.charCodeAt(index));
  const isCut = flagAt(value, "isCut");
  return { kind: "received", status, headers, bytes, size, isCut, milliseconds: milliseconds ?? 0 };
}

const plainCauses = ["offline", "mixed-content", "policy", "redirect", "method", "cut"] as const;

function parseRefusal(value: Json | undefined): CallRefusal | null {
  const cause = textAt(value, "cause");
  const plain = plainCauses.find((name) => name === cause);
  if (plain !== undefined) return { cause: plain };
  if (cause === "unreachable") return { cause, isOwn: flagAt(value, "isOwn") };
  if (cause !== "cors") return null;
  const preflight = memberOf(value, "preflight");
  const method = textAt(preflight, "method");
  return { cause, preflight: method === null ? null : { method, headers: textsAt(preflight, "headers") } };
}
