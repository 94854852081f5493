import * as z from "zod";

type JsonSchema = z.core.JSONSchema.BaseSchema;

/**
 * The keys that a schema of settings takes, each with its kind and its description; what a key holds stands below it,
 * indented. Derived from the schema that checks the settings, so that both say the same.
 */
export function describeKeys(schema: z.ZodType): readonly string[] {
  const root = z.toJSONSchema(schema, { unrepresentable: "any", io: "input" });
  return linesOf(root, { definitions: root.$defs ?? {}, open: new Set(), indent: "" });
}

/** Every key of a settings schema at any depth, top level first, to compare misspelled ones with. */
export function keysOf(schema: z.ZodType): readonly string[] {
  const root = z.toJSONSchema(schema, { unrepresentable: "any", io: "input" });
  const keys = new Set<string>();
  const schemas = new Set<JsonSchema>([root]);
  // A set yields what is added while it is walked, and nothing twice: a list may hold lists of its kind.
  for (const { properties = {}, additionalProperties = [], $ref, ...holder } of schemas) {
    for (const key of Object.keys(properties)) keys.add(key);
    const target = definitionOf($ref, root.$defs) ?? [];
    const inside = [...Object.values(properties), additionalProperties, target].flat();
    for (const inner of [...inside, ...membersOf(holder)]) if (typeof inner === "object") schemas.add(inner);
  }
  return [...keys];
}

interface SchemaContext {
  readonly definitions: Definitions;
  /** Definitions that are being described: a list may hold lists of its kind. */
  readonly open: ReadonlySet<JsonSchema>;
  readonly indent: string;
}

function linesOf(schema: JsonSchema, place: SchemaContext): readonly string[] {
  return Object.entries(schema.properties ?? {}).flatMap(([key, value]) => {
    if (typeof value === "boolean") return [];
    const needed = place.indent !== "" && (schema.required ?? []).includes(key) ? ", needed" : "";
    const indent = `${place.indent}    `;
    return [
      `${place.indent}${key}: ${kindOf(value)}${needed}`,
      ...wrapText(value.description ?? "", indent),
      ...linesInside(value, { ...place, indent }),
    ];
  });
}

function linesInside(schema: JsonSchema, place: SchemaContext): readonly string[] {
  if (schema.$ref !== undefined) {
    const target = definitionOf(schema.$ref, place.definitions);
    if (target === undefined || place.open.has(target)) return [];
    return linesOf(target, { ...place, open: new Set([...place.open, target]) });
  }
  return [...linesOf(schema, place), ...membersOf(schema).flatMap((member) => linesInside(member, place))];
}

type Definitions = Readonly<Record<string, JsonSchema>>;

function definitionOf(reference = "", definitions: Definitions = {}): JsonSchema | undefined {
  return definitions[reference.slice(reference.lastIndexOf("/") + 1)];
}

function membersOf({ items, anyOf }: JsonSchema): readonly JsonSchema[] {
  return [items ?? [], anyOf ?? []].flat().filter((member): member is JsonSchema => typeof member === "object");
}

function kindOf(schema: JsonSchema): string {
  if (schema.enum !== undefined) return choice.format(schema.enum.map(String));
  switch (schema.type) {
    case "array":
      return `list of ${choice.format(membersOf(schema).flatMap(kindsOfMember))}`;
    case "boolean":
      return "true or false";
    case "integer":
      return `${schema.minimum} to ${schema.maximum}`;
    case "string":
      return schema.format === "uri" ? "http or https address" : "text";
    default:
      if (schema.anyOf !== undefined) return choice.format(new Set(membersOf(schema).map(kindOf)));
      return typeof schema.additionalProperties === "object"
        ? kindOfRecord(schema.propertyNames, schema.additionalProperties)
        : "keys";
  }
}

function kindOfRecord(names: JsonSchema["propertyNames"], values: JsonSchema): string {
  return typeof names === "object" && names.type === "string" ? "texts, by name" : `${kindOf(values)}, by code`;
}

function kindsOfMember(schema: JsonSchema): readonly string[] {
  const inside = membersOf(schema).flatMap(kindsOfMember);
  if (schema.anyOf !== undefined) return inside;
  if (schema.type === "array") return [`lists of ${choice.format(inside)}`];
  return [schema.type === "string" ? "texts" : "entries"];
}

const choice = new Intl.ListFormat("en", { type: "disjunction" });

/** How wide a terminal may be taken to be. */
const columns = 100;

/** Breaks prose into lines that fit a terminal, each with the indent before it. No text, no lines. */
export function wrapText(text: string, indent = ""): readonly string[] {
  const lines: string[] = [];
  for (const word of text.split(" ").filter((part) => part !== "")) {
    const last = lines.at(-1);
    if (last === undefined || last.length + 1 + word.length > columns) lines.push(`${indent}${word}`);
    else lines[lines.length - 1] = `${last} ${word}`;
  }
  return lines;
}
