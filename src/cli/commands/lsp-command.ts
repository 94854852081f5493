import { resolve } from "node:path";

import type { Command } from "commander";

import { addCacheOptions, type SiteFlags, toFolder } from "../options.ts";

export function addLspCommand(program: Command): void {
  const command = program
    .command("lsp")
    .description("serve an editor by the Language Server Protocol, on stdin and stdout")
    .option("--root <dir>", "folder that holds content/ and openapi/ (the one that the editor has open)", toFolder)
    .option("--stdio", "the default; some editors pass it");
  addCacheOptions(command).action(async ({ root, cache }: LspFlags) => {
    const { serveEditor } = await import("#lsp/language-server.ts");
    serveEditor({ root: root === undefined ? null : resolve(root), cache });
  });
}

interface LspFlags extends Pick<SiteFlags, "cache"> {
  readonly root?: string;
}
