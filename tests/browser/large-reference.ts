import { largeContract } from "../support/large-contract.ts";
import { serveFolder } from "../support/serve-folder.ts";
import { spawnCli } from "../support/run-command.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { readSite, type Reader } from "./visit.ts";

/** A reader of a site whose reference is in parts: a page for each tag. */
export async function readLargeReference(): Promise<Reader> {
  const folder = await temporaryFolder({
    "content/index.md": "# Home",
    "openapi/api.json": JSON.stringify(largeContract({ operations: 204 })),
  });
  const { code, stderr } = await spawnCli(["--quiet"], { cwd: folder.path });
  if (code !== 0 || stderr !== "") throw new Error(stderr);
  const host = await serveFolder(`${folder.path}/dist`);
  const reader = await readSite(host.origin);
  return {
    ...reader,
    async [Symbol.asyncDispose]() {
      for (const resource of [reader, host, folder]) await resource[Symbol.asyncDispose]();
    },
  };
}
