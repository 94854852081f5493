import { choicesIn, furtherItems, type Schema, unitName } from "./schema.ts";

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
  const { members, patternProperties, additionalProperties: others } = schema;
  if (ref !== null) return [{ schema: ref }];
  if (content !== null) return ["string with ", ...innerKind(content), " as JSON"];
  if (prefixItems.length > 0) return ["list (", ...enumerate(prefixItems), ...furtherKind(schema), ")"];
  if (items !== null) return ["list of ", ...innerKind(items)];
  if (members.length + patternProperties.length === 0 && typeof others === "object" && others !== null)
    return ["map of ", ...innerKind(others)];
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
