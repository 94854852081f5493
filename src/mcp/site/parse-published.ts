import type { z } from "zod";

import { version } from "#package.ts";
import { parseJson } from "#shared/json/parse-json.ts";

import { McpFault } from "./site-files.ts";

/**
 * What a file of the site says that docs-build has written.
 * @throws McpFault when it is not as this version writes it
 */
export function parsePublished<T>(path: string, text: string, schema: z.ZodType<T>): T {
  const { value, faults } = parseJson(text);
  // Many a host answers with a page, whatever it is asked for.
  const { success, data, error } = schema.safeParse(faults.length === 0 ? value : null);
  if (success) return data;
  const [first] = error.issues;
  const place = first?.path.join(".") ?? "";
  const fault = place === "" ? "it is something else altogether" : `\`${place}\` is missing or something else`;
  throw new McpFault(
    `The site's ${path} is of another version of docs-build than this one, ${version}, or not of docs-build at all: ${fault}. ` +
      "Start the version that the site was published with, or publish the site anew with this one.",
  );
}
