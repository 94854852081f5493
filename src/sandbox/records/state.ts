import type { ContractSlice, SliceExample, SliceOperation } from "#shared/contract/contract-slice.ts";

import { isObject, type Json, type JsonObject, memberOf, numberAt, toJsonText } from "#shared/json/json.ts";
import { parseJson } from "#shared/json/parse-json.ts";

import type { Collection } from "../plan/collection.ts";
import { jsonContentOf, successOf } from "../plan/contract-fields.ts";
import { limits } from "../exchange.ts";
import { Identifiers } from "./identifiers.ts";
import type { Plan } from "../plan/plan-sandbox.ts";
import { Replies } from "./replies.ts";
import { Store } from "./store.ts";

/** A sandbox at work: what it does, and what it knows. */
export interface Running {
  readonly plan: Plan;
  readonly state: State;
}

/** Everything that calls change. */
export interface State {
  readonly store: Store;
  readonly identifiers: Identifiers;
  readonly clock: SimulatedClock;
  /** What was answered under a key of the caller's, which makes a call that is sent again the same one. */
  readonly replies: Replies;
}

/** The state that a sandbox starts with, before any record is there. */
export function createState(plan: Plan, seed: string): State {
  return {
    store: new Store(),
    identifiers: new Identifiers(seed),
    clock: new SimulatedClock(latestTime(plan.contract)),
    replies: new Replies(),
  };
}

/** Where the records of a collection are kept: its path, with the records that it belongs to filled in. */
export function placeOf({ path }: Pick<Collection, "path">, pathValues: ReadonlyMap<string, string>): string {
  return path.replace(/\{([^{}]+)\}/g, (template, name: string) => {
    const value = pathValues.get(name);
    return value === undefined ? template : encodeURIComponent(value);
  });
}

interface RecordPlace {
  readonly state: State;
  readonly pathValues: ReadonlyMap<string, string>;
}

/**
 * The record of a key. One that a guide makes comes into being when it is first asked for by its key, so that its example
 * can be read, changed and deleted by itself; whoever makes it first has it as they made it.
 */
export function recordOf(
  collection: Collection,
  key: string,
  { state, pathValues }: RecordPlace,
): JsonObject | undefined {
  const { store, identifiers } = state;
  const place = placeOf(collection, pathValues);
  const record = store.find(place, key) ?? store.waiting(place, key);
  if (record === undefined || store.find(place, key)) return record;
  identifiers.claim(memberOf(record, collection.key ?? "") ?? key, place);
  return store.put(place, key, record) ? record : undefined;
}

/** A state as JSON, to go on from elsewhere. */
export function saveState({ store, identifiers, clock, replies }: State): string {
  const saved = { store: store.save(), identifiers: identifiers.save(), replies: replies.save() };
  return toJsonText({ ...saved, time: clock.time });
}

/** The state that was saved; null when the text is none. */
export function restoreState(text: string, seed: string): State | null {
  const { value, faults } = parseJson(text, { limits: { depth: limits.depth + 10, tokens: limits.characters } });
  const time = numberAt(value, "time");
  if (faults.length > 0 || time === null) return null;
  const state = {
    store: new Store(),
    identifiers: new Identifiers(seed),
    clock: new SimulatedClock(time),
    replies: new Replies(),
  };
  state.store.restore(memberOf(value, "store") ?? null);
  state.identifiers.restore(memberOf(value, "identifiers") ?? null);
  state.replies.restore(memberOf(value, "replies") ?? null);
  return state;
}

/** Records that a caller makes are newer than all of the examples. */
function latestTime({ operations }: ContractSlice): number {
  const times = operations
    .flatMap(responseExamples)
    .flatMap(({ value }) => timesIn(value))
    .sort();
  return Date.parse(times.at(-1) ?? "2025-01-15T09:30:00Z");
}

function timesIn(value: Json): readonly string[] {
  if (typeof value === "string") return /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z$/.test(value) ? [value] : [];
  if (Array.isArray(value)) return value.flatMap(timesIn);
  return isObject(value) ? Object.values(value).flatMap(timesIn) : [];
}

function responseExamples(operation: SliceOperation): readonly SliceExample[] {
  return jsonContentOf(successOf(operation)?.content)?.examples ?? [];
}

/** A clock that moves on by about a minute whenever it is read, so that the same calls give the same times. */
class SimulatedClock {
  #time: number;

  /** Starts after the latest time of the records that are there, in milliseconds since 1970. */
  constructor(start: number) {
    this.#time = start;
  }

  get time(): number {
    return this.#time;
  }

  /** RFC 3339 in UTC, whole seconds. */
  now(): string {
    this.#time += step;
    return new Date(this.#time).toISOString().replace(".000Z", "Z");
  }
}

const step = 67_000;
