import { locateMembers, parseJson } from "#shared/json/parse-json.ts";

import type { Origin, Origins } from "./origins.ts";
import { parseYaml } from "./parse-yaml.ts";
import { mostTokens, type ParsedText, type SourceText, textLimits } from "./source-text.ts";

/** Parses the text of a YAML or JSON file, which its name tells apart, with the place of each value in `origins`. */
export function parseText(source: SourceText, origins: Origins, mostAliases: number): ParsedText {
  return source.file.endsWith(".json") ? parseJsonText(source, origins) : parseYaml(source, origins, mostAliases);
}

function parseJsonText(source: SourceText, origins: Origins): ParsedText {
  const { text, positionAt } = source;
  const limits = { depth: textLimits.depth, tokens: mostTokens(text) };
  const onPart = (part: object, start: number): void => origins.record(part, new JsonOrigin(source, start));
  const { value, faults } = parseJson(text, { limits, onPart });
  return {
    value: faults.every(({ kind }) => kind === "doubled") ? value : undefined,
    faults: faults.map(({ kind, message, offset }) => ({ kind, message, position: positionAt(offset), hint: null })),
  };
}

/** An object or list of a JSON text. Its members are located when one of their places is asked for, all at once. */
class JsonOrigin implements Origin {
  readonly source: SourceText;
  readonly start: number;
  #members: ReturnType<typeof locateMembers> | null = null;

  constructor(source: SourceText, start: number) {
    this.source = source;
    this.start = start;
  }

  keyOffset(key: string | number): number | undefined {
    return this.#find(key)?.key;
  }

  valueOffset(key: string | number): number | undefined {
    return this.#find(key)?.value;
  }

  #find(key: string | number) {
    this.#members ??= locateMembers(this.source.text, this.start);
    return this.#members.get(String(key));
  }
}
