import { eventFields, type Framing, recordSeparator } from "../contract/notation/stream.ts";
import { membersByName, resolveSchema, type Schema, type SchemaByName } from "../contract/schema.ts";
import { type Json, parseNumber, textAt, toObject } from "../json/json.ts";
import { parseJson } from "../json/parse-json.ts";
import type { CheckValue, ValueCheck } from "./check-value.ts";
import type { BodyFault } from "./sample-fault.ts";

interface StreamCheck {
  readonly text: string;
  readonly framing: Framing;
  readonly check: ValueCheck;
  readonly by: CheckValue;
}

/**
 * Checks each item of a stream against the list that describes it, and JSON in events against its own schema. Faults
 * have pointers into that list. Parts with files aren't checked.
 */
export function checkStream(schema: Schema, { text, framing, check, by }: StreamCheck): readonly BodyFault[] {
  const items = readStream(text, framing);
  const item = resolveSchema(schema, check.schemaByName).items;
  if (items === null || item === null) return [];
  if (framing !== "events") return by(items, schema, check);
  const { schemaByName } = check;
  const known = resolveSchema(item, schemaByName);
  const described = describesEvents(known, schemaByName) ? items : items.map(readData);
  const data = known.members.find(({ name }) => name === "data");
  const content = data === undefined ? null : resolveSchema(data.schema, schemaByName).content;
  const dataFaults = described.flatMap((event, index) => {
    const value = readData(event);
    // A word that ends a stream, such as `[DONE]`, isn't one of its values.
    if (content === null || typeof value === "string") return [];
    return by(value, content, check).map((fault) => ({ ...fault, pointer: `/${index}/data${fault.pointer}` }));
  });
  return [...by(described, schema, check), ...dataFaults];
}

/** Some schemas describe an event, and others only its data. */
function describesEvents(item: Schema, schemaByName: SchemaByName): boolean {
  const names = [...membersByName(item, schemaByName).keys()];
  return names.length === 0 || names.some((name) => eventFields.some((field) => field === name));
}

function readData(event: Json): Json {
  return readJson((textAt(event, "data") ?? "").trim());
}

/** An item that should be JSON but isn't stays a text. Null if parts are separate files. */
function readStream(text: string, framing: Framing): readonly Json[] | null {
  switch (framing) {
    case "lines":
      return readItems(text.split("\n"));
    case "records":
      return readItems(text.replaceAll("␞", recordSeparator).split(recordSeparator));
    case "events":
      return text.split(/\r\n\r\n|\n\n|\r\r/).flatMap((block) => readEvent(block) ?? []);
    case "parts":
      return null;
  }
}

function readItems(items: readonly string[]): readonly Json[] {
  return items.flatMap((item) => (item.trim() === "" ? [] : [readJson(item.trim())]));
}

/** A text that isn't JSON stays a text, and the check then reports it. */
export function readJson(text: string): Json {
  const { value, faults } = parseJson(text);
  return faults.some(({ kind }) => kind !== "doubled") ? text : value;
}

function readEvent(block: string): Json | null {
  const fields = new Map<string, Json>();
  for (const line of block.split(/\r\n|\n|\r/)) {
    const [, name = "", value = ""] = /^([^:]*)(?::\s?(.*))?$/.exec(line) ?? [];
    const known = fields.get(name);
    if (name === "data") fields.set(name, typeof known === "string" ? `${known}\n${value}` : value);
    else if (name === "retry" && /^\d+$/.test(value)) fields.set(name, parseNumber(value));
    else if (name === "event" || name === "id") fields.set(name, value);
  }
  return fields.has("data") ? toObject([...fields]) : null;
}
