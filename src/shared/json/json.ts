/**
 * A parsed JSON value. Objects may have any own key, `__proto__` too; read them with `Object.entries` or `Object.hasOwn`.
 * Numbers keep their digits; `toJsonText` writes them as they were.
 */
export type Json = null | boolean | JsonNumber | string | readonly Json[] | JsonObject;
export interface JsonObject {
  readonly [key: string]: Json;
}

/**
 * A number of a text. A `number` is one that JavaScript prints as it was written, a `bigint` a whole one beyond 2^53, and
 * a `Decimal` any other one: `12.50`, `1e400`, thirty digits behind the point.
 */
export type JsonNumber = number | bigint | Decimal;

/** Plain data, so that it survives caches and threads. No author writes a key like this one. */
interface Decimal {
  readonly "\0decimal": string;
}

/**
 * Typed access to parsed JSON whose keys an author chose. Only own members count, so that `constructor` or `__proto__`
 * in a document is a name like any other.
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

/** Reading and printing a whole number takes time with the square of its digits. */
export const maxDigits = 1_000;

/** Reads JSON's notation and keeps all digits, unless there are absurdly many. */
export function parseNumber(text: string): JsonNumber {
  const number = Number(text);
  if (String(number) === text || text.length > maxDigits || !numberNotation.test(text)) return number;
  return /^-?[1-9]\d*$/.test(text) ? BigInt(text) : { "\0decimal": text };
}

/** As it was written. */
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

/** True when programs that know doubles only, as JavaScript's, have the same number. */
export function isDouble(value: JsonNumber): boolean {
  return String(toDouble(value)) === numberText(value).replace(/\.0+$|(\.\d*[1-9])0+$/, "$1");
}

/** Undefined when the value isn't an object or has no such own member. */
export function memberOf(value: Json | undefined, key: string): Json | undefined {
  return isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}

export function objectAt(value: Json | undefined, key: string): JsonObject | null {
  const member = memberOf(value, key);
  return isObject(member) ? member : null;
}

/** Empty when the member is missing or isn't a list. */
export function listAt(value: Json | undefined, key: string): readonly Json[] {
  const member = memberOf(value, key);
  return isList(member) ? member : [];
}

/** The member's own entries in document order; empty when it's missing or isn't an object. */
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

/** True only when the member is `true`. */
export function flagAt(value: Json | undefined, key: string): boolean {
  return memberOf(value, key) === true;
}

/** The first value that is there; null is. */
export function firstDefined(...values: readonly (Json | undefined)[]): Json | undefined {
  return values.find((value) => value !== undefined);
}

/** A text as it is, anything else as JSON. */
export function toText(value: Json): string {
  return typeof value === "string" ? value : toJsonText(value);
}

/** The strings among the member's elements; a lone string counts as a list of one. */
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

/** The object with the given members put in place; members that are undefined are left out. */
export function withMembers(value: JsonObject, members: Readonly<Record<string, Json | undefined>>): JsonObject {
  return { ...value, ...compact(members) };
}

/** An object of the members that aren't undefined. */
export function compact(members: Readonly<Record<string, Json | undefined>>): JsonObject {
  return toObject(
    Object.entries(members).flatMap(([key, value]) => (value === undefined ? [] : [[key, value] as const])),
  );
}

/** JSON types of the value, in JSON Schema's words; a whole number is an `integer`. */
export function jsonTypeOf(value: Json): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  if (isNumber(value)) return isWhole(value) ? "integer" : "number";
  return typeof value;
}

/**
 * A value as JSON text, as `JSON.stringify` prints it; numbers keep their digits, and a `Map` is an object that keeps the order of keys like `"200"`. An object with members
 * that may be undefined is printed without these. `indent`: spaces a level; none for one line.
 */
export function toJsonText(value: Json | object, indent = 0): string {
  // The engine's own writer is many times as fast, and nearly all that is written has nothing that it doesn't know.
  if (isKnownToEngine(value)) return JSON.stringify(value, null, indent);
  return write(value, { indent, margin: indent === 0 ? "" : "\n" });
}

function isKnownToEngine(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return typeof value !== "bigint";
  if (Array.isArray(value)) return value.every(isKnownToEngine);
  return !(value instanceof Map) && !isDecimal(value) && Object.values(value).every(isKnownToEngine);
}

/** For `JSON.stringify`, so that `JSON.parse` gives back a value of the same digits. */
export function keepDigits(_: string, value: unknown): unknown {
  return typeof value === "bigint" ? { "\0decimal": String(value) } : value;
}

interface Layout {
  readonly indent: number;
  /** The indent of a line at this depth; empty when everything is on one line. */
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
