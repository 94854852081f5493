import { z } from "zod";

import { serverKinds } from "#shared/config.ts";
import type { JsonObject } from "#shared/json/json.ts";
import { manifestPath } from "#shared/site-manifest.ts";

import { parsePublished } from "./parse-published.ts";

const path = z.string().regex(/^(?!.*\.\.)[^?#\\]*$/);

const document = z.object({
  api: z.string(),
  id: z.string(),
  folder: path,
  document: path,
  /** Read once more, by what reads the file of a site's own. */
  sandbox: z.custom<JsonObject>((value) => typeof value === "object" && value !== null),
});

const manifest = z.object({
  title: z.string(),
  description: z.string(),
  baseUrl: z.string().regex(/^\/(?:.*\/)?$/),
  contracts: z.array(document),
  servers: z.array(z.object({ name: z.string(), url: z.string(), kind: z.enum(serverKinds) })),
  authentication: z.object({ header: z.string().nullable(), variable: z.string() }),
});

/** What `site.json` says, as far as programs need it. */
export type ReadManifest = z.infer<typeof manifest>;
export type ReadDocument = z.infer<typeof document>;

/** @throws McpFault when it is not what docs-build writes. */
export function parseManifest(text: string): ReadManifest {
  return parsePublished(manifestPath, text, manifest);
}
