import { spawnCli } from "../support/run-command.ts";
import { serveFolder } from "../support/serve-folder.ts";
import { temporaryFolder, type TemporaryFolder } from "../support/temporary-folder.ts";
import { readSite, type Reader } from "./visit.ts";

/** Builds the site of a folder with the real command, without a finding. Returns the folder that it wrote. */
export async function buildIn({ path }: TemporaryFolder, ...flags: readonly string[]): Promise<string> {
  const { code, stdout, stderr } = await spawnCli(["--quiet", ...flags], { cwd: path });
  if (code !== 0 || stderr !== "") throw new Error(stdout + stderr);
  return `${path}/dist`;
}

/** A reader of a site of its own, which a plain host serves below the base URL that its settings name. */
export async function publishSite(
  files: Readonly<Record<string, string | Uint8Array>>,
  baseUrl = "/",
): Promise<Reader & AsyncDisposable> {
  const folder = await temporaryFolder(files);
  const host = await serveFolder(await buildIn(folder), { baseUrl });
  return {
    ...readSite(host.origin),
    async [Symbol.asyncDispose]() {
      for (const resource of [host, folder]) await resource[Symbol.asyncDispose]();
    },
  };
}

/** The headers that a site's `_headers` sets for every address. */
export function headersIn(text: string): Record<string, string> {
  const [rule = ""] = text.split("\n\n");
  const lines = rule.split("\n").slice(1);
  return Object.fromEntries(lines.map((line) => line.trim().split(/: (.*)/s, 2)));
}
