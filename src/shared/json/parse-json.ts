import { createScanner, type ParseErrorCode, printParseErrorCode, visit } from "jsonc-parser";

import { type Json, maxDigits, parseNumber } from "./json.ts";

interface JsonFault {
  /** `doubled` means a repeated key, whose last value counts. */
  readonly kind: "syntax" | "limit" | "doubled";
  readonly message: string;
  readonly offset: number;
}

interface JsonLimits {
  /** In levels of nesting, because every reader of the value recurses. */
  readonly depth: number;
  /** Keys, values and brackets, which all take memory. */
  readonly tokens: number;
}

interface JsonOptions {
  readonly limits?: JsonLimits | undefined;
  /** Called for every object and list with the offset of its beginning. */
  readonly onPart?: (part: object, start: number) => void;
}

interface ParsedJson {
  readonly value: Json;
  /** The first syntax error, and every repeated key. With a fault the value must not be used. */
  readonly faults: readonly JsonFault[];
}

/** Parses strict JSON (RFC 8259). Numbers keep their digits. */
export function parseJson(text: string, { limits = usualLimits, onPart }: JsonOptions = {}): ParsedJson {
  const building = new Building(text, limits, onPart);
  try {
    visit(text, building, { disallowComments: true, allowTrailingComma: false });
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { value: null, faults: [error.fault] };
  }
  const { syntax, doubled, value } = building;
  return { value, faults: syntax ? [syntax] : doubled };
}

/** The value of a text that's JSON; undefined for any other text. */
export function valueOfJson(text: string, limits?: JsonLimits): Json | undefined {
  const { value, faults } = parseJson(text, { limits });
  return faults.length === 0 ? value : undefined;
}

/** The offsets of an object's member; for a list's element both are its own. */
export interface MemberOffsets {
  readonly key: number;
  readonly value: number;
}

/** The members of the object, or elements of the list, that begins at an offset of a valid text. */
export function locateMembers(text: string, start: number): ReadonlyMap<string, MemberOffsets> {
  const members = new Map<string, MemberOffsets>();
  const scanner = createScanner(text, true);
  scanner.setPosition(start);
  const next = (): string => (scanner.scan(), text.charAt(scanner.getTokenOffset()));
  const isObject = next() === "{";
  let key: { readonly name: string; readonly offset: number } | null = null;
  for (let depth = 1; depth > 0;) {
    const mark = next();
    const offset = scanner.getTokenOffset();
    if (mark === "}" || mark === "]" || mark === "") depth -= 1;
    else if (depth === 1 && isObject && key === null && mark === '"') key = { name: scanner.getTokenValue(), offset };
    else if (depth === 1 && mark !== ":" && mark !== ",") {
      members.set(key?.name ?? String(members.size), { key: key?.offset ?? offset, value: offset });
      key = null;
    }
    if (mark === "{" || mark === "[") depth += 1;
  }
  return members;
}

/**
 * Finds the path of names and indexes to the value or key at each offset of a valid text, or around it. It takes a
 * single pass for any number of offsets, without recursion.
 */
export function pathsAt(text: string, offsets: Iterable<number>): ReadonlyMap<number, JsonPath> {
  const wanted = [...new Set(offsets)].sort((a, b) => a - b);
  const paths = new Map<number, JsonPath>();
  const open: { readonly isList: boolean; step: string | number | null; count: number }[] = [];
  const scanner = createScanner(text, true);
  for (let next = 0; next < wanted.length;) {
    scanner.scan();
    const [offset, mark] = [scanner.getTokenOffset(), text.charAt(scanner.getTokenOffset())];
    const end = mark === "" ? Infinity : offset;
    for (; next < wanted.length && (wanted[next] ?? 0) < end; next += 1) {
      paths.set(
        wanted[next] ?? 0,
        open.flatMap(({ step }) => step ?? []),
      );
    }
    if (mark === "}" || mark === "]") open.pop();
    const owner = open.at(-1);
    if (mark === "," && owner) owner.step = null;
    else if (owner?.step === null && mark !== "}" && mark !== "]") {
      owner.step = owner.isList ? owner.count : scanner.getTokenValue();
      owner.count += 1;
    }
    if (mark === "{" || mark === "[") open.push({ isList: mark === "[", step: null, count: 0 });
  }
  return paths;
}

type JsonPath = readonly (string | number)[];

