import type * as z from "zod";

import { fixValue } from "#read/fixes.ts";
import { toSourceText } from "#read/source-text.ts";
import { LimitError, withinTime } from "#read/within-time.ts";
import { Origins } from "#read/yaml/origins.ts";
import { parseYaml } from "#read/yaml/parse-yaml.ts";
import { diagnose, type Outcome, type Position, withFix } from "#shared/diagnostics/diagnostic.ts";
import type { DiagnosticCode } from "#shared/diagnostics/diagnostic-codes.ts";
import { isList, isObject, type Json, type JsonObject, mapMembers, without } from "#shared/json/json.ts";

import { fillPositions, type Positions, type SettingsPath } from "./schema-parts.ts";
import { type SettingsFault, toSettingsFaults, valueAt } from "./settings-faults.ts";

export interface ParsedSettings<T> extends Positions {
  /** The valid part of the settings; null if they can't be read. */
  readonly value: T | null;
  /** Keys that were dropped because their values are invalid. */
  readonly dropped: ReadonlySet<string>;
}

/** The YAML of a site's settings or a page's front matter, and the code of findings about it. */
interface SettingsSource {
  readonly file: string;
  readonly text: string;
  /** The number of the text's first line in its file. */
  readonly firstLine: number;
  readonly code: DiagnosticCode;
  readonly unknownKeyCode: DiagnosticCode;
}

export const settingsSize = 1_000_000;
const maxAliases = 50;

/**
 * In milliseconds. A shorter text never takes that long, so it's parsed without watching the clock, which costs time.
 */
const timeLimit = 5_000;
const harmlessLength = 10_000;

/**
 * Parses YAML 1.2 and checks it with a schema. Every fault names its position, and an unknown key comes with a
 * suggestion. Valid keys are kept, so that one slip doesn't cause further findings.
 */
export function parseSettings<T>(schema: z.ZodType<T>, source: SettingsSource): Outcome<ParsedSettings<T>> {
  const start = { file: source.file, line: source.firstLine, column: 1 };
  const refused = (fault: string): Outcome<ParsedSettings<T>> => ({
    value: { value: null, dropped: new Set(), positionAt: () => start, textAt: () => start },
    diagnostics: [diagnose(source.code, `this YAML ${fault}`, start, "make it smaller")],
  });
  if (source.text.length > settingsSize) return refused("is larger than 1 MB");
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
  const { value, faults } = isBlank ? { value: null, faults: [] } : parseYaml(text, origins, maxAliases);
  const plain = value ?? {};
  const positionAt = (path: SettingsPath): Position => nearestPosition(plain, path, origins) ?? text.positionAt(0);
  const textAt = (path: SettingsPath): Position => {
    const holder = valueAt(plain, path.slice(0, -1));
    const isContainer = isObject(holder) || isList(holder);
    return (isContainer ? origins.ofValue(holder, String(path.at(-1))) : null) ?? positionAt(path);
  };
  const positions = { positionAt, textAt };
  const syntax = faults.map(({ message, position, hint }) => diagnose(source.code, `YAML: ${message}`, position, hint));
  if (syntax.length > 0) return { value: { value: null, dropped: new Set(), ...positions }, diagnostics: syntax };

  const result = schema.safeParse(plain);
  fillPositions(result.data, positions);
  if (result.success) return { value: { value: result.data, dropped: new Set(), ...positions }, diagnostics: [] };
  const wrong = toSettingsFaults(result.error.issues, plain, schema);
  const diagnostics = wrong.map((fault) => {
    const { kind, message, hint, path } = fault;
    const code = kind === "unknown-key" ? source.unknownKeyCode : source.code;
    const start = kind === "unknown-key" ? positionAt(path) : textAt(path);
    const fix = isCured(plain, fault) ? fixValue(source, start, fault.slip) : null;
    return withFix(diagnose(code, message, positionAt(path), hint), fix);
  });
  const right = keepRight(schema, plain, wrong);
  fillPositions(right.value, positions);
  return { value: { ...right, ...positions }, diagnostics };
}

function isCured(plain: Json, { kind, path, slip }: SettingsFault): boolean {
  return kind === "value" || slip === null || valueAt(plain, [...path.slice(0, -1), slip.meant]) === undefined;
}

function keepRight<T>(schema: z.ZodType<T>, plain: Json, faults: readonly SettingsFault[]) {
  const paths = faults.map(({ kind, path }) => (kind === "unknown-key" ? path : path.slice(0, 1)));
  const right = paths.reduce<Json>(
    (value, path) => changeAt(value, path.slice(0, -1), (members) => without(members, String(path.at(-1)))),
    plain,
  );
  const result = schema.safeParse(right);
  const dropped = new Set(faults.filter(({ kind }) => kind === "value").map(({ path }) => String(path[0])));
  return { value: result.success ? result.data : null, dropped };
}

function changeAt(value: Json, [key, ...inside]: SettingsPath, change: (members: JsonObject) => JsonObject): Json {
  if (isList(value))
    return value.map((element, index) => (index === key ? changeAt(element, inside, change) : element));
  if (!isObject(value)) return value;
  if (key === undefined) return change(value);
  return mapMembers(value, (inner, name) => (name === key ? changeAt(inner, inside, change) : inner));
}

function nearestPosition(value: Json, path: SettingsPath, origins: Origins): Position | null {
  let position = typeof value === "object" && value !== null ? origins.of(value) : null;
  let current: Json | undefined = value;
  for (const key of path) {
    const inner = valueAt(current, [key]);
    if (inner === undefined || !(isList(current) || isObject(current))) return position;
    position = origins.ofKey(current, key);
    current = inner;
  }
  return position;
}
