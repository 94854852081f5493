import { mkdir, readdir, readFile, rm, symlink } from "node:fs/promises";
import { join } from "node:path";
import { deserialize, serialize } from "node:v8";

import { expect, test } from "vitest";

import { treeOf } from "../support/faults.ts";
import { forgeValues, packsIn } from "../support/forge-pack.ts";
import { largeContract } from "../support/large-contract.ts";
import { runCli } from "../support/run-cli.ts";
import { startServe } from "../support/serve-process.ts";
import { strikeFiles } from "../support/strike-files.cjs";
import { temporaryFolder } from "../support/temporary-folder.ts";

const small = {
  "content/index.md": "# Home\n\nTo [the guide](guide.md).",
  "content/guide.md": "# Guide\n\n## Part\n\nText.",
  "openapi/readme.txt": "none",
};

const cached = ["--quiet", "--cache", "cache"];

/** Replaces every cached value that contains these words. */
async function replaceValues(folder: string, words: string): Promise<void> {
  await forgeValues(folder, (bytes) =>
    Buffer.from(bytes).includes(words) ? serialize([deserialize(bytes)[0], 42]) : bytes,
  );
}

test("a build that fails on a cached value runs again without it, and repairs the cache", async () => {
  await using site = await temporaryFolder(small);
  await runCli(cached, { cwd: site.path });
  const dist = join(site.path, "dist");
  const before = await treeOf(dist);
  await replaceValues(join(site.path, "cache"), "");
  await rm(dist, { recursive: true });
  expect(await runCli(cached, { cwd: site.path })).toEqual({ code: 0, stdout: "", stderr: "" });
  expect(await treeOf(dist)).toEqual(before);
  const packs = await packsIn(join(site.path, "cache"));
  const texts = await Promise.all(packs.map(async (pack) => readFile(pack, "latin1")));
  expect(texts.filter((text) => text.includes("Guide"))).toHaveLength(1);
});

test("serve answers with the right search file even if the cached one is invalid", async () => {
  await using site = await temporaryFolder(small);
  await runCli(cached, { cwd: site.path });
  await replaceValues(join(site.path, "cache"), "assets/search/");
  await using server = await startServe(["--cache", "cache"], { cwd: site.path });
  const response = await fetch(`${server.origin}/search.json`);
  expect([response.status, await response.text()]).toEqual([200, await site.read("dist/search.json")]);
  expect(server.output()).not.toContain("crashed");
});

test("a template that reads files and variables sees their current values, even with a warm cache", async () => {
  await using site = await temporaryFolder({
    ...small,
    "version.txt": "1.0",
    "templates/footer.tsx": `import { readFileSync } from "node:fs";
      export const Footer = () => <footer>{process.env["COMMIT"]} {readFileSync("version.txt", "utf8")}</footer>;`,
  });
  const footerOf = async (COMMIT: string): Promise<string | undefined> => {
    const { code, stderr } = await runCli(cached, { cwd: site.path, env: { COMMIT } });
    expect(`${code}${stderr}`).toBe("0");
    return /<footer>.*?<\/footer>/.exec(await site.read("dist/guide/index.html"))?.[0].replaceAll("<!-- -->", "");
  };
  expect(await footerOf("abc")).toBe("<footer>abc 1.0</footer>");
  expect(await footerOf("def")).toBe("<footer>def 1.0</footer>");
  await site.write({ "version.txt": "1.1" });
  expect(await footerOf("def")).toBe("<footer>def 1.1</footer>");
});

test("a directive that reads a variable sees its current value, even with a warm cache", async () => {
  await using site = await temporaryFolder({
    ...small,
    "content/guide.md": "# Guide\n\n::commit\n",
    "templates/directives/commit.tsx": 'export default () => <p>{process.env["COMMIT"]}</p>;',
  });
  for (const COMMIT of ["abc", "def"]) {
    expect(await runCli(cached, { cwd: site.path, env: { COMMIT } })).toEqual({ code: 0, stdout: "", stderr: "" });
    expect(await site.read("dist/guide/index.html")).toContain(`<p>${COMMIT}</p>`);
  }
});

test("changing the time zone that templates use updates the pages", async () => {
  await using site = await temporaryFolder({
    ...small,
    "templates/footer.tsx": "export const Footer = () => <footer>{new Date(0).getHours()}</footer>;",
  });
  for (const [TZ, hour] of [
    ["Asia/Tokyo", 9],
    ["UTC", 0],
  ] as const) {
    await runCli(cached, { cwd: site.path, env: { TZ } });
    expect(await site.read("dist/guide/index.html")).toContain(`<footer>${hour}</footer>`);
  }
});

test("the cache is a subfolder of the named folder, and other files there stay untouched", async () => {
  await using site = await temporaryFolder({ ...small, "cache/objects.pack": "git's", "cache/.new-file": "mine" });
  for (const text of ["# One", "# Two"]) {
    await site.write({ "content/index.md": text });
    expect((await runCli(cached, { cwd: site.path })).code).toBe(0);
  }
  expect((await readdir(join(site.path, "cache"))).sort()).toEqual([".new-file", "docs-build-cache", "objects.pack"]);
  expect(await site.read("cache/objects.pack")).toBe("git's");
});

