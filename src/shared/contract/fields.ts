import { isObject, textsAt, toJsonText, toObject, toText } from "../json/json.ts";
import { unitName } from "./field-words.ts";
import { toLimitTexts } from "./keywords/limits.ts";
import type { Parameter } from "./operation.ts";
import { toFieldAnchor, toInnerAnchor, toSlotAnchor } from "./reference.ts";
import {
  additionalSchema,
  choicesIn,
  type EnumValue,
  furtherItems,
  resolveSchema,
  type Schema,
  type SchemaByName,
} from "./schema.ts";

/** An entry in a list of fields: a named member, or one known by a pattern or an index. */
export interface SchemaField {
  /** `weight`, `/^x-/`, `[0]`, `[2…]` */
  readonly name: string;
  readonly schema: Schema;
  readonly required: boolean;
  /** The name of the `allOf` part that it comes from; null if it's stated in place. */
  readonly from: string | null;
  /** The end of its anchor, if it has no name of its own; null for a member. */
  readonly slot: string | number | null;
}

/** Lists the fields of a schema in the order of pages and Markdown. Nested fields are in their own schemas. */
export function fieldsOf(owner: Schema): readonly SchemaField[] {
  const { members, patternProperties, prefixItems } = owner;
  const further = prefixItems.length === 0 ? null : furtherItems(owner);
  const additional = additionalField(owner);
  const furtherName = `[${prefixItems.length}…]`;
  const unnamed = [
    ...patternProperties.map(({ pattern, schema }) => ({ name: `/${pattern}/`, schema, slot: `/${pattern}/` })),
    ...(additional === null ? [] : [{ name: "*", schema: additional, slot: "*" }]),
    ...prefixItems.map((schema, index) => ({ name: `[${index}]`, schema, slot: index })),
    ...(further === null ? [] : [{ name: furtherName, schema: further, slot: furtherName }]),
  ];
  return [
    ...members.map((member) => ({ ...member, slot: null })),
    ...unnamed.map((field) => ({ ...field, required: false, from: null })),
  ];
}

function additionalField(owner: Schema): Schema | null {
  const additional = additionalSchema(owner);
  if (additional === null || owner.members.length + owner.patternProperties.length === 0) return null;
  const isOpen = additional.ref === null && Object.keys(additional.keywords).length === 0;
  return isOpen ? null : additional;
}

/**
 * The anchor of a field. `isInner` means that the given anchor belongs to something that contains the schema: a field,
 * a response.
 */
export function fieldAnchor(
  { name, slot }: Pick<SchemaField, "name" | "slot">,
  anchor: string,
  isInner: boolean,
): string {
  if (slot !== null) return toSlotAnchor(anchor, slot);
  return isInner ? toInnerAnchor(anchor, name) : toFieldAnchor(anchor, name);
}

/** The possible shapes of a value, from all choices. In a list they follow the fields and are known by number. */
export function shapesOf(schema: Schema): readonly Schema[] {
  return choicesIn(schema).flatMap(({ schemas }) => schemas);
}

/** The values of an enum for a list. The empty text is one of the limits instead. */
export function listedValues({ enum: values }: Schema): readonly EnumValue[] {
  return values.length === 1 ? values : values.filter(({ value }) => value !== "");
}

/** The author's label of a value, if it says more than the value. */
export function labelOf({ value, label }: EnumValue): string | null {
  return label === null || label === toText(value) ? null : label;
}

/** How many values of an enum show before the others are folded, and how many examples of a field show at all. */
export const valuesAtFirst = 8;

/** A whole list as JSON Schema, for readers who want more than the page prints. */
export function listText({ keywords }: Schema): string {
  return toJsonText(keywords, 2);
}

/** The same for parameters, as members of an object. */
export function parametersText(parameters: readonly Parameter[]): string {
  const required = parameters.filter((parameter) => parameter.required).map(({ name }) => name);
  const properties = parameters.map(({ name, description, schema: { source } }) => {
    const isDescribed = description !== null && isObject(source);
    return [name, isDescribed ? { description: description.text, ...source } : source] as const;
  });
  return toJsonText({ type: "object", required, properties: toObject(properties) }, 2);
}

/** `4 fields`, `2 alternatives`; null if a schema has neither. */
export function memberCount(schema: Schema): string | null {
  const { members, patternProperties, prefixItems } = schema;
  const fields = members.length + patternProperties.length + (additionalField(schema) === null ? 0 : 1);
  if (fields > 0) return fields === 1 ? "1 field" : `${fields.toLocaleString("en-US")} fields`;
  const shapes = shapesOf(schema).length;
  if (shapes > 0) return `${shapes.toLocaleString("en-US")} alternatives`;
  return prefixItems.length > 0 ? `${prefixItems.length} items` : null;
}

/** The schema whose members are printed for this one; `inPlace`, also a use of a named schema in a list or map. */
export function listOf(schema: Schema, inPlace = false): Schema {
  const inner = innerSchema(schema);
  return inner !== null && (inPlace || inner.ref === null) ? listOf(inner, inPlace) : schema;
}

