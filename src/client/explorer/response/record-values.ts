import { labelOf } from "#shared/contract/fields.ts";
import type { Schema } from "#shared/contract/schema.ts";
import { applyingSchemas, walkValue } from "#shared/contract/walk-value.ts";
import { toCents, toDollars } from "#shared/json/cents.ts";
import { isSameJson } from "#shared/json/same-json.ts";

import type { OperationSchemas } from "../explorer-operation.ts";
import { type JsonNode, memberNode, type ObjectNode, partsOfNode, textOf, toJson } from "../json/json-node.ts";
import type { Column, FoundRecords } from "./records.ts";

/** The schemas that apply to each value of some records. */
export type SchemasByNode = ReadonlyMap<JsonNode, readonly Schema[]>;

export function mapSchemas({ records, schema }: FoundRecords, schemas: OperationSchemas): SchemasByNode {
  const found = new Map<JsonNode, readonly Schema[]>();
  for (const record of records)
    walkValue<JsonNode>(record, schema, {
      applying: (stated) => applyingSchemas(stated, schemas.byName),
      partsOf: partsOfNode,
      visit: ({ value, schemas: own }) => void found.set(value, own),
    });
  return found;
}

/** The cell says a column's members as people read them; a dash stands for nothing. */
export function readCell(record: ObjectNode, { kind, members }: Column, schemas: SchemasByNode): string {
  const texts = members.map((name) => {
    const node = memberNode(record, name);
    if (node === undefined || node.kind === "null") return "";
    if (kind === "date") return formatDate(textOf(node));
    if (kind === "place") return /^(?:city|town)$/i.test(name) ? readCity(record) : readPlace(node);
    return kind === "party" ? textAt(node, /^name$/) : readValue(node, schemas);
  });
  return texts.every((text) => text === "") ? "–" : texts.map((text) => text || "–").join(" → ");
}

/** Listed values have the contract's names, amounts are in dollars, and other numbers have their units. */
export function readValue(node: JsonNode, schemas: SchemasByNode): string {
  const own = schemas.get(node) ?? [];
  const text = textOf(node);
  const listed = own.flatMap((schema) => schema.enum).find(({ value }) => isSameJson(value, toJson(node)));
  const label = listed && (labelOf(listed) ?? nameIn(listed.meaning?.text ?? ""));
  if (label !== null && label !== undefined) return label;
  const unit = own.find((schema) => schema.unit !== null)?.unit;
  return node.kind === "number" && unit ? withUnit(text, unit) : text;
}

function withUnit(number: string, unit: string): string {
  if (unit === "usd-cents") return toDollars(number) ?? number;
  if (unit === "usd") return toDollars(toCents(number) ?? "") ?? number;
  const [, whole = number, rest = ""] = /^(-?\d+)(\D.*)?$/.exec(number) ?? [];
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ",") + rest;
  return unit === "percent" ? `${grouped}%` : `${grouped} ${unit}`;
}

/** The meaning of a listed value may be a name for it, as "Reefer" for R, or else a sentence. */
function nameIn(meaning: string): string | null {
  return meaning === "" || meaning.length > 40 || /[.!?]$/.test(meaning) ? null : meaning;
}

function readPlace(node: JsonNode): string {
  if (node.kind === "text") return node.value;
  if (node.kind !== "list") return readCity(node) || textAt(node, /^name$/);
  const [first, ...others] = node.items;
  const more = others.length > 0 ? ` +${others.length}` : "";
  return first === undefined ? "" : readPlace(first) + more;
}

function readCity(address: JsonNode): string {
  const parts = [textAt(address, /(?:^|[_a-z])(?:city|town)$/i), textAt(address, /^(?:state|province|region)/i)];
  return parts.filter((part) => part !== "").join(", ");
}

function textAt(node: JsonNode, name: RegExp): string {
  const member =
    node.kind === "object" ? node.members.find((one) => name.test(one.name) && one.node.kind === "text") : null;
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
