import type { Member, Schema } from "#shared/contract/schema.ts";
import type { Json } from "#shared/json/json.ts";

import type { ExplorerOperation, OperationSchemas } from "../explorer-operation.ts";
import { type JsonNode, memberNode, type ObjectNode } from "../json/json-node.ts";

/** A response's body may contain a single record or a list of records. */
export interface FoundRecords {
  readonly isList: boolean;
  readonly records: readonly ObjectNode[];
  readonly schema: Schema;
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
  const isPage = node.members.every(({ name }) => name === list?.name || pageMembers.test(name));
  if (list === undefined || records === null || !isPage) return { isList: false, records: [node], schema, total: null };
  const count = totals.map((name) => memberNode(node, name)).find((total) => total?.kind === "number");
  const item = schemas.item(schemas.member(schema, list.name), 0);
  return { isList: true, records, schema: item, total: count?.kind === "number" ? count.text : null };
}

/** The elements of an empty list are unknown, so it counts as a list of records. */
export function toRecords(node: JsonNode): readonly ObjectNode[] | null {
  if (node.kind !== "list") return null;
  const records = node.items.filter((item) => item.kind === "object");
  return records.length === node.items.length ? records : null;
}

/** Beside its list, a page of records may say how many there are, and how to reach further pages. */
const pageMembers =
  /count|total|next|prev|first|last|page|size|offset|limit|cursor|pagin|more|links?$|meta|^object$|^url$/i;

const totals = ["count", "total", "total_count", "totalCount"] as const;

/** A column shows a member of the records, or a route from one city to another. */
export interface Column {
  readonly name: string;
  readonly kind: ColumnKind;
  readonly members: readonly string[];
}

type ColumnKind = (typeof fromLeft)[number];

/** A "party" is an object that has a name. "Other" says little: long texts, addresses, ids of other records. */
// prettier-ignore
const fromLeft = [
  "key", "status", "choice", "name", "city", "party", "text", "flag", "other", "date", "number", "measure", "amount",
] as const;

/** Readers recognize a record by one of each: its key, its status, a name or city, a date, and an amount. */
const slots: readonly (readonly ColumnKind[])[] = [
  ["key"],
  ["status", "choice"],
  ["name", "city", "party"],
  ["date"],
  ["amount", "measure"],
];

/** One after the other, these fill the columns that are left. A second date would say little. */
// prettier-ignore
const fillers: readonly ColumnKind[] = [
  "amount", "status", "name", "city", "text", "choice", "measure", "party", "number", "flag", "other",
];

const maxColumns = 5;

/**
 * The columns are the same on every page of an operation's records, as the schema alone decides; records that it says
 * nothing of are judged by their values. `keys` lists the members that further calls take.
 */
export function chooseColumns(
  { records, schema }: Pick<FoundRecords, "records" | "schema">,
  schemas: OperationSchemas,
  keys: ReadonlySet<string>,
): readonly Column[] {
  const isDescribed = records.some((record) => schema.members.some(({ name }) => memberNode(record, name)));
  const columns = listColumns(isDescribed ? schema : schemas.toSchema(describe(records)), schemas, keys);
  const chosen: Column[] = [];
  const choose = (kinds: readonly ColumnKind[]): boolean => {
    const [best] = kinds.flatMap((kind) => {
      const same = columns.filter((column) => column.kind === kind && !chosen.includes(column));
      // Contracts name a length before a weight, and the weight says more.
      return kind === "measure" ? same.toReversed() : same;
    });
    if (best === undefined || chosen.length === maxColumns) return false;
    chosen.push(best);
    return true;
  };
  for (const kinds of slots) choose(kinds);
  while (choose(fillers));
  const hasKey = chosen.some(({ kind }) => kind === "key");
  // Records without a key are known by their name.
  const rankOf = ({ kind }: Column): number => (kind === "name" && !hasKey ? 0 : fromLeft.indexOf(kind));
  const inOrder = columns.filter((column) => chosen.includes(column));
  return inOrder.toSorted((a, b) => rankOf(a) - rankOf(b));
}

/** These columns sum up a part of a record, which has no room for a table. */
export function chooseSummary(
  found: Pick<FoundRecords, "records" | "schema">,
  schemas: OperationSchemas,
): readonly Column[] {
  const columns = chooseColumns(found, schemas, new Set());
  const telling = columns.filter(({ kind }) => !["text", "flag", "other", "number"].includes(kind));
  return telling.length > 0 ? telling : columns.slice(0, 2);
}

