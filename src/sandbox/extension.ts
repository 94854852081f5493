import * as z from "zod";

import { type Json, type JsonObject, memberOf } from "#shared/json/json.ts";

/** Its values are those of a document, numbers beyond 2^53 among them, so they are JSON already. */
const record = z.record(z.string(), z.custom<Json>());

const filter = z.strictObject({
  /** The fields that are looked at; without them, the one with the parameter's name. */
  fields: z.array(z.string()).min(1).optional(),
  /** Finds parts of a text in upper or lower case, not only the whole. */
  part: z.boolean().optional(),
  /** Not together with other filters. */
  alone: z.boolean().optional(),
  /** By parameter: a field that it adds to those looked at, when it is sent. */
  adds: z.record(z.string(), z.string()).optional(),
});

const take = z.strictObject({
  /** The collection that values are taken from. */
  from: z.string(),
  /** By field of a record there: the field of the record here that holds the same value. */
  where: z.record(z.string(), z.string()),
  /** By field here: the field there. A list when both have the same name. */
  fields: z.union([z.array(z.string()).transform(toSameNames), z.record(z.string(), z.string())]),
});

/** What an operation's `x-sandbox` may say. `openapi/v1.1.yaml` explains the vocabulary to authors. */
const operationExtension = z.strictObject({
  records: z.array(record).optional(),
  filters: z.record(z.string(), filter).optional(),
  combine: z.string().optional(),
  lookup: z.string().optional(),
  takes: z.array(take).optional(),
  texts: z.record(z.string(), z.string()).optional(),
  adds: z.strictObject({ field: z.string(), to: z.string(), when: z.string() }).optional(),
  allows: z.record(z.string(), z.string()).optional(),
});

export type Extension = z.infer<typeof operationExtension>;

export type Take = z.infer<typeof take>;

export interface ReadExtension {
  readonly extension: Extension;
  /** Null when nothing is wrong; otherwise the extension is empty. */
  readonly problem: string | null;
}

/** What an operation's extensions say to the sandbox; an empty extension when they say nothing. */
export function readExtension(extensions: JsonObject): ReadExtension {
  const value = memberOf(extensions, "x-sandbox");
  if (value === undefined) return { extension: {}, problem: null };
  const parsed = operationExtension.safeParse(value);
  if (parsed.success) return { extension: parsed.data, problem: null };
  const [issue] = parsed.error.issues;
  const place = issue && issue.path.length > 0 ? `${issue.path.join(".")}: ` : "";
  return { extension: {}, problem: `${place}${issue?.message ?? "not understood"}` };
}

function toSameNames(names: readonly string[]): Record<string, string> {
  return Object.fromEntries(names.map((name) => [name, name]));
}
