import { hash } from "node:crypto";

/** The id of an object that's the input of many values is computed once. */
const known = new WeakMap<object, string>();

/**
 * Identifies plain data by its content: equal values have the same id. Values must not change afterwards.
 * @throws TypeError for anything but plain data: functions, symbols, instances of classes.
 */
export function idOf(...values: readonly unknown[]): string {
  const parts = values.map((value) => {
    if (typeof value !== "object" || value === null) return describe(value);
    const id = known.get(value) ?? hashOf(describe(value));
    known.set(value, id);
    return `#${id}`;
  });
  return hashOf(parts.join(""));
}

function describe(value: unknown): string {
  switch (typeof value) {
    case "string":
      return `text ${value.length};${value}`;
    case "object":
      return value === null ? "null;" : describeObject(value);
    case "number":
      return Object.is(value, -0) ? "number -0;" : `number ${value};`;
    case "bigint":
    case "boolean":
    case "undefined":
      return `${typeof value} ${value};`;
    case "function":
    case "symbol":
      throw new TypeError(`a ${typeof value} isn't plain data: ${String(value)}`);
  }
}

function describeObject(value: object): string {
  if (Array.isArray(value)) return `list ${value.length};${describeAll(value)}`;
  if (value instanceof Map) return `map ${value.size};${describeAll([...value].flat())}`;
  if (value instanceof Set) return `set ${value.size};${describeAll([...value])}`;
  if (value instanceof Uint8Array) return `bytes ${hash("sha256", value, "base64url")};`;
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) throw new TypeError("an instance isn't plain data");
  const entries = Object.entries(value);
  let text = `object ${entries.length};`;
  for (const [key, part] of entries) text += `${key.length};${key}${describe(part)}`;
  return text;
}

function describeAll(values: readonly unknown[]): string {
  let text = "";
  for (const value of values) text += describe(value);
  return text;
}

/** No encoding can hold a lone surrogate, so it's escaped before hashing. */
function hashOf(text: string): string {
  return hash("sha256", text.isWellFormed() ? text : `escaped ${JSON.stringify(text)}`, "base64url");
}
