import { isList, isObject, type Json, type JsonObject, listAt, toJsonText, toText } from "#shared/json/json.ts";

import { limits } from "../exchange.ts";

/** Records by collection and key, in the order in which they were made. Refuses to grow past its limits. */
export class Store {
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

  /** Keeps a record back until it is asked for, or one of its key is there. The first of a key stays. */
  wait(collection: string, key: string, fields: JsonObject): void {
    const waiting = this.#waitingByCollection.get(collection) ?? new Map<string, JsonObject>();
    if (!waiting.has(key)) this.#waitingByCollection.set(collection, waiting.set(key, fields));
  }

  /** The records that are there, and those that are kept back. */
  known(collection: string): readonly JsonObject[] {
    return [...this.list(collection), ...(this.#waitingByCollection.get(collection)?.values() ?? [])];
  }

  waiting(collection: string, key: string): JsonObject | undefined {
    return this.#waitingByCollection.get(collection)?.get(key);
  }

  /** Adds or replaces a record; false, and nothing done, when that would go past the limits. */
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

  /** False when there is no such record. */
  remove(collection: string, key: string): boolean {
    const records = this.#recordsByCollection.get(collection);
    const known = records?.get(key);
    if (!records || !known) return false;
    records.delete(key);
    this.#records -= 1;
    this.#characters -= known.characters;
    return true;
  }
}

interface StoreEntry {
  readonly fields: JsonObject;
  readonly characters: number;
}

/** A list keeps the order of keys like `"200"`, an object doesn't. */
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
