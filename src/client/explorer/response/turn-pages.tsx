import { useMemo } from "react";

import { type RequestDraft, editParameter } from "../draft/request-draft.ts";
import type { ExplorerOperation } from "../explorer-operation.ts";
import { type JsonNode, memberNode } from "../json/json-node.ts";
import { parseNode } from "../json/parse-node.ts";
import type { HistoryEntry } from "../page-session.ts";
import { parseResponseBody } from "./response.ts";

/** The buttons lead to the neighboring pages of a list that has just been received. */
export function PageTurner({ data, entry, onTurn }: PageTurnerProps) {
  const list = useMemo(() => {
    const { outcome, method } = entry;
    if (outcome.kind !== "received" || method !== "get" || outcome.bytes.length > maxRead) return null;
    const body = parseResponseBody(outcome);
    return body.kind === "json" ? body.node : null;
  }, [entry]);
  const pages = [
    ["Previous page", addressIn(list, "previous")],
    ["Next page", addressIn(list, "next")],
  ] as const;
  if (pages.every(([, address]) => address === null)) return null;
  return (
    <p className="page-turner">
      {pages.map(([title, address]) => {
        const turn = () => address !== null && onTurn(turnPage(entry.draft, address, data));
        return (
          <button key={title} type="button" className="button" disabled={address === null} onClick={turn}>
            {title}
          </button>
        );
      })}
    </p>
  );
}

/** A page of a list is short, so a larger body is skipped. */
const maxRead = 2_000_000;

interface PageTurnerProps {
  readonly data: ExplorerOperation;
  readonly entry: HistoryEntry;
  /** The function puts the call for the neighboring page into the form and sends it. */
  readonly onTurn: (draft: RequestDraft) => void;
}

function addressIn(list: JsonNode | null, name: string): string | null {
  const member = list === null ? undefined : memberNode(list, name);
  return member?.kind === "text" && member.value !== "" ? member.value : null;
}

/**
 * The call gets the query of a neighboring page. A response must have no say in where calls and credentials go, so only
 * the query of the address is used.
 */
export function turnPage(draft: RequestDraft, address: string, { parameters }: ExplorerOperation): RequestDraft {
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
