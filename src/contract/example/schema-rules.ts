import { additionalSchema, anySchema, type Schema, type SchemaByName } from "#shared/contract/schema.ts";
import { type Json, type JsonObject, memberOf, textsAt, toDouble } from "#shared/json/json.ts";

import { meets } from "./make-match.ts";
import { textsOf } from "./scalars.ts";

/** What is said of a choice as a whole, and not of each alternative. */
export const wordsOfChoice = [
  ...["discriminator", "title", "description"],
  ...["default", "example", "examples", "readOnly", "writeOnly"],
];

/** The values that a schema states, the author's examples first. */
export function statedValues({ examples, const: constant, default: preset, enum: values }: Schema): readonly Json[] {
  const listed = values.slice(0, maxStated).map(({ value }) => value);
  return [...examples.slice(0, maxStated), constant, preset, ...listed].filter((value) => value !== undefined);
}

const maxStated = 20;

/** The names that must be there, described or not. */
export function requiredOf({ keywords }: Schema): readonly string[] {
  return textsAt(keywords, "required");
}

/** What says something about a member that isn't listed; any name is null. */
export function furtherSchema(owner: Schema, name: string | null): Schema {
  const matching = owner.patternProperties.find(({ pattern }) => name === null || meets(name, pattern));
  return matching?.schema ?? additionalSchema(owner) ?? anySchema;
}

/** True where what is inside of a value can be right and the value wrong. */
export function isIntricate({ alternatives, not, conditional, limits, types }: Schema): boolean {
  const isRuled = rules.some((key) => Object.hasOwn(limits, key));
  return alternatives !== null || not !== null || conditional.length > 0 || (isRuled && types[0] !== "string");
}

const rules = [
  ...["dependentRequired", "propertyNames", "contains", "minProperties", "maxProperties"],
  ...["memberChoices", "forbidden", "excluded"],
];

/** Which members that needn't be there are. */
export type Selection = (name: string) => boolean;

export const all: Selection = () => true;
export const none: Selection = () => false;

/** How far a value goes. */
export interface Extent {
  readonly depth: number;
  readonly isWanted: Selection;
}

/** For each of the sets of members that callers may choose: all that can stand with it, and no more than it needs. */
export function memberSetsOf({ limits: { memberChoices = [], forbidden = [] } }: Schema) {
  const apart = forbidden.flatMap((names) => names.slice(-1));
  const count = Math.max(1, ...memberChoices.map(({ sets }) => sets.length));
  return Array.from({ length: Math.min(count, maxSets) }, (_, index) => {
    const chosen = memberChoices.flatMap(({ sets }) => sets[index % sets.length] ?? []);
    const needed = new Set(chosen.flatMap(({ present }) => present));
    const further = memberChoices.flatMap(({ isExclusive, sets }) => (isExclusive ? sets : []));
    const excluded = further.flatMap(({ present }) => present).filter((name) => !needed.has(name));
    const left = new Set([...chosen.flatMap(({ absent }) => absent), ...apart, ...excluded]);
    return { wanted: (name: string) => !left.has(name), needed: (name: string) => needed.has(name) };
  });
}

const maxSets = 8;

type Entry = readonly [name: string, value: Json];

/** The member that tells a reader's server which alternative is meant. */
export function discriminatingMember({ alternatives }: Schema, chosen: Pick<Schema, "ref">): readonly Entry[] {
  const { property = "", mapping = new Map<string, string>() } = alternatives?.discriminator ?? {};
  const value = [...mapping].find(([, name]) => name === chosen.ref)?.[0];
  return value === undefined ? [] : [[property, value]];
}

/** Names that the contract allows without listing them. */
export function namesFor({ keywords, limits, patternProperties }: Schema, count: number): readonly string[] {
  const listed = textsAt(memberOf(keywords, "propertyNames"), "enum");
  if (listed.length > 0) return listed.slice(0, count);
  const { propertyNames = {} } = limits;
  const patterns = propertyNames.patterns ?? patternProperties.slice(0, 1).map(({ pattern }) => pattern);
  const names = new Set<string>();
  const named = { format: null, limits: { ...propertyNames, patterns } };
  for (const name of textsOf(named, "key")) if (names.add(name).size >= count) break;
  return [...names];
}

/** As many members as there may be; those that must be there are the last to go. */
export function withinCount(members: readonly Entry[], schema: Schema): readonly Entry[] {
  const most = toDouble(schema.limits.maxProperties ?? Infinity);
  if (members.length <= most) return members;
  const required = new Set(requiredOf(schema));
  const needed = members.filter(([name]) => required.has(name));
  const spare = members.filter(([name]) => !required.has(name));
  return [...needed, ...spare.slice(0, Math.max(0, most - needed.length))];
}

/** What a base calls the subtype that a value is of. */
export function subtypeMember(
  { name, mergedFrom }: Schema,
  value: JsonObject,
  schemaByName: SchemaByName,
): readonly Entry[] {
  const members = mergedFrom.flatMap((base) => {
    const schema = schemaByName.get(base);
    return schema === undefined || name === null ? [] : discriminatingMember(schema, { ref: name });
  });
  return members.filter(([property]) => Object.hasOwn(value, property));
}
