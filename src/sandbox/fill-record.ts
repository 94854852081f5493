import type { Json, JsonObject } from "../model/contract.ts";
import { memberOf, toObject } from "../contract/json-value.ts";
import { composeText } from "./compose-text.ts";
import { examplePairs, isAbout, nearestPair, type ExamplePair } from "./example-pair.ts";
import type { Incoming } from "./incoming.ts";
import type { Plan } from "./plan.ts";
import { defaultOf, returnedFields, takenFields, type Fields } from "./schema-fields.ts";
import type { State } from "./state.ts";
import { takeFields } from "./take-fields.ts";
import { toQueryValue } from "./typed-value.ts";

/**
 * The record that a POST makes: what was sent, and around it what the provider would add. That is what the contract's
 * example answer has and its example request has not; `x-sandbox` says where it comes from when not from the example.
 */
export function fillRecord(
  incoming: Incoming,
  key: string | null,
  { plan, state }: { readonly plan: Plan; readonly state: State },
): JsonObject {
  const { operation, extension } = incoming.call;
  const pair = nearestPair(examplePairs(operation), incoming.members);
  const taken = takeFields(extension.takes ?? [], incoming.members, { store: state.store, pair });
  const fields = returnedFields(operation, plan.contract);
  const filling = { incoming, state, pair, taken, fields, ...identify({ incoming, key, pair, state }) };
  const accepted = takenFields(operation, plan.contract);
  const entries = [...fields.keys()].flatMap((name) => {
    const sent = sentValue(incoming, name);
    const value = sent === undefined ? addedValue(name, filling) : sent;
    const filled = value === undefined ? defaultOf(name, accepted, fields) : value;
    return filled === undefined ? [] : [[name, filled] as const];
  });
  const record = fields.size === 0 ? incoming.members : toObject(entries);
  const texts = Object.entries(extension.texts ?? {}).map(
    ([name, text]) => [name, composeText(text, record, fields)] as const,
  );
  return texts.length === 0
    ? record
    : toObject(entries.map(([name, value]) => [name, new Map(texts).get(name) ?? value]));
}

interface Filling {
  readonly incoming: Incoming;
  readonly state: State;
  readonly pair: ExamplePair | undefined;
  readonly taken: ReadonlyMap<string, Json | undefined>;
  readonly fields: Fields;
  readonly idName: string | null;
  readonly id: Json | undefined;
  /** True when the record is the one that the example shows. */
  readonly isExample: boolean;
}

/** The example's own id goes to the first call that is about it; any other call gets the next one. */
function identify({
  incoming,
  key,
  pair,
  state,
}: Pick<Filling, "incoming" | "pair" | "state"> & { readonly key: string | null }): Pick<
  Filling,
  "idName" | "id" | "isExample"
> {
  const idName = key ?? "id";
  const sent = memberOf(incoming.members, idName);
  const shown = memberOf(pair?.returned, idName);
  const isExample = pair !== undefined && isAbout(pair, incoming.members);
  if (sent !== undefined) return { idName, id: sent, isExample: isExample && sent === shown };
  if (shown === undefined) return { idName, id: undefined, isExample };
  if (isExample && state.identifiers.claim(shown)) return { idName, id: shown, isExample };
  return { idName, id: state.identifiers.next(shown), isExample: false };
}

function sentValue({ call, members, query }: Incoming, name: string): Json | undefined {
  const member = memberOf(members, name);
  const parameter = call.operation.parameters.find((candidate) => candidate.in === "query" && candidate.name === name);
  const texts = query.filter((pair) => pair.name === name).map(({ value }) => value);
  return member === undefined && parameter && texts.length > 0 ? toQueryValue(texts, parameter) : member;
}

function addedValue(
  name: string,
  { incoming, state, pair, taken, fields, idName, id, isExample }: Filling,
): Json | undefined {
  const shown = memberOf(pair?.returned, name);
  const isSendable = incoming.call.operation.parameters.some(
    (parameter) => parameter.in === "query" && parameter.name === name,
  );
  if (name === idName) return id;
  if (taken.has(name)) return taken.get(name);
  if (shown === undefined || isSendable || memberOf(pair?.sent, name) !== undefined) return undefined;
  const file = incoming.files.find(({ part }) => memberOf(pair?.sent, part) === shown);
  if (file) return file.fileName;
  const isTime = fields.get(name)?.format === "date-time" && shown !== null;
  return isTime && !isExample ? state.clock.now() : shown;
}
