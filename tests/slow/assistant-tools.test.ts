import { beforeAll, expect, test } from "vitest";

import { packageRoot } from "#package.ts";

import { findNode } from "../support/other-nodes.ts";
import { installTools, toolPath } from "../support/public-tools.ts";
import { bin, type CommandResult, runCommand } from "../support/run-command.ts";
import { startServe } from "../support/serve-process.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

/*
 * The protocol makers' own checks of servers: their inspector's command line, and those scenarios of their conformance tests
 * that need no fixtures in the server. Both need a newer Node than docs-build.
 */

const node = findNode(22, 19) ?? "";

beforeAll(installTools, 180_000);

async function run(tool: string, ...args: readonly string[]): Promise<CommandResult> {
  await using folder = await temporaryFolder({});
  return await runCommand(node, [toolPath(tool), ...args], { cwd: folder.path });
}

async function inspect(...args: readonly string[]): Promise<CommandResult> {
  return run("mcp-inspector", "--cli", node, bin, "mcp", "--root", packageRoot, ...args);
}

test.skipIf(node === "")("the inspector lists tools, pages and prompts, and accepts their schemas", async () => {
  const { code, stdout, stderr } = await inspect("--method", "tools/list", "--strict");
  expect([code, stderr.match(/^\d+ errors?/m)?.[0] ?? "0 errors"]).toEqual([0, "0 errors"]);
  expect(JSON.parse(stdout).tools).toHaveLength(14);
  const resources = await inspect("--method", "resources/list");
  expect(resources.stdout).toContain("docs:///broker-api.md");
  const prompts = await inspect("--method", "prompts/list");
  expect(JSON.parse(prompts.stdout).prompts).toHaveLength(2);
});

const scenarios = [
  "server-initialize",
  "ping",
  "tools-list",
  "resources-list",
  "prompts-list",
  "dns-rebinding-protection",
];

test.skipIf(node === "")("the scenarios of the conformance tests that run without fixtures pass", async () => {
  await using server = await startServe(["--port", "0"], { cwd: packageRoot });
  for (const scenario of scenarios) {
    const { stdout } = await run("conformance", "server", "--url", `${server.origin}/mcp`, "--scenario", scenario);
    expect(stdout, scenario).toMatch(/Passed: (\d)\/\1, 0 failed, 0 warnings/);
  }
});
