import { fileURLToPath } from "node:url";

import { expect, test } from "vitest";

import { editedSite } from "../support/editor-site.ts";
import { startLanguageClient } from "../support/language-client.ts";
import { installDebian } from "../support/install-debian.ts";
import { bin, canRun, runCommand } from "../support/run-command.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

/* A real editor and `docs-build lsp`. */
if (!(await canRun("nvim", ["--version"]))) installDebian("neovim");
const isInstalled = await canRun("nvim", ["--version"]);

test("Neovim shows findings while typing, fixes them, completes names and goes to definitions", async ({ skip }) => {
  skip(!isInstalled, "Neovim is not installed here");
  await using site = await temporaryFolder(editedSite);
  const script = fileURLToPath(new URL("neovim.lua", import.meta.url));
  const { stdout } = await runCommand(process.execPath, [bin, "explain", "editors"], { cwd: site.path });
  const [, lines = ""] = /^Neovim 0\.7.*\n\n([^]*?)\n\n(?=\S)/m.exec(stdout) ?? [];
  const setup = lines.replace('"npx", "docs-build"', `"${process.execPath}", "${bin}"`);
  expect(setup).toContain(process.execPath);
  const env = { SETUP: setup, XDG_STATE_HOME: site.path, XDG_CACHE_HOME: site.path };
  const { code, stderr } = await runCommand("nvim", ["--headless", "--clean", "-c", `luafile ${script}`], {
    cwd: site.path,
    env,
  });
  expect([code, stderr]).toEqual([0, expect.not.stringContaining("waited in vain")]);
  const result: Readonly<Record<string, unknown>> = JSON.parse(await site.read("result.json"));
  expect(result).toMatchObject({
    finding: { line: 3, column: 4, code: "link/broken" },
    fixed: "See [é](/guides/money).",
    completion: ["loads_create", "loads_list"],
    definition: expect.stringMatching(/^ {4}get:/),
  });
});

test("the server ends when its editor disappears", async () => {
  const gone = await runCommand(process.execPath, ["-p", "process.pid"], { cwd: "." });
  await using client = await startLanguageClient(editedSite, { processId: Number(gone.stdout) });
  await client.exited;
});
