import { type Framing, recordSeparator } from "../contract/stream.ts";
import { type Json, parseNumber, toObject } from "../json/json.ts";
import { parseJson } from "../json/parse-json.ts";

/** The items of a text; what is no JSON where JSON has to be stays a text. Null where parts are files of their own. */
export function readStream(text: string, framing: Framing): readonly Json[] | null {
  switch (framing) {
    case "lines":
      return text.split("\n").filter(isFilled).map(readJson);
    case "records":
      return text.replaceAll("␞", recordSeparator).split(recordSeparator).filter(isFilled).map(readJson);
    case "events":
      return text.split(/\r\n\r\n|\n\n|\r\r/).flatMap((block) => readEvent(block) ?? []);
    case "parts":
      return null;
  }
}

function isFilled(text: string): boolean {
  return text.trim() !== "";
}

/** The value of a JSON text; what is no JSON stays a text. */
export function readJson(text: string): Json {
  const { value, faults } = parseJson(text.trim());
  return faults.some(({ kind }) => kind !== "doubled") ? text.trim() : value;
}

/** Comments and fields that nobody knows are skipped; without data there is no event. */
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
