import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { expect, test } from "vitest";

import { packageRoot } from "#package.ts";

import { toAssistant } from "../support/mcp-client.ts";
import { runCli } from "../support/run-cli.ts";
import { bin, spawnCli } from "../support/run-command.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

test.each(["docs.example.com", "file:///etc/passwd", "https://me:secret@docs.example.com"])(
  "mcp refuses an address like %s",
  async (address) => {
    const { code, stdout, stderr } = await runCli(["mcp", address], { cwd: packageRoot });
    expect([code, stdout]).toEqual([2, ""]);
    expect(stderr).toContain("It must be an http or https address, without a user name in it.");
  },
);

test("the server exits when its input is empty from the start", async () => {
  expect(await spawnCli(["mcp"], { cwd: packageRoot })).toEqual({ code: 0, stdout: "", stderr: "" });
});

test("in a site's folder, the server knows the operations that the site keeps internal", async () => {
  await using folder = await temporaryFolder({
    "content/index.md": "# Home\n",
    "openapi/api.yaml":
      'openapi: 3.1.0\ninfo: { title: Trees, version: "1" }\nservers: [{ url: https://api.example.com }]\npaths:\n' +
      '  /trees: { get: { operationId: list, responses: { "204": { description: None. } } } }\n' +
      '  /axes: { get: { operationId: axes, x-internal: true, responses: { "204": { description: None. } } } }\n',
  });
  const client = new Client({ name: "tests", version: "1" });
  const args = [bin, "mcp", "--root", folder.path];
  await client.connect(new StdioClientTransport({ command: process.execPath, args, stderr: "inherit" }));
  await using assistant = toAssistant(client);
  const { operations } = await assistant.call("list_operations");
  expect(operations).toEqual([
    expect.objectContaining({ id: "list" }),
    expect.objectContaining({ id: "axes", internal: true }),
  ]);
});
