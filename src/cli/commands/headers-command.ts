import { Option, type Command } from "commander";

import { type Hosting, toCaddyConfig, toHeadersFile, toNginxConfig } from "#publish/host-rules.ts";

import { exitAfter, type CommandEnd } from "../exit-codes.ts";
import { addCacheOptions, addRootOption, type SiteFlags, toPath } from "../options.ts";
import { buildOrRefuse } from "../read-site.ts";
import { printFindings } from "../terminal.ts";

export function addHeadersCommand(program: Command): void {
  const format = new Option("--format <server>", "which server they are for").choices(Object.keys(headerFormats));
  addCacheOptions(addRootOption(program.command("headers")))
    .description("print headers, caching and redirects for a web server")
    .option("--base-url <path>", "path the site is served below, like /docs/", toPath)
    .addOption(format.default("nginx"))
    .action(async (flags: HeadersFlags) => exitAfter(headersCommand(flags)));
}

const headerFormats = { nginx: toNginxConfig, caddy: toCaddyConfig, netlify: toHeadersFile } as const satisfies Record<
  string,
  (hosting: Hosting) => string
>;

interface HeadersFlags extends SiteFlags {
  readonly format: keyof typeof headerFormats;
}

async function headersCommand(flags: HeadersFlags): Promise<CommandEnd> {
  const { hosting, diagnostics, texts } = await buildOrRefuse(flags);
  const errors = diagnostics.filter(({ severity }) => severity === "error");
  printFindings(errors, texts);
  if (hosting === null || errors.length > 0) return "failed";
  process.stdout.write(headerFormats[flags.format](hosting));
  return "done";
}
