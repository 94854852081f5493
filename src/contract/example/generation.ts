import { type Direction, hiddenAccess } from "#shared/contract/operation.ts";
import type { SchemaConversion } from "#shared/contract/keywords/to-schema.ts";
import { anySchema, choicesIn, resolveSchema, type Schema, type SchemaByName } from "#shared/contract/schema.ts";
import { isObject, type Json, toDouble, toJsonText, toObject, without } from "#shared/json/json.ts";

import { ExampleJudge } from "./example-judge.ts";
import { meets } from "./make-match.ts";
import { numbersOf, plainText, singular, textByName, type TextField, textsOf } from "./scalars.ts";
import {
  all,
  discriminatingMember,
  type Extent,
  furtherSchema,
  subtypeMember,
  isIntricate,
  memberSetsOf,
  namesFor,
  none,
  requiredOf,
  type Selection,
  statedValues,
  withinCount,
  wordsOfChoice,
} from "./schema-rules.ts";

export interface ExampleWords {
  readonly schemas: SchemaConversion;
  /** What stands where any text may. */
  readonly text: string;
}

const deepest = 16;
const deepestOptional = 4;
const maxValues = 4_000;
const maxOptional = 400;
const maxElements = 64;
/** How many values are tried, of all intricate schemas together. */
const maxAttempts = 100;
const maxChoices = 8;

/** One value in the making. */
export class Generation {
  readonly #direction: Direction;
  readonly #schemas: SchemaConversion;
  readonly #schemaByName: SchemaByName;
  readonly #judge: ExampleJudge;
  readonly #text: string;
  readonly #isStrict: boolean;
  #field: TextField = { name: null, owner: null };
  /** Names of the schemas whose values are being made. A schema that is inside of itself ends a ring. */
  readonly #open = new Set<string>();
  /** Texts that don't match, with the expression of each. */
  readonly #unmet = new Map<string, string>();
  #values = 0;
  #attempts = 0;

  constructor(direction: Direction, { schemas, text }: ExampleWords, isStrict: boolean) {
    this.#direction = direction;
    this.#schemas = schemas;
    this.#schemaByName = schemas.toSchemas();
    this.#judge = new ExampleJudge(direction, this.#schemaByName);
    this.#text = text;
    this.#isStrict = isStrict;
  }

