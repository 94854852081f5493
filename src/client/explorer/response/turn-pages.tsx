import { editParameter, type RequestDraft } from "../draft/request-draft.ts";
import type { ExplorerOperation } from "../explorer-operation.ts";
import { type JsonNode, memberNode } from "../json/json-node.ts";
import { parseNode } from "../json/parse-node.ts";
import type { HistoryEntry } from "../page-session.ts";
import { maxRows } from "./record-fields.tsx";
import type { FoundRecords } from "./records.ts";

/** The row says how many records there are, and leads to the neighboring pages of their list. */
export function PageTurner({ data, entry, list, found, onTurn }: PageTurnerProps) {
  const next = addressIn(list, "next");
  const pages = [
    ["Previous", addressIn(list, "previous")],
    ["Next", next],
  ] as const;
  const hasPages = entry.method === "get" && pages.some(([, address]) => address !== null);
  if (!hasPages && found === null) return null;
  const facts = found === null ? [] : [countOf(found), pageOf(entry.draft, found.total, next === null)];
  return (
    <p className="page-turner">
      <span>{facts.filter((fact) => fact !== "").join(" · ")}</span>
      {hasPages &&
        pages.map(([title, address]) => {
          const turn = () => address !== null && onTurn(turnPage(entry.draft, address, data));
          return (
            <button key={title} type="button" className="button" disabled={address === null} onClick={turn}>
              {title} <span className="visually-hidden">page</span>
            </button>
          );
        })}
    </p>
  );
}

interface PageTurnerProps {
  readonly data: ExplorerOperation;
  readonly entry: HistoryEntry;
  readonly list: JsonNode;
  /** The records are counted; they're null where they aren't shown. */
  readonly found: FoundRecords | null;
  readonly onTurn: (draft: RequestDraft) => void;
}

function countOf({ records: { length: count }, total }: FoundRecords): string {
  const shown = count > maxRows ? `The first ${maxRows} of ${count}` : String(count);
  const all = total === null || total === String(count) ? "" : ` of ${total}`;
  return `${shown}${all} ${count === 1 && all === "" ? "record" : "records"}`;
}

function pageOf({ parameters: { query } }: RequestDraft, total: string | null, isLast: boolean): string {
  const numberAt = (name: RegExp): number => {
    const member = query.members.find((one) => name.test(one.name));
    return member?.node.kind === "number" ? Number(member.node.text) : 0;
  };
  const [page, size] = [numberAt(/^page(?:_?number)?$/i), numberAt(/size|per_?page|limit/i)];
  const count = isLast ? page : Math.ceil(Number(total) / size);
  if (page < 1) return "";
  return Number.isFinite(count) && count >= page ? `page ${page} of ${count}` : `page ${page}`;
}

function addressIn(list: JsonNode, name: string): string | null {
  const member = memberNode(list, name);
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
