import * as z from "zod";

import type { Json } from "../json/json.ts";

const texts = z.record(z.string(), z.string());

/** What paths, schemas and examples don't say about an operation. Browsers and the sandbox read its type alone. */
const operationData = z.strictObject({
  /**
   * Further records that the sandbox starts with; members that no schema has are kept and never shown. Values from YAML are
   * JSON already, and their numbers may go beyond 2^53.
   */
  records: z.array(z.record(z.string(), z.custom<Json>())).optional(),
  /** By query parameter. */
  filters: z
    .record(
      z.string(),
      z.strictObject({
        /** The fields that are looked at; without them, the one with the parameter's name. */
        fields: z.array(z.string()).min(1).optional(),
        /** Finds parts of a text in upper or lower case, not only the whole. */
        part: z.boolean().optional(),
        /** Not together with other filters. */
        alone: z.boolean().optional(),
        /** By parameter: a field that it adds to those looked at, when it is sent. */
        adds: texts.optional(),
      }),
    )
    .optional(),
  /** The parameter whose value OR lets a record fit any filter instead of all. */
  combine: z.string().optional(),
  /** The collection with one record: 404 for none, 400 for several. */
  lookup: z.string().optional(),
  /** Records of other collections that a body names, and the fields that are filled from them. */
  takes: z
    .array(
      z.strictObject({
        from: z.string(),
        /** By field of the record there: the field of the record here with the same value. */
        where: texts,
        /** By field here: the field there. A list when both sides have the same names. */
        fields: z
          .union([
            z.array(z.string()).transform((names) => Object.fromEntries(names.map((name) => [name, name]))),
            texts,
          ])
          .default({}),
      }),
    )
    .optional(),
  /** Fields composed of others. */
  texts: texts.optional(),
  /** A field of the new record that goes on top of one of its owner, when a flag of it is true. */
  adds: z.strictObject({ field: z.string(), to: z.string(), when: z.string() }).optional(),
  /** By field of a body: where in this operation's response the allowed values stand. */
  allows: texts.optional(),
});

/** By operation id. Authors read about it in `docs-build explain sandbox`. */
export const sandboxDataSchema = z.record(z.string(), operationData);

export type SandboxData = z.output<typeof sandboxDataSchema>;
export type OperationData = z.output<typeof operationData>;
export type FieldSource = NonNullable<OperationData["takes"]>[number];