function innerSchema(schema: Schema): Schema | null {
  const { ref, items, content, prefixItems } = schema;
  if (ref !== null || prefixItems.length > 0) return null;
  return content ?? items ?? mapValueOf(schema);
}

/** The schema of a map's values; null for an object with described members, too. */
function mapValueOf(schema: Schema): Schema | null {
  return schema.members.length + schema.patternProperties.length === 0 ? additionalSchema(schema) : null;
}

interface InnerFields {
  /** The schema inside a list or map, as it's used. */
  readonly use: Schema;
  /** The schema whose fields and values are printed. */
  readonly list: Schema;
  /** The number of levels that may still follow inside. */
  readonly levels: number;
}

export function innerFields(schema: Schema, levels: number, schemaByName: SchemaByName): InnerFields {
  const use = listOf(schema, levels > 0);
  if (levels === 0) return { use, list: use, levels };
  const resolved = resolveSchema(use, schemaByName);
  return use.ref === null ? { use, list: resolved, levels } : { use, list: listOf(resolved), levels: levels - 1 };
}

/**
 * The schemas inside a list or map that are described in place, level by level. The last may be a use of a named
 * schema, whose own words are those beside its name.
 */
export function innerLevels(schema: Schema): readonly Schema[] {
  const inner = innerSchema(schema);
  if (inner === null || inner.limits.isNever === true) return [];
  return [inner, ...(inner.ref === null ? innerLevels(inner) : [])];
}

/** The limits of values inside a list or map that are described in place: `each at most 63 characters`. */
export function innerLimitTexts(schema: Schema): readonly string[] {
  return innerLevels(schema).flatMap(({ limits }, level) =>
    toLimitTexts(limits).map((limit) => `${eachWord(level)} ${limit}`),
  );
}

/** The word for an item at a level, from 0. */
export function eachWord(level: number): string {
  return level === 0 ? "each" : "each inner";
}

/** Words, or a named schema to link to. */
export type TypePart = string | { readonly schema: string };

/** A fact about a type: `string`, `list of LineItem`. */
export type TypeFact = readonly TypePart[];

/**
 * Describes a value's type for guides, the reference and its Markdown: kind, format, unit and null. A named schema is
 * called by its name.
 */
export function toTypeFacts(schema: Schema): readonly TypeFact[] {
  const { format, unit } = schema;
  const facts = [format, unit === null ? null : unitName(unit), isAlsoNull(schema) ? "nullable" : null];
  return [kindOf(schema), ...facts.flatMap((fact) => (fact === null ? [] : [[fact]]))];
}

/** Longer lists of alternatives or items are printed separately. */
const maxNamed = 4;

function kindOf(schema: Schema): TypeFact {
  const { ref, types, prefixItems, items, content, alternatives, members } = schema;
  if (ref !== null) return [{ schema: ref }];
  if (content !== null) return ["string with ", ...innerKind(content), " as JSON"];
  if (prefixItems.length > 0) {
    const further = furtherItems(schema);
    const furtherKind = further === null ? [] : [", ", ...innerKind(further), " …"];
    return ["list (", ...enumerate(prefixItems), ...furtherKind, ")"];
  }
  if (items !== null) return ["list of ", ...innerKind(items)];
  const mapValue = mapValueOf(schema);
  if (mapValue !== null) return ["map of ", ...innerKind(mapValue)];
  if (members.length === 0 && alternatives !== null) {
    return choicesIn(schema).flatMap(({ kind, schemas }, index) => [
      index === 0 ? "" : ", and ",
      kind === "oneOf" ? "one of " : "any of ",
      ...enumerate(schemas),
    ]);
  }
  if (types.length > 0) return [types.map((type) => (type === "array" ? "list" : type)).join(" or ")];
  if (schema.enum.length > 0 || schema.const !== undefined) return ["value"];
  if (schema.limits.isNever === true) return ["no value"];
  if (schema.nullable && !isAlsoNull(schema)) return ["null"];
  return [members.length > 0 ? "object" : "any type"];
}

/** False for a schema that allows null and nothing else. */
function isAlsoNull({ types, nullable, keywords }: Schema): boolean {
  return nullable && (types.length > 0 || !textsAt(keywords, "type").includes("null"));
}

function enumerate(schemas: readonly Schema[]): TypeFact {
  const kinds = schemas.slice(0, maxNamed).flatMap((schema, index) => [index === 0 ? "" : ", ", ...innerKind(schema)]);
  return schemas.length > maxNamed ? [...kinds, ", …"] : kinds;
}

/** Inside another type there's no other place for the format and null. */
function innerKind(schema: Schema): TypeFact {
  const { ref, title, format, unit } = schema;
  const details = ref === null ? [format, unit === null ? null : unitName(unit)].filter((fact) => fact !== null) : [];
  const kind = ref === null && title !== null ? [title] : kindOf(schema);
  return [
    ...kind,
    ...(details.length === 0 ? [] : [` (${details.join(", ")})`]),
    ...(isAlsoNull(schema) ? [" or null"] : []),
  ];
}
