import type { ContractSlice, SliceOperation } from "#shared/contract/contract-slice.ts";
import type { NameValue } from "#shared/contract/request.ts";
import { membersByName, resolveSchema, type Schema } from "#shared/contract/schema.ts";
import { isObject, type Json, type JsonObject, memberOf, toText, withMembers } from "#shared/json/json.ts";
import { encodePart } from "#shared/percent.ts";

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
  /** Addresses of pages by their relation to this one (RFC 8288); null if there's no such page. */
  readonly links: Readonly<Record<"next" | "prev" | "first" | "last" | "self", string | null>>;
  /** The cursor for the next page. */
  readonly nextCursor: string | null;
  readonly nextNumber: number | null;
}

/** Selects the requested page. A page past the last one is refused, but an offset past the end gives an empty list. */
export function takePage(all: Entries, incoming: Incoming, paging: Paging): Page {
  const { kind, first } = paging;
  const usualSize = kind === "none" ? Math.max(all.length, 1) : paging.defaultSize;
  const size = Number(textOf(paging.size, incoming, paging) ?? usualSize);
  checkWhole(paging.size ?? "", size, 1);
  const offset = findOffset(all, size, { incoming, paging });
  const records = all.slice(offset, offset + size);
  const end = offset + records.length;
  const pages = Math.max(1, Math.ceil(all.length / size));
  const number = Math.floor(offset / size) + first;
  const hasNext = kind !== "none" && end < all.length;
  const hasPrevious = kind !== "none" && offset > 0;
  const cursorAt = (start: number): string | null => all[start - 1]?.[0] ?? null;
  const addressAt = (start: number): string => {
    const position = kind === "page" ? Math.floor(start / size) + first : start;
    const text = kind === "cursor" ? cursorAt(start) : String(position);
    return `${incoming.address}?${withPage(incoming.query, paging, text)}`;
  };
  return {
    records,
    total: all.length,
    size,
    offset,
    number,
    pages,
    links: {
      next: hasNext ? addressAt(end) : null,
      prev: hasPrevious ? addressAt(Math.max(0, offset - size)) : null,
      first: addressAt(0),
      last: addressAt((pages - 1) * size),
      self: addressAt(offset),
    },
    nextCursor: hasNext ? (kind === "cursor" ? cursorAt(end) : String(end)) : null,
    nextNumber: hasNext ? (kind === "page" ? number + 1 : end) : null,
  };
}

interface PageRequest {
  readonly incoming: Incoming;
  readonly paging: Paging;
}

function findOffset(all: Entries, size: number, { incoming, paging }: PageRequest): number {
  const { kind, first } = paging;
  const position = paging.position ?? "";
  const text = textOf(paging.position, incoming, paging);
  if (kind === "none" || text === undefined) return 0;
  if (kind === "cursor") {
    const index = all.findIndex(([key]) => key === text);
    if (index >= 0 || isShown(incoming.call, position, text)) return index + 1;
    const message = `there is no page after ${JSON.stringify(text)}`;
    return refuseFaults([{ in: "query", name: position, message, hint: "send what the previous page gave" }]);
  }
  const number = Number(text);
  checkWhole(position, number, kind === "page" ? first : 0);
  if (kind === "offset") return number;
  const last = Math.max(1, Math.ceil(all.length / size)) - 1 + first;
  if (number <= last || isShown(incoming.call, position, text)) return (number - first) * size;
  const message = `There is no page ${number}: the last one is ${last}.`;
  const hint = "read until `next` is null; what the provider answers here isn't specified";
  throw new RefusedRequest({ status: 404, message, hint });
}

function textOf(wanted: string | null, { query, call }: Incoming, { kind }: Paging): string | undefined {
  const text = query.find(({ name, value }) => name === wanted && value !== "")?.value;
  // Where the contract has a text for a number, its sample may be any words: they select no page.
  const isWords = kind !== "cursor" && Number.isNaN(Number(text)) && isShown(call, wanted ?? "", text);
  return isWords ? undefined : text;
}

