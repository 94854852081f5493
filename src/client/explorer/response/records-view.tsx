import { type KeyboardEvent, memo, useId, useMemo, useState } from "react";

import type { ExplorerOperation } from "../explorer-operation.ts";
import { toCents, toDollars } from "#shared/json/cents.ts";
import { type JsonNode, memberNode, type NodeMember, type ObjectNode, textOf } from "../json/json-node.ts";
import type { HistoryEntry } from "../page-session.ts";
import { JsonView } from "./json-view.tsx";
import { NextCalls } from "./next-calls.tsx";
import { chooseColumns, type Column, formatDate, type FoundRecords } from "./records.ts";

/**
 * The view shows a body as records: a list as rows that open, and a single record with all its fields and the calls
 * that can come next.
 */
export const RecordsView = memo(function RecordsView({ data, entry, found }: RecordsViewProps) {
  const [first] = found.records;
  if (first === undefined) return <p className="response-empty">No records.</p>;
  if (!found.isList) return <RecordFields record={first} data={data} entry={entry} found={found} />;
  return <RecordTable data={data} entry={entry} found={found} />;
});

interface RecordsViewProps {
  readonly data: ExplorerOperation;
  readonly entry: HistoryEntry;
  readonly found: FoundRecords;
}

interface RecordProps extends RecordsViewProps {
  readonly record: ObjectNode;
}

/** More rows would make the page slow. */
const maxRows = 100;

function RecordTable({ data, entry, found }: RecordsViewProps) {
  const { records, total } = found;
  const columns = useMemo(() => chooseColumns(found, data.schemas, keysOf(data)), [found, data]);
  return (
    <>
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
        {records.slice(0, maxRows).map((record, row) => (
          // oxlint-disable-next-line react/no-array-index-key -- a response stays as it is
          <RecordRow key={row} data={data} entry={entry} found={found} record={record} columns={columns} />
        ))}
      </table>
      <p className="response-facts records-count">{countOf(records.length, total)}</p>
    </>
  );
}

function RecordRow({ columns, ...fields }: RecordProps & { readonly columns: readonly Column[] }) {
  const { record } = fields;
  const [isOpen, setIsOpen] = useState(false);
  const id = useId();
  return (
    <tbody>
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- does what the button in it does */}
      <tr className={isOpen ? "opened" : undefined} onClick={() => setIsOpen(!isOpen)}>
        {columns.map((column, index) => (
          <td key={column.name} className={column.kind}>
            {index === 0 ? (
              <button
                type="button"
                className="record-opener"
                aria-expanded={isOpen}
                aria-controls={isOpen ? id : undefined}
                onKeyDown={moveByKey}
              >
                <Cell record={record} column={column} />
              </button>
            ) : (
              <Cell record={record} column={column} />
            )}
          </td>
        ))}
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

function keysOf({ nextCalls, parameters }: ExplorerOperation): ReadonlySet<string> {
  const own = new Set(parameters.filter((parameter) => parameter.in === "path").map(({ name }) => name));
  return new Set(nextCalls.flatMap((call) => call.parameters).filter((name) => !own.has(name)));
}

function countOf(count: number, total: string | null): string {
  const shown = count > maxRows ? `The first ${maxRows} of ${count}` : String(count);
  const all = total === null || total === String(count) ? "" : ` of ${total}`;
  return `${shown}${all} ${count === 1 && all === "" ? "record" : "records"}`;
}

function moveByKey(event: KeyboardEvent<HTMLElement>): void {
  const { currentTarget, key } = event;
  const step = key === "ArrowDown" ? 1 : key === "ArrowUp" ? -1 : 0;
  const openers = [...(currentTarget.closest("table")?.querySelectorAll<HTMLElement>(".record-opener") ?? [])];
  const next = step === 0 ? undefined : openers[openers.indexOf(currentTarget) + step];
  if (next === undefined) return;
  event.preventDefault();
  next.focus();
}

/**
 * Cells are easier to scan with money in dollars and times without their letters; the opened row shows what was sent.
 */
function Cell({ record, column: { name, kind } }: { readonly record: ObjectNode; readonly column: Column }) {
  const node = memberNode(record, name);
  const text = node === undefined || node.kind === "null" ? "–" : textOf(node);
  switch (kind) {
    case "key":
      return <code>{text}</code>;
    case "cents":
      return toDollars(text) ?? text;
    case "dollars":
      return toDollars(toCents(text) ?? "") ?? text;
    case "date":
      return formatDate(text);
    default:
      return text === "" ? "–" : text;
  }
}

function RecordFields({ data, entry, found, record }: RecordProps) {
  const isAnswer = entry.outcome.kind === "received" && entry.outcome.status < 400;
  const shared = { data, schema: found.schema };
  return (
    <div className="record-fields">
      <Fields {...shared} members={record.members.filter(({ node }) => !isWide(node))} />
      {isAnswer && <NextCalls data={data} entry={entry} record={record} />}
      <Fields {...shared} members={record.members.filter(({ node }) => isWide(node))} />
    </div>
  );
}

function Fields({ data, schema, members }: FieldsProps) {
  if (members.length === 0) return null;
  return (
    <dl className={members.some(({ node }) => isWide(node)) ? "wide" : undefined}>
      {members.map(({ name, node }, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- names may repeat: a member has no identity but its place
        <div key={index}>
          <dt>{name}</dt>
          <dd>
            <JsonView node={node} schema={data.schemas.member(schema, name)} data={data} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

interface FieldsProps extends Pick<FoundRecords, "schema"> {
  readonly data: ExplorerOperation;
  readonly members: readonly NodeMember[];
}

function isWide(node: JsonNode): boolean {
  if (node.kind === "list") return node.items.length > 0;
  return node.kind === "object" ? node.members.length > 0 : textOf(node).length > 60;
}
