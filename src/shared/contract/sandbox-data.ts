import * as z from "zod";

import type { Json } from "../json/json.ts";

const texts = z.record(z.string(), z.string());

/**
 * Facts about an operation that paths, schemas and examples don't contain. Browsers and the sandbox only use its type.
 */
const operationData = z.strictObject({
  /**
   * More initial records. Members that no schema has are kept but never shown. Values from YAML are JSON already, and
   * their numbers may exceed 2^53.
   */
  records: z.array(z.record(z.string(), z.custom<Json>())).optional(),
  /** By query parameter. */
  filters: z
    .record(
      z.string(),
      z.strictObject({
        /** The fields to compare; by default the field with the parameter's name. */
        fields: z.array(z.string()).min(1).optional(),
        /** True to match parts of a text regardless of case. */
        part: z.boolean().optional(),
        /** True if it can't be combined with other filters. */
        alone: z.boolean().optional(),
        /** By parameter: another field to compare if that parameter is sent. */
        adds: texts.optional(),
      }),
    )
    .optional(),
  /** The parameter whose value OR lets a record match any filter instead of all. */
  combine: z.string().optional(),
  /** The path of the collection with exactly one matching record: 404 for none, 400 for several. */
  lookup: z.string().optional(),
  /** Records of other collections that a body names, with the fields to fill from them. */
  takes: z
    .array(
      z.strictObject({
        from: z.string(),
        /** By the other record's field: our field with the same value. */
        where: texts,
        /** By our field: the other record's field. A list if both have the same names. */
        fields: z
          .union([
            z.array(z.string()).transform((names) => Object.fromEntries(names.map((name) => [name, name]))),
            texts,
          ])
          .default({}),
      }),
    )
    .optional(),
  /** Fields that are composed of others. */
  texts: texts.optional(),
  /** A field of the new record that's added to one of its owner, if a flag is true. */
  adds: z.strictObject({ field: z.string(), to: z.string(), when: z.string() }).optional(),
  /** By a body's field: where this operation's response has the allowed values. */
  allows: texts.optional(),
});

/** By operation id. Authors read about it in `docs-build explain sandbox`. */
export const sandboxDataSchema = z.record(z.string(), operationData);

export type SandboxData = z.output<typeof sandboxDataSchema>;
export type OperationData = z.output<typeof operationData>;
export type FieldSource = NonNullable<OperationData["takes"]>[number];
