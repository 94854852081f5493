import type { JsonObject } from "../model/json.ts";
import { limits } from "./limits.ts";

/** Records by collection and key, in the order in which they were made. Refuses to grow past its limits. */
export class Store {
  readonly #recordsByCollection = new Map<string, Map<string, StoredRecord>>();
  #records = 0;
  #characters = 0;

  list(collection: string): readonly JsonObject[] {
    return [...(this.#recordsByCollection.get(collection)?.values() ?? [])].map(({ fields }) => fields);
  }

  find(collection: string, key: string): JsonObject | undefined {
    return this.#recordsByCollection.get(collection)?.get(key)?.fields;
  }

  /** Adds or replaces a record; false, and nothing done, when that would go past the limits. */
  put(collection: string, key: string, fields: JsonObject): boolean {
    const records = this.#recordsByCollection.get(collection) ?? new Map<string, StoredRecord>();
    const characters = JSON.stringify(fields).length;
    const known = records.get(key);
    const growth = { records: known ? 0 : 1, characters: characters - (known?.characters ?? 0) };
    const isFull =
      this.#records + growth.records > limits.records || this.#characters + growth.characters > limits.characters;
    if (isFull && (growth.records > 0 || growth.characters > 0)) return false;
    this.#recordsByCollection.set(collection, records.set(key, { fields, characters }));
    this.#records += growth.records;
    this.#characters += growth.characters;
    return true;
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

interface StoredRecord {
  readonly fields: JsonObject;
  readonly characters: number;
}
