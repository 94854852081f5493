import { cp, mkdir, readdir, symlink } from "node:fs/promises";
import { join } from "node:path";

import { expect, test } from "vitest";

import { packageRoot } from "#package.ts";

import { type CommandResult, runCommand } from "../support/run-command.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

/** The files of a clone of this repository once its packages are installed. */
const parts = ["package.json", "package-lock.json", "bin", "src", "templates", "lib", "LICENSE", "README.md"];

test("init creates a repository that installs from an offline clone, and whose scripts check and build", async () => {
  await using folder = await temporaryFolder();
  const clone = join(folder.path, "clone");
  await mkdir(clone);
  for (const part of parts) await cp(join(packageRoot, part), join(clone, part), { recursive: true });
  await symlink(join(packageRoot, "node_modules"), join(clone, "node_modules"));
  const docs = join(folder.path, "docs");
  const run = async (command: string, args: readonly string[], cwd: string): Promise<CommandResult> => {
    const result = await runCommand(command, args, { cwd, env: { npm_config_update_notifier: "false" } });
    expect(result.code, `${command} ${args.join(" ")}: ${result.stdout}${result.stderr}`).toBe(0);
    return result;
  };
  await run(process.execPath, [join(clone, "bin/docs-build.js"), "init", "docs"], folder.path);
  const packages = await readdir(join(packageRoot, "node_modules"));
  await run("npm", ["install", "--offline", "--no-audit", "--no-fund"], docs);
  expect(await readdir(join(packageRoot, "node_modules"))).toEqual(packages);
  // What the workflow runs.
  await run("npm", ["ci", "--offline", "--no-audit", "--no-fund"], docs);
  const built = await run("npm", ["run", "build", "--", "--strict", "--report", "github"], docs);
  expect(built.stdout).toMatch(/✓ no warnings, 4 pages/);
  await run("npm", ["run", "check"], docs);
  expect(await readdir(join(docs, "dist"))).toContain("index.html");
  expect(await folder.read("docs/package-lock.json")).not.toContain("http");
});
