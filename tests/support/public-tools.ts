import { existsSync } from "node:fs";
import { join } from "node:path";

import { expect } from "vitest";

import { packageRoot } from "#package.ts";

import { runCommand } from "./run-command.ts";

const tools = join(packageRoot, "tests/tools");

/** Installs the package of public tools by its lock file, unless that is done. */
export async function installTools(): Promise<void> {
  if (existsSync(join(tools, "node_modules/.package-lock.json"))) return;
  const installed = await runCommand("npm", ["ci", "--ignore-scripts", "--no-audit", "--no-fund"], { cwd: tools });
  expect(installed).toMatchObject({ code: 0 });
}

/** The command of a public tool. */
export function toolPath(name: string): string {
  return join(tools, "node_modules/.bin", name);
}
