import type { JsonObject } from "../model/json.ts";
import type { NameValue } from "../model/request.ts";
import type { Fault, Refusal } from "./answer.ts";

/** One page of a list. */
export interface Page {
  readonly count: number;
  readonly next: string | null;
  readonly previous: string | null;
  readonly results: readonly JsonObject[];
}

export interface PageRequest {
  readonly query: readonly NameValue[];
  /** Of the list, without the query. */
  readonly address: string;
}

/** The contract leaves the size of a page open when nobody states it. */
const defaultPageSize = 25;

/** The page that `page` and `page_size` ask for; a page past the last one is refused. */
export function toPage(records: readonly JsonObject[], { query, address }: PageRequest): Page | Refusal {
  const [number, size] = [numberIn(query, "page") ?? 1, numberIn(query, "page_size") ?? defaultPageSize];
  const faults = [...judgeSmallest("page", number), ...judgeSmallest("page_size", size)];
  if (faults.length > 0) return { status: 400, message: "The query is not right.", faults };
  const last = Math.max(1, Math.ceil(records.length / size));
  if (number > last) return pastTheEnd(number, last);
  const addressOf = (page: number): string => `${address}?${withPage(query, page)}`;
  return {
    count: records.length,
    next: number < last ? addressOf(number + 1) : null,
    previous: number > 1 ? addressOf(number - 1) : null,
    results: records.slice((number - 1) * size, number * size),
  };
}

function numberIn(query: readonly NameValue[], name: string): number | null {
  const text = query.find((pair) => pair.name === name)?.value;
  return text === undefined ? null : Number(text);
}

function judgeSmallest(name: string, value: number): readonly Fault[] {
  if (Number.isSafeInteger(value) && value >= 1) return [];
  const hint = "the contract states no smallest value; this one is the sandbox's";
  return [{ in: "query", name, message: `\`${name}\` must be a whole number from 1`, hint }];
}

function pastTheEnd(page: number, last: number): Refusal {
  const message = `There is no page ${page}: the last one is ${last}.`;
  return { status: 404, message, hint: "read until `next` is null; what the provider answers here is not specified" };
}

/** The query again, with another page; filters first, as the examples of the contract write it. */
function withPage(query: readonly NameValue[], page: number): string {
  const others = query.filter(({ name }) => name !== "page" && name !== "page_size").map(toPair);
  const size = query.filter(({ name }) => name === "page_size").map(toPair);
  return [...others, `page=${page}`, ...size].join("&");
}

function toPair({ name, value }: NameValue): string {
  return `${encodeURIComponent(name)}=${encodeURIComponent(value)}`;
}
