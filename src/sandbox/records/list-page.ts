import type { ContractSlice, SliceOperation } from "#shared/contract/contract-slice.ts";
import type { NameValue } from "#shared/contract/request.ts";
import { membersByName, resolveSchema, type Schema } from "#shared/contract/schema.ts";
import { isObject, type Json, type JsonObject, memberOf, toText, withMembers } from "#shared/json/json.ts";

import { RefusedRequest, refuseFaults } from "../exchange.ts";
import type { Paging } from "../plan/paging.ts";
import type { PlannedCall } from "../plan/plan-sandbox.ts";
import { plainName, putInto, queryParameter, successOf } from "../plan/record-shape.ts";
import type { Incoming } from "../request/incoming.ts";

/** Records with their keys in the store. */
export type Entries = readonly (readonly [key: string, record: JsonObject])[];

interface Page {
  readonly records: Entries;
  /** The number of records on all pages. */
  readonly total: number;
  /** The number of records on a full page. */
  readonly size: number;
  /** The number of records before this page. */
  readonly offset: number;
  readonly number: number;
  readonly pages: number;
  /** Addresses of other pages; null if there's no such page. */
  readonly next: string | null;
  readonly previous: string | null;
  readonly first: string;
  readonly last: string;
  readonly self: string;
  /** The cursor for the next page. */
  readonly nextCursor: string | null;
  readonly nextNumber: number | null;
}

/** Selects the requested page. A page past the last one is refused, but an offset past the end gives an empty list. */
export function takePage(records: Entries, incoming: Incoming, paging: Paging): Page {
  const { query, call } = incoming;
  const textOf = (wanted: string | null): string | undefined => {
    const text = query.find(({ name, value }) => name === wanted && value !== "")?.value;
    // Where the contract has a text for a number, its sample may be any words: they select no page.
    const isWords = paging.kind !== "cursor" && Number.isNaN(Number(text)) && isShown(call, wanted ?? "", text);
    return isWords ? undefined : text;
  };
  const usualSize = paging.kind === "none" ? Math.max(records.length, 1) : paging.defaultSize;
  const size = Number(textOf(paging.size) ?? usualSize);
  const pages = Math.max(1, Math.ceil(records.length / size));
  const position = paging.position ?? "";
  const text = textOf(paging.position);
  checkWhole(paging.size ?? "", size, 1);
  const pageAt = (offset: number): Page => toPage(records, offset, { size, incoming, paging });
  switch (paging.kind) {
    case "none":
      return pageAt(0);
    case "page": {
      const number = text === undefined ? paging.first : Number(text);
      checkWhole(position, number, paging.first);
      if (number - paging.first >= pages && !isShown(call, position, text)) {
        const message = `There is no page ${number}: the last one is ${pages - 1 + paging.first}.`;
        const hint = "read until `next` is null; what the provider answers here isn't specified";
        throw new RefusedRequest({ status: 404, message, hint });
      }
      return pageAt((number - paging.first) * size);
    }
    case "offset": {
      const offset = text === undefined ? 0 : Number(text);
      checkWhole(position, offset, 0);
      return pageAt(offset);
    }
    case "cursor": {
      const index = text === undefined ? -1 : records.findIndex(([key]) => key === text);
      if (text === undefined || index >= 0 || isShown(call, position, text)) return pageAt(index + 1);
      const message = `there is no page after ${JSON.stringify(text)}`;
      return refuseFaults([{ in: "query", name: position, message, hint: "send what the previous page gave" }]);
    }
  }
}

/** A parameter's own example may match nothing without being a mistake. */
function isShown({ operation }: PlannedCall, name: string, text: string | undefined): boolean {
  return queryParameter(operation, name)?.examples.some(({ value }) => toText(value) === text) === true;
}

interface PageContext {
  readonly size: number;
  readonly incoming: Incoming;
  readonly paging: Paging;
}

function toPage(all: Entries, offset: number, { size, incoming, paging }: PageContext): Page {
  const records = all.slice(offset, offset + size);
  const end = offset + records.length;
  const hasNext = paging.kind !== "none" && end < all.length;
  const hasPrevious = paging.kind !== "none" && offset > 0;
  const pages = Math.max(1, Math.ceil(all.length / size));
  const number = Math.floor(offset / size) + paging.first;
  const addressAt = (start: number): string => {
    const at = paging.kind === "page" ? Math.floor(start / size) + paging.first : start;
    const text = paging.kind === "cursor" ? (all[start - 1]?.[0] ?? "") : String(at);
    return `${incoming.address}?${withPage(incoming.query, paging, start === 0 && paging.kind === "cursor" ? null : text)}`;
  };
  return {
    records,
    total: all.length,
    size,
    offset,
    number,
    pages,
    next: hasNext ? addressAt(end) : null,
    previous: hasPrevious ? addressAt(Math.max(0, offset - size)) : null,
    first: addressAt(0),
    last: addressAt((pages - 1) * size),
    self: addressAt(offset),
    nextCursor: hasNext ? (paging.kind === "cursor" ? (records.at(-1)?.[0] ?? null) : String(end)) : null,
    nextNumber: hasNext ? (paging.kind === "page" ? number + 1 : end) : null,
  };
}

/** The number of all records in the headers that the contract has for it: `X-Total-Count`. */
export function totalsOf({ total }: Page, operation: SliceOperation): readonly NameValue[] {
  const declared = successOf(operation)?.headers ?? [];
  const named = declared.filter(({ name }) => /^x?(?:pagination)?total(?:count|items|records)?$/.test(plainName(name)));
  return named.map(({ name }) => ({ name, value: String(total) }));
}

