import { memo, useId, useMemo, useState } from "react";

import { Button } from "../button.tsx";
import { toTyped } from "../draft/kept-draft.ts";
import { editPart, type RequestDraft } from "../draft/request-draft.ts";
import type { ExplorerOperation } from "../explorer-operation.ts";
import { type JsonNode, memberText } from "../json/json-node.ts";
import type { HistoryEntry } from "../page-session.ts";
import { mapSchemas, maxRows, readCell, RecordFields, type RecordProps } from "./record-fields.tsx";
import { chooseColumns, type Column, type FoundRecords } from "./records.ts";

/**
 * The view shows a body as records: a list as rows that open, and a single record with all its fields and the calls
 * that can come next.
 */
export const RecordsView = memo(function RecordsView({ data, entry, found }: RecordsViewProps) {
  const schemas = useMemo(() => mapSchemas(found, data.schemas), [found, data]);
  const [first] = found.records;
  if (first === undefined) return <p className="note">No records.</p>;
  if (!found.isList) return <RecordFields record={first} data={data} entry={entry} schemas={schemas} />;
  return <RecordTable data={data} entry={entry} found={found} schemas={schemas} />;
});

interface RecordsViewProps extends Pick<RecordProps, "data" | "entry"> {
  readonly found: FoundRecords;
}

function RecordTable({ data, entry, found, schemas }: RecordsViewProps & Pick<RecordProps, "schemas">) {
  const columns = useMemo(() => {
    const own = new Set(data.parameters.filter((parameter) => parameter.in === "path").map(({ name }) => name));
    const keys = data.nextCalls.flatMap((call) => call.parameters).filter((name) => !own.has(name));
    return chooseColumns(found, data.schemas, new Set(keys));
  }, [found, data]);
  const table = { data, entry, columns, schemas };
  return (
    <table className="records">
      <thead>
        <tr>
          {columns.map(({ name, kind }) => (
            <th key={name} scope="col" className={kind}>
              {name}
            </th>
          ))}
        </tr>
      </thead>
      {found.records.slice(0, maxRows).map((record, row) => (
        // oxlint-disable-next-line react/no-array-index-key -- a response stays as it is
        <RecordRow key={row} {...table} record={record} />
      ))}
    </table>
  );
}

function RecordRow({ columns, ...fields }: RecordRowProps) {
  const { record, schemas } = fields;
  const [isOpen, setIsOpen] = useState(false);
  const id = useId();
  return (
    <tbody>
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- does what the button in it does */}
      <tr className={isOpen ? "opened" : undefined} onClick={() => setIsOpen(!isOpen)}>
        {columns.map((column, index) => {
          const cell = <Cell kind={column.kind} text={readCell(record, column, schemas)} />;
          return (
            <td key={column.name} className={column.kind} data-label={column.name}>
              {index > 0 ? (
                cell
              ) : (
                <button
                  type="button"
                  className="record-opener"
                  aria-expanded={isOpen}
                  aria-controls={isOpen ? id : undefined}
                >
                  {cell}
                </button>
              )}
            </td>
          );
        })}
      </tr>
      {isOpen && (
        <tr className="record" id={id}>
          <td colSpan={columns.length}>
            <RecordFields {...fields} />
          </td>
        </tr>
      )}
    </tbody>
  );
}

interface RecordRowProps extends RecordProps {
  readonly columns: readonly Column[];
}

function Cell({ kind, text }: Pick<Column, "kind"> & { readonly text: string }) {
  if (kind === "key") return <code>{text}</code>;
  return kind === "status" && text !== "–" ? <span className="chip">{text}</span> : text;
}

/** The row says how many records there are, and leads to the neighboring pages of their list. */
export function PageTurner({ data, entry, list, found, onSend }: PageTurnerProps) {
  const next = memberText(list, "next");
  const pages = [
    ["Previous", memberText(list, "previous")],
    ["Next", next],
  ] as const;
  const hasPages = entry.method === "get" && pages.some(([, address]) => address !== "");
  if (!hasPages && found === null) return null;
  const facts = found === null ? [] : [countOf(found), pageOf(entry.draft, found.total, next === "")];
  return (
    <p className="row note page-turner">
      <span>{facts.filter((fact) => fact !== "").join(" · ")}</span>
      {hasPages &&
        pages.map(([title, address]) => (
          <Button
            key={title}
            label={title}
            about="page"
            className="chip"
            disabled={address === ""}
            onClick={() => onSend(turnPage(entry.draft, address, data))}
          />
        ))}
    </p>
  );
}

interface PageTurnerProps {
  readonly data: ExplorerOperation;
  readonly entry: HistoryEntry;
  readonly list: JsonNode;
  /** The records are counted; they're null where they aren't shown. */
  readonly found: FoundRecords | null;
  readonly onSend: (draft: RequestDraft) => void;
}

function countOf({ records: { length: count }, total }: FoundRecords): string {
  const shown = count > maxRows ? `The first ${maxRows} of ${count}` : String(count);
  const all = total === null || total === String(count) ? "" : ` of ${total}`;
  return `${shown}${all} ${count === 1 && all === "" ? "record" : "records"}`;
}

function pageOf({ parameters: { query } }: RequestDraft, total: string | null, isLast: boolean): string {
  const numberAt = (pattern: RegExp): number => {
    const member = query.members.find((field) => pattern.test(field.name));
    return member?.node.kind === "number" ? Number(member.node.text) : 0;
  };
  const [page, size] = [numberAt(/^page(?:_?number)?$/i), numberAt(/size|per_?page|limit/i)];
  const count = isLast ? page : Math.ceil(Number(total) / size);
  if (page < 1) return "";
  return Number.isFinite(count) && count >= page ? `page ${page} of ${count}` : `page ${page}`;
}

/**
 * The call gets the query of a neighboring page. A response must have no say in where calls and credentials go, so only
 * the query of the address is used.
 */
export function turnPage(draft: RequestDraft, address: string, { parameters }: ExplorerOperation): RequestDraft {
  const base = "http://page.invalid";
  const query = URL.canParse(address, base) ? new URL(address, base).searchParams : new URLSearchParams();
  let turned = draft;
  for (const { name, in: location, schema } of parameters) {
    const texts = query.getAll(name);
    if (location !== "query" || (texts.length === 0 && !/page|offset|cursor/.test(name))) continue;
    const [text = null] = schema.types.includes("array") && texts.length > 0 ? [texts.join(",")] : texts;
    const value = text === null ? null : toTyped({ kind: "text", value: text }, schema.types);
    turned = editPart(turned, "query", { path: [name], value });
  }
  return turned;
}
