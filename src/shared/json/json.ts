/**
 * A parsed JSON value. Objects may have any own key, even `__proto__`, so read them with `Object.entries` or
 * `Object.hasOwn`. Numbers keep their digits, and `toJsonText` writes them unchanged.
 */
export type Json = null | boolean | JsonNumber | string | readonly Json[] | JsonObject;
export interface JsonObject {
  readonly [key: string]: Json;
}

/**
 * A number from a text: a `number` if JavaScript prints it as it was written, a `bigint` for a whole number beyond
 * 2^53, and a `Decimal` for others, such as `12.50`, `1e400` or thirty decimals.
 */
export type JsonNumber = number | bigint | Decimal;

/** Plain data, which survives caches and threads. No author writes a key like this. */
interface Decimal {
  readonly "\0decimal": string;
}

/**
 * Typed access to JSON whose keys an author chose. Only own members count, so `constructor` and `__proto__` are names
 * like any other.
 */
export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value) && !isDecimal(value);
}

export function isList(value: Json | undefined): value is readonly Json[] {
  return Array.isArray(value);
}

/** RFC 8259, section 6. */
export const numberNotation = /^(-?)(0|[1-9]\d*)(?:\.(\d+))?(?:e([-+]?\d+))?$/i;

export function isDecimal(value: unknown): value is Decimal {
  if (typeof value !== "object" || value === null || !("\0decimal" in value)) return false;
  return numberNotation.test(String(value["\0decimal"]));
}

export function isNumber(value: unknown): value is JsonNumber {
  return typeof value === "number" || typeof value === "bigint" || isDecimal(value);
}

/** Reading and printing a whole number takes time in proportion to the square of its digits. */
export const maxDigits = 1_000;

/** Reads JSON's notation and keeps all digits, up to a limit. */
export function parseNumber(text: string): JsonNumber {
  const number = Number(text);
  if (String(number) === text || text.length > maxDigits || !numberNotation.test(text)) return number;
  return /^-?[1-9]\d*$/.test(text) ? BigInt(text) : { "\0decimal": text };
}

/** The number in its original notation. */
export function numberText(value: JsonNumber): string {
  return isDecimal(value) ? value["\0decimal"] : String(value);
}

/** The nearest double; infinite beyond 1.8e308. */
export function toDouble(value: JsonNumber): number {
  return Number(numberText(value));
}

/** True for `1.0` and `1e3`, too. */
export function isWhole(value: JsonNumber): boolean {
  return typeof value === "bigint" || (Number.isInteger(toDouble(value)) && !/\.\d*[1-9]\d*$/.test(numberText(value)));
}

/** True if a double has the same value, so that programs with doubles only can read it. */
export function isDouble(value: JsonNumber): boolean {
  return String(toDouble(value)) === numberText(value).replace(/\.0+$|(\.\d*[1-9])0+$/, "$1");
}

/** Undefined if the value isn't an object or has no such own member. */
export function memberOf(value: Json | undefined, key: string): Json | undefined {
  return isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}

export function objectAt(value: Json | undefined, key: string): JsonObject | null {
  const member = memberOf(value, key);
  return isObject(member) ? member : null;
}

/** Empty if the member is missing or isn't a list. */
export function listAt(value: Json | undefined, key: string): readonly Json[] {
  const member = memberOf(value, key);
  return isList(member) ? member : [];
}

/** The member's own entries in document order; empty if it's missing or isn't an object. */
export function entriesAt(value: Json | undefined, key: string): readonly (readonly [string, Json])[] {
  const member = objectAt(value, key);
  return member ? Object.entries(member) : [];
}

export function textAt(value: Json | undefined, key: string): string | null {
  const member = memberOf(value, key);
  return typeof member === "string" ? member : null;
}

export function numberAt(value: Json | undefined, key: string): number | null {
  const member = exactNumberAt(value, key);
  return member === null ? null : toDouble(member);
}

/** A number with all its digits. */
export function exactNumberAt(value: Json | undefined, key: string): JsonNumber | null {
  const member = memberOf(value, key);
  return isNumber(member) ? member : null;
}

