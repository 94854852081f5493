import type { Schema } from "#shared/contract/schema.ts";

import type { ExplorerOperation } from "../explorer-operation.ts";
import { type JsonNode, memberNode, type ObjectNode } from "../json/json-node.ts";

/** A response's body may contain a single record or a list of records. */
export interface FoundRecords {
  readonly isList: boolean;
  readonly records: readonly ObjectNode[];
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
export function toRecords(node: JsonNode): readonly ObjectNode[] | null {
  if (node.kind !== "list") return null;
  const records = node.items.filter((item) => item.kind === "object");
  return records.length === node.items.length ? records : null;
}

/**
 * A page of records may have these members beside its list: how many records there are, and how to reach further pages.
 */
const aroundLists =
  /count|total|next|prev|first|last|page|size|offset|limit|cursor|pagin|more|links?$|meta|^object$|^url$/i;

const totals = ["count", "total", "total_count", "totalCount"] as const;
