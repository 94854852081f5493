import { resolve } from "node:path";

import pico from "picocolors";

import { toCaddyConfig } from "#publish/caddy-config.ts";
import { toHeadersFile } from "#publish/netlify-files.ts";
import { toNginxConfig } from "#publish/nginx-config.ts";
import { formatDiagnostic } from "#shared/format-diagnostic.ts";
import type { Hosting } from "#shared/hosting.ts";

import { buildOrRefuse, type CommandEnd } from "./build-command.ts";

/** The web servers that `docs-build headers` writes for. */
const headerFormats = { nginx: toNginxConfig, caddy: toCaddyConfig, netlify: toHeadersFile } as const satisfies Record<
  string,
  (hosting: Hosting) => string
>;

/** The options of `docs-build headers`, as the command line gives them. */
export interface HeadersFlags {
  readonly root: string;
  readonly baseUrl?: string;
  readonly format: keyof typeof headerFormats;
}

/** Prints what a web server needs to serve the site as it is meant: headers, caching, redirects, both slash forms. */
export async function headersCommand({ root, baseUrl, format }: HeadersFlags): Promise<CommandEnd> {
  const options = { root: resolve(root), flags: { baseUrl }, strict: false, onStage: () => undefined };
  const { hosting, diagnostics, texts } = await buildOrRefuse(options);
  const errors = diagnostics.filter(({ severity }) => severity === "error");
  for (const error of errors) process.stderr.write(`${formatDiagnostic(error, { texts, colors: pico })}\n`);
  if (hosting === null || errors.length > 0) return "failed";
  process.stdout.write(headerFormats[format](hosting));
  return "done";
}
