import type { Schema } from "#shared/contract/schema.ts";

import type { OperationSchemas } from "../explorer-operation.ts";
import { type JsonNode, memberNode, printCompactJson, textOf } from "../json/json-node.ts";
import type { FoundRecords } from "./find-records.ts";

/** A member of records that has a column. */
export interface Column {
  readonly name: string;
  readonly kind: ColumnKind;
}

type ColumnKind = "key" | "name" | "status" | "cents" | "dollars" | "date" | "number" | "text";

/** More do not fit beside each other. */
const maxColumns = 5;

/**
 * What tells records apart, by the contract and by what is in them: the key first, then names, statuses, dates and money,
 * then whatever else is short. `keys` names the members that other calls take.
 */
export function chooseColumns(
  { records, schema }: Pick<FoundRecords, "records" | "schema">,
  schemas: OperationSchemas,
  keys: ReadonlySet<string>,
): readonly Column[] {
  const named = [...schema.members.map(({ name }) => name), ...records.flatMap(({ members }) => members.map(nameOf))];
  const key = findKey(named, keys);
  const candidates = [...new Set(named)].flatMap((name, place) => {
    const nodes = records.map((record) => memberNode(record, name)).filter((node) => node !== undefined);
    const kind = name === key ? "key" : kindOf(name, nodes, schemas.member(schema, name));
    return kind === null ? [] : [{ name, kind, place, rank: rankOf(name, kind, nodes) }];
  });
  // A second one of a kind tells less than the first of another.
  const ranked = candidates.map(({ rank, ...own }, index) => ({
    ...own,
    rank: rank + 2 * candidates.slice(0, index).filter(({ kind }) => kind === own.kind).length,
  }));
  const chosen = ranked.toSorted((a, b) => a.rank - b.rank || a.place - b.place).slice(0, maxColumns);
  return chosen
    .toSorted((a, b) => sides(a.kind) - sides(b.kind) || a.place - b.place)
    .map(({ name, kind }) => ({ name, kind }));
}

function nameOf({ name }: { readonly name: string }): string {
  return name;
}

/** The member that other calls take, else the one that is called so. */
function findKey(names: readonly string[], keys: ReadonlySet<string>): string | undefined {
  return names.find((name) => keys.has(name)) ?? names.find((name) => /^(?:id|uuid|key)$/i.test(name));
}

/** What a column of these values is; null for what is in none of them, or more than a line. */
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

/** Lower is more telling. What is the same in all records tells none apart, nor does what takes many words or is another's id. */
function rankOf(name: string, kind: ColumnKind, nodes: readonly JsonNode[]): number {
  const isSame = nodes.length > 1 && new Set(nodes.map(printCompactJson)).size === 1;
  const isLong = nodes.some((node) => textOf(node).length > longest);
  const isOther = kind === "text" && /(?:id|url|uri|token|hash)$/i.test(name);
  return ranks[kind] + (isSame && kind !== "key" ? 10 : 0) + (isLong && kind !== "key" ? 20 : 0) + (isOther ? 5 : 0);
}

const ranks = { key: 0, name: 1, status: 2, cents: 3, dollars: 3, date: 4, text: 6, number: 7 } as const;

/** In characters. */
const longest = 40;

/** The key is read first; amounts stand at the end, below each other. */
function sides(kind: ColumnKind): number {
  return kind === "key" ? 0 : kind === "cents" || kind === "dollars" ? 2 : 1;
}
