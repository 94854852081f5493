import { mkdir, readdir, readFile, rename, rm, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";

import { expect, test } from "vitest";

import { treeOf } from "../support/faults.ts";
import { mayMount, mountAt } from "../support/mounted-folder.ts";
import { runCli } from "../support/run-cli.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const small = { "content/index.md": "# Home", "openapi/readme.txt": "none" };

/** Everything in a folder at any depth, including empty folders and links. */
async function everythingIn(folder: string): Promise<string[]> {
  return (await readdir(folder, { recursive: true })).sort();
}

test.each([
  ["the root", ".", "it holds the site's sources"],
  ["a parent", "..", "it holds the site's sources"],
  ["the root of the file system", "/", "it holds the site's sources"],
  ["content", "content", "it lies in content/"],
  ["a folder in content", "content/out", "it lies in content/"],
  ["openapi", "openapi", "it lies in openapi/"],
  ["content by another path", "dist/../content", "it lies in content/"],
  ["content through a symbolic link", "link/out", "it lies in content/"],
  ["a symbolic link to an empty folder", "empty-link", "it is a symbolic link"],
  ["a symbolic link to nothing", "dangling", "it is a symbolic link"],
  ["a file", "file", "it isn't a folder"],
  ["a folder with a file in it", "foreign", "it has files that docs-build didn't make"],
  ["a repository", "repository", "it has files that docs-build didn't make"],
])("%s is refused as output folder with a reason, and nothing is changed", async (_, out, reason) => {
  await using site = await temporaryFolder({
    ...small,
    file: "mine",
    "foreign/mine.txt": "mine",
    "repository/.git/HEAD": "ref",
  });
  await mkdir(join(site.path, "empty"));
  await symlink("content", join(site.path, "link"));
  await symlink("empty", join(site.path, "empty-link"));
  await symlink("nowhere", join(site.path, "dangling"));
  const before = await everythingIn(site.path);
  const { code, stdout, stderr } = await runCli(["--quiet", "--out", out], { cwd: site.path });
  expect(code).toBe(1);
  expect(stderr).toMatch(new RegExp(`^error the output folder .* isn't replaced: ${reason}`));
  expect(stderr).toContain("choose another folder with --out, or empty this one yourself");
  expect(stdout).toBe("");
  expect(await everythingIn(site.path)).toEqual(before);
});

test("the home folder and its parents are refused as output folder", async () => {
  await using site = await temporaryFolder(small);
  await using home = await temporaryFolder({ "me/documents/thesis.txt": "years" });
  for (const out of ["me", "."]) {
    const result = await runCli(["--quiet", "--out", join(home.path, out)], {
      cwd: site.path,
      env: { HOME: join(home.path, "me") },
    });
    expect([result.code, result.stderr]).toEqual([1, expect.stringContaining("it holds your home folder")]);
  }
  expect(await everythingIn(home.path)).toEqual(["me", "me/documents", "me/documents/thesis.txt"]);
});

test.each([
  ["a file added by hand", "CNAME"],
  ["a new repository", ".git/HEAD"],
  ["a work tree's .git file", ".git"],
  ["a file in one of our folders", "assets/mine.js"],
  ["a symbolic link", "home.html"],
])("%s in a built site keeps the site from being replaced", async (_, file) => {
  await using site = await temporaryFolder(small);
  await runCli(["--quiet"], { cwd: site.path });
  const dist = join(site.path, "dist");
  if (file === "home.html") await symlink("index.html", join(dist, file));
  else await site.write({ [`dist/${file}`]: "mine" });
  await site.write({ "content/index.md": "# Changed" });
  const before = await treeOf(dist);
  const { code, stderr } = await runCli(["--quiet"], { cwd: site.path });
  expect(code).toBe(1);
  expect(stderr).toContain(`it has a file that docs-build didn't make: ${file}`);
  expect(await treeOf(dist)).toEqual(before);
});

test.each<readonly [string, (text: string) => string | null]>([
  ["is gone", () => null],
  ["is cut off", (text) => text.slice(0, text.length / 2)],
  ["is of another tool", () => '{"generator":"other","files":{}}'],
  ["names no files", () => '{"generator":"docs-build"}'],
  ["isn't JSON", () => "hello"],
])("a site whose marker %s is refused, and all its files stay", async (_, toMarker) => {
  await using site = await temporaryFolder(small);
  await runCli(["--quiet"], { cwd: site.path });
  const marker = join(site.path, "dist/docs-build.json");
  const text = toMarker(await readFile(marker, "utf8"));
  await (text === null ? rm(marker) : writeFile(marker, text));
  await site.write({ "content/index.md": "# Changed" });
  const before = await treeOf(join(site.path, "dist"));
  const { code, stderr } = await runCli(["--quiet"], { cwd: site.path });
  expect([code, stderr]).toEqual([1, expect.stringContaining("it has files that docs-build didn't make")]);
  expect(await treeOf(join(site.path, "dist"))).toEqual(before);
});

test("a missing folder is created with its parents, an empty one is filled, a moved site is recognized", async () => {
  await using site = await temporaryFolder(small);
  expect((await runCli(["--quiet", "--out", "a/b/c"], { cwd: site.path })).code).toBe(0);
  await mkdir(join(site.path, "empty"));
  expect((await runCli(["--quiet", "--out", "empty"], { cwd: site.path })).code).toBe(0);
  await rename(join(site.path, "empty"), join(site.path, "moved"));
  expect((await runCli(["--quiet", "--out", "moved"], { cwd: site.path })).code).toBe(0);
  expect(await treeOf(join(site.path, "moved"))).toEqual(await treeOf(join(site.path, "a/b/c")));
});

test("a root that is a symbolic link builds the same site as the folder it points to", async () => {
  await using site = await temporaryFolder(small);
  await using elsewhere = await temporaryFolder();
  await symlink(site.path, join(elsewhere.path, "site"));
  const { code, stderr } = await runCli(["--quiet", "--root", "site"], { cwd: elsewhere.path });
  expect(`${code}${stderr}`).toBe("0");
  expect(await readdir(site.path)).toContain("dist");
});

test("a site is still recognized without its dot-files and host files", async () => {
  await using site = await temporaryFolder({
    ...small,
    "content/static/.well-known/x": "x",
    "content/old.md": "# Old",
  });
  await runCli(["--quiet"], { cwd: site.path });
  const dist = join(site.path, "dist");
  for (const name of [".well-known", "_headers", "_redirects"])
    await rm(join(dist, name), { recursive: true, force: true });
  await site.write({ "content/index.md": "# Changed" });
  await rm(join(site.path, "content/old.md"));
  expect((await runCli(["--quiet"], { cwd: site.path })).code).toBe(0);
  const tree = await treeOf(dist);
  expect(Object.keys(tree ?? {})).toEqual(expect.arrayContaining([".well-known/x", "_headers", "docs-build.json"]));
  expect(tree).not.toHaveProperty(["old/index.html"]);
});

/** Pages come and go; a page's folder becomes a file, and a file becomes a page's folder. */
const edited = {
  "content/index.md": "# Changed",
  "content/static/guide": "a file now",
  "content/a.txt.md": "---\nslug: /a.txt\n---\n\nA page now",
};

test.runIf(mayMount).each(["a file system of its own", "a folder from elsewhere"] as const)(
  "a mount point (%s) is filled in place, with a note, and gets the same site as another folder",
  async (how) => {
    await using site = await temporaryFolder({
      ...small,
      "content/guide.md": "# Guide",
      "content/static/a.txt": "text",
    });
    await using dist = await mountAt(site, how);
    const line = /^dist is a mount point: it was written in place/;
    const first = await runCli([], { cwd: site.path });
    expect([first.code, first.stderr]).toEqual([0, expect.stringMatching(line)]);
    const again = await runCli([], { cwd: site.path });
    expect([again.code, again.stderr]).toEqual([0, ""]);
    for (const name of ["content/guide.md", "content/static/a.txt"]) await rm(join(site.path, name));
    await site.write(edited);
    const second = await runCli([], { cwd: site.path });
    expect([second.code, second.stderr]).toEqual([0, expect.stringMatching(line)]);
    expect((await runCli(["--quiet", "--out", "elsewhere"], { cwd: site.path })).stderr).toBe("");
    expect(await everythingIn(dist.path)).toEqual(await everythingIn(join(site.path, "elsewhere")));
    expect(await treeOf(dist.path)).toEqual(await treeOf(join(site.path, "elsewhere")));
    await site.write({ "dist/mine": "mine", "content/index.md": "# Again" });
    const before = await treeOf(dist.path);
    const foreign = await runCli(["--quiet"], { cwd: site.path });
    expect([foreign.code, foreign.stderr]).toEqual([1, expect.stringContaining("didn't make: mine")]);
    expect(await treeOf(dist.path)).toEqual(before);
  },
);