const usualLimits: JsonLimits = { depth: 200, tokens: 1_500_000 };

/** Ends the parsing at once. It never leaves `parseJson`. */
class Refusal extends Error {
  readonly fault: JsonFault;

  constructor(message: string, offset: number) {
    super(message);
    this.fault = { kind: "limit", message, offset };
  }
}

/** An object or list whose end hasn't been read yet. */
type Open =
  | { readonly kind: "object"; readonly value: Record<string, Json>; name: string }
  | { readonly kind: "list"; readonly value: Json[] };

class Building {
  value: Json = null;
  syntax: JsonFault | null = null;
  readonly doubled: JsonFault[] = [];
  readonly #text: string;
  readonly #limits: JsonLimits;
  readonly #onPart: JsonOptions["onPart"];
  readonly #open: Open[] = [];
  #tokens = 0;

  constructor(text: string, limits: JsonLimits, onPart: JsonOptions["onPart"]) {
    this.#text = text;
    this.#limits = limits;
    this.#onPart = onPart;
  }

  onObjectBegin = (offset: number): void => this.#begin({ kind: "object", value: {}, name: "" }, offset);
  onArrayBegin = (offset: number): void => this.#begin({ kind: "list", value: [] }, offset);
  onObjectEnd = (offset: number): void => this.#end(offset);
  onArrayEnd = (offset: number): void => this.#end(offset);
  onSeparator = (mark: string, offset: number): void => {
    if (mark === ",") this.#count(offset);
  };

  onObjectProperty = (name: string, offset: number): void => {
    this.#count(offset);
    const owner = this.#open.at(-1);
    if (owner?.kind !== "object") return;
    owner.name = name;
    if (!Object.hasOwn(owner.value, name)) return;
    this.doubled.push({ kind: "doubled", message: `the key \`${name}\` appears twice in one object`, offset });
  };

  onLiteralValue = (value: unknown, offset: number, length: number): void => {
    this.#count(offset);
    if (typeof value === "number") this.#add(this.#toNumber(offset, length));
    else this.#add(typeof value === "string" || typeof value === "boolean" ? value : null);
  };

  onError = (code: ParseErrorCode, offset: number, length: number): void => {
    const isAtEnd = offset >= this.#text.trimEnd().length;
    const found = this.#text.slice(offset, offset + Math.min(length, shownLength));
    const fault = isAtEnd ? "it ends too early" : describe(printParseErrorCode(code), found);
    this.syntax ??= { kind: "syntax", message: `this isn't JSON: ${fault}`, offset };
  };

  #count(offset: number): void {
    this.#tokens += 1;
    if (this.#tokens > this.#limits.tokens)
      throw new Refusal(`more than ${this.#limits.tokens} words and marks`, offset);
  }

  #begin(open: Open, start: number): void {
    this.#count(start);
    if (this.#open.length >= this.#limits.depth)
      throw new Refusal(`nested deeper than ${this.#limits.depth} levels`, start);
    this.#add(open.value);
    this.#open.push(open);
    this.#onPart?.(open.value, start);
  }

  #end(offset: number): void {
    this.#count(offset);
    this.#open.pop();
  }

  #add(value: Json): void {
    const owner = this.#open.at(-1);
    if (!owner) this.value = value;
    else if (owner.kind === "list") owner.value.push(value);
    else if (owner.name !== "__proto__") owner.value[owner.name] = value;
    else
      Object.defineProperty(owner.value, owner.name, { value, enumerable: true, configurable: true, writable: true });
  }

  #toNumber(offset: number, length: number): Json {
    if (length > maxDigits) throw new Refusal(`a number of more than ${maxDigits} digits`, offset);
    return parseNumber(this.#text.slice(offset, offset + length));
  }
}

const shownLength = 40;

function describe(code: string, found: string): string {
  switch (code) {
    case "InvalidSymbol":
      return `unexpected \`${found}\``;
    case "InvalidNumberFormat":
    case "UnexpectedEndOfNumber":
      return `\`${found}\` isn't a number`;
    case "PropertyNameExpected":
      return "expected a key in double quotes, or no comma before this";
    case "UnexpectedEndOfString":
      return "the text has no closing quote";
    case "InvalidCharacter":
      return "a control character must be escaped";
    case "InvalidCommentToken":
      return "there are no comments in JSON";
    default:
      return code.replace(/([a-z])([A-Z])/g, "$1 $2").toLowerCase();
  }
}
