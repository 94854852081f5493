import * as z from "zod";

import { frontMatterSchema } from "./parse-front-matter.ts";
import type { KeySchema } from "./schema-keys.ts";
import { settingsSchema } from "./settings-schema.ts";

/** JSON Schemas of our keys for editors, derived from the schemas that check them. */
export const keySchemas = {
  settings: () => toKeySchema(settingsSchema, "The keys of content/site.yaml"),
  "front-matter": () => toKeySchema(frontMatterSchema, "The keys at the head of a page"),
} as const;

function toKeySchema(schema: z.ZodType, title: string): KeySchema {
  const written = z.toJSONSchema(schema, {
    io: "input",
    unrepresentable: "any",
    override({ jsonSchema }) {
      // Descriptions explain what a missing key means, and some defaults exist only for our own code.
      delete jsonSchema.default;
    },
  });
  return { title, ...written };
}
