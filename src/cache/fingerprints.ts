import { hash } from "node:crypto";

/** How far below a value its parts are known by its name. */
const namedDepth = 3;

/** Tells plain data apart by content: two lists have one fingerprint only when they are equal. */
export class Fingerprints {
  readonly #known = new WeakMap<object, string>();

  /** @throws TypeError for what is no plain data: functions, symbols, instances of classes. */
  of(values: readonly unknown[]): string {
    return hashOf(values.map((value) => this.#once(value)).join(""));
  }

  /** Lets a value and its larger parts be known by a name that tells their content, so that they need not be read. */
  name(value: unknown, name: string, depth = 0): void {
    if (typeof value !== "object" || value === null) return;
    this.#known.set(value, hashOf(name));
    if (depth === namedDepth || value instanceof Map || value instanceof Set || value instanceof Uint8Array) return;
    for (const [key, part] of Object.entries(value)) this.name(part, `${name}\n${key}`, depth + 1);
  }

  /** A contract is an input of a thousand pages, and read once. */
  #once(value: unknown): string {
    if (typeof value !== "object" || value === null) return this.#describe(value);
    const known = this.#known.get(value) ?? hashOf(this.#describe(value));
    this.#known.set(value, known);
    return `#${known}`;
  }

  /** A notation in which every value says where it ends. */
  #describe(value: unknown): string {
    switch (typeof value) {
      case "string":
        return `text ${value.length};${value}`;
      case "object":
        return value === null ? "null;" : this.#describeObject(value);
      case "number":
        return Object.is(value, -0) ? "number -0;" : `number ${value};`;
      case "bigint":
      case "boolean":
      case "undefined":
        return `${typeof value} ${value};`;
      case "function":
      case "symbol":
        throw new TypeError(`a ${typeof value} is no plain data: ${String(value)}`);
    }
  }

  #describeObject(value: object): string {
    const known = this.#known.get(value);
    if (known !== undefined) return `#${known}`;
    if (Array.isArray(value)) return `list ${value.length};${this.#describeAll(value)}`;
    if (value instanceof Map) return `map ${value.size};${this.#describeAll([...value].flat())}`;
    if (value instanceof Set) return `set ${value.size};${this.#describeAll([...value])}`;
    if (value instanceof Uint8Array) return `bytes ${hash("sha256", value, "base64url")};`;
    const prototype: unknown = Object.getPrototypeOf(value);
    if (prototype !== Object.prototype && prototype !== null) throw new TypeError("an instance is no plain data");
    const entries = Object.entries(value);
    let text = `object ${entries.length};`;
    for (const [key, part] of entries) text += `${key.length};${key}${this.#describe(part)}`;
    return text;
  }

  #describeAll(values: readonly unknown[]): string {
    let text = "";
    for (const value of values) text += this.#describe(value);
    return text;
  }
}

/**
 * A lone surrogate, which no encoding can hold, is escaped before it is hashed. That is asked of the whole and not of its
 * texts: V8 would make each one piece for the question, and keep it so, where a page shares its pieces with its document.
 */
function hashOf(text: string): string {
  return hash("sha256", text.isWellFormed() ? text : `escaped ${JSON.stringify(text)}`, "base64url");
}
