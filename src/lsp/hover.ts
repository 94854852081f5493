import type { Hover, Range } from "vscode-languageserver";

import { joined } from "#content/markdown/markdown-forms.ts";
import { toDollars } from "#shared/json/cents.ts";
import { resolveSchema } from "#shared/contract/schema.ts";
import {
  contractsOf,
  type ContractPart,
  findField,
  findOperation,
  findSchema,
  type SiteModel,
} from "#shared/site-model.ts";

import { describeKey } from "./complete-keys.ts";
import { describeMember, describeOperation, describeSchema } from "./describe-contract.ts";
import { nameAt, nameInDocument } from "./name-at.ts";
import { type BodyCursor, fenceAt, cursorInBody } from "./sample-cursor.ts";
import { type Cursor, keyTextAt, toRange } from "./cursor.ts";

/** Explains the contract's name or the setting at the cursor; null if there's nothing to explain. */
export function hoverAt(cursor: Cursor, model: SiteModel): Hover | null {
  const keys = keyTextAt(cursor);
  if (keys !== null) return toHover(describeKey(keys) ?? "");
  if (cursor.file.startsWith("openapi/")) {
    const name = nameInDocument(cursor, model);
    return name && toHover(describeName(name, model));
  }
  const fence = fenceAt(cursor.text, cursor.position);
  if (fence !== null) {
    const body = cursorInBody(model, fence);
    return body && toHover(describeInBody(body));
  }
  const name = nameAt(cursor, model) ?? centsAt(cursor);
  if (name === null || name.kind === "link" || name.kind === "file") return null;
  return toHover(name.kind === "cents" ? name.words : describeName(name, model), name.range);
}

function toHover(value: string, range?: Range): Hover | null {
  return value === "" ? null : { contents: { kind: "markdown", value }, ...(range !== undefined && { range }) };
}

function describeName({ kind, name }: ContractPart, model: SiteModel): string {
  const schemas = new Map(contractsOf(model).flatMap(({ schemaByName }) => [...schemaByName]));
  if (kind === "operation") {
    const operation = findOperation(model, name);
    return operation === null ? "" : describeOperation(operation);
  }
  if (kind === "schema") {
    const schema = findSchema(model, name);
    return schema === null ? "" : describeSchema(schema, schemas);
  }
  const member = findField(model, name);
  return member === null ? "" : describeMember(member, schemas);
}

function describeInBody({ member, schemas, contract, value }: BodyCursor): string {
  const isCents = schemas.some((schema) => resolveSchema(schema, contract.schemaByName).unit === "usd-cents");
  const isAmount = isCents && Number.isSafeInteger(value);
  const amount = isAmount ? inDollars(String(value)) : "";
  return joined([member === undefined ? "" : describeMember(member, contract.schemaByName), amount]);
}

function centsAt({ line, position: { line: number, character } }: Cursor) {
  for (const { index, 0: written, 1: amount = "" } of line.matchAll(/:cents\[(-?\d+)\]/g)) {
    const end = index + written.length;
    if (character < index || character > end) continue;
    return { kind: "cents" as const, words: inDollars(amount), range: toRange(number, index, end) };
  }
  return null;
}

function inDollars(cents: string): string {
  return `\`${cents}\` cents are ${toDollars(cents)}.`;
}