function listColumns(shape: Schema, schemas: OperationSchemas, keys: ReadonlySet<string>): readonly Column[] {
  const fields = shape.members.map(({ name }) => ({ name, schema: schemas.member(shape, name) }));
  const plain = fields.filter(({ schema: { types, alternatives } }) => {
    const choices = alternatives?.schemas ?? [];
    const possible = types.length > 0 ? types : choices.flatMap((choice) => schemas.resolve(choice).types);
    return !possible.some((type) => /^(?:object|array)$/.test(type));
  });
  const key = plain.find(({ name }) => keys.has(name)) ?? plain.find(({ name }) => /^(?:id|uuid|key)$/i.test(name));
  const isAddress = fields.some(({ name }) => cityName.test(toSnakeCase(name)));
  const columns = fields.flatMap((field): readonly Column[] => {
    const own = plain.includes(field) ? kindOf(field, isAddress) : kindOfPart(field.schema, schemas);
    return own === null ? [] : [{ name: field.name, kind: field === key ? "key" : own, members: [field.name] }];
  });
  const cities = columns.filter(({ kind }) => kind === "city");
  const [from, to] = [departure, arrival].map((words) => cities.find(({ name }) => words.test(toSnakeCase(name))));
  if (from === undefined || to === undefined) return columns;
  const route: Column = { name: "from → to", kind: "city", members: [from.name, to.name] };
  return columns.flatMap((column) => (column === from ? [route] : column === to ? [] : [column]));
}

function toSnakeCase(name: string): string {
  return name.replace(/([a-z\d])([A-Z])/g, "$1_$2").toLowerCase();
}

const cityName = /(?:^|_)(?:city|town)$/;
const departure = /(?:^|_)(?:from|origin|pickup|departure|shipper|source)(?:_|$)/;
const arrival = /(?:^|_)(?:to|destination|delivery|dropoff|arrival|consignee)(?:_|$)/;

function kindOf({ name, schema }: Pick<Member, "name" | "schema">, isAddress: boolean): ColumnKind {
  const { types, unit, format } = schema;
  const words = toSnakeCase(name);
  const ends = (endings: string) => new RegExp(`(?:^|_)(?:${endings})$`).test(words);
  const isNumber = types.length > 0 && types.every((type) => type === "integer" || type === "number");
  if (isNumber && (unit?.startsWith("usd") || ends("amount|price|balance|cost|fee|total"))) return "amount";
  if (format === "date" || format === "date-time") return "date";
  // A constant is the same everywhere.
  if (schema.const !== undefined || schema.enum.length === 1) return "other";
  if (ends("status") || (ends("state") && !isAddress)) return "status";
  if (schema.enum.length > 0 || ends("type|kind")) return "choice";
  if (isNumber) return unit === null ? "number" : "measure";
  if (types.includes("boolean")) return "flag";
  if (cityName.test(words)) return "city";
  if (ends("name|title|label|subject|filename")) return "name";
  const isLittle = ends("id|uuid|ids|url|uri|href|link|token|hash|secret") || /^ur[il]$/.test(format ?? "");
  return isLittle || /description|note|comment|instruction|message|html|body/.test(words) ? "other" : "text";
}

function kindOfPart(schema: Schema, schemas: OperationSchemas): ColumnKind | null {
  const { members } = schema.types.includes("array") ? schemas.item(schema, 0) : schema;
  if (members.some(({ name }) => cityName.test(toSnakeCase(name)))) return "city";
  return !schema.types.includes("array") && members.some(({ name }) => name === "name") ? "party" : null;
}

function describe(nodes: readonly JsonNode[], depth = 0): Json {
  const first = nodes.toSorted((a, b) => Number(isPart(b)) - Number(isPart(a))).find(({ kind }) => kind !== "null");
  switch (first?.kind) {
    case "object": {
      const members = depth > 2 ? [] : nodes.flatMap((node) => (node.kind === "object" ? node.members : []));
      const described = Array.from(new Set(members.map(({ name }) => name)), (name) => {
        const values = nodes.flatMap((node) => memberNode(node, name) ?? []);
        return [name, describe(values, depth + 1)] as const;
      });
      return { type: "object", properties: Object.fromEntries(described) };
    }
    case "list": {
      const items = nodes.flatMap((node) => (node.kind === "list" ? node.items : []));
      return { type: "array", items: describe(items, depth) };
    }
    case "text":
      return { type: "string", ...(/^\d{4}-\d\d-\d\d(?:[Tt ]|$)/.test(first.value) && { format: "date-time" }) };
    case "number":
    case "boolean":
      return { type: first.kind };
    default:
      return {};
  }
}

function isPart({ kind }: JsonNode): boolean {
  return kind === "object" || kind === "list";
}