/** True only if the member is `true`. */
export function flagAt(value: Json | undefined, key: string): boolean {
  return memberOf(value, key) === true;
}

/** The first value that isn't undefined. */
export function firstDefined(...values: readonly (Json | undefined)[]): Json | undefined {
  return values.find((value) => value !== undefined);
}

/** A text as it is, anything else as JSON. */
export function toText(value: Json): string {
  return typeof value === "string" ? value : toJsonText(value);
}

/** The strings in a list member; a single string counts as a list of one. */
export function textsAt(value: Json | undefined, key: string): readonly string[] {
  const member = memberOf(value, key);
  if (typeof member === "string") return [member];
  return isList(member) ? member.filter((element) => typeof element === "string") : [];
}

/** An object with the given entries; a later entry replaces an earlier one. `__proto__` becomes an own member. */
export function toObject(entries: Iterable<readonly [string, Json]>): JsonObject {
  return Object.fromEntries(entries);
}

/** Replaces each member by the result of `change`. */
export function mapMembers(value: JsonObject, change: (member: Json, name: string) => Json): JsonObject {
  return toObject(Object.entries(value).map(([name, member]) => [name, change(member, name)]));
}

/** The object without the named members. */
export function without(value: JsonObject, ...keys: readonly string[]): JsonObject {
  return toObject(Object.entries(value).filter(([key]) => !keys.includes(key)));
}

/** The object with the given members replaced or added; undefined members are ignored. */
export function withMembers(value: JsonObject, members: Readonly<Record<string, Json | undefined>>): JsonObject {
  return { ...value, ...compact(members) };
}

/** An object without the undefined members. */
export function compact(members: Readonly<Record<string, Json | undefined>>): JsonObject {
  return toObject(
    Object.entries(members).flatMap(([key, value]) => (value === undefined ? [] : [[key, value] as const])),
  );
}

/** The JSON Schema type of a value; a whole number is an `integer`. */
export function jsonTypeOf(value: Json): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  if (isNumber(value)) return isWhole(value) ? "integer" : "number";
  return typeof value;
}

/** True if one of the types is this one or includes it: an integer is a number, too. */
export function includesType(types: readonly string[], type: string): boolean {
  return types.includes(type) || (type === "integer" && types.includes("number"));
}

/**
 * Writes a value as JSON like `JSON.stringify`, but numbers keep their digits, and a `Map` becomes an object that keeps
 * the order of keys such as `"200"`. Undefined members are left out. `indent` is the number of spaces per level;
 * without it the text is one line.
 */
export function toJsonText(value: Json | object, indent = 0): string {
  // The engine's own writer is many times as fast, and it's right for nearly all values.
  if (isKnownToEngine(value)) return JSON.stringify(value, null, indent);
  return write(value, { indent, margin: indent === 0 ? "" : "\n" });
}

function isKnownToEngine(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return typeof value !== "bigint";
  if (Array.isArray(value)) return value.every(isKnownToEngine);
  return !(value instanceof Map) && !isDecimal(value) && Object.values(value).every(isKnownToEngine);
}

/** For `JSON.stringify`, so that `JSON.parse` gives a value with the same digits. */
export function keepDigits(_: string, value: unknown): unknown {
  return typeof value === "bigint" ? { "\0decimal": String(value) } : value;
}

interface Layout {
  readonly indent: number;
  /** The indent of a line at this depth; empty if everything is on one line. */
  readonly margin: string;
}

function write(value: Json | object, { indent, margin }: Layout): string {
  if (typeof value === "bigint" || isDecimal(value)) return numberText(value);
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const inner = { indent, margin: margin + " ".repeat(indent) };
  let text = "";
  if (Array.isArray(value)) {
    for (const element of value) text += (text === "" ? "" : ",") + inner.margin + write(element, inner);
    return text === "" ? "[]" : `[${text}${margin}]`;
  }
  const colon = indent === 0 ? ":" : ": ";
  for (const [name, member] of value instanceof Map ? value : Object.entries(value)) {
    if (member === undefined) continue;
    text += (text === "" ? "" : ",") + inner.margin + JSON.stringify(String(name)) + colon + write(member, inner);
  }
  return text === "" ? "{}" : `{${text}${margin}}`;
}
