import type * as z from "zod";

/** JSON Schema of draft 2020-12. */
export type KeySchema = z.core.JSONSchema.BaseSchema;

/** A key that may stand somewhere. */
export interface KnownKey {
  readonly name: string;
  readonly isNeeded: boolean;
  readonly schema: KeySchema;
}

/** The schemas at a path below a schema; lists and alternatives yield several. */
export function schemasAt(root: KeySchema, path: readonly (string | number)[]): readonly KeySchema[] {
  const choices = (schemas: readonly (KeySchema | boolean | undefined)[]): readonly KeySchema[] =>
    schemas.flatMap((schema) => {
      if (typeof schema !== "object") return [];
      const target = schema.$ref === "#" ? root : root.$defs?.[schema.$ref?.replace(/^.*\//, "") ?? ""];
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

/** The keys that a mapping may have. */
export function knownKeys({ properties = {}, propertyNames, additionalProperties, required = [] }: KeySchema) {
  const own = Object.entries(properties);
  const names = typeof propertyNames === "object" ? (propertyNames.enum ?? []).map(String) : [];
  const others = names.map((name) => [name, additionalProperties] as const);
  return [...own, ...others].flatMap(([name, schema]): readonly KnownKey[] =>
    typeof schema === "object" ? [{ name, schema, isNeeded: required.includes(name) }] : [],
  );
}

/** The values that something may have, where they can be listed. */
export function knownValues({ enum: values = [], const: only, type }: KeySchema): readonly string[] {
  if (type === "boolean") return ["true", "false"];
  return [...values, ...(only === undefined ? [] : [only])].map(String);
}