/** Links to neighboring pages (RFC 8288). */
export function linksOf({ next, previous, first, last }: Page): readonly NameValue[] {
  const targets = { next, prev: previous, first, last };
  const links = Object.entries(targets).flatMap(([rel, target]) =>
    target === null ? [] : [`<${target}>; rel="${rel}"`],
  );
  return next === null && previous === null ? [] : [{ name: "Link", value: links.join(", ") }];
}

function checkWhole(name: string, value: number, least: number): void {
  if (Number.isSafeInteger(value) && value >= least) return;
  const hint = "no smallest value is documented; this one is the sandbox's";
  refuseFaults([{ in: "query", name, message: `\`${name}\` must be a whole number from ${least}`, hint }]);
}

/** Filters come first, as in the contract's examples. */
function withPage(query: readonly NameValue[], { position, size }: Paging, text: string | null): string {
  const filters = query.filter(({ name }) => name !== position && name !== size).map(toPair);
  const sizes = query.filter(({ name }) => name === size).map(toPair);
  const page = position === null || text === null ? [] : [toPair({ name: position, value: text })];
  return [...filters, ...page, ...sizes].join("&");
}

function toPair({ name, value }: NameValue): string {
  return `${encodeURIComponent(name)}=${encodeURIComponent(value)}`;
}

/** Fills a list's body with the records and the usual facts about pages. All other members come from the example. */
export function fillEnvelope(records: readonly JsonObject[], page: Page, { call, plan }: Incoming): Json {
  const { whole, path, schema } = call.returned;
  if (path.length === 0) return records;
  const start: JsonObject = isObject(whole) ? whole : {};
  const envelope =
    schema === null ? start : fillMembers(start, schema, { page, contract: plan.contract, path, depth: 0 });
  return putInto(envelope, path, records);
}

interface EnvelopeContext {
  readonly page: Page;
  readonly contract: ContractSlice;
  /** The members that lead to the list. */
  readonly path: readonly string[];
  readonly depth: number;
}

function fillMembers(object: JsonObject, schema: Schema, context: EnvelopeContext): JsonObject {
  const { page, contract, path, depth } = context;
  const fields = membersByName(schema, contract.schemaByName);
  const { members: stated } = resolveSchema(schema, contract.schemaByName);
  const required = new Set(stated.filter((member) => member.required).map(({ name }) => name));
  const hasTotal = [...fields.keys()].some((name) => plainName(name).startsWith("total"));
  const members = [...fields].flatMap(([name, field]): readonly (readonly [string, Json | undefined])[] => {
    const known = memberOf(object, name);
    if (path.length === 1 && name === path[0]) return [];
    const isInner = depth < 2 && membersByName(field, contract.schemaByName).size > 0 && !field.types.includes("array");
    if (isInner) {
      const inner = { ...context, path: name === path[0] ? path.slice(1) : [], depth: depth + 1 };
      return isObject(known) ? [[name, fillMembers(known, field, inner)]] : [];
    }
    const fact = pageFact(plainName(name), field, { page, hasTotal });
    if (fact === undefined) return [];
    // A member without a value is null if the contract allows null. Otherwise it's left out, unless it's required.
    if (fact !== null || field.nullable) return [[name, fact]];
    return [[name, required.has(name) ? (field.types.includes("string") ? "" : known) : undefined]];
  });
  const gone = new Set(members.flatMap(([name, value]) => (value === undefined ? [name] : [])));
  const kept = Object.fromEntries(Object.entries(object).filter(([name]) => !gone.has(name)));
  return withMembers(kept, Object.fromEntries(members));
}

interface FactContext {
  readonly page: Page;
  /** True if another member has the total. */
  readonly hasTotal: boolean;
}

/**
 * The value of a member about pages; null if it doesn't apply to this page, undefined if the name isn't about pages.
 */
function pageFact(name: string, { types }: Schema, { page, hasTotal }: FactContext): Json | undefined {
  const { next, first, last, self } = page;
  if (types.includes("integer") || types.includes("number")) {
    if (/^next(?:page|offset)?$/.test(name)) return page.nextNumber;
    if (/^(?:item|result|filter)?count$/.test(name)) return hasTotal ? page.records.length : page.total;
    const number = numbers.find(([names]) => names.test(name))?.[1](page);
    if (number !== undefined) return number;
  }
  if (types.includes("boolean")) {
    if (/^(?:has)?(?:more|next|nextpage|moreitems|moreresults)$/.test(name)) return next !== null;
    if (/^has(?:prev|previous|prevpage|previouspage)$/.test(name)) return page.previous !== null;
  }
  if (!types.includes("string")) return undefined;
  if (/cursor|token|^(?:after|endcursor)$/.test(name) && !/prev|before|start/.test(name)) return page.nextCursor;
  if (/prev|before|startcursor/.test(name)) return /cursor|token/.test(name) ? null : page.previous;
  const link = /^(next|first|last|self)(?:page)?(?:url|uri|link|href)?$/.exec(name)?.[1];
  const links: Readonly<Record<string, string | null>> = { next, first, last, self };
  return link === undefined ? undefined : links[link];
}

/** Usual names of numbers about a page, without case and punctuation. */
const numbers: readonly (readonly [names: RegExp, numberOf: (page: Page) => number])[] = [
  [/^total(?:count|items|results|elements|records|hits)?$/, ({ total }) => total],
  [/^(?:page|currentpage|pagenumber|pageindex|currentpagenumber)$/, ({ number }) => number],
  [/^(?:size|limit|perpage|pagesize|itemsperpage)$/, ({ size }) => size],
  [/^(?:pages|totalpages|pagecount|numpages|lastpage)$/, ({ pages }) => pages],
  [/^(?:offset|skip|start|startindex)$/, ({ offset }) => offset],
];
