import { chmod, lstat, mkdir, readdir, readFile, rm, stat, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";

import { expect, test } from "vitest";

import { diagnose, type Diagnostic, withFix } from "#shared/diagnostics/diagnostic.ts";
import { replaceFile } from "#write/durable-files.ts";
import { fixSources } from "#write/fix-sources.ts";

import { temporaryFolder } from "../support/temporary-folder.ts";

/** A finding whose fix replaces a word of the line. */
function finding(
  file: string,
  [line, column, length]: readonly [number, number, number],
  replacement: string,
): Diagnostic {
  const start = { line, column };
  const range = { start, end: { line, column: column + length } };
  return withFix(diagnose("link/broken", "wrong", { file, ...start }), { range, replacement });
}

/** The fixes that were made, and the others with their reasons. */
async function applyFixes(root: string, diagnostics: readonly Diagnostic[], texts: Readonly<Record<string, string>>) {
  const { made, left } = await fixSources(diagnostics, { root, texts: new Map(Object.entries(texts)) });
  return {
    made: made.map(({ file, written, replacement }) => `${file} ${written} ${replacement}`),
    left: left.map(({ file, reason }) => `${file} ${reason}`),
  };
}

test("a fixed file keeps its line endings, byte-order mark, permissions and all other text", async () => {
  const text = "a\tbda\r\nsecond bda\n\r\nthird b\u{1F69A}da\rbda";
  await using folder = await temporaryFolder({ "content/a.md": `\uFEFF${text}` });
  const path = join(folder.path, "content/a.md");
  await chmod(path, 0o640);
  const found = [
    finding("content/a.md", [1, 3, 3], "bad"),
    finding("content/a.md", [2, 8, 3], "longer"),
    finding("content/a.md", [4, 8, 2], "€"),
    finding("content/a.md", [5, 1, 3], ""),
  ];
  const { made, left } = await applyFixes(folder.path, [...found, ...found], { "content/a.md": text });
  expect([made.length, left]).toEqual([4, []]);
  expect(await readFile(path, "utf8")).toBe("\uFEFFa\tbad\r\nsecond longer\n\r\nthird b€da\r");
  expect((await stat(path)).mode & 0o777).toBe(0o640);
  expect(await readdir(join(folder.path, "content"))).toEqual(["a.md"]);
});

test("overlapping fixes are skipped, and those beside them are made", async () => {
  await using folder = await temporaryFolder({ "content/a.md": "one two three" });
  const found = [
    finding("content/a.md", [1, 1, 3], "1"),
    finding("content/a.md", [1, 5, 3], "2"),
    finding("content/a.md", [1, 7, 4], "x"),
    finding("content/a.md", [1, 11, 3], "y"),
  ];
  expect(await applyFixes(folder.path, found, { "content/a.md": "one two three" })).toEqual({
    made: ["content/a.md one 1", "content/a.md ree y"],
    left: ["content/a.md another fix changes the same words", "content/a.md another fix changes the same words"],
  });
  expect(await folder.read("content/a.md")).toBe("1 two thy");
});

test("a file that was changed, removed, locked or replaced by a folder is skipped, and others are fixed", async () => {
  const names = ["changed", "gone", "locked", "folder", "good"].map((name) => `content/${name}.md`);
  await using folder = await temporaryFolder(Object.fromEntries(names.map((name) => [name, "bda"])));
  const path = (name: string) => join(folder.path, `content/${name}.md`);
  await writeFile(path("changed"), "bda!");
  await chmod(path("locked"), 0o444);
  for (const name of ["gone", "folder"]) await rm(path(name));
  await mkdir(path("folder"));
  const found = names.map((name) => finding(name, [1, 1, 3], "bad"));
  expect(await applyFixes(folder.path, found, Object.fromEntries(names.map((name) => [name, "bda"])))).toEqual({
    made: ["content/good.md bda bad"],
    left: [
      "content/changed.md it has changed meanwhile",
      "content/gone.md it is gone",
      "content/locked.md it is read-only",
      "content/folder.md it can't be written: EISDIR",
    ],
  });
  expect(await readFile(path("changed"), "utf8")).toBe("bda!");
  expect(await readFile(path("locked"), "utf8")).toBe("bda");
});

test("a link within content/ stays a link, its file is fixed once, and a link out of content/ is skipped", async () => {
  await using folder = await temporaryFolder({ "content/real.md": "bda", "openapi/other.md": "bda" });
  await symlink("real.md", join(folder.path, "content/link.md"));
  await symlink("../openapi/other.md", join(folder.path, "content/out.md"));
  const names = ["content/link.md", "content/out.md", "content/real.md"];
  const found = names.map((name) => finding(name, [1, 1, 3], "bad"));
  expect(await applyFixes(folder.path, found, Object.fromEntries(names.map((name) => [name, "bda"])))).toEqual({
    made: ["content/link.md bda bad"],
    left: ["content/out.md it leads out of content/", "content/real.md it has changed meanwhile"],
  });
  expect((await lstat(join(folder.path, "content/link.md"))).isSymbolicLink()).toBe(true);
  expect([await folder.read("content/real.md"), await folder.read("openapi/other.md")]).toEqual(["bad", "bda"]);
});

test("a file outside the author's folders gets no fix", () => {
  expect(finding("openapi/api.yaml", [1, 1, 3], "bad").fix).toBeUndefined();
});

test("a save during a fix wins, and no temporary file is left", async () => {
  await using folder = await temporaryFolder({ "content/a.md": "old" });
  const path = join(folder.path, "content/a.md");
  const isReplaced = await replaceFile(path, "new", async () => {
    await writeFile(path, "saved");
    return false;
  });
  expect([isReplaced, await readFile(path, "utf8")]).toEqual([false, "saved"]);
  expect(await readdir(join(folder.path, "content"))).toEqual(["a.md"]);
});
