import * as z from "zod";

/** JSON Schema, draft 2020-12. */
export type KeySchema = z.core.JSONSchema.BaseSchema;

/** Returns the schemas at a path below a schema; lists and alternatives can yield several. */
export function schemasAt(root: KeySchema, path: readonly (string | number)[]): readonly KeySchema[] {
  const choices = (schemas: readonly (KeySchema | boolean | undefined)[]): readonly KeySchema[] =>
    schemas.flatMap((schema) => {
      if (typeof schema !== "object") return [];
      const target = targetOf(schema, root);
      return target === undefined ? [schema, ...choices(schema.anyOf ?? [])] : choices([target]);
    });
  return path.reduce<readonly KeySchema[]>(
    (schemas, step) =>
      choices(
        schemas.map(({ properties, additionalProperties, items }) => {
          if (typeof step === "string") return properties?.[step] ?? additionalProperties;
          return Array.isArray(items) ? undefined : items;
        }),
      ),
    choices([root]),
  );
}

export function knownKeys({ properties = {}, propertyNames, additionalProperties, required = [] }: KeySchema) {
  const own = Object.entries(properties);
  const names = typeof propertyNames === "object" ? (propertyNames.enum ?? []).map(String) : [];
  const listed = names.map((name) => [name, additionalProperties] as const);
  return [...own, ...listed].flatMap(([name, schema]) =>
    typeof schema === "object" ? [{ name, schema, isRequired: required.includes(name) }] : [],
  );
}

/** The allowed values of a key, if they can be listed. */
export function knownValues({ enum: values = [], const: only, type }: KeySchema): readonly string[] {
  if (type === "boolean") return ["true", "false"];
  return [...values, ...(only === undefined ? [] : [only])].map(String);
}

function targetOf({ $ref = "" }: KeySchema, root: KeySchema): KeySchema | undefined {
  return $ref === "#" ? root : root.$defs?.[$ref.replace(/^.*\//, "")];
}

/** The JSON Schema of what authors may write. */
export function schemaOfWritten(schema: z.ZodType): KeySchema {
  return z.toJSONSchema(schema, { unrepresentable: "any", io: "input" });
}

/**
 * Describes the keys of a settings schema, each with its kind and its description, nested keys indented. It's derived
 * from the schema that checks the settings, so both always agree.
 */
export function describeKeys(schema: z.ZodType): readonly string[] {
  const root = schemaOfWritten(schema);
  return linesOf(root, { root, open: new Set([root]), indent: "" });
}

/** Returns every key at any depth, top level first, for suggestions. */
export function keysOf(root: KeySchema): readonly string[] {
  const keys = new Set<string>();
  const schemas = new Set<KeySchema>([root]);
  // Iterating a set visits values that are added meanwhile, each once, so recursive lists end.
  for (const schema of schemas) {
    const { properties = {}, additionalProperties = [] } = schema;
    for (const key of Object.keys(properties)) keys.add(key);
    const inside = [...Object.values(properties), additionalProperties, targetOf(schema, root) ?? []].flat();
    for (const inner of [...inside, ...membersOf(schema)]) if (typeof inner === "object") schemas.add(inner);
  }
  return [...keys];
}

interface SchemaContext {
  readonly root: KeySchema;
  /** Schemas that are being described, because a list may contain lists of its own kind. */
  readonly open: ReadonlySet<KeySchema>;
  readonly indent: string;
}

function linesOf(schema: KeySchema, context: SchemaContext): readonly string[] {
  return Object.entries(schema.properties ?? {}).flatMap(([key, value]) => {
    if (typeof value === "boolean") return [];
    const required = context.indent !== "" && (schema.required ?? []).includes(key) ? ", required" : "";
    const indent = `${context.indent}    `;
    return [
      `${context.indent}${key}: ${kindOf(value)}${required}`,
      ...wrapText(value.description ?? "", indent),
      ...linesInside(value, { ...context, indent }),
    ];
  });
}

function linesInside(schema: KeySchema, context: SchemaContext): readonly string[] {
  if (schema.$ref !== undefined) {
    const target = targetOf(schema, context.root);
    if (target === undefined || context.open.has(target)) return [];
    return linesOf(target, { ...context, open: new Set([...context.open, target]) });
  }
  return [...linesOf(schema, context), ...membersOf(schema).flatMap((member) => linesInside(member, context))];
}

function membersOf({ items, anyOf }: KeySchema): readonly KeySchema[] {
  return [items ?? [], anyOf ?? []].flat().filter((member): member is KeySchema => typeof member === "object");
}

function kindOf(schema: KeySchema): string {
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
      if (typeof schema.additionalProperties !== "object") return "keys";
      return typeof schema.propertyNames === "object" && schema.propertyNames.type === "string"
        ? "texts, by name"
        : `${kindOf(schema.additionalProperties)}, by code`;
  }
}

function kindsOfMember(schema: KeySchema): readonly string[] {
  const inside = membersOf(schema).flatMap(kindsOfMember);
  if (schema.anyOf !== undefined) return inside;
  if (schema.type === "array") return [`lists of ${choice.format(inside)}`];
  return [schema.type === "string" ? "texts" : "entries"];
}

const choice = new Intl.ListFormat("en", { type: "disjunction" });

const columns = 100;

/** Wraps prose for a terminal, with an indent before each line. An empty text gives no lines. */
export function wrapText(text: string, indent = ""): readonly string[] {
  const lines: string[] = [];
  for (const word of text.split(" ").filter((part) => part !== "")) {
    const last = lines.at(-1);
    if (last === undefined || last.length + 1 + word.length > columns) lines.push(`${indent}${word}`);
    else lines[lines.length - 1] = `${last} ${word}`;
  }
  return lines;
}
