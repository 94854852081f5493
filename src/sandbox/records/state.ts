import type { ContractSlice } from "#shared/contract/contract-slice.ts";

import {
  isList,
  isObject,
  type Json,
  type JsonObject,
  listAt,
  memberOf,
  numberAt,
  toJsonText,
  toText,
} from "#shared/json/json.ts";
import { parseJson } from "#shared/json/parse-json.ts";

import type { Collection } from "../plan/collection.ts";
import { jsonContentOf, successOf } from "../plan/record-shape.ts";
import { limits } from "../exchange.ts";
import { Identifiers } from "./identifiers.ts";
import type { Plan } from "../plan/plan-sandbox.ts";
import { Replies } from "./replies.ts";

export interface Running {
  readonly plan: Plan;
  readonly state: State;
}

/** Everything that calls can change. */
export interface State {
  readonly store: Store;
  readonly identifiers: Identifiers;
  readonly clock: SimulatedClock;
  /** Responses by idempotency key, so that a repeated call isn't performed twice. */
  readonly replies: Replies;
}

/** Makes the state before any records are added. */
export function createState(plan: Plan, seed: string): State {
  return emptyState(seed, latestTime(plan.contract));
}

function emptyState(seed: string, time: number): State {
  return {
    store: new Store(),
    identifiers: new Identifiers(seed),
    clock: new SimulatedClock(time),
    replies: new Replies(),
  };
}

/** The key of a collection's records in the store: its path with the owners' ids. */
export function placeOf({ path }: Pick<Collection, "path">, pathValues: ReadonlyMap<string, string>): string {
  return path.replace(/\{([^{}]+)\}/g, (template, name: string) => {
    const value = pathValues.get(name);
    return value === undefined ? template : encodeURIComponent(value);
  });
}

/** The place where a call looks for a record; its path says whose records it means. */
export interface Place {
  readonly running: Running;
  readonly pathValues: ReadonlyMap<string, string>;
}

/**
 * Finds a record by its key. A guide's record appears when it's first requested, so that its example can be read,
 * changed and deleted without the guide's earlier calls. If a caller creates it first, it has the caller's values.
 */
export function recordOf(collection: Collection, key: string, { running, pathValues }: Place): JsonObject | undefined {
  const { store, identifiers } = running.state;
  const place = placeOf(collection, pathValues);
  const record = store.find(place, key) ?? store.waiting(place, key);
  if (record === undefined || store.find(place, key)) return record;
  identifiers.claim(memberOf(record, collection.key ?? "") ?? key, place);
  return store.put(place, key, record) ? record : undefined;
}

/** Serializes a state as JSON. */
export function saveState({ store, identifiers, clock, replies }: State): string {
  const saved = { store: store.save(), identifiers: identifiers.save(), replies: replies.save() };
  return toJsonText({ ...saved, time: clock.time });
}

/** Reads a saved state; null if the text isn't one. */
export function restoreState(text: string, seed: string): State | null {
  const { value, faults } = parseJson(text, { limits: { depth: limits.depth + 10, tokens: limits.characters } });
  const time = numberAt(value, "time");
  if (faults.length > 0 || time === null) return null;
  const state = emptyState(seed, time);
  state.store.restore(memberOf(value, "store") ?? null);
  state.identifiers.restore(memberOf(value, "identifiers") ?? null);
  state.replies.restore(memberOf(value, "replies") ?? null);
  return state;
}

/** Records that a caller creates are newer than all examples. */
function latestTime({ operations }: ContractSlice): number {
  const examples = operations.flatMap((operation) => jsonContentOf(successOf(operation)?.content)?.examples ?? []);
  const times = examples.flatMap(({ value }) => timesIn(value)).sort();
  return Date.parse(times.at(-1) ?? "2025-01-15T09:30:00Z");
}

function timesIn(value: Json): readonly string[] {
  if (typeof value === "string") return /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z$/.test(value) ? [value] : [];
  if (Array.isArray(value)) return value.flatMap(timesIn);
  return isObject(value) ? Object.values(value).flatMap(timesIn) : [];
}

/** A clock that advances by about a minute with each reading, so that the same calls give the same times. */
class SimulatedClock {
  #time: number;

  /** Starts after the latest time in the records, in milliseconds since 1970. */
  constructor(start: number) {
    this.#time = start;
  }

