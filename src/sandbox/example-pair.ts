import { isObject, memberOf } from "../rules/json-value.ts";
import type { Json, JsonObject } from "../model/json.ts";
import type { Operation } from "../model/operation.ts";
import { isSameJson } from "./same-json.ts";
import { jsonContentOf, successOf } from "./schema-fields.ts";

/** What the contract shows of one call: what is sent, and what comes back. */
export interface ExamplePair {
  readonly sent: JsonObject;
  readonly returned: JsonObject;
}

/** The examples of an operation, the first request with the first answer and so on. */
export function examplePairs(operation: Operation): readonly ExamplePair[] {
  const sent = operation.requestBody?.content[0]?.examples ?? [];
  const returned = jsonContentOf(successOf(operation)?.content)?.examples ?? [];
  return returned.flatMap(({ value }, index) => {
    const request: Json = sent[index]?.value ?? sent[0]?.value ?? {};
    return isObject(value) ? [{ sent: isObject(request) ? request : {}, returned: value }] : [];
  });
}

/** The example that a body agrees with most. */
export function nearestPair(pairs: readonly ExamplePair[], members: JsonObject): ExamplePair | undefined {
  return pairs.toSorted((a, b) => agreement(b, members) - agreement(a, members))[0];
}

/**
 * True when a body says more of the example than it says otherwise: somebody follows the guide, perhaps with an amount of
 * their own. Such a call gets the example's id and time, so that the next command of the guide finds the record.
 */
export function isAbout(pair: ExamplePair, members: JsonObject): boolean {
  return agreement(pair, members) > Object.keys(members).length / 2;
}

function agreement({ sent }: ExamplePair, members: JsonObject): number {
  return Object.entries(members).filter(([name, value]) => isSameJson(memberOf(sent, name), value)).length;
}