  unmetIn(value: Json): readonly string[] {
    const whole = toJsonText(value);
    return Array.from(this.#unmet).flatMap(([text, pattern]) => (whole.includes(toJsonText(text)) ? [pattern] : []));
  }

  make(use: Schema, depth: number): Json | undefined {
    this.#values += 1;
    if (use.limits.isNever || depth > deepest || this.#values > maxValues) return undefined;
    const schema = resolveSchema(use, this.#schemaByName);
    const { name, ref } = schema;
    if (ref !== null || (name !== null && this.#open.has(name))) return this.#judge.stated(use);
    if (name !== null) this.#open.add(name);
    const stated = this.#judge.stated(schema);
    const chosen = stated === undefined ? this.#choose(schema, depth) : stated;
    const value = isObject(chosen)
      ? toObject([...Object.entries(chosen), ...subtypeMember(schema, chosen, this.#schemaByName)])
      : chosen;
    if (name !== null) this.#open.delete(name);
    return value === undefined ? statedValues(schema)[0] : value;
  }

  #choose(schema: Schema, depth: number): Json | undefined {
    let [usual, accepted]: (Json | undefined)[] = [];
    const before = this.#values;
    for (const value of this.#candidates(schema, depth)) {
      if (value === undefined) continue;
      if (!isIntricate(schema)) return value;
      usual ??= value;
      this.#attempts += 1;
      if (this.#attempts > maxAttempts) break;
      const isAccepted = this.#judge.accepts(value, schema);
      if (isAccepted && this.#judge.isUnambiguous(value, schema)) return value;
      if (isAccepted) accepted ??= value;
      this.#values = before;
    }
    return accepted ?? usual;
  }

  /** The plainest ones first; then those without what only other alternatives ask for; then with nothing but what must be. */
  *#candidates(schema: Schema, depth: number): Generator<Json | undefined> {
    const choices = schema.alternatives?.schemas.slice(0, maxChoices) ?? [];
    if (choices.length === 0) {
      for (const { wanted, needed } of memberSetsOf(schema)) {
        yield this.#makeTyped(schema, depth, wanted);
        if (schema.types[0] === "object") yield this.#makeTyped(schema, depth, needed);
      }
      return;
    }
    for (const choice of choices) yield this.#makeChoice(schema, choice, { depth, isWanted: all });
    for (const choice of choices) {
      const spare = new Set(choices.filter((alternative) => alternative !== choice).flatMap(requiredOf));
      yield this.#makeChoice(schema, choice, { depth, isWanted: (name) => !spare.has(name) });
    }
    for (const choice of choices) yield this.#makeChoice(schema, choice, { depth, isWanted: none });
  }

  #makeChoice(schema: Schema, choice: Schema, { depth, isWanted }: Extent): Json | undefined {
    const { ref } = choice;
    const stated = this.#judge.stated(resolveSchema(choice, this.#schemaByName));
    if (ref !== null && this.#open.has(ref)) return stated;
    if (ref !== null) this.#open.add(ref);
    const value = stated === undefined ? this.#makeWhole(schema, choice, { depth, isWanted }) : stated;
    const own = isObject(stated) ? (this.#makeMembers(schema, { depth, isWanted }) ?? []) : [];
    if (ref !== null) this.#open.delete(ref);
    if (!isObject(value)) return value;
    const entries = [...own, ...Object.entries(value)];
    const subtype = subtypeMember(resolveSchema(choice, this.#schemaByName), value, this.#schemaByName);
    return toObject([...entries, ...subtype, ...discriminatingMember(schema, choice)]);
  }

  /** What stands beside alternatives holds for each of them. */
  #makeWhole(schema: Schema, choice: Schema, { depth, isWanted }: Extent): Json | undefined {
    const kinds = choicesIn(schema).map(({ kind }) => kind);
    const further = schema.furtherAlternatives.flatMap(({ schemas }) => schemas.slice(0, 1));
    const use = this.#schemas.toSchema({
      ...without(schema.keywords, ...kinds, ...wordsOfChoice),
      allOf: [choice, ...further].map(({ source }) => source),
    });
    const whole = resolveSchema(use, this.#schemaByName);
    return whole.alternatives === null ? this.#makeTyped(whole, depth, isWanted) : this.#choose(whole, depth + 1);
  }

  #makeTyped(schema: Schema, depth: number, isWanted: Selection): Json | undefined {
    switch (schema.types[0]) {
      case "object":
        return this.#makeObject(schema, { depth, isWanted });
      case "array":
        return this.#makeList(schema, depth);
      case "string":
        if (schema.content !== null) return toJsonText(this.make(schema.content, depth + 1) ?? null);
        return this.#makeText(schema);
      case "integer":
      case "number":
        return numbersOf(schema.limits).next().value ?? 1;
      case "boolean":
        return true;
      default:
        return schema.nullable ? null : {};
    }
  }

  #makeText(schema: Schema): string {
    const usual = textByName(this.#field) ?? this.#text;
    const [text] = textsOf(schema, usual);
    if (text !== undefined) return text;
    const plain = plainText(schema, usual);
    this.#unmet.set(plain, schema.limits.patterns?.find((pattern) => !meets(plain, pattern)) ?? "");
    return plain;
  }

  #makeObject(schema: Schema, extent: Extent): Json | undefined {
    const members = this.#makeMembers(schema, extent);
    if (members === null) return undefined;
    const kept = withinCount(members, schema);
    return toObject([...kept, ...this.#makeFurther(schema, kept.length, extent.depth)]);
  }

  /** Members of names that the contract doesn't list: one of a map, and as many as there must be. */
  #makeFurther(schema: Schema, known: number, depth: number): readonly (readonly [string, Json])[] {
    const { minProperties, maxProperties } = schema.limits;
    const further = furtherSchema(schema, null);
    const usual = known === 0 && further !== anySchema && maxProperties !== 0 ? 1 : 0;
    const count = Math.min(Math.max(usual, toDouble(minProperties ?? 0) - known), maxElements);
    const isClosed = schema.additionalProperties === false && schema.patternProperties.length === 0;
    if (count <= 0 || isClosed) return [];
    const value = this.make(further, depth + 1);
    const names = namesFor(schema, count);
    return value === undefined ? [] : names.map((name) => [name, value] as const);
  }

  /** Null when one that must be there can't be made. */
  #makeMembers(schema: Schema, { depth, isWanted }: Extent): readonly (readonly [string, Json])[] | null {
    const hidden = hiddenAccess(this.#direction);
    const known = new Set(schema.members.map(({ name }) => name));
    const unlisted = requiredOf(schema).filter((name) => !known.has(name));
    const members = [
      ...schema.members.filter((member) => member.schema.access !== hidden),
      ...unlisted.map((name) => ({ name, required: true, schema: furtherSchema(schema, name) })),
    ];
    const owner = schema.name ?? this.#field.name;
    const entries: (readonly [string, Json])[] = [];
    for (const { name, required, schema: inner } of members) {
      const isSpent = depth >= deepestOptional || this.#values > maxOptional || !isWanted(name);
      const value = isSpent && !required ? undefined : this.#makeAt({ name, owner }, inner, depth + 1);
      if (value !== undefined) entries.push([name, value]);
      else if (required && this.#isStrict) return null;
    }
    return entries;
  }

  #makeAt(field: TextField, use: Schema, depth: number): Json | undefined {
    const outer = this.#field;
    this.#field = field;
    const value = this.make(use, depth);
    this.#field = outer;
    return value;
  }

  #makeList(schema: Schema, depth: number): Json | undefined {
    const { prefixItems, limits } = schema;
    const first = prefixItems.map((element) => this.make(element, depth + 1) ?? null);
    const contained = this.#makeContained(schema, depth);
    const most = Math.min(toDouble(limits.maxItems ?? Infinity), maxElements);
    const usual = prefixItems.length + contained.length === 0 ? 1 : 0;
    const least = Math.min(Math.max(toDouble(limits.minItems ?? 0), usual), most);
    const count = least - first.length - contained.length;
    const elementField = { ...this.#field, name: singular(this.#field.name) };
    const element = count <= 0 ? undefined : this.#makeAt(elementField, schema.items ?? anySchema, depth + 1);
    if (element === undefined && count > 0 && toDouble(limits.minItems ?? 0) > 0 && this.#isStrict) return undefined;
    const repeated = element === undefined ? [] : this.#judge.repeat(element, count, schema);
    return [...first, ...contained, ...repeated].slice(0, most);
  }

  #makeContained({ limits: { contains, minContains } }: Schema, depth: number): readonly Json[] {
    if (contains === undefined) return [];
    const element = this.make(this.#schemas.toSchema(contains), depth + 1);
    const count = Math.min(toDouble(minContains ?? 1), maxElements);
    return element === undefined ? [] : Array.from({ length: count }, () => element);
  }
}
