import { memberOf } from "../rules/json-value.ts";
import type { Json, JsonObject } from "../model/json.ts";
import type { ExamplePair } from "./example-pair.ts";
import type { Take } from "./extension.ts";
import type { Store } from "./store.ts";

export interface TakeContext {
  readonly store: Store;
  /** The example of the call; what it shows holds for a body that names the same record. */
  readonly pair: ExamplePair | undefined;
}

/**
 * The fields that `x-sandbox: takes` fills from a record of another collection. A field that is named there and not found
 * is undefined: nothing else can know it.
 */
export function takeFields(
  takes: readonly Take[],
  members: JsonObject,
  context: TakeContext,
): ReadonlyMap<string, Json | undefined> {
  const { store, pair } = context;
  const entries = takes.flatMap(({ from, where, fields }) => {
    const source = store.list(from).find((record) => isLinked(record, members, where));
    const isShown = Object.values(where).every((ours) => memberOf(members, ours) === memberOf(pair?.sent, ours));
    return Object.entries(fields).map(([name, theirs]) => {
      const value = memberOf(source, theirs);
      return [name, value === undefined && isShown ? memberOf(pair?.returned, name) : value] as const;
    });
  });
  return new Map(entries);
}

function isLinked(record: JsonObject, members: JsonObject, where: Take["where"]): boolean {
  return Object.entries(where).every(([theirs, ours]) => {
    const value = memberOf(members, ours);
    return value !== undefined && value !== null && memberOf(record, theirs) === value;
  });
}
