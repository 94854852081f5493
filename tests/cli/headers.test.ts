import { readFile } from "node:fs/promises";
import { join } from "node:path";

import { expect, test } from "vitest";

import { runCli } from "../support/run-cli.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const sources = {
  "content/index.md": "# Home",
  "content/site.yaml":
    "servers: [{ name: A, url: https://api.example.com/v1, kind: production }]\nredirects: [{ from: /old, to: / }]",
};

test.each(["nginx", "caddy", "netlify"])(
  "headers --format %s prints headers, caching and the pages' policy, and writes no file",
  async (format) => {
    await using site = await temporaryFolder(sources);
    const { code, stdout, stderr } = await runCli(["headers", "--format", format, "--base-url", "/docs/"], {
      cwd: site.path,
    });
    expect([code, stderr]).toEqual([0, ""]);
    expect(stdout).toContain("frame-ancestors 'none'");
    expect(stdout).toContain("connect-src 'self' https://api.example.com;");
    expect(stdout).toContain("max-age=31536000, immutable");
    expect(stdout).toContain("public, max-age=0, must-revalidate");
    expect(stdout).toContain("/docs/assets/");
    expect(stdout.includes("/docs/old")).toBe(format !== "netlify");
  },
);

test("headers for netlify prints the same text as the site's own _headers file", async () => {
  await using site = await temporaryFolder(sources);
  await runCli(["--quiet"], { cwd: site.path });
  const { stdout } = await runCli(["headers", "--format", "netlify"], { cwd: site.path });
  expect(await readFile(join(site.path, "dist/_headers"), "utf8")).toBe(stdout);
});

test("a site with errors gets no headers, because an incomplete policy would block the explorer", async () => {
  await using site = await temporaryFolder({ "content/index.md": "[x](/nowhere)" });
  const { code, stdout, stderr } = await runCli(["headers"], { cwd: site.path });
  expect([code, stdout]).toEqual([1, ""]);
  expect(stderr).toContain("there is no page or file `/nowhere`");
  expect((await runCli(["headers", "--format", "iis"], { cwd: site.path })).code).toBe(2);
});
