import { resolve } from "node:path";

import { InvalidArgumentError, type Command } from "commander";

import type { Authoring } from "#mcp/tools/author-tools.ts";
import { toWebAddress } from "#read/fetch/document-request.ts";
import { fixSources } from "#write/fix-sources.ts";

import { exitAfter, type CommandEnd } from "../exit-codes.ts";
import { addCacheOptions, addRootOption, type SiteFlags } from "../options.ts";
import { contractsIn } from "../read-site.ts";
import { printBug } from "../terminal.ts";

export function addMcpCommand(program: Command): void {
  const command = addRootOption(program.command("mcp"))
    .description("let an assistant read the site, check requests and try them in a sandbox (Model Context Protocol)")
    .argument(
      "[address]",
      "a published site, like https://docs.example.com; without one, the site of this folder",
      toSite,
    );
  addCacheOptions(command).action(async (address: URL | undefined, flags: SiteFlags) =>
    exitAfter(mcpCommand(address, flags)),
  );
}

function toSite(value: string): URL {
  const address = toWebAddress(value);
  if (address === null)
    throw new InvalidArgumentError("It must be an http or https address, without a user name in it.");
  return address;
}

async function mcpCommand(address: URL | undefined, { root, cache }: SiteFlags): Promise<CommandEnd> {
  const { serveOnStdio } = await import("#mcp/transports.ts");
  if (address !== undefined) {
    const { readPublishedSite } = await import("#mcp/site/published-site.ts");
    await serveOnStdio(readPublishedSite(address), { authoring: null, onBug: printBug });
    return "done";
  }
  const { FolderSite } = await import("#serve/mcp-site.ts");
  const { explain, suggest } = await import("../explain/explain.ts");
  const folder = resolve(root);
  const site = new FolderSite({ root: folder, flags: {}, strict: false, cache, sourcesOf: contractsIn(folder) });
  const authoring: Authoring = {
    check: async () => (await site.check()).diagnostics,
    explain,
    suggest,
    fix: async () => {
      const { diagnostics, texts } = await site.check();
      return fixSources(diagnostics, { root: folder, texts });
    },
  };
  await serveOnStdio(site, { authoring, onBug: printBug });
  site.stop();
  return "done";
}