test("a site without node_modules has its cache in the user's cache folder, and --debug shows the path", async () => {
  await using user = await temporaryFolder();
  await using one = await temporaryFolder(small);
  await using other = await temporaryFolder(small);
  const env = { DOCS_BUILD_CACHE: "", XDG_CACHE_HOME: user.path };
  const foldersOf = async (): Promise<readonly string[]> => readdir(join(user.path, "docs-build"));
  const first = await runCli(["--debug"], { cwd: one.path, env });
  const [name = ""] = await foldersOf();
  expect(first.stderr).toMatch(/^cache {6}/);
  expect(first.stderr.split("\n")[0]).toBe(`cache      ${join(user.path, "docs-build", name, "docs-build-cache")}`);
  expect(await packsIn(join(user.path, "docs-build", name))).toHaveLength(1);
  await runCli(["--quiet"], { cwd: other.path, env });
  expect(await foldersOf()).toHaveLength(2);
  const before = await treeOf(join(one.path, "dist"));
  await runCli(["--quiet", "--root", one.path], { cwd: other.path, env });
  expect(await foldersOf()).toHaveLength(2);
  expect(await treeOf(join(one.path, "dist"))).toEqual(before);
});

test.each([
  ["content", "it lies in content/"],
  ["content/static/cache", "it lies in content/"],
  ["openapi", "it lies in openapi/"],
  ["templates/x", "it lies in templates/"],
  ["link", "it lies in content/"],
  ["dist", "it lies in the output folder"],
  ["public/below", "it lies in the output folder"],
])(
  "a cache in %s would count as part of the site: it's refused as wrong usage, and nothing is written",
  async (cache, reason) => {
    await using site = await temporaryFolder(small);
    await symlink("content", join(site.path, "link"));
    const out = cache.startsWith("public") ? ["--out", "public"] : [];
    const named = await runCli(["--quiet", "--cache", cache, ...out], { cwd: site.path });
    const inherited = await runCli(["--quiet", ...out], { cwd: site.path, env: { DOCS_BUILD_CACHE: cache } });
    for (const { code, stdout, stderr } of [named, inherited]) {
      expect([code, stdout]).toEqual([2, ""]);
      expect(stderr).toMatch(new RegExp(`^error: the cache folder .*${cache} is refused: ${reason}`));
      expect(stderr).toContain("name another with --cache or DOCS_BUILD_CACHE");
    }
    expect((await readdir(site.path)).sort()).toEqual(["content", "link", "openapi"]);
  },
);

test("an output folder that contains the sources is refused because of them, not because of the cache", async () => {
  await using site = await temporaryFolder(small);
  const { code, stderr } = await runCli(["--quiet", "--cache", "cache", "--out", "."], { cwd: site.path });
  expect([code, stderr]).toEqual([1, expect.stringContaining("it holds the site's sources")]);
});

test("every command that writes a cache refuses one in the sources", async () => {
  await using site = await temporaryFolder(small);
  await mkdir(join(site.path, "dist"));
  for (const command of ["check", "verify", "headers", "serve"]) {
    const { code, stderr } = await runCli([command, "--cache", "content"], { cwd: site.path });
    expect([command, code, stderr]).toEqual([command, 2, expect.stringContaining("it lies in content/")]);
  }
});

test("an unchanged site is reused with its findings, and a changed output folder is repaired", async () => {
  const lost = { "content/lost.md": "# Lost\n\nTo [nothing](nothing.md)." };
  const contract = { "openapi/api.json": JSON.stringify(largeContract({ operations: 1 })) };
  await using site = await temporaryFolder({ ...small, ...lost, ...contract });
  const build = async (...words: string[]): Promise<string> => {
    const { stdout } = await runCli([...words, "--report", "json", "--cache", "cache"], { cwd: site.path });
    return stdout.replace(/"milliseconds": \d+/, "");
  };
  const dist = join(site.path, "dist");
  const first = await build();
  const before = await treeOf(dist);
  expect(first).toContain("content/lost.md");
  expect(first).toContain('"hasReference": true');
  expect(await build()).toBe(first);
  expect(await build("check")).toBe(first.replace('"out": "dist"', '"out": null'));
  await rm(join(dist, "guide/index.html"));
  await site.write({ "dist/index.html": "somebody's" });
  expect(await build()).toBe(first);
  expect(await treeOf(dist)).toEqual(before);
  await site.write({ "content/guide.md": "# Guide\n\nAnother text." });
  await build();
  expect(await treeOf(dist)).not.toEqual(before);
  await site.write(small);
  expect(await build()).toBe(first);
  expect(await treeOf(dist)).toEqual(before);
});

test("when a cache's disk fails from any call on, the site is still built the same", async () => {
  await using site = await temporaryFolder(small);
  const dist = join(site.path, "dist");
  await runCli(["--quiet", "--no-cache"], { cwd: site.path });
  const expected = await treeOf(dist);
  const log = join(site.path, "openapi/calls.txt");
  let calls = 0;
  for (let at = 1; at === 1 || calls >= at - 2; at += 2) {
    await site.write({ "openapi/calls.txt": "" });
    await rm(dist, { recursive: true });
    await rm(join(site.path, "cache"), { recursive: true, force: true });
    const restore = strikeFiles({ out: join(site.path, "cache"), log, at, fault: "EIO" });
    const result = await runCli(cached, { cwd: site.path });
    restore();
    expect(result, `from call ${at}`).toEqual({ code: 0, stdout: "", stderr: "" });
    expect(await treeOf(dist), `from call ${at}`).toEqual(expected);
    calls = (await readFile(log, "utf8")).split("\n").length - 1;
  }
  expect(calls).toBeGreaterThan(2);
});
