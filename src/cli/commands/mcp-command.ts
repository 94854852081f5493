import { resolve } from "node:path";

import { InvalidArgumentError, type Command } from "commander";

import { toWebAddress } from "#read/fetch/document-request.ts";

import { exitAfter, type CommandEnd } from "../exit-codes.ts";
import { addCacheOptions, addRootOption, type SiteFlags } from "../options.ts";
import { printLine } from "../terminal.ts";

/** `docs-build mcp`. */
export function addMcpCommand(program: Command): void {
  const command = addRootOption(program.command("mcp"))
    .description("let an assistant read the site, check requests and try them in a sandbox (Model Context Protocol)")
    .argument(
      "[address]",
      "a published site, like https://docs.example.com; without one, the site of this folder",
      toSite,
    );
  addCacheOptions(command)
    .exitOverride()
    .action(async (address: URL | undefined, flags: SiteFlags) => exitAfter(mcpCommand(address, flags)));
}

function toSite(value: string): URL {
  const address = toWebAddress(value);
  if (address === null)
    throw new InvalidArgumentError("It must be an http or https address, without a user name in it.");
  return address;
}

/** Answers on standard input and output until the client closes them. Nothing else may be printed there. */
async function mcpCommand(address: URL | undefined, { root, cache }: SiteFlags): Promise<CommandEnd> {
  const { serveOnStdio } = await import("#mcp/stdio.ts");
  if (address !== undefined) {
    const { readPublishedSite } = await import("#mcp/site/published-site.ts");
    await serveOnStdio({ files: readPublishedSite(address), authoring: null, onBug });
    return "done";
  }
  const [{ FolderSite }, { toAuthoring }] = await Promise.all([
    import("#serve/folder-site.ts"),
    import("../author-folder.ts"),
  ]);
  const folder = resolve(root);
  const site = new FolderSite({ root: folder, flags: {}, strict: false, cache });
  await serveOnStdio({ files: site, authoring: toAuthoring(site, folder), onBug });
  site.stop();
  return "done";
}

function onBug(error: unknown): void {
  printLine(error instanceof Error ? (error.stack ?? error.message) : String(error));
}
