import { type KeyboardEvent, memo, useId, useMemo, useState } from "react";

import type { ExplorerOperation } from "../explorer-operation.ts";
import { maxRows, RecordFields, type RecordProps } from "./record-fields.tsx";
import { mapSchemas, readCell, type SchemasByNode } from "./record-values.ts";
import { chooseColumns, type Column } from "./records.ts";

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

type RecordsViewProps = Omit<RecordProps, "record">;

function RecordTable({ data, entry, found }: RecordsViewProps) {
  const columns = useMemo(() => chooseColumns(found, data.schemas, keysOf(data)), [found, data]);
  const schemas = useMemo(() => mapSchemas(found, data.schemas), [found, data]);
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
        <RecordRow key={row} {...{ data, entry, found, record, columns, schemas }} />
      ))}
    </table>
  );
}

function RecordRow({ columns, schemas, ...fields }: RecordRowProps) {
  const { record } = fields;
  const [isOpen, setIsOpen] = useState(false);
  const id = useId();
  return (
    <tbody>
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- does what the button in it does */}
      <tr className={isOpen ? "opened" : undefined} onClick={() => setIsOpen(!isOpen)}>
        {columns.map((column, index) => {
          const cell = <Cell kind={column.kind} text={readCell(record, column, schemas)} />;
          return (
            <td key={column.name} className={column.kind} data-name={column.name}>
              {index > 0 ? (
                cell
              ) : (
                <button
                  type="button"
                  className="record-opener"
                  aria-expanded={isOpen}
                  aria-controls={isOpen ? id : undefined}
                  onKeyDown={moveByKey}
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
  readonly schemas: SchemasByNode;
}

function Cell({ kind, text }: Pick<Column, "kind"> & { readonly text: string }) {
  if (kind === "key") return <code>{text}</code>;
  return kind === "status" && text !== "–" ? <span className="chip">{text}</span> : text;
}

function keysOf({ nextCalls, parameters }: ExplorerOperation): ReadonlySet<string> {
  const own = new Set(parameters.filter((parameter) => parameter.in === "path").map(({ name }) => name));
  return new Set(nextCalls.flatMap((call) => call.parameters).filter((name) => !own.has(name)));
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
