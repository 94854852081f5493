import type { SliceOperation } from "#shared/contract/contract-slice.ts";
import { isObject, type Json, type JsonObject, memberOf, toText, withMembers } from "#shared/json/json.ts";
import { sampleValue } from "#shared/samples/sampled.ts";

import type { Collection } from "../plan/collection.ts";
import { namesOf, plainName } from "../plan/record-shape.ts";
import { callsOn, type Plan } from "../plan/plan-sandbox.ts";
import { completeRecord, nextId } from "./record-examples.ts";
import { recordsPath, type Running } from "./state.ts";

/**
 * Adds the initial records: the contract's examples that no guide creates, and those from the sandbox data. A POST's
 * example waits until a reader creates it, and a path's example until it's requested. A list that would be empty gets a
 * record.
 */
export function addSeeds(running: Running): void {
  const { plan } = running;
  const byDepth = [...plan.collections.values()].sort((a, b) => a.path.split("{").length - b.path.split("{").length);
  for (const collection of byDepth) for (const path of recordsPaths(collection, plan)) seed(collection, path, running);
  if (Object.keys(plan.contract.sandbox).length === 0) joinReferences(byDepth, running);
}

function recordsPaths(collection: Collection, plan: Plan): readonly string[] {
  const paths = callsOn(collection, plan).map(({ operation }) => recordsPath(collection, samplesOf(operation)));
  return collection.path.includes("{") ? [...new Set(paths)] : [collection.path];
}

function samplesOf({ parameters }: SliceOperation): ReadonlyMap<string, string> {
  const inPath = parameters.filter((parameter) => parameter.in === "path");
  return new Map(inPath.map((parameter) => [parameter.name, toText(sampleValue(parameter) ?? "")]));
}

function seed(collection: Collection, path: string, running: Running): void {
  const { plan, state } = running;
  const { store, identifiers } = state;
  const { key } = collection;
  const { present, waiting } = seedRecords(collection, plan);
  const complete = (record: JsonObject): JsonObject => completeRecord(record, collection, running);
  for (const record of present) {
    const id = key === null ? nextId(collection, path, running) : record[key];
    if (id === undefined || id === null || store.find(path, toText(id))) continue;
    identifiers.claim(id, path);
    store.put(path, toText(id), complete(record));
  }
  for (const record of waiting) store.wait(path, keyText(record, key) ?? "", complete(record));
  const base = present[0] ?? waiting[0] ?? exampleOf(collection, plan) ?? {};
  for (const value of sampleKeys(collection, path, plan)) {
    const id = toText(value);
    if (!store.find(path, id)) store.wait(path, id, complete(withKey(base, key, value)));
  }
  // The author of a data file decides how lists start.
  const hasData = Object.keys(plan.contract.sandbox).length > 0;
  const isListed =
    !hasData && plan.calls.some(({ action }) => action.kind === "list" && action.collection === collection);
  if (!isListed || store.list(path).length > 0) return;
  const id = nextFree(collection, path, running);
  store.put(path, toText(id), complete(withKey(base, key, id)));
}

function nextFree(collection: Collection, path: string, running: Running): Json {
  const { state } = running;
  for (;;) {
    const id = nextId(collection, path, running);
    if (!state.store.find(path, toText(id)) && !state.store.findWaiting(path, toText(id))) return id;
  }
}

function withKey(record: JsonObject, key: string | null, value: Json): JsonObject {
  if (key === null) return record;
  const known = memberOf(record, key);
  return withMembers(record, { [key]: typeof known === "string" ? toText(value) : value });
}

function seedRecords(collection: Collection, plan: Plan) {
  const { key } = collection;
  const calls = callsOn(collection, plan);
  const shown = calls
    .filter(({ action }) => ["list", "read", "replace", "change"].includes(action.kind))
    .flatMap(({ returned }) => returned.examples)
    .flatMap(({ value }) => (isObject(value) ? [value] : []));
  const creates = calls.filter(({ action }) => action.kind === "create");
  const returned = creates.flatMap((call) => call.returned.examples).filter(({ isAuthored }) => isAuthored);
  const sent = creates.flatMap((call) => call.sent.examples).filter(({ value }) => keyText(value, key) !== undefined);
  const created = [...returned, ...sent].flatMap(({ value }) => (isObject(value) ? [value] : []));
  const added = calls.flatMap(({ data }) => data.records ?? []);
  const keys = new Set([...created, ...added].map((record) => keyText(record, key)));
  return {
    present: [...shown.filter((record) => key === null || !keys.has(keyText(record, key))), ...added],
    waiting: key === null ? [] : created,
  };
}

function exampleOf(collection: Collection, plan: Plan): JsonObject | undefined {
  const examples = callsOn(collection, plan).flatMap(({ returned, sent, action }) =>
    action.kind === "remove" ? [] : [...returned.examples, ...sent.examples],
  );
  return examples.map(({ value }) => value).find(isObject);
}

function sampleKeys(collection: Collection, path: string, plan: Plan): readonly Json[] {
  const bare = collection.path.replace(/\/$/, "");
  return plan.calls.flatMap(({ operation }) => {
    const parameter = /^\/\{([^{}/]+)\}(?:\/|$)/.exec(operation.path.slice(bare.length))?.[1];
    if (parameter === undefined || !operation.path.startsWith(`${bare}/{`)) return [];
    const isHere = recordsPath(collection, samplesOf(operation)) === path;
    const named = operation.parameters.find((candidate) => candidate.in === "path" && candidate.name === parameter);
    const sample = named && sampleValue(named);
    return isHere && sample !== undefined ? [sample] : [];
  });
}

function keyText(record: Json, key: string | null): string | undefined {
  const value = key === null ? undefined : memberOf(record, key);
  return value === undefined || value === null ? undefined : toText(value);
}

/** A `customer_id` without a customer gets the id of the first customer. */
function joinReferences(collections: readonly Collection[], { plan, state }: Running): void {
  const targets = collections.filter(({ path, key }) => key !== null && !path.includes("{"));
  const byName = new Map(
    targets.flatMap((target) =>
      [...namesOf(target.path), plainName(target.kind ?? "")].filter(Boolean).map((name) => [name, target] as const),
    ),
  );
  for (const collection of collections) {
    for (const path of recordsPaths(collection, plan)) {
      for (const [key, record] of state.store.entries(path)) {
        const joined = Object.entries(record).flatMap(([name, value]) => {
          const target = name === collection.key ? undefined : byName.get(/^(.+)id$/.exec(plainName(name))?.[1] ?? "");
          const [first] = target === undefined ? [] : state.store.list(target.path);
          const id = memberOf(first, target?.key ?? "");
          const isDangling = typeof value === typeof id && !state.store.find(target?.path ?? "", toText(value));
          return id !== undefined && isDangling ? [[name, id] as const] : [];
        });
        if (joined.length > 0) state.store.put(path, key, { ...record, ...Object.fromEntries(joined) });
      }
    }
  }
}
