import * as z from "zod";

import { diagnosticKinds, isDiagnosticCode, isFixed } from "#shared/diagnostic-codes.ts";

import { frontMatterSchema } from "./parse-front-matter.ts";
import { diagnosticCode, settingsSchema } from "./settings-schema.ts";

/** JSON Schema of draft 2020-12. */
type KeySchema = z.core.JSONSchema.BaseSchema;

/** What editors may know of the keys that we read: made of the schemas that check them. */
export const keySchemas = {
  settings: () => toKeySchema(settingsSchema, "The keys of content/site.yaml"),
  "front-matter": () => toKeySchema(frontMatterSchema, "The keys at the head of a page"),
} as const;

function toKeySchema(schema: z.ZodType, title: string): KeySchema {
  const written = z.toJSONSchema(schema, {
    io: "input",
    unrepresentable: "any",
    override({ zodSchema, jsonSchema }) {
      if (zodSchema === diagnosticCode) jsonSchema.enum = codes;
    },
  });
  return { title, ...written };
}

const codes = Object.keys(diagnosticKinds).filter((code) => isDiagnosticCode(code) && !isFixed(code));

/** A key that may stand somewhere. */
export interface KnownKey {
  readonly name: string;
  readonly isNeeded: boolean;
  readonly schema: KeySchema;
}

/** The schemas of what stands at a path below a schema, those of lists and alternatives one by one. */
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
