import { useMemo } from "react";

import { labelOf } from "#shared/contract/fields.ts";
import type { Schema } from "#shared/contract/schema.ts";
import { toCents, toDollars } from "#shared/json/cents.ts";
import { isSameJson } from "#shared/json/same-json.ts";

import type { ExplorerOperation, OperationSchemas } from "../explorer-operation.ts";
import { type JsonNode, memberNode, type NodeMember, type ObjectNode, textOf, toJson } from "../json/json-node.ts";
import type { HistoryEntry } from "../page-session.ts";
import { JsonView } from "./json-view.tsx";
import { NextCalls } from "./next-calls.tsx";
import { chooseSummary, type Column, type FoundRecords, toRecords } from "./records.ts";

export function RecordFields({ data, entry, record, schemas }: RecordProps) {
  const isAnswer = entry.outcome.kind === "received" && entry.outcome.status < 400;
  const shared = { data, schemas, depth: 0 };
  return (
    <div className="record-fields">
      <Fields {...shared} members={record.members.filter(({ node }) => !hasParts(node))} />
      {isAnswer && <NextCalls calls={data.nextCalls} record={record} draft={entry.draft} />}
      <Fields {...shared} members={record.members.filter(({ node }) => hasParts(node))} />
    </div>
  );
}

export interface RecordProps {
  readonly data: ExplorerOperation;
  readonly entry: HistoryEntry;
  readonly record: ObjectNode;
  readonly schemas: SchemasByNode;
}

interface PartProps {
  readonly data: ExplorerOperation;
  readonly schemas: SchemasByNode;
  readonly depth: number;
}

function Fields({ members, ...part }: PartProps & { readonly members: readonly NodeMember[] }) {
  if (members.length === 0) return null;
  return (
    <dl>
      {members.map(({ name, node }, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- names may repeat: a member has no identity but its index
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

/** In characters; a longer value takes a whole row. */
const longest = 60;

function Value({ node, ...part }: PartProps & { readonly node: JsonNode }) {
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

function Rows({ records, ...part }: PartProps & { readonly records: readonly ObjectNode[] }) {
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
              <small>{index + 1}</small>{" "}
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

/** Only the JSON shows a longer list to its end. */
export const maxRows = 100;

function Scalars({ node, schemas }: { readonly node: JsonNode; readonly schemas: SchemasByNode }) {
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

export type SchemasByNode = ReadonlyMap<JsonNode, readonly Schema[]>;

export function mapSchemas({ records, schema }: FoundRecords, schemas: OperationSchemas): SchemasByNode {
  const found = new Map<JsonNode, readonly Schema[]>();
  for (const record of records) schemas.walk(record, schema, ({ value, schemas: own }) => found.set(value, own));
  return found;
}

/** The text of a cell: its column's members, written for people; a dash if there are none. */
export function readCell(record: ObjectNode, { kind, members }: Column, schemas: SchemasByNode): string {
  const texts = members.map((name) => {
    const node = memberNode(record, name);
    if (node === undefined || node.kind === "null") return "";
    if (kind === "date") return formatDate(textOf(node));
    if (kind === "city") return /^(?:city|town)$/i.test(name) ? readAddress(record) : readCity(node);
    return kind === "party" ? textAt(node, /^name$/) : readValue(node, schemas);
  });
  return texts.every((text) => text === "") ? "–" : texts.map((text) => text || "–").join(" → ");
}

function readValue(node: JsonNode, schemas: SchemasByNode): string {
  const own = schemas.get(node) ?? [];
  const text = textOf(node);
  const listed = own.flatMap((schema) => schema.enum).find(({ value }) => isSameJson(value, toJson(node)));
  const meaning = listed?.meaning?.text ?? "";
  // The meaning of a listed value may be a name for it, as "Reefer" for R, or else a sentence.
  const isName = meaning !== "" && meaning.length <= 40 && !/[.!?]$/.test(meaning);
  const label = (listed && labelOf(listed)) ?? (isName ? meaning : null);
  if (label !== null) return label;
  const unit = own.find((schema) => schema.unit !== null)?.unit;
  return node.kind === "number" && unit ? withUnit(text, unit) : text;
}

function withUnit(number: string, unit: string): string {
  if (unit === "usd-cents") return toDollars(number) ?? number;
  if (unit === "usd") return toDollars(toCents(number) ?? "") ?? number;
  const [, whole = number, fraction = ""] = /^(-?\d+)(\D.*)?$/.exec(number) ?? [];
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ",") + fraction;
  return unit === "percent" ? `${grouped}%` : `${grouped} ${unit}`;
}

function readCity(node: JsonNode): string {
  if (node.kind === "text") return node.value;
  if (node.kind !== "list") return readAddress(node) || textAt(node, /^name$/);
  const [first, ...laterStops] = node.items;
  const more = laterStops.length > 0 ? ` +${laterStops.length}` : "";
  return first === undefined ? "" : readCity(first) + more;
}

function readAddress(address: JsonNode): string {
  const parts = [textAt(address, /(?:^|[_a-z])(?:city|town)$/i), textAt(address, /^(?:state|province|region)/i)];
  return parts.filter((part) => part !== "").join(", ");
}

function textAt(node: JsonNode, pattern: RegExp): string {
  const members = node.kind === "object" ? node.members : [];
  const member = members.find((field) => pattern.test(field.name) && field.node.kind === "text");
  return member ? textOf(member.node) : "";
}

const months = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split(" ");

/**
 * A date or a time (RFC 3339) is written for people: `2025-03-10T15:00:00Z` becomes `Mar 10, 2025, 15:00 Z`. It keeps
 * the offset that it was sent with, and any other text stays as it is.
 */
export function formatDate(text: string): string {
  const match = /^(\d{4})-(\d\d)-(\d\d)(?:[Tt ](\d\d:\d\d)(?::\d\d(?:\.\d+)?)?([Zz]|[+-]\d\d:\d\d)?)?$/.exec(text);
  const [, year = "", month = "", day = "", time = "", offset = ""] = match ?? [];
  const name = months[Number(month) - 1];
  if (name === undefined) return text;
  return [`${name} ${Number(day)}, ${year}`, [time, offset.toUpperCase()].join(" ").trim()].filter(Boolean).join(", ");
}
