import type { Schema } from "#shared/contract/schema.ts";

import type { ExplorerOperation, OperationSchemas } from "../explorer-operation.ts";
import { type JsonNode, memberNode, type ObjectNode, printCompactJson, textOf } from "../json/json-node.ts";

/** A response's body may contain a single record or a list of records. */
export interface FoundRecords {
  readonly isList: boolean;
  readonly records: readonly ObjectNode[];
  /** The schema describes a record. */
  readonly schema: Schema;
  /** The response states this total number of records; it's null if the response leaves it out. */
  readonly total: string | null;
}

/** The result has the records in a body. It's null unless the value is an object or a list of objects. */
export function findRecords(
  node: JsonNode,
  schema: Schema,
  { schemas }: Pick<ExplorerOperation, "schemas">,
): FoundRecords | null {
  const listed = toRecords(node);
  if (listed !== null) return { isList: true, records: listed, schema: schemas.item(schema, 0), total: null };
  if (node.kind !== "object" || node.members.length === 0) return null;
  const lists = node.members.filter((member) => member.node.kind === "list");
  const [list] = lists;
  const records = list === undefined || lists.length > 1 ? null : toRecords(list.node);
  const isPage = node.members.every(({ name }) => name === list?.name || aroundLists.test(name));
  if (list === undefined || records === null || !isPage) return { isList: false, records: [node], schema, total: null };
  const count = totals.map((name) => memberNode(node, name)).find((total) => total?.kind === "number");
  const item = schemas.item(schemas.member(schema, list.name), 0);
  return { isList: true, records, schema: item, total: count?.kind === "number" ? count.text : null };
}

/** The elements of an empty list are unknown, so it counts as a list of records. */
function toRecords(node: JsonNode): readonly ObjectNode[] | null {
  if (node.kind !== "list") return null;
  const records = node.items.filter((item) => item.kind === "object");
  return records.length === node.items.length ? records : null;
}

/**
 * A page of records may have these members beside its list: how many records there are, and how to reach further pages.
 */
const aroundLists = /count|total|next|prev|first|last|page|size|offset|limit|cursor|more|links?$|meta|^object$|^url$/i;

const totals = ["count", "total", "total_count", "totalCount"] as const;

/** A column shows a member of the records. */
export interface Column {
  readonly name: string;
  readonly kind: ColumnKind;
}

type ColumnKind = "key" | "name" | "status" | "cents" | "dollars" | "date" | "number" | "text";

/** This many columns fit beside each other. */
const maxColumns = 5;

/**
 * The columns distinguish records, by the contract and by their values: the key first, then names, statuses, dates and
 * money, then any further short values. `keys` lists the members that further calls take.
 */
export function chooseColumns(
  { records, schema }: Pick<FoundRecords, "records" | "schema">,
  schemas: OperationSchemas,
  keys: ReadonlySet<string>,
): readonly Column[] {
  const named = [
    ...schema.members.map(({ name }) => name),
    ...records.flatMap(({ members }) => members.map(({ name }) => name)),
  ];
  const key = named.find((name) => keys.has(name)) ?? named.find((name) => /^(?:id|uuid|key)$/i.test(name));
  const candidates = [...new Set(named)].flatMap((name, order) => {
    const nodes = records.map((record) => memberNode(record, name)).filter((node) => node !== undefined);
    const kind = name === key ? "key" : kindOf(name, nodes, schemas.member(schema, name));
    return kind === null ? [] : [{ name, kind, order, rank: rankOf(name, kind, nodes) }];
  });
  // The second member of a kind says less than the first member of another kind. The loss is smaller if the first
  // member says little.
  const ranked = candidates.map(({ rank, ...own }, index) => {
    const earlier = candidates.slice(0, index).filter(({ kind }) => kind === own.kind);
    return { ...own, rank: rank + earlier.reduce((sum, first) => sum + (first.rank <= rank ? 2 : 1), 0) };
  });
  const chosen = ranked.toSorted((a, b) => a.rank - b.rank || a.order - b.order).slice(0, maxColumns);
  return chosen
    .toSorted((a, b) => sides(a.kind) - sides(b.kind) || a.order - b.order)
    .map(({ name, kind }) => ({ name, kind }));
}

/** The kind is null if every record lacks a value here, or if a value is an object or a list. */
function kindOf(name: string, nodes: readonly JsonNode[], schema: Schema): ColumnKind | null {
  const values = nodes.filter(({ kind }) => kind !== "null");
  if (values.length === 0 || values.some(({ kind }) => kind === "object" || kind === "list")) return null;
  const words = name.replace(/([a-z\d])([A-Z])/g, "$1_$2").toLowerCase();
  const isNumber = values.every(({ kind }) => kind === "number");
  if (isNumber && schema.unit === "usd-cents") return "cents";
  if (isNumber && schema.unit === "usd") return "dollars";
  if (schema.format === "date" || schema.format === "date-time") return "date";
  if (schema.enum.length > 0 || /(?:^|_)(?:status|state|type|kind)$/.test(words)) return "status";
  if (/(?:^|_)(?:name|title|label|subject)$/.test(words)) return "name";
  return isNumber ? "number" : "text";
}

/**
 * A lower rank is more informative. A value that all records share, a long text, and the id of something else
 * distinguish records poorly.
 */
function rankOf(name: string, kind: ColumnKind, nodes: readonly JsonNode[]): number {
  const isSame = nodes.length > 1 && new Set(nodes.map(printCompactJson)).size === 1;
  const isLong = nodes.some((node) => textOf(node).length > longest);
  const isOther = kind === "text" && /(?:id|url|uri|token|hash)$/i.test(name);
  return ranks[kind] + (isSame && kind !== "key" ? 10 : 0) + (isLong && kind !== "key" ? 20 : 0) + (isOther ? 5 : 0);
}

const ranks = { key: 0, name: 1, status: 2, cents: 3, dollars: 3, date: 4, text: 6, number: 7 } as const;

/** The limit is in characters. */
const longest = 40;

/** The key is in the first column, and amounts line up in the last columns. */
function sides(kind: ColumnKind): number {
  return kind === "key" ? 0 : kind === "cents" || kind === "dollars" ? 2 : 1;
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
