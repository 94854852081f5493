import type * as z from "zod";

import { diagnosticCodes } from "#shared/diagnostics/diagnostic-codes.ts";
import { nearest, type Slip, slipOf } from "#shared/diagnostics/nearest.ts";
import { isList, isObject, type Json, memberOf, toText } from "#shared/json/json.ts";

import { type KeySchema, keysOf, knownKeys, schemaOfWritten, schemasAt } from "./schema-keys.ts";
import type { SettingsPath } from "./schema-parts.ts";

export interface SettingsFault {
  readonly kind: "unknown-key" | "value";
  readonly message: string;
  readonly hint: string | null;
  readonly path: SettingsPath;
  /** A slip in the key or in the value. */
  readonly slip: Slip | null;
}

/** Turns a schema's issues into faults. A missing key and a misspelled one beside it are a single fault. */
export function toSettingsFaults(
  issues: readonly z.core.$ZodIssue[],
  value: Json,
  schema: z.ZodType,
): readonly SettingsFault[] {
  const root = schemaOfWritten(schema);
  const known = keysOf(root);
  const ofWrongType = new Set(issues.flatMap(({ code, path }) => (code === "invalid_type" ? [String(path)] : [])));
  const unknownKeys = issues.filter((issue) => issue.code === "unrecognized_keys");
  const misspelled = new Set(
    unknownKeys.flatMap((issue) => issue.keys.map((key) => String([...pathOf(issue), nearest(key, known) ?? key]))),
  );
  return issues.flatMap((issue) => {
    const path = pathOf(issue);
    if (issue.code === "unrecognized_keys") return issue.keys.map((key) => unknownKey(key, path, { known, root }));
    const written = valueAt(value, path);
    if (misspelled.has(String(path)) && written === undefined) return [];
    // The value is no list, so its length is meaningless.
    if (issue.code === "too_small" && ofWrongType.has(String(path))) return [];
    const isWrongName = issue.code === "invalid_value" && typeof written === "string";
    const slip = isWrongName ? slipOf(written, issue.values.map(String)) : null;
    return [{ kind: "value", path, slip, ...describe(issue, written, root) }];
  });
}

function pathOf({ path }: z.core.$ZodIssue): SettingsPath {
  return path.map((key) => (typeof key === "symbol" ? String(key) : key));
}

interface KnownKeys {
  /** Keys of all levels, for suggestions. */
  readonly known: readonly string[];
  readonly root: KeySchema;
}

/** Keys of other tools' pages, with those that mean the same here. */
const namesElsewhere: ReadonlyMap<string, string> = new Map([
  ...["sidebarTitle", "nav_title", "linkTitle", "navTitle"].map((name) => [name, "sidebar_label"] as const),
  ...["permalink", "url"].map((name) => [name, "slug"] as const),
  ...["excerpt", "summary"].map((name) => [name, "description"] as const),
  ...["redirect_from", "redirects"].map((name) => [name, "aliases"] as const),
  ["hidden", "unlisted"],
]);

function unknownKey(key: string, path: SettingsPath, { known, root }: KnownKeys): SettingsFault {
  const fault = { kind: "unknown-key", path: [...path, key] } as const;
  if (known.includes(key)) {
    const hint = "docs-build explain settings says where it belongs";
    return { ...fault, message: `\`${key}\` isn't a key here`, hint, slip: null };
  }
  const renamed = namesElsewhere.get(key) ?? "";
  const suggestion = known.includes(renamed) ? renamed : nearest(key, known);
  const here = keysAt(root, path).map(({ name }) => name);
  const quoted = here.map((name) => `\`${name}\``);
  const list = here.length > 0 && here.length < 7 ? `the keys here are ${anyOf(quoted, "and")}` : null;
  const hint = suggestion === null ? list : `did you mean \`${suggestion}\`?`;
  return { ...fault, message: `unknown key \`${key}\``, hint, slip: slipOf(key, here) };
}

function keysAt(root: KeySchema, path: SettingsPath) {
  return schemasAt(root, path).flatMap(({ properties = {}, required = [] }) => knownKeys({ properties, required }));
}

export function valueAt(value: Json, path: SettingsPath): Json | undefined {
  return path.reduce<Json | undefined>(
    (inner, key) => (isList(inner) ? inner[Number(key)] : memberOf(inner, String(key))),
    value,
  );
}

type FaultWords = Pick<SettingsFault, "message" | "hint">;

