import { existsSync } from "node:fs";
import { join } from "node:path";

import { expect } from "vitest";

import { packageRoot } from "#package.ts";

import { findNode } from "./other-nodes.ts";
import { runCommand } from "./run-command.ts";

const tools = join(packageRoot, "tests/tools");

/**
 * Installs the package of public tools by its lock file, unless that is done: those of the Model Context Protocol's makers,
 * which are a third of it, only if there is a Node version for them.
 */
export async function installTools(): Promise<void> {
  const isComplete = findNode(22, 19) !== null;
  if (existsSync(toolPath(isComplete ? "mcp-inspector" : "prism"))) return;
  const omit = isComplete ? [] : ["--omit=optional"];
  const installed = await runCommand("npm", ["ci", "--ignore-scripts", "--no-audit", "--no-fund", ...omit], {
    cwd: tools,
  });
  expect(installed).toMatchObject({ code: 0 });
}

/** The command of a public tool. */
export function toolPath(name: string): string {
  return join(tools, "node_modules/.bin", name);
}
