import { isObject, toJsonText, toObject, toText } from "../json/json.ts";
import { toLimitTexts } from "./keywords/limits.ts";
import type { Parameter } from "./operation.ts";
import { toFieldAnchor, toInnerAnchor, toPlaceAnchor } from "./reference.ts";
import {
  choicesIn,
  type EnumValue,
  furtherItems,
  resolveSchema,
  type Schema,
  type SchemaByName,
  unitName,
} from "./schema.ts";

/** What a list of fields has: a member by its name, or something by a pattern or its number. */
export interface SchemaField {
  /** `weight`, `/^x-/`, `[0]`, `[2…]` */
  readonly name: string;
  readonly schema: Schema;
  readonly required: boolean;
  /** Name of the `allOf` part that the field comes from; null when it's stated in place. */
  readonly from: string | null;
  /** What its anchor ends with where it has no name of its own; null for a member. */
  readonly slot: string | number | null;
}

/** The fields of a schema, in the order in which pages and Markdown print them. What they hold is in their own schemas. */
export function fieldsOf(owner: Schema): readonly SchemaField[] {
  const { members, patternProperties, prefixItems } = owner;
  const further = prefixItems.length === 0 ? null : furtherItems(owner);
  const additional = additionalField(owner);
  const unnamed = [
    ...patternProperties.map(({ pattern, schema }) => ({ name: `/${pattern}/`, schema, slot: `/${pattern}/` })),
    ...(additional === null ? [] : [{ name: "*", schema: additional, slot: "*" }]),
    ...prefixItems.map((schema, index) => ({ name: `[${index}]`, schema, slot: index })),
    ...(further === null ? [] : [toFurther(further, prefixItems.length)]),
  ];
  return [
    ...members.map((member) => ({ ...member, slot: null })),
    ...unnamed.map((field) => ({ ...field, required: false, from: null })),
  ];
}

function additionalField({ members, patternProperties, additionalProperties }: Schema): Schema | null {
  if (members.length + patternProperties.length === 0 || typeof additionalProperties !== "object") return null;
  const isOpen = additionalProperties?.ref === null && Object.keys(additionalProperties.keywords).length === 0;
  return isOpen ? null : additionalProperties;
}

function toFurther(schema: Schema, count: number) {
  const name = `[${count}…]`;
  return { name, schema, slot: name };
}

/** The anchor of a field. `isInner` says that the anchor is of something that holds the schema: a field, a response. */
export function fieldAnchor(
  { name, slot }: Pick<SchemaField, "name" | "slot">,
  anchor: string,
  isInner: boolean,
): string {
  if (slot !== null) return toPlaceAnchor(anchor, slot);
  return isInner ? toInnerAnchor(anchor, name) : toFieldAnchor(anchor, name);
}

/** The shapes that a value can have, of all choices. They follow the fields in a list, and are known by their numbers. */
export function shapesOf(schema: Schema): readonly Schema[] {
  return choicesIn(schema).flatMap(({ schemas }) => schemas);
}

/** The values of an enum as they're listed. That a value may be the empty text is one of the limits. */
export function listedValues({ enum: values }: Schema): readonly EnumValue[] {
  return values.length === 1 ? values : values.filter(({ value }) => value !== "");
}

/** The author's name of a value, where it says more than the value. */
export function labelOf({ value, label }: EnumValue): string | null {
  return label === null || label === toText(value) ? null : label;
}

/** How many values of an enum show before the others are folded. */
export const valuesAtFirst = 8;

/** All that a list is of, as JSON Schema: for who reads more of it than a page prints. */
export function listText({ keywords }: Schema): string {
  return toJsonText(keywords, 2);
}

/** The same of parameters, as the members of an object. */
export function parametersText(parameters: readonly Parameter[]): string {
  const required = parameters.filter((parameter) => parameter.required).map(({ name }) => name);
  const properties = parameters.map(({ name, description, schema: { source } }) => {
    const isDescribed = description !== null && isObject(source);
    return [name, isDescribed ? { description: description.text, ...source } : source] as const;
  });
  return toJsonText({ type: "object", required, properties: toObject(properties) }, 2);
}

/** `4 fields`, `2 alternatives`; null when a schema has neither. */
export function memberCount(schema: Schema): string | null {
  const { members, patternProperties, prefixItems } = schema;
  const fields = members.length + patternProperties.length + (additionalField(schema) === null ? 0 : 1);
  if (fields > 0) return fields === 1 ? "1 field" : `${fields.toLocaleString("en-US")} fields`;
  const shapes = shapesOf(schema).length;
  if (shapes > 0) return `${shapes.toLocaleString("en-US")} alternatives`;
  return prefixItems.length > 0 ? `${prefixItems.length} items` : null;
}

/** What a schema shows the members of, where it is printed itself. */
export function listOf(schema: Schema): Schema {
  return innermostSchema(schema, false);
}

