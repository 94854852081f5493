import { expect, test } from "vitest";

import { packageRoot } from "#package.ts";

import { runCli } from "../support/run-cli.ts";

test("explain prints what a code means; a misspelt one is wrong usage, and the nearest is told", async () => {
  const known = await runCli(["explain", "link/broken"], { cwd: packageRoot });
  expect(known).toMatchObject({ code: 0, stderr: "" });
  expect(known.stdout).toMatch(/^link\/broken \(error\)\n/);
  const misspelt = await runCli(["explain", "link/brokn"], { cwd: packageRoot });
  expect(misspelt).toEqual({
    code: 2,
    stdout: "",
    stderr: "error: there is nothing to explain by the name 'link/brokn'\n(Did you mean link/broken?)\n",
  });
});
