import { isObject } from "../rules/json-value.ts";
import type { Contract } from "../model/contract.ts";
import type { Json } from "../model/json.ts";
import { Identifiers } from "./identifiers.ts";
import { toKeyText } from "./key-text.ts";
import type { Plan } from "./plan.ts";
import { seedRecords } from "./seed-records.ts";
import { SimulatedClock } from "./simulated-clock.ts";
import { Store } from "./store.ts";

/** Everything that calls change. */
export interface State {
  readonly store: Store;
  readonly identifiers: Identifiers;
  readonly clock: SimulatedClock;
}

/** The state that a sandbox starts with. */
export function createState(plan: Plan, seed: string): State {
  const store = new Store();
  const identifiers = new Identifiers(seed);
  for (const { path, key } of plan.collections.values()) {
    for (const record of seedRecords(plan, path)) {
      const id = key === null ? identifiers.next("record-0") : record[key];
      if (id === undefined || store.find(path, toKeyText(id))) continue;
      identifiers.claim(id);
      store.put(path, toKeyText(id), record);
    }
  }
  return { store, identifiers, clock: new SimulatedClock(latestTime(plan.contract)) };
}

/** The latest time in the examples of the answers, so that what a caller makes is newer than what is there. */
function latestTime({ operations }: Contract): string {
  const examples = operations.flatMap(({ responses }) =>
    responses.flatMap(({ content }) => content.flatMap((media) => media.examples)),
  );
  const times = examples.flatMap(({ value }) => timesIn(value)).sort();
  return times.at(-1) ?? "2025-01-15T09:30:00Z";
}

function timesIn(value: Json): readonly string[] {
  if (typeof value === "string") return /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z$/.test(value) ? [value] : [];
  if (Array.isArray(value)) return value.flatMap(timesIn);
  return isObject(value) ? Object.values(value).flatMap(timesIn) : [];
}
