import { mkdir, readdir, readFile, utimes, writeFile } from "node:fs/promises";
import { delimiter, dirname, join } from "node:path";

import { expect, test } from "vitest";

import { packageRoot } from "#package.ts";

import { treeOf } from "../support/faults.ts";
import { shippedFolder, temporaryFolder, type TemporaryFolder } from "../support/temporary-folder.ts";
import { buildShippedSite } from "../support/shipped-site.ts";
import { bin, runCommand, spawnCli } from "../support/run-command.ts";

/** The shipped sources, written file by file in the reverse of their order, with times of long ago. */
async function reversedSite(): Promise<TemporaryFolder> {
  const folder = await temporaryFolder();
  for (const name of ["openapi", "content"]) {
    const entries = await readdir(join(packageRoot, name), { recursive: true, withFileTypes: true });
    const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
    for (const file of files.sort().reverse()) {
      const copy = join(folder.path, file.slice(packageRoot.length));
      await mkdir(dirname(copy), { recursive: true });
      await writeFile(copy, await readFile(file));
      await utimes(copy, 0, 0);
    }
  }
  return folder;
}

test("file order, times of files, umask, user, locale, time zone and terminal do not show in a byte", async () => {
  await using first = await shippedFolder();
  await using second = await reversedSite();
  expect((await spawnCli(["--quiet", "--site-url", "https://x.example"], { cwd: first.path })).code).toBe(0);
  const env = {
    HOME: "/nonexistent",
    USER: "nobody",
    TZ: "Asia/Kathmandu",
    LC_ALL: "tr_TR.UTF-8",
    NODE_ENV: "development",
    FORCE_COLOR: "1",
    COLUMNS: "40",
  };
  const command = `umask 077 && exec "${process.execPath}" "${bin}" --quiet --site-url https://x.example`;
  const { code } = await runCommand("sh", ["-c", command], { cwd: second.path, env });
  expect(code).toBe(0);
  expect(await treeOf(join(second.path, "dist"))).toEqual(await treeOf(join(first.path, "dist")));
});

test("two builds in different folders, time zones and languages are byte-identical", async () => {
  await using first = await shippedFolder();
  await using second = await shippedFolder();
  const runs = await Promise.all([
    spawnCli(["--quiet"], {
      cwd: first.path,
      env: { TZ: "Pacific/Kiritimati", LANG: "tr_TR.UTF-8", LC_ALL: "tr_TR.UTF-8" },
    }),
    spawnCli(["--quiet"], { cwd: second.path, env: { TZ: "America/Los_Angeles", LANG: "C", LC_ALL: "C" } }),
  ]);
  expect(runs.map(({ code }) => code)).toEqual([0, 0]);
  expect(await treeOf(join(first.path, "dist"))).toEqual(await treeOf(join(second.path, "dist")));
});

test("the compiled package writes the pages that its sources make", async () => {
  await using folder = await temporaryFolder();
  const dist = join(folder.path, "dist");
  expect((await spawnCli(["--quiet", "--out", dist], { cwd: packageRoot })).code).toBe(0);
  const { files } = await buildShippedSite();
  const pages = files.filter(({ path }) => /\.(?:html|md)$/.test(path));
  expect(pages.length).toBeGreaterThan(30);
  for (const { path, content } of pages)
    expect(await readFile(join(dist, path), "utf8"), path).toBe(Buffer.from(content).toString());
});

/** Executables of other versions of Node, in one variable as in PATH. */
const otherNodes = (process.env["OTHER_NODES"] ?? "").split(delimiter).filter((path) => path !== "");

test.skipIf(otherNodes.length === 0)(
  "other versions of Node write the same bytes (those that OTHER_NODES names)",
  async () => {
    await using site = await shippedFolder();
    expect((await spawnCli(["--quiet"], { cwd: site.path })).code).toBe(0);
    const own = await treeOf(join(site.path, "dist"));
    for (const node of otherNodes) {
      const { code } = await runCommand(node, [bin, "--quiet", "--out", "other"], { cwd: site.path });
      expect(code, node).toBe(0);
      expect(await treeOf(join(site.path, "other")), node).toEqual(own);
    }
  },
);

test("nothing of the machine or the moment is in the output: no path, name, date, map or hidden file but the marker", async () => {
  await using site = await shippedFolder();
  await spawnCli(["--quiet"], { cwd: site.path });
  const dist = join(site.path, "dist");
  const entries = await readdir(dist, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  expect(files.filter((file) => /\/\.|\.map$/.test(file.slice(dist.length)))).toEqual([join(dist, ".docs-build.json")]);
  const today = new Date().toISOString().slice(0, 10);
  const isWritten = (await site.read("content/versioning.md")).includes(`| ${today} |`); // The changelog has dates.
  const traces = [site.path, packageRoot, process.cwd(), "sourceMappingURL", ...(isWritten ? [] : [today])];
  for (const file of files) {
    const text = await readFile(file, "latin1");
    for (const trace of traces) expect(text.includes(trace), `${file}: ${trace}`).toBe(false);
  }
});

test("SOURCE_DATE_EPOCH dates the sitemap where git does not; without either there are no dates", async () => {
  await using site = await temporaryFolder({ "content/index.md": "# Home" });
  const sitemap = async () => readFile(join(site.path, "dist/sitemap.xml"), "utf8");
  const args = ["--quiet", "--site-url", "https://x.example"];
  await spawnCli(args, { cwd: site.path });
  expect(await sitemap()).not.toContain("lastmod");
  await spawnCli(args, { cwd: site.path, env: { SOURCE_DATE_EPOCH: "1700000000", TZ: "Asia/Tokyo" } });
  expect(await sitemap()).toContain("<lastmod>2023-11-14T22:13:20Z</lastmod>");
});
