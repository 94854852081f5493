import type * as z from "zod";

import type { DiagnosticCode } from "#shared/diagnostic-codes.ts";
import { diagnose, type Diagnostic, type Outcome, type Position } from "#shared/diagnostic.ts";
import { isList, isObject, type Json, memberOf } from "#shared/json/json.ts";
import { nearest } from "#shared/nearest.ts";

import { Origins } from "./origins.ts";
import { parseYaml } from "./parse-yaml.ts";
import { toSourceText } from "./source-text.ts";
import { LimitError, withinTime } from "./within-time.ts";

export type Path = readonly PropertyKey[];

/** Settings held against their schema. `value` is null when it does not fit. */
export interface ParsedSettings<T> {
  readonly value: T | null;
  /** Where the value at a path is written; the document's start when it is not. */
  readonly positionAt: (path: Path) => Position;
}

/** The YAML of a site's settings or a page's front matter, and which kind of finding its faults are. */
export interface SettingsSource {
  readonly file: string;
  readonly text: string;
  /** Number of the text's first line in its file. */
  readonly firstLine: number;
  readonly code: DiagnosticCode;
  readonly unknownKeyCode: DiagnosticCode;
  /** Every key the schema knows, at any depth: what a misspelt key is compared with. */
  readonly keys: readonly string[];
}

const sizeLimit = 1_000_000;
const mostAliases = 50;

/** In milliseconds. No YAML shorter than so many characters comes near it, and watching the clock costs time too. */
const timeLimit = 5_000;
const harmlessLength = 10_000;

/** Parses YAML 1.2 and checks it with a schema. Every fault names its place; an unknown key comes with a suggestion. */
export function parseSettings<T>(schema: z.ZodType<T>, source: SettingsSource): Outcome<ParsedSettings<T>> {
  const start = { file: source.file, line: source.firstLine, column: 1 };
  const refused = (fault: string): Outcome<ParsedSettings<T>> => ({
    value: { value: null, positionAt: () => start },
    diagnostics: [diagnose(source.code, `this YAML ${fault}`, start, "make it smaller")],
  });
  if (source.text.length > sizeLimit) return refused("is larger than 1 MB");
  try {
    if (source.text.length < harmlessLength) return parse(schema, source);
    return withinTime(timeLimit, () => parse(schema, source));
  } catch (error) {
    if (error instanceof LimitError) return refused(error.message);
    throw error;
  }
}

function parse<T>(schema: z.ZodType<T>, source: SettingsSource): Outcome<ParsedSettings<T>> {
  const text = toSourceText(source.file, source.text, source.firstLine);
  const origins = new Origins();
  const isBlank = source.text.trim() === "";
  const { value, faults } = isBlank ? { value: null, faults: [] } : parseYaml(text, origins, mostAliases);
  const plain = value ?? {};
  const positionAt = (path: Path): Position => findPosition(plain, path, origins) ?? text.positionAt(0);
  const syntax = faults.map(({ message, position }) => diagnose(source.code, `YAML: ${message}`, position));
  if (syntax.length > 0) return { value: { value: null, positionAt }, diagnostics: syntax };
  const result = schema.safeParse(plain);
  if (result.success) return { value: { value: result.data, positionAt }, diagnostics: [] };
  const diagnostics = result.error.issues.flatMap((issue) => toDiagnostics(issue, source, positionAt));
  return { value: { value: null, positionAt }, diagnostics };
}

/** The place of the key at a path, or of the nearest one around it that is there: that is what an author looks for. */
function findPosition(value: Json, path: Path, origins: Origins): Position | null {
  let position = typeof value === "object" && value !== null ? origins.of(value) : null;
  let current: Json | undefined = value;
  for (const token of path) {
    const key = typeof token === "symbol" ? "" : token;
    const inner: Json | undefined = isList(current) ? current[Number(key)] : memberOf(current, String(key));
    if (inner === undefined || !(isList(current) || isObject(current))) return position;
    position = origins.ofKey(current, key);
    current = inner;
  }
  return position;
}

function toDiagnostics(
  issue: z.core.$ZodIssue,
  source: SettingsSource,
  positionAt: (path: Path) => Position,
): Diagnostic[] {
  if (issue.code === "unrecognized_keys") {
    return issue.keys.map((key) => {
      const position = positionAt([...issue.path, key]);
      return diagnose(source.unknownKeyCode, `unknown key \`${key}\``, position, toHint(key, source.keys));
    });
  }
  const where = issue.path.length > 0 ? `\`${issue.path.join(".")}\`: ` : "";
  return [diagnose(source.code, where + readable(issue.message), positionAt(issue.path))];
}

function readable(message: string): string {
  const text = message.replace(/^Invalid input: /, "").replace(/^Invalid option: /, "");
  return text.charAt(0).toLowerCase() + text.slice(1);
}

function toHint(key: string, known: readonly string[]): string | null {
  const suggestion = nearest(key, known);
  return suggestion === null ? null : `did you mean \`${suggestion}\`?`;
}