  get time(): number {
    return this.#time;
  }

  /** RFC 3339 in UTC, in whole seconds. */
  now(): string {
    this.#time += step;
    return new Date(this.#time).toISOString().replace(".000Z", "Z");
  }
}

const step = 67_000;

/** Records by collection and key, in the order of their creation. It refuses to exceed its limits. */
class Store {
  readonly #recordsByCollection = new Map<string, Map<string, StoreEntry>>();
  readonly #waitingByCollection = new Map<string, Map<string, JsonObject>>();
  #records = 0;
  #characters = 0;

  list(collection: string): readonly JsonObject[] {
    return [...(this.#recordsByCollection.get(collection)?.values() ?? [])].map(({ fields }) => fields);
  }

  keys(collection: string): readonly string[] {
    return [...(this.#recordsByCollection.get(collection)?.keys() ?? [])];
  }

  entries(collection: string): readonly (readonly [key: string, record: JsonObject])[] {
    return Array.from(this.#recordsByCollection.get(collection) ?? [], ([key, { fields }]) => [key, fields]);
  }

  find(collection: string, key: string): JsonObject | undefined {
    return this.#recordsByCollection.get(collection)?.get(key)?.fields;
  }

  /** Holds a record back until it's requested or one with its key exists. The first record of a key stays. */
  wait(collection: string, key: string, fields: JsonObject): void {
    const waiting = this.#waitingByCollection.get(collection) ?? new Map<string, JsonObject>();
    if (!waiting.has(key)) this.#waitingByCollection.set(collection, waiting.set(key, fields));
  }

  /** All records, including those held back. */
  known(collection: string): readonly JsonObject[] {
    return [...this.list(collection), ...(this.#waitingByCollection.get(collection)?.values() ?? [])];
  }

  waiting(collection: string, key: string): JsonObject | undefined {
    return this.#waitingByCollection.get(collection)?.get(key);
  }

  /** Adds or replaces a record. Returns false, and does nothing, if that would exceed the limits. */
  put(collection: string, key: string, fields: JsonObject): boolean {
    const records = this.#recordsByCollection.get(collection) ?? new Map<string, StoreEntry>();
    const characters = toJsonText(fields).length;
    const known = records.get(key);
    const growth = { records: known ? 0 : 1, characters: characters - (known?.characters ?? 0) };
    const isFull =
      this.#records + growth.records > limits.records || this.#characters + growth.characters > limits.characters;
    if (isFull && (growth.records > 0 || growth.characters > 0)) return false;
    this.#recordsByCollection.set(collection, records.set(key, { fields, characters }));
    this.#waitingByCollection.get(collection)?.delete(key);
    this.#records += growth.records;
    this.#characters += growth.characters;
    return true;
  }

  save(): JsonObject {
    const records = Array.from(this.#recordsByCollection, ([path, byKey]) =>
      toRows(path, byKey, ({ fields }) => fields),
    );
    const waiting = Array.from(this.#waitingByCollection, ([path, byKey]) => toRows(path, byKey, (fields) => fields));
    return { records, waiting };
  }

  restore(saved: Json): void {
    for (const { path, key, fields } of fromRows(listAt(saved, "records"))) this.put(path, key, fields);
    for (const { path, key, fields } of fromRows(listAt(saved, "waiting"))) this.wait(path, key, fields);
  }

  remove(collection: string, key: string): void {
    const records = this.#recordsByCollection.get(collection);
    const known = records?.get(key);
    if (!records || !known) return;
    records.delete(key);
    this.#records -= 1;
    this.#characters -= known.characters;
  }
}

interface StoreEntry {
  readonly fields: JsonObject;
  readonly characters: number;
}

/** A list keeps the order of keys such as `"200"`, which an object sorts. */
function toRows<T>(path: string, byKey: ReadonlyMap<string, T>, fieldsOf: (value: T) => JsonObject): Json {
  return [path, ...Array.from(byKey, ([key, value]) => [key, fieldsOf(value)])];
}

function fromRows(rows: readonly Json[]) {
  return rows
    .filter(isList)
    .flatMap(([path = "", ...records]) =>
      records
        .filter(isList)
        .flatMap(([key = "", fields]) => (isObject(fields) ? [{ path: toText(path), key: toText(key), fields }] : [])),
    );
}
