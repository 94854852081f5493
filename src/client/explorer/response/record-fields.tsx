import { useMemo } from "react";

import type { ExplorerOperation } from "../explorer-operation.ts";
import { type JsonNode, type NodeMember, type ObjectNode, textOf } from "../json/json-node.ts";
import type { HistoryEntry } from "../page-session.ts";
import { JsonView } from "./json-view.tsx";
import { NextCalls } from "./next-calls.tsx";
import { mapSchemas, readCell, readValue, type SchemasByNode } from "./record-values.ts";
import { chooseSummary, type FoundRecords, toRecords } from "./records.ts";

/** A record has its fields, the calls that can come next, and its parts. */
export function RecordFields({ data, entry, found, record }: RecordProps) {
  const isAnswer = entry.outcome.kind === "received" && entry.outcome.status < 400;
  const schemas = useMemo(() => mapSchemas({ ...found, records: [record] }, data.schemas), [data, found, record]);
  const shared = { data, schemas, depth: 0 };
  return (
    <div className="record-fields">
      <Fields {...shared} members={record.members.filter(({ node }) => !hasParts(node))} />
      {isAnswer && <NextCalls data={data} entry={entry} record={record} />}
      <Fields {...shared} members={record.members.filter(({ node }) => hasParts(node))} />
    </div>
  );
}

export interface RecordProps {
  readonly data: ExplorerOperation;
  readonly entry: HistoryEntry;
  readonly found: FoundRecords;
  readonly record: ObjectNode;
}

interface PartProps {
  readonly data: ExplorerOperation;
  readonly schemas: SchemasByNode;
  readonly depth: number;
}

function Fields({ members, ...part }: FieldsProps) {
  if (members.length === 0) return null;
  return (
    <dl>
      {members.map(({ name, node }, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- names may repeat: a member has no identity but its place
        <div key={index} className={hasParts(node) ? "part" : textOf(node).length > longest ? "wide" : undefined}>
          <dt>{name}</dt>
          <dd>
            <Value {...part} node={node} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

interface FieldsProps extends PartProps {
  readonly members: readonly NodeMember[];
}

/** In characters; a longer value takes a whole row. */
const longest = 60;

function Value({ node, ...part }: ValueProps) {
  const { data, schemas, depth } = part;
  if (!hasParts(node)) return <Scalars node={node} schemas={schemas} />;
  const records = toRecords(node);
  if (depth < deepest && node.kind === "object") return <Fields {...part} depth={depth + 1} members={node.members} />;
  if (depth < deepest && records !== null) return <Rows {...part} records={records} />;
  const [schema = data.schemas.toSchema(true)] = schemas.get(node) ?? [];
  return <JsonView node={node} schema={schema} data={data} />;
}

/** Deeper parts are shown as JSON. */
const deepest = 4;

interface ValueProps extends PartProps {
  readonly node: JsonNode;
}

function Rows({ records, ...part }: RowsProps) {
  const { data, schemas, depth } = part;
  const columns = useMemo(() => {
    const described = records.flatMap((record) => schemas.get(record) ?? []).find(({ members }) => members.length > 0);
    return chooseSummary({ records, schema: described ?? data.schemas.toSchema(true) }, data.schemas);
  }, [records, schemas, data]);
  return (
    <ol>
      {records.slice(0, maxRows).map((record, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- a response stays as it is
        <li key={index}>
          <details>
            <summary>
              <small>{index + 1}</small>
              {columns
                .map((column) => readCell(record, column, schemas))
                .filter((text) => text !== "–")
                .join(" · ")}
            </summary>
            <Fields data={data} schemas={schemas} depth={depth + 1} members={record.members} />
          </details>
        </li>
      ))}
    </ol>
  );
}

interface RowsProps extends PartProps {
  readonly records: readonly ObjectNode[];
}

/** A longer list is whole in the JSON. */
export const maxRows = 100;

function Scalars({ node, schemas }: Pick<ValueProps, "node" | "schemas">) {
  if (node.kind === "null") return <i>null</i>;
  if (node.kind === "object" || (node.kind === "list" && node.items.length === 0)) return <i>none</i>;
  if (node.kind === "list") return node.items.map((item) => readValue(item, schemas)).join(", ");
  const [text, sent] = [readValue(node, schemas), textOf(node)];
  if (sent === "") return <i>empty</i>;
  const isShown = text === sent || text.replace(/[^\d.-]/g, "") === sent;
  return isShown ? (
    text
  ) : (
    <>
      {text} <small>{sent}</small>
    </>
  );
}

function hasParts(node: JsonNode): boolean {
  if (node.kind === "list") return node.items.some(({ kind }) => kind === "object" || kind === "list");
  return node.kind === "object" && node.members.length > 0;
}
