import { useMemo } from "react";

import { type Draft, editParameter } from "../draft/request-draft.ts";
import type { ExplorerOperation } from "../explorer-operation.ts";
import { type JsonNode, memberNode } from "../json/json-node.ts";
import { parseNode } from "../json/parse-node.ts";
import type { HistoryEntry } from "../page-session.ts";
import { readAnswer } from "./answer.ts";

/** The way to the neighboring pages of a list that has just been received. */
export function PageTurner({ data, entry, onTurn }: PageTurnerProps) {
  const pages = useMemo(() => {
    if (entry.outcome.kind !== "received" || entry.method !== "get" || entry.outcome.bytes.length > mostRead)
      return null;
    const body = readAnswer(entry.outcome);
    return body.kind === "json" ? findPages(body.node) : null;
  }, [entry]);
  if (pages === null || (pages.next === null && pages.previous === null)) return null;
  const turn = (address: string | null) => {
    if (address !== null) onTurn(turnPage(entry.draft, address, data));
  };
  return (
    <p className="page-turner">
      <button type="button" className="button" disabled={pages.previous === null} onClick={() => turn(pages.previous)}>
        Previous page
      </button>
      <button type="button" className="button" disabled={pages.next === null} onClick={() => turn(pages.next)}>
        Next page
      </button>
    </p>
  );
}

/** Lists of pages are short. */
const mostRead = 2_000_000;

interface PageTurnerProps {
  readonly data: ExplorerOperation;
  readonly entry: HistoryEntry;
  /** Puts the call for the other page into the form and sends it. */
  readonly onTurn: (draft: Draft) => void;
}

/** The addresses of the neighboring pages that a list names. */
interface PageLinks {
  readonly next: string | null;
  readonly previous: string | null;
}

function findPages(node: JsonNode): PageLinks {
  const addressOf = (name: string): string | null => {
    const member = memberNode(node, name);
    return member?.kind === "text" && member.value !== "" ? member.value : null;
  };
  return { next: addressOf("next"), previous: addressOf("previous") };
}

/**
 * The call with the query of a neighboring page. Only the query is taken from the address: where calls and credentials go
 * is not for an answer to say.
 */
export function turnPage(draft: Draft, address: string, { parameters }: ExplorerOperation): Draft {
  const query = URL.canParse(address, "http://page.invalid")
    ? new URL(address, "http://page.invalid").searchParams
    : new URLSearchParams();
  return parameters
    .filter(
      (parameter) =>
        parameter.in === "query" && (query.has(parameter.name) || /page|offset|cursor/.test(parameter.name)),
    )
    .reduce((turned, { name, schema }) => {
      const text = query.get(name);
      const isText = schema.types.includes("string");
      return editParameter(turned, "query", { path: [name], value: text === null ? null : toNode(text, isText) });
    }, draft);
}

function toNode(text: string, isText: boolean): JsonNode {
  const parsed = isText ? null : parseNode(text);
  return parsed?.kind === "value" ? parsed.node : { kind: "text", value: text };
}
