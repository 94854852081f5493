import { parseDocument, stringify } from "yaml";

import type { DocumentFormat } from "#read/fetch/fetch-document.ts";
import { maxTokens, type ParsedText, type SourceText, textLimits, toSourceText } from "#read/source-text.ts";
import { beginStep } from "#read/steps.ts";
import { LimitError, withinTime } from "#read/within-time.ts";
import { withExactNumbers } from "#read/yaml/exact-numbers.ts";
import { type Origin, Origins } from "#read/yaml/origins.ts";
import { parseYaml } from "#read/yaml/parse-yaml.ts";
import { diagnose, type Diagnostic, type Outcome } from "#shared/diagnostics/diagnostic.ts";
import { type Json, toJsonText } from "#shared/json/json.ts";
import { locateMembers, type MemberOffsets, parseJson } from "#shared/json/parse-json.ts";

/** `diagnostics` has the findings in the files loaded so far. */
export function createFileLoader(files: ReadonlyMap<string, string>, origins: Origins) {
  const values = new Map<string, Json | undefined>();
  const diagnostics: Diagnostic[] = [];
  /** Parses a file once; undefined when the file doesn't exist or holds no value. */
  const load = (file: string): Json | undefined => {
    const text = files.get(file);
    if (values.has(file) || text === undefined) return values.get(file);
    const parsed = parseFile(toSourceText(file, text), origins);
    values.set(file, parsed.value);
    diagnostics.push(...parsed.diagnostics);
    return parsed.value;
  };
  return { load, diagnostics };
}

const codes = { syntax: "contract/syntax", limit: "contract/limit", doubled: "contract/nonstandard" } as const;

const limits = {
  characters: 64_000_000,
  aliases: 10_000,
  /** Milliseconds that parsing it may take. */
  time: 30_000,
} as const;

/** The value of a text, or undefined when it has none; then at least one diagnostic is an error. */
export function loadText(file: string, text: string): Outcome<Json | undefined> {
  return parseFile(toSourceText(file, text), new Origins());
}

function parseFile(source: SourceText, origins: Origins): Outcome<Json | undefined> {
  beginStep(source.file);
  const refusal = refuse(source);
  if (refusal) return { value: undefined, diagnostics: [refusal] };
  try {
    const { value, faults } = withinTime(limits.time, () =>
      /\.json$/i.test(source.file) ? parseJsonText(source, origins) : parseYaml(source, origins, limits.aliases),
    );
    const diagnostics = faults.map(({ kind, message, position, hint }) =>
      diagnose(codes[kind], message, position, kind === "doubled" ? "the last one counts" : hint),
    );
    return { value, diagnostics };
  } catch (error) {
    if (!(error instanceof LimitError)) throw error;
    const fault = diagnose("contract/limit", `the file ${error.message}`, source.positionAt(0));
    return { value: undefined, diagnostics: [fault] };
  }
}

function refuse(source: SourceText): Diagnostic | null {
  const { text } = source;
  const start = source.positionAt(0);
  if (text.length > limits.characters) {
    const message = `the file has ${text.length} characters; ${limits.characters} is the limit`;
    return diagnose("contract/limit", message, start, "split the document with $ref");
  }
  if (text.trim() === "") return diagnose("contract/syntax", "the file is empty", start);
  const nul = text.indexOf("\0");
  if (nul >= 0) {
    const hint = "save the file as UTF-8";
    return diagnose("contract/syntax", "the file contains NUL characters", source.positionAt(nul), hint);
  }
  return null;
}

function parseJsonText(source: SourceText, origins: Origins): ParsedText {
  const { text, positionAt } = source;
  const most = { depth: textLimits.depth, tokens: maxTokens(text) };
  const onPart = (part: object, start: number): void => origins.record(part, new JsonOrigin(source, start));
  const { value, faults } = parseJson(text, { limits: most, onPart });
  return {
    value: faults.every(({ kind }) => kind === "doubled") ? value : undefined,
    faults: faults.map(({ kind, message, offset }) => ({ kind, message, position: positionAt(offset), hint: null })),
  };
}

/** Locates all members of an object or list when the first of their positions is needed. */
class JsonOrigin implements Origin {
  readonly source: SourceText;
  readonly start: number;
  #members: ReadonlyMap<string, MemberOffsets> | null = null;

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

/**
 * The text of a document as `openapi/` stores it: in block style, one line a value and in the order it came in, so that a
 * changed value is a changed line. Numbers keep their digits (drf-yasg writes 9223372036854775807). The text must be valid.
 */
export function formatDocument(text: string, notation: DocumentFormat): string {
  // JSON is YAML. Maps keep the order of keys like "200", which objects don't.
  const customTags = withExactNumbers;
  const document = parseDocument(text, { customTags, intAsBigInt: true, merge: true, logLevel: "silent" });
  const value: Json | object = document.toJS({ mapAsMap: true, maxAliasCount: -1 });
  if (notation === "json") return `${toJsonText(value, 2)}\n`;
  // Readers of YAML 1.1 should read `NO` and `2025-01-01` as texts too. In folded lines a new word would move them all.
  return stringify(value, { customTags, compat: "yaml-1.1", lineWidth: 0, aliasDuplicateObjects: false });
}
