import type * as z from "zod";

import { diagnosticKinds } from "#shared/diagnostic-codes.ts";
import { isList, isObject, type Json, memberOf, toText } from "#shared/json/json.ts";
import { nearest } from "#shared/nearest.ts";
import { type Slip, slipOf } from "#shared/slip.ts";

export type SettingsPath = readonly PropertyKey[];

/** What is wrong with settings, in a writer's words. */
export interface SettingsFault {
  readonly kind: "unknown-key" | "value";
  readonly message: string;
  readonly hint: string | null;
  readonly path: SettingsPath;
  /** Of the key, or of the value. */
  readonly slip: Slip | null;
}

/**
 * The faults behind the issues of a schema. A key that is missing where a misspelled one stands is one fault. `known` are
 * the keys that a misspelled one is compared with.
 */
export function toSettingsFaults(
  issues: readonly z.core.$ZodIssue[],
  value: Json,
  known: readonly string[],
): readonly SettingsFault[] {
  const misspelled = new Set(issues.flatMap((issue) => meantKeys(issue, known)).map(String));
  return issues.flatMap((issue) => {
    const { path } = issue;
    if (issue.code === "unrecognized_keys") return issue.keys.map((key) => unknownKey(key, path, known));
    const written = valueAt(value, path);
    if (misspelled.has(String(path)) && written === undefined) return [];
    return [{ kind: "value", path, slip: slipOfValue(issue, written), ...describe(issue, written) }];
  });
}

/** The paths that the writer of unknown keys may have meant. */
function meantKeys(issue: z.core.$ZodIssue, known: readonly string[]): readonly SettingsPath[] {
  if (issue.code !== "unrecognized_keys") return [];
  return issue.keys.map((key) => [...issue.path, nearest(key, known) ?? key]);
}

function unknownKey(key: string, path: SettingsPath, known: readonly string[]): SettingsFault {
  const isElsewhere = known.includes(key);
  const suggestion = nearest(key, known);
  const meant = suggestion === null ? null : `did you mean \`${suggestion}\`?`;
  return {
    kind: "unknown-key",
    message: isElsewhere ? `\`${key}\` is no key here` : `unknown key \`${key}\``,
    hint: isElsewhere ? "docs-build explain settings says where it belongs" : meant,
    path: [...path, key],
    slip: isElsewhere ? null : slipOf(key, known),
  };
}

function slipOfValue(issue: z.core.$ZodIssue, value: Json | undefined): Slip | null {
  return issue.code === "invalid_value" && typeof value === "string" ? slipOf(value, issue.values.map(String)) : null;
}

export function valueAt(value: Json, path: SettingsPath): Json | undefined {
  return path.reduce<Json | undefined>(
    (inner, key) => (isList(inner) ? inner[Number(key)] : memberOf(inner, String(key))),
    value,
  );
}

type FaultWords = Pick<SettingsFault, "message" | "hint">;

function describe(issue: z.core.$ZodIssue, value: Json | undefined): FaultWords {
  const names = issue.path.filter((key) => typeof key === "string");
  const name = names.length === 0 ? "this" : `\`${names.join(".")}\``;
  const expected = expectedBy(issue);
  if (value === undefined) return { message: `${name} is missing`, hint: `it must be ${expected}` };
  if (value === null && issue.path.length > 0)
    return { message: `${name} has no value`, hint: `write ${expected}, or remove the line` };
  if (issue.code === "invalid_key") return unknownName(issue, name);
  if (issue.code === "custom") return { message: `${name}: ${issue.message}`, hint: null };
  return { message: `${name} must be ${expected}, not ${show(value)}`, hint: hintFor(issue, value) };
}

/** What a value must be, as the end of a sentence. */
function expectedBy(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case "invalid_type":
      // A schema may say it better than its type does.
      if (!issue.message.startsWith("Invalid input")) return issue.message;
      return typeWords.get(issue.expected) ?? issue.expected;
    case "invalid_value":
      return anyOf(issue.values.map(String));
    case "invalid_format":
      if (issue.format === "starts_with") return "a path that starts with /";
      return issue.format === "url" ? "an http or https address" : issue.message;
    case "too_small":
      if (issue.origin !== "string") return `at least ${String(issue.minimum)}`;
      return Number(issue.minimum) < 2 ? "a text with something in it" : `${String(issue.minimum)} letters or more`;
    case "too_big":
      return `at most ${String(issue.maximum)}`;
    case "invalid_union":
      return anyOf(issue.errors.flatMap(([first]) => (first === undefined ? [] : [expectedBy(first)])));
    default:
      return issue.message;
  }
}

const typeWords: ReadonlyMap<string, string> = new Map([
  ["string", "a text"],
  ["number", "a number"],
  ["int", "a whole number"],
  ["boolean", "true or false"],
  ["array", "a list"],
  ["object", "a mapping of keys to values"],
  ["record", "a mapping of keys to values"],
]);

function anyOf(words: readonly string[]): string {
  return words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} or ${words.at(-1) ?? ""}`;
}

const longestShown = 40;

function show(value: Json): string {
  if (isList(value)) return "a list";
  if (isObject(value)) return "a mapping";
  const text = toText(value);
  return text === "" ? "empty" : `\`${text.length > longestShown ? `${text.slice(0, longestShown)}…` : text}\``;
}

function hintFor(issue: z.core.$ZodIssue, value: Json): string | null {
  if (issue.code === "invalid_type" && issue.expected === "string" && !isList(value) && !isObject(value))
    return "put it in quotes";
  if (issue.code === "invalid_type" && issue.expected === "array" && typeof value === "string")
    return `write \`- ${value}\` on the next line`;
  if (issue.code !== "invalid_value" || typeof value !== "string") return null;
  const suggestion = nearest(value, issue.values.map(String));
  return suggestion === null ? null : `did you mean \`${suggestion}\`?`;
}

/** A mapping whose keys are names of their own: those of `severities`. */
function unknownName(issue: z.core.$ZodIssueInvalidKey, name: string): FaultWords {
  const stated = String(issue.path.at(-1));
  const suggestion = nearest(stated, Object.keys(diagnosticKinds));
  const reason = issue.issues[0]?.message ?? issue.message;
  const isOther = suggestion !== null && suggestion !== stated;
  return { message: `${name}: ${reason}`, hint: isOther ? `did you mean \`${suggestion}\`?` : null };
}