/** A parameter's own example may match nothing without being a mistake. */
function isShown({ operation }: PlannedCall, name: string, text: string | undefined): boolean {
  return queryParameter(operation, name)?.examples.some(({ value }) => toText(value) === text) === true;
}

/** The number of all records in the headers that the contract has for it: `X-Total-Count`. */
export function totalsOf({ total }: Page, operation: SliceOperation): readonly NameValue[] {
  const declared = successOf(operation)?.headers ?? [];
  const named = declared.filter(({ name }) => /^x?(?:pagination)?total(?:count|items|records)?$/.test(plainName(name)));
  return named.map(({ name }) => ({ name, value: String(total) }));
}

/** The header `Link`, unless this is the only page (RFC 8288). */
export function linksOf({ links }: Page): readonly NameValue[] {
  const targets = Object.entries(links).flatMap(([rel, target]) =>
    target === null || rel === "self" ? [] : [`<${target}>; rel="${rel}"`],
  );
  return links.next === null && links.prev === null ? [] : [{ name: "Link", value: targets.join(", ") }];
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
  return `${encodePart(name)}=${encodePart(value)}`;
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
    const fact = findFact(plainName(name), field)?.(page, hasTotal);
    if (fact === undefined) return [];
    // A member without a value is null if the contract allows null. Otherwise it's left out, unless it's required.
    if (fact !== null || field.nullable) return [[name, fact]];
    return [[name, required.has(name) ? (field.types.includes("string") ? "" : known) : undefined]];
  });
  const gone = new Set(members.flatMap(([name, value]) => (value === undefined ? [name] : [])));
  const kept = Object.fromEntries(Object.entries(object).filter(([name]) => !gone.has(name)));
  return withMembers(kept, Object.fromEntries(members));
}

function findFact(name: string, { types }: Schema): Fact | undefined {
  const isOfType = (type: string): boolean => types.includes(type) || (type === "integer" && types.includes("number"));
  return facts.find(([type, names]) => isOfType(type) && names.test(name))?.[2];
}

/** The value of a member about pages; null if it doesn't apply to this page. */
type Fact = (page: Page, hasTotal: boolean) => Json;

/** Usual names of members about pages, without case and punctuation. */
const facts: readonly (readonly [type: "integer" | "boolean" | "string", names: RegExp, fact: Fact])[] = [
  ["integer", /^next(?:page|offset)?$/, ({ nextNumber }) => nextNumber],
  // Beside a total, a count is that of the page.
  ["integer", /^(?:item|result|filter)?count$/, (page, hasTotal) => (hasTotal ? page.records.length : page.total)],
  ["integer", /^total(?:count|items|results|elements|records|hits)?$/, ({ total }) => total],
  ["integer", /^(?:page|currentpage|pagenumber|pageindex|currentpagenumber)$/, ({ number }) => number],
  ["integer", /^(?:size|limit|perpage|pagesize|itemsperpage)$/, ({ size }) => size],
  ["integer", /^(?:pages|totalpages|pagecount|numpages|lastpage)$/, ({ pages }) => pages],
  ["integer", /^(?:offset|skip|start|startindex)$/, ({ offset }) => offset],
  ["boolean", /^(?:has)?(?:more|next|nextpage|moreitems|moreresults)$/, ({ links }) => links.next !== null],
  ["boolean", /^has(?:prev|previous|prevpage|previouspage)$/, ({ links }) => links.prev !== null],
  ["string", /^(?!.*(?:prev|before|start)).*(?:cursor|token)|^after$/, ({ nextCursor }) => nextCursor],
  ["string", /^(?=.*(?:prev|before|startcursor)).*(?:cursor|token)/, () => null],
  ["string", /prev|before/, ({ links }) => links.prev],
  ["string", /^next(?:page)?(?:url|uri|link|href)?$/, ({ links }) => links.next],
  ["string", /^first(?:page)?(?:url|uri|link|href)?$/, ({ links }) => links.first],
  ["string", /^last(?:page)?(?:url|uri|link|href)?$/, ({ links }) => links.last],
  ["string", /^self(?:page)?(?:url|uri|link|href)?$/, ({ links }) => links.self],
];
