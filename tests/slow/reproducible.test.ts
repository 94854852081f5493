import { mkdir, readdir, readFile, utimes, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";

import { afterAll, beforeAll, expect, test } from "vitest";

import { build } from "#build.ts";
import { packageRoot } from "#package.ts";

import { collectFiles } from "../support/build-site.ts";
import { treeOf } from "../support/faults.ts";
import { otherNodes } from "../support/other-nodes.ts";
import { shippedFolder, temporaryFolder, type TemporaryFolder } from "../support/temporary-folder.ts";
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

/** The shipped site, built where a machine in Kiribati speaks Turkish. */
let site: TemporaryFolder;

const flags = ["--quiet", "--site-url", "https://x.example"];

beforeAll(async () => {
  site = await shippedFolder();
  const env = { TZ: "Pacific/Kiritimati", LANG: "tr_TR.UTF-8", LC_ALL: "tr_TR.UTF-8" };
  expect((await spawnCli(flags, { cwd: site.path, env })).code).toBe(0);
});

afterAll(async () => site[Symbol.asyncDispose]());

test("folder, file order, file times, umask, user, locale, time zone and terminal don't affect a byte", async () => {
  await using other = await reversedSite();
  const env = {
    ...{ HOME: "/nonexistent", USER: "nobody", TZ: "America/Los_Angeles", LANG: "C", LC_ALL: "C" },
    ...{ NODE_ENV: "development", FORCE_COLOR: "1", COLUMNS: "40" },
  };
  const command = `umask 077 && exec "${process.execPath}" "${bin}" ${flags.join(" ")}`;
  const { code } = await runCommand("sh", ["-c", command], { cwd: other.path, env });
  expect(code).toBe(0);
  expect(await treeOf(join(other.path, "dist"))).toEqual(await treeOf(join(site.path, "dist")));
});

test("the compiled package writes the same pages as its sources", async () => {
  const options = { root: site.path, flags: { siteUrl: "https://x.example" }, strict: false };
  const { files } = await collectFiles(async (emit) => build({ ...options, emit }));
  const pages = files.filter(({ path }) => /\.(?:html|md)$/.test(path));
  expect(pages.length).toBeGreaterThan(30);
  for (const { path, content } of pages)
    expect(await site.read(`dist/${path}`), path).toBe(Buffer.from(content).toString());
});

test.skipIf(otherNodes.length === 0)("other versions of Node write the same bytes (those in OTHER_NODES)", async () => {
  const own = await treeOf(join(site.path, "dist"));
  for (const node of otherNodes) {
    const { code } = await runCommand(node, [bin, ...flags, "--out", "other"], { cwd: site.path });
    expect(code, node).toBe(0);
    expect(await treeOf(join(site.path, "other")), node).toEqual(own);
  }
});

test("the output has no trace of the machine or moment: no path, name, date, source map or hidden file", async () => {
  const dist = join(site.path, "dist");
  const entries = await readdir(dist, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  expect(files.filter((file) => /\/\.|\.map$/.test(file.slice(dist.length)))).toEqual([]);
  const today = new Date().toISOString().slice(0, 10);
  const isWritten = (await site.read("content/versioning.md")).includes(`| ${today} |`); // The changelog has dates.
  const traces = [site.path, packageRoot, process.cwd(), "sourceMappingURL", ...(isWritten ? [] : [today])];
  for (const file of files) {
    const text = await readFile(file, "latin1");
    for (const trace of traces) expect(text.includes(trace), `${file}: ${trace}`).toBe(false);
  }
});

test("SOURCE_DATE_EPOCH dates the sitemap where git doesn't; without either there are no dates", async () => {
  await using dated = await temporaryFolder({ "content/index.md": "# Home" });
  const sitemap = async () => readFile(join(dated.path, "dist/sitemap.xml"), "utf8");
  await spawnCli(flags, { cwd: dated.path });
  expect(await sitemap()).not.toContain("lastmod");
  await spawnCli(flags, { cwd: dated.path, env: { SOURCE_DATE_EPOCH: "1700000000", TZ: "Asia/Tokyo" } });
  expect(await sitemap()).toContain("<lastmod>2023-11-14T22:13:20Z</lastmod>");
});
