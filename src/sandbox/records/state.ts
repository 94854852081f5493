import { fillPlaceholders } from "#shared/contract/notation/path-template.ts";
import { isObject, type Json, type JsonObject, keepDigits, memberOf, toJsonText } from "#shared/json/json.ts";

import type { Collection } from "../plan/collection.ts";
import { successContent } from "../plan/record-shape.ts";
import { limits, type SandboxResponse } from "../exchange.ts";
import { Identifiers } from "./identifiers.ts";
import type { Plan } from "../plan/plan-sandbox.ts";

export interface Running {
  readonly plan: Plan;
  readonly state: State;
}

/** Everything that calls can change. */
export interface State {
  readonly store: Store;
  readonly identifiers: Identifiers;
  /** In milliseconds since 1970. */
  time: number;
  /** Responses by idempotency key, so that a repeated call isn't performed twice. */
  readonly replies: Map<string, Reply>;
}

interface Reply {
  readonly request: string;
  readonly response: SandboxResponse;
}

/** Makes the state before any records are added. Records that a caller creates are newer than all examples. */
export function createState({ contract }: Plan, seed: string): State {
  const content = contract.operations.map(successContent);
  const times = content.flatMap((media) => (media?.examples ?? []).flatMap(({ value }) => timesIn(value))).sort();
  const time = Date.parse(times.at(-1) ?? "2025-01-15T09:30:00Z");
  const identifiers = new Identifiers(seed, { issued: [], last: [], count: 0 });
  return { store: new Store({ records: [], waiting: [] }), identifiers, time, replies: new Map() };
}

/** The state as a text. Lists keep the order of keys such as `"200"`, which an object sorts. */
export function saveState(state: State): string {
  return JSON.stringify(state, (key, value: unknown) =>
    value instanceof Map || value instanceof Set ? [...value] : keepDigits(key, value),
  );
}

/** The state that was saved as a text. */
export function restoreState(text: string, seed: string): State {
  const { store, identifiers, time, replies } = JSON.parse(text);
  return {
    store: new Store(store),
    identifiers: new Identifiers(seed, identifiers),
    time,
    replies: new Map(replies),
  };
}

/** The key of a collection's records in the store: its path with the owners' ids. */
export function recordsPath({ path }: Collection, pathValues: ReadonlyMap<string, string>): string {
  return fillPlaceholders(path, (name) => {
    const value = pathValues.get(name);
    return value && encodeURIComponent(value);
  });
}

/** The state for a call; the values of its path say whose records it means. */
export interface PathContext extends Running {
  readonly pathValues: ReadonlyMap<string, string>;
}

/**
 * Finds a record by its key. A guide's record appears when it's first requested, so that its example can be read,
 * changed and deleted without the guide's earlier calls. If a caller creates it first, it has the caller's values.
 */
export function recordOf(
  collection: Collection,
  key: string,
  { state, pathValues }: PathContext,
): JsonObject | undefined {
  const { store, identifiers } = state;
  const path = recordsPath(collection, pathValues);
  const record = store.find(path, key) ?? store.findWaiting(path, key);
  if (record === undefined || store.find(path, key)) return record;
  identifiers.claim(memberOf(record, collection.key ?? "") ?? key, path);
  return store.put(path, key, record) ? record : undefined;
}

function timesIn(value: Json): readonly string[] {
  if (typeof value === "string") return /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z$/.test(value) ? [value] : [];
  if (Array.isArray(value)) return value.flatMap(timesIn);
  return isObject(value) ? Object.values(value).flatMap(timesIn) : [];
}

/**
 * The time as RFC 3339 in UTC, in whole seconds. It advances by about a minute with each reading, so that the same
 * calls give the same times.
 */
export function readClock(state: State): string {
  state.time += 67_000;
  return new Date(state.time).toISOString().replace(".000Z", "Z");
}

/** Records by collection and key, in the order of their creation. It refuses to exceed its limit. */
class Store {
  readonly records = new Map<string, Map<string, JsonObject>>();
  readonly waiting = new Map<string, Map<string, JsonObject>>();
  #characters = 0;

  constructor({ records, waiting }: SavedStore) {
    for (const [collection, own] of records) for (const [key, fields] of own) this.put(collection, key, fields);
    for (const [collection, own] of waiting) for (const [key, fields] of own) this.wait(collection, key, fields);
  }

  list(collection: string): readonly JsonObject[] {
    return [...(this.records.get(collection)?.values() ?? [])];
  }

  entries(collection: string): readonly (readonly [key: string, record: JsonObject])[] {
    return [...(this.records.get(collection) ?? [])];
  }

  find(collection: string, key: string): JsonObject | undefined {
    return this.records.get(collection)?.get(key);
  }

  /** Holds a record back until it's requested or one with its key exists. The first record of a key stays. */
  wait(collection: string, key: string, fields: JsonObject): void {
    const own = this.waiting.get(collection) ?? new Map<string, JsonObject>();
    if (!own.has(key)) this.waiting.set(collection, own.set(key, fields));
  }

  /** All records, including those held back. */
  known(collection: string): readonly JsonObject[] {
    return [...this.list(collection), ...(this.waiting.get(collection)?.values() ?? [])];
  }

  findWaiting(collection: string, key: string): JsonObject | undefined {
    return this.waiting.get(collection)?.get(key);
  }

  /** Adds or replaces a record. Returns false, and does nothing, if that would exceed the limit. */
  put(collection: string, key: string, fields: JsonObject): boolean {
    const records = this.records.get(collection) ?? new Map<string, JsonObject>();
    const known = records.get(key);
    const growth = toJsonText(fields).length - (known ? toJsonText(known).length : 0);
    if (growth > 0 && this.#characters + growth > limits.characters) return false;
    this.records.set(collection, records.set(key, fields));
    this.waiting.get(collection)?.delete(key);
    this.#characters += growth;
    return true;
  }

  remove(collection: string, key: string): void {
    const records = this.records.get(collection);
    const known = records?.get(key);
    if (!records || !known) return;
    records.delete(key);
    this.#characters -= toJsonText(known).length;
  }
}

type SavedRecords = Iterable<readonly [collection: string, records: Iterable<readonly [key: string, JsonObject]>]>;

interface SavedStore {
  readonly records: SavedRecords;
  readonly waiting: SavedRecords;
}
