import { appendFile, rm, symlink } from "node:fs/promises";
import { join, relative } from "node:path";

import { expect, test } from "vitest";

import { runCli } from "../support/run-cli.ts";
import { temporaryFolder, type TemporaryFolder } from "../support/temporary-folder.ts";

const sources = { "content/index.md": "# Home\n\n[Guide](/guide)", "content/guide.md": "# Guide" };

async function builtSite(): Promise<TemporaryFolder> {
  const site = await temporaryFolder(sources);
  expect((await runCli(["--quiet"], { cwd: site.path })).code).toBe(0);
  return site;
}

test("a folder that matches its sources is verified, whatever its location and name", async () => {
  await using site = await builtSite();
  const { code, stdout, stderr } = await runCli(["verify", "--quiet"], { cwd: site.path });
  expect([code, stderr]).toEqual([0, ""]);
  expect(stdout).toMatch(/^✓ .*3 pages.* = dist$/m);
  await using elsewhere = await temporaryFolder();
  const named = await runCli(["verify", join(site.path, "dist"), "--root", site.path, "--quiet"], {
    cwd: elsewhere.path,
  });
  expect(named.code).toBe(0);
  const root = relative(elsewhere.path, site.path);
  const unnamed = await runCli(["verify", "--root", root, "--quiet"], { cwd: elsewhere.path });
  expect([unnamed.code, unnamed.stdout]).toEqual([0, expect.stringContaining(` = ${join(root, "dist")}\n`)]);
});

test("every changed, missing or foreign file is reported, and nothing is written", async () => {
  await using site = await builtSite();
  const dist = join(site.path, "dist");
  await appendFile(join(dist, "index.html"), "<!-- changed by hand -->");
  await rm(join(dist, "guide/index.html"));
  await site.write({ "dist/.well-known/x": "mine" });
  await rm(join(dist, "robots.txt"));
  await symlink("index.html", join(dist, "robots.txt"));
  const { code, stdout } = await runCli(["verify", "--report", "json", "--quiet"], { cwd: site.path });
  expect(code).toBe(1);
  const { diagnostics, summary } = JSON.parse(stdout) as {
    diagnostics: { code: string; message: string }[];
    summary: { out: null };
  };
  expect(diagnostics.map((found) => `${found.code}: ${found.message}`)).toEqual([
    "output/foreign: .well-known/x isn't a file of this site",
    "output/missing: guide/index.html is missing",
    "output/differs: index.html differs from what these sources give",
    "output/missing: robots.txt is missing",
  ]);
  expect(summary.out).toBe(null);
});

test("another base URL, a changed source and another marker give different bytes", async () => {
  await using site = await builtSite();
  const other = await runCli(["verify", "--quiet", "--base-url", "/docs/"], { cwd: site.path });
  expect([other.code, other.stderr]).toEqual([1, expect.stringContaining("index.html differs")]);
  await site.write({ "content/guide.md": "# Guide\n\nMore." });
  const changed = await runCli(["verify", "--quiet"], { cwd: site.path });
  const differing = changed.stderr.split("\n").filter((line) => line.includes("differs"));
  const files = differing.map((line) => line.split(" ")[1]);
  expect(files).toEqual(expect.arrayContaining(["guide/index.html", "docs-build.json"]));
  expect(files).not.toContain("index.html");
});

test("a missing folder and sources with errors are reported as such", async () => {
  await using site = await temporaryFolder(sources);
  const missing = await runCli(["verify", "--quiet"], { cwd: site.path });
  expect([missing.code, missing.stderr]).toEqual([1, expect.stringContaining("there is no folder")]);
  await site.write({ "content/guide.md": "[x](/nowhere)" });
  const broken = await runCli(["verify", "--quiet"], { cwd: site.path });
  expect([broken.code, broken.stderr]).toEqual([1, expect.stringContaining("there is no page or file `/nowhere`")]);
  expect(broken.stdout).toMatch(/ — nothing was compared\n$/);
});

test("verify accepts missing dot-files: host files in silence, others with a warning", async () => {
  await using site = await builtSite();
  for (const name of ["docs-build.json", "_headers"]) await rm(join(site.path, "dist", name));
  const { code, stdout, stderr } = await runCli(["verify"], { cwd: site.path });
  expect([code, stdout, stderr]).toEqual([0, expect.stringContaining(" = dist\n"), ""]);
  await site.write({ "content/static/.well-known/security.txt": "x", "content/static/.nojekyll": "" });
  const hidden = await runCli(["verify"], { cwd: site.path });
  expect([hidden.code, hidden.stderr]).toEqual([
    0,
    expect.stringMatching(/^warning hidden files .* missing from the published folder: \.nojekyll and 1 more/),
  ]);
  await site.write({ "dist/_headers": "changed" });
  const changed = await runCli(["verify"], { cwd: site.path });
  expect([changed.code, changed.stderr]).toEqual([1, expect.stringContaining("_headers differs")]);
});
