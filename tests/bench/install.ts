import { spawnSync } from "node:child_process";
import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

import { type PackedPackages, servePackages } from "../support/packed-packages.ts";
import { runCommand } from "../support/run-command.ts";
import { type TemporaryFolder, temporaryFolder } from "../support/temporary-folder.ts";
import { median } from "./measure.ts";

/*
 * How long it takes to add docs-build to a project: from a release's address, whose packages are served by this
 * process, and from a git address, which installs and compiles the development tree from the usual registry. Run:
 *
 *   npm run compile && node tests/bench/run.mjs install
 *
 * npm's own cache is empty each time. ROUNDS says how many installs count (3; medians are printed). The commit is HEAD.
 */
const rounds = Number(process.env["ROUNDS"] ?? 3);

await main();

async function main(): Promise<void> {
  await using project = await temporaryFolder({ "package.json": '{ "private": true }' });
  await using packages = await servePackages(join(project.path, "packed"));
  const repository = `git+${pathToFileURL(process.cwd()).href}`;
  const release: number[] = [];
  const git: number[] = [];
  for (let round = 0; round < rounds; round++) {
    release.push(await install(project, packages.archive, packages));
    git.push(await install(project, repository));
  }
  console.log(`from a release's address   ${median(release).toFixed(1)} s`);
  console.log(`from a git address         ${median(git).toFixed(1)} s`);
}

/** Seconds until the command answers. */
async function install(project: TemporaryFolder, address: string, packages?: PackedPackages): Promise<number> {
  for (const path of ["node_modules", "package-lock.json", "npm"])
    rmSync(join(project.path, path), { recursive: true, force: true });
  await project.write({ "package.json": '{ "private": true }' });
  const registry = packages === undefined ? {} : { npm_config_registry: `${packages.origin}/` };
  const env = { npm_config_cache: join(project.path, "npm"), npm_config_update_notifier: "false", ...registry };
  const flags = ["--no-audit", "--no-fund", ...(packages === undefined ? [] : ["--ignore-scripts"])];
  const start = performance.now();
  const { code, stderr } = await runCommand("npm", ["install", address, ...flags], { cwd: project.path, env });
  if (code !== 0) throw new Error(`${address} can't be installed: ${stderr.slice(-2000)}`);
  const command = join(project.path, "node_modules/docs-build/bin/docs-build.js");
  const { status } = spawnSync(process.execPath, [command, "--version"], { cwd: project.path });
  if (status !== 0) throw new Error("the installed command doesn't start");
  const seconds = (performance.now() - start) / 1000;
  console.log(address, `${seconds.toFixed(1)} s, ${readdirSync(join(project.path, "node_modules")).length} folders`);
  return seconds;
}
