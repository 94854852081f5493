import { expect, test } from "vitest";

import { packageRoot } from "#package.ts";

import { runCli } from "../support/run-cli.ts";
import { spawnCli } from "../support/run-command.ts";

test.each(["docs.example.com", "file:///etc/passwd", "https://me:secret@docs.example.com"])(
  "an assistant is led to no address like %s",
  async (address) => {
    const { code, stdout, stderr } = await runCli(["mcp", address], { cwd: packageRoot });
    expect([code, stdout]).toEqual([2, ""]);
    expect(stderr).toContain("It must be an http or https address, without a user name in it.");
  },
);

test("help tells what the command is for, and which folder or address it takes", async () => {
  const { stdout } = await runCli(["mcp", "--help"], { cwd: packageRoot });
  expect(stdout).toContain("Usage: docs-build mcp [options] [address]");
  expect(stdout).toContain("--root <dir>");
});

test("it ends where nobody asks: with an input that is empty from the start", async () => {
  expect(await spawnCli(["mcp"], { cwd: packageRoot })).toEqual({ code: 0, stdout: "", stderr: "" });
});
