import { memberOf, toObject } from "../rules/json-value.ts";
import type { Json, JsonObject } from "../model/json.ts";
import { composeText } from "./compose-text.ts";
import { examplePairs, isAbout, nearestPair, type ExamplePair } from "./example-pair.ts";
import type { Incoming } from "./incoming.ts";
import type { Running } from "./running.ts";
import { defaultOf, returnedFields, takenFields, type Fields } from "./schema-fields.ts";
import type { State } from "./state.ts";
import { takeFields } from "./take-fields.ts";
import { toQueryValue } from "./typed-value.ts";

/**
 * The record that a POST makes: what was sent, and around it what the provider would add. That is what the contract's
 * example answer has and its example request has not; `x-sandbox` says where it comes from when not from the example.
 */
export function fillRecord(incoming: Incoming, key: string | null, { plan, state }: Running): JsonObject {
  const { call, members } = incoming;
  const { operation, extension } = call;
  const pair = nearestPair(examplePairs(operation), members);
  const taken = takeFields(extension.takes ?? [], members, { store: state.store, pair });
  const [fields, accepted] = [returnedFields(operation, plan.contract), takenFields(operation, plan.contract)];
  const filling = { incoming, state, pair, taken, fields, identity: identify(key ?? "id", { members, pair, state }) };
  const entries = [...fields.keys()].flatMap((name) => {
    const sent = sentValue(incoming, name);
    const value = sent === undefined ? addedValue(name, filling) : sent;
    const filled = value === undefined ? defaultOf(name, accepted, fields) : value;
    return filled === undefined ? [] : [[name, filled] as const];
  });
  return fields.size === 0 ? members : withTexts(toObject(entries), extension.texts ?? {}, fields);
}

function withTexts(record: JsonObject, texts: Readonly<Record<string, string>>, fields: Fields): JsonObject {
  const composed = Object.entries(texts).map(([name, text]) => [name, composeText(text, record, fields)] as const);
  return { ...record, ...toObject(composed) };
}

interface Filling {
  readonly incoming: Incoming;
  readonly state: State;
  readonly pair: ExamplePair | undefined;
  readonly taken: ReadonlyMap<string, Json | undefined>;
  readonly fields: Fields;
  readonly identity: Identity;
}

interface Identity {
  /** The field that holds the id. */
  readonly name: string;
  readonly id: Json | undefined;
  /** True when the record is the one that the example shows. */
  readonly isExample: boolean;
}

interface IdentityContext {
  readonly members: JsonObject;
  readonly pair: ExamplePair | undefined;
  readonly state: State;
}

/** The example's own id goes to the first call that is about it; any other call gets the next one. */
function identify(name: string, { members, pair, state }: IdentityContext): Identity {
  const sent = memberOf(members, name);
  const shown = memberOf(pair?.returned, name);
  const isExample = pair !== undefined && isAbout(pair, members);
  if (sent !== undefined) return { name, id: sent, isExample: isExample && sent === shown };
  if (shown === undefined) return { name, id: undefined, isExample };
  if (isExample && state.identifiers.claim(shown)) return { name, id: shown, isExample };
  return { name, id: state.identifiers.next(shown), isExample: false };
}

function sentValue({ call, members, query }: Incoming, name: string): Json | undefined {
  const member = memberOf(members, name);
  const parameter = call.operation.parameters.find((candidate) => candidate.in === "query" && candidate.name === name);
  const texts = query.filter((pair) => pair.name === name).map(({ value }) => value);
  return member === undefined && parameter && texts.length > 0 ? toQueryValue(texts, parameter) : member;
}

function addedValue(name: string, { incoming, state, pair, taken, fields, identity }: Filling): Json | undefined {
  const { call, files } = incoming;
  const shown = memberOf(pair?.returned, name);
  const isSendable = call.operation.parameters.some((one) => one.in === "query" && one.name === name);
  if (name === identity.name) return identity.id;
  if (taken.has(name)) return taken.get(name);
  if (shown === undefined || isSendable || memberOf(pair?.sent, name) !== undefined) return undefined;
  const file = files.find(({ part }) => memberOf(pair?.sent, part) === shown);
  if (file) return file.fileName;
  const isTime = fields.get(name)?.format === "date-time" && shown !== null;
  return isTime && !identity.isExample ? state.clock.now() : shown;
}