function describe(issue: z.core.$ZodIssue, value: Json | undefined, root: KeySchema): FaultWords {
  const path = pathOf(issue);
  const names = path.filter((key) => typeof key === "string");
  const key = names.length === 0 ? "this" : `\`${names.join(".")}\``;
  const name = isEntry(path) ? `an entry of ${key}` : key;
  const expected = expectedBy(issue);
  if (value === undefined) return { message: `${name} is missing`, hint: `it must be ${expected}` };
  if (value === null && path.length > 0)
    return { message: `${name} has no value`, hint: `write ${expected}, or remove the line` };
  if (issue.code === "invalid_key") {
    const written = String(path.at(-1));
    const suggestion = nearest(written, diagnosticCodes);
    const hint = suggestion === null || suggestion === written ? null : `did you mean \`${suggestion}\`?`;
    return { message: `${name}: ${issue.issues[0]?.message ?? issue.message}`, hint };
  }
  if (issue.code === "custom") return { message: `${key}: ${issue.message}`, hint: null };
  if (issue.code === "too_small" && isList(value)) {
    const entries = `${issue.minimum} ${Number(issue.minimum) === 1 ? "entry" : "entries"}`;
    return { message: `${name} needs at least ${entries}, and has ${value.length || "none"}`, hint: null };
  }
  return { message: `${name} must be ${expected}, not ${show(value)}`, hint: hintFor(issue, value, root) };
}

function isEntry(path: SettingsPath): boolean {
  return typeof path.at(-1) === "number";
}

function expectedBy(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case "invalid_type":
      // The schema's own message is better than one derived from the type.
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

function anyOf(words: readonly string[], last = "or"): string {
  return words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} ${last} ${words.at(-1) ?? ""}`;
}

const longestShown = 40;

function show(value: Json): string {
  if (isList(value)) return "a list";
  if (isObject(value)) return "a mapping";
  const text = toText(value);
  return text === "" ? "empty" : `\`${text.length > longestShown ? `${text.slice(0, longestShown)}…` : text}\``;
}

function hintFor(issue: z.core.$ZodIssue, value: Json, root: KeySchema): string | null {
  if (issue.code === "invalid_value" && typeof value === "string") {
    const suggestion = nearest(value, issue.values.map(String));
    return suggestion === null ? null : `did you mean \`${suggestion}\`?`;
  }
  if (issue.code !== "invalid_type") return null;
  switch (issue.expected) {
    case "string":
      return isList(value) || isObject(value) || typeof value === "boolean" ? null : "put it in quotes";
    case "array":
      return listHint(pathOf(issue), value, root);
    case "object":
      return mappingHint(pathOf(issue), value, root);
    default:
      return typeof value === "string" ? plainHint(issue.expected, value) : null;
  }
}

function listHint(path: SettingsPath, value: Json, root: KeySchema): string | null {
  if (typeof value === "string" && /^-\S/.test(value)) return "write a space after each -";
  if (typeof value === "string" && isEntry(path)) return `write [${value}, …]`;
  const entry = [...path, 0];
  if (typeof value === "string" && schemasAt(root, entry).some(({ type }) => type === "string"))
    return `write \`- ${value}\` on the next line`;
  const shape = shapeAt(root, entry);
  return shape === null ? null : `write its entries like \`- ${shape}\``;
}

function mappingHint(path: SettingsPath, value: Json, root: KeySchema): string | null {
  if (path.length === 0)
    return typeof value === "string" && /^[\w-]+:\S/.test(value)
      ? "write a space after the colon"
      : "write `key: value`";
  const shape = shapeAt(root, path);
  return shape === null ? null : `write \`${shape}\``;
}

function shapeAt(root: KeySchema, path: SettingsPath): string | null {
  const keys = keysAt(root, path);
  const needed = keys.filter(({ isRequired }) => isRequired);
  const shown = needed.length > 0 ? needed : keys.slice(0, 2);
  return shown.length === 0 ? null : `{ ${shown.map(({ name }) => `${name}: …`).join(", ")} }`;
}

/** Other spellings of true and false, from older YAML and everyday writing. */
const truths: ReadonlyMap<string, string> = new Map([
  ["yes", "true"],
  ["on", "true"],
  ["no", "false"],
  ["off", "false"],
]);

function plainHint(expected: string, value: string): string | null {
  const word = value.toLowerCase();
  const isMeant = expected === "boolean" ? word === "true" || word === "false" : /^\d+$/.test(value);
  if (isMeant) return `write ${word} without quotes`;
  const truth = expected === "boolean" ? truths.get(word) : undefined;
  return truth === undefined ? null : `write ${truth}`;
}
