import { resolveSchema, type Schema } from "../contract/schema.ts";
import { eventFields, type Framing } from "../contract/stream.ts";
import { type Json, textAt } from "../json/json.ts";
import type { checkByStandard, checkValue } from "./check-value.ts";
import { readJson, readStream } from "./read-stream.ts";
import type { BodyFault } from "./sample-fault.ts";

type CheckOptions = Parameters<typeof checkValue>[2];

/** A text of a sequential media type, and how its items are checked. */
interface StreamCheck {
  readonly text: string;
  readonly framing: Framing;
  readonly check: CheckOptions;
  readonly by: typeof checkValue | typeof checkByStandard;
}

/**
 * Holds each item of a stream against the list that it is described as, and what events say as JSON against its own schema.
 * Faults have pointers into that list. Parts are not looked into.
 */
export function checkStream(schema: Schema, { text, framing, check, by }: StreamCheck): readonly BodyFault[] {
  const items = readStream(text, framing);
  const item = resolveSchema(schema, check.schemaByName).items;
  if (items === null || item === null) return [];
  if (framing !== "events") return by(items, schema, check);
  const described = items.map(describedIn(item, check));
  const content = dataOf(item, check)?.content ?? null;
  return [
    ...by(described, schema, check),
    ...(content === null ? [] : described.flatMap((event, index) => checkData(event, index))),
  ];

  function checkData(event: Json, index: number): readonly BodyFault[] {
    const value = readJson(textAt(event, "data") ?? "");
    // A word that ends a stream is none of its values: `[DONE]`.
    if (content === null || typeof value === "string") return [];
    return by(value, content, check).map((fault) => ({ ...fault, pointer: `/${index}/data${fault.pointer}` }));
  }
}

/** Some schemas describe an event, others only its data. */
function describedIn(item: Schema, { schemaByName }: CheckOptions): (event: Json) => Json {
  const known = resolveSchema(item, schemaByName);
  const parts = [known, ...(known.alternatives?.schemas ?? []).map((part) => resolveSchema(part, schemaByName))];
  const names = parts.flatMap(({ members }) => members.map(({ name }) => name));
  const isEvent = names.length === 0 || names.some((name) => eventFields.some((field) => field === name));
  return (event) => (isEvent ? event : readJson(textAt(event, "data") ?? ""));
}

function dataOf(item: Schema, { schemaByName }: CheckOptions): Schema | null {
  const data = resolveSchema(item, schemaByName).members.find(({ name }) => name === "data");
  return data === undefined ? null : resolveSchema(data.schema, schemaByName);
}
