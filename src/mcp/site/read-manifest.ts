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

/** What a contract is called among those of its site: `Payments v1`, `v1.1`; empty for one that has no name. */
export function nameOfContract({ api, id }: ReadDocument): string {
  return [api, id].filter((name) => name !== "").join(" ");
}

/** The contract of a name, or the first one of an API or a version; without a name, the first of all. */
export function findContract(contracts: readonly ReadDocument[], name: string | undefined): ReadDocument | undefined {
  if (name === undefined) return contracts[0];
  return (
    contracts.find((contract) => nameOfContract(contract) === name) ??
    contracts.find(({ api, id }) => api === name || id === name)
  );
}