function innermostSchema(schema: Schema, inPlace: boolean): Schema {
  const inner = innerSchema(schema);
  return inner !== null && (inPlace || inner.ref === null) ? innermostSchema(inner, inPlace) : schema;
}

function innerSchema(schema: Schema): Schema | null {
  const { ref, items, content, prefixItems, members, patternProperties, additionalProperties } = schema;
  if (ref !== null || prefixItems.length > 0) return null;
  const isMap = members.length + patternProperties.length === 0 && typeof additionalProperties === "object";
  return content ?? items ?? (isMap ? additionalProperties : null);
}

interface InnerFields {
  /** The schema that a list or a map holds, as it's used. */
  readonly use: Schema;
  /** The one whose fields and values are printed. */
  readonly list: Schema;
  /** How many levels are left inside. */
  readonly levels: number;
}

export function innerFields(schema: Schema, levels: number, schemaByName: SchemaByName): InnerFields {
  const use = innermostSchema(schema, levels > 0);
  if (levels === 0) return { use, list: use, levels };
  const resolved = resolveSchema(use, schemaByName);
  return use.ref === null
    ? { use, list: resolved, levels }
    : { use, list: innermostSchema(resolved, false), levels: levels - 1 };
}

/**
 * What a list or a map holds in place, level by level. The last one may be a use of a named schema, which says in place
 * only what stands beside its name.
 */
export function innerLevels(schema: Schema): readonly Schema[] {
  const inner = innerSchema(schema);
  if (inner === null || inner.limits.isNever === true) return [];
  return [inner, ...(inner.ref === null ? innerLevels(inner) : [])];
}

/** The limits of what a list or a map holds in place: `each at most 63 characters`. */
export function innerLimitTexts(schema: Schema): readonly string[] {
  return innerLevels(schema).flatMap(({ limits }, level) =>
    toLimitTexts(limits).map((limit) => `${eachWord(level)} ${limit}`),
  );
}

/** The word for what is held at a level; the first one is 0. */
export function eachWord(level: number): string {
  return level === 0 ? "each" : "each inner";
}

/** Words, or a named schema that a link may lead to. */
export type TypePart = string | { readonly schema: string };

/** One thing to say about a type: `string`, `list of LineItem`. */
export type TypeFact = readonly TypePart[];

/**
 * What a value is, for tables of guides, the reference and its Markdown alike: what kind it is of, its format, its unit, and
 * whether it may be null. One that is used by name goes by it.
 */
export function toTypeFacts(schema: Schema): readonly TypeFact[] {
  const { format, unit, nullable } = schema;
  const facts = [format, unit === null ? null : unitName(unit), nullable ? "nullable" : null];
  return [kindOf(schema), ...facts.flatMap((fact) => (fact === null ? [] : [[fact]]))];
}

/** Longer lists of alternatives or items are printed elsewhere. */
const maxNamed = 4;

function kindOf(schema: Schema): TypeFact {
  const { ref, types, prefixItems, items, content, alternatives } = schema;
  const { members, patternProperties, additionalProperties: additional } = schema;
  if (ref !== null) return [{ schema: ref }];
  if (content !== null) return ["string with ", ...innerKind(content), " as JSON"];
  if (prefixItems.length > 0) return ["list (", ...enumerate(prefixItems), ...furtherKind(schema), ")"];
  if (items !== null) return ["list of ", ...innerKind(items)];
  if (members.length + patternProperties.length === 0 && typeof additional === "object" && additional !== null)
    return ["map of ", ...innerKind(additional)];
  if (members.length === 0 && alternatives !== null) {
    return choicesIn(schema).flatMap(({ kind, schemas }, index) => [
      index === 0 ? "" : ", and ",
      kind === "oneOf" ? "one of " : "any of ",
      ...enumerate(schemas),
    ]);
  }
  if (types.length > 0) return [types.map((type) => (type === "array" ? "list" : type)).join(" or ")];
  if (schema.enum.length > 0 || schema.const !== undefined) return ["value"];
  return [members.length > 0 ? "object" : "any type"];
}

function enumerate(schemas: readonly Schema[]): TypeFact {
  const kinds = schemas.slice(0, maxNamed).flatMap((schema, index) => [index === 0 ? "" : ", ", ...innerKind(schema)]);
  return schemas.length > maxNamed ? [...kinds, ", …"] : kinds;
}

function furtherKind(schema: Schema): TypeFact {
  const further = furtherItems(schema);
  return further === null ? [] : [", ", ...innerKind(further), " …"];
}

/** Inside another type nothing else says of which format a value is, or that it can be null. */
function innerKind(schema: Schema): TypeFact {
  const { ref, title, format, unit, nullable } = schema;
  const details = ref === null ? [format, unit === null ? null : unitName(unit)].filter((fact) => fact !== null) : [];
  const kind = ref === null && title !== null ? [title] : kindOf(schema);
  return [...kind, ...(details.length === 0 ? [] : [` (${details.join(", ")})`]), ...(nullable ? [" or null"] : [])];
}
