import { closeSync, openSync, writeSync } from "node:fs";
import { chown, readdir, readFile, rm, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";

import { expect, test } from "vitest";

import { PackFolder } from "#cache/pack-folder.ts";

import { checkOf, forgePack, packsIn } from "../support/forge-pack.ts";
import { runCommand } from "../support/run-command.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

type Values = Readonly<Record<string, string>>;

/** Works as a build does: opens the folder, adds missing values, and saves. */
function store(path: string, values: Values, limit?: number): void {
  const folder = new PackFolder(path, limit);
  for (const [name, text] of Object.entries(values))
    if (folder.read(name) === null) folder.add(name, Buffer.from(text));
  folder.save();
}

function recall(path: string, names: readonly string[]): readonly (string | null)[] {
  const folder = new PackFolder(path);
  const found = names.map((name) => folder.read(name)).map((bytes) => bytes && Buffer.from(bytes).toString());
  folder.save();
  return found;
}

test("a build reads what an earlier one saved", async () => {
  await using folder = await temporaryFolder();
  const path = join(folder.path, "a", "b");
  store(path, { one: "1", two: "" });
  expect(recall(path, ["one", "two", "three"])).toEqual(["1", "", null]);
});

test("a build that adds no value leaves the folder unchanged", async () => {
  await using folder = await temporaryFolder();
  store(folder.path, { one: "1" });
  const before = await readdir(folder.path);
  store(folder.path, { one: "1" });
  expect(await readdir(folder.path)).toEqual(before);
});

test("a value with a damaged byte on the disk is missing, and the next build restores it", async () => {
  await using folder = await temporaryFolder();
  store(folder.path, { one: "first", two: "second" });
  const [file = ""] = await packsIn(folder.path);
  const whole = await readFile(file);
  for (let offset = 0; offset < whole.length; offset++) {
    const damaged = Buffer.from(whole);
    damaged[offset] = (damaged[offset] ?? 0) ^ 0b100;
    await writeFile(file, damaged);
    for (const [index, found] of recall(folder.path, ["one", "two"]).entries())
      expect([null, index === 0 ? "first" : "second"], `byte ${offset}`).toContain(found);
  }
  store(folder.path, { one: "first", two: "second" });
  expect(recall(folder.path, ["one", "two"])).toEqual(["first", "second"]);
});

test("a truncated pack has fewer values, and no wrong ones", async () => {
  await using folder = await temporaryFolder();
  store(folder.path, { one: "first", two: "second" });
  const [file = ""] = await packsIn(folder.path);
  const whole = await readFile(file);
  for (const length of [0, 1, 20, whole.length - 1]) {
    await writeFile(file, whole.subarray(0, length));
    expect(recall(folder.path, ["one", "two"])).toEqual([null, null]);
  }
});

test("simultaneous builds keep each other's values", async () => {
  await using folder = await temporaryFolder();
  store(folder.path, { old: "0" });
  const [first, second] = [new PackFolder(folder.path), new PackFolder(folder.path)];
  first.add("one", Buffer.from("1"));
  second.add("two", Buffer.from("2"));
  first.save();
  expect(second.read("old")).not.toBeNull();
  second.save();
  expect(recall(folder.path, ["old", "one", "two"])).toEqual(["0", "1", "2"]);
});

test("a pack has what its build used, so many builds leave only a few packs", async () => {
  await using folder = await temporaryFolder();
  for (let build = 0; build < 40; build++) store(folder.path, { always: "a", [`value ${build}`]: "x".repeat(build) });
  expect(await packsIn(folder.path)).toHaveLength(3);
  expect(recall(folder.path, ["always", "value 39", "value 37", "value 0"])).toEqual([
    "a",
    "x".repeat(39),
    "x".repeat(37),
    null,
  ]);
});

test("the folder's size is limited, and the oldest pack is removed first", async () => {
  await using folder = await temporaryFolder();
  const large = (letter: string): string => letter.repeat(3_000);
  const limit = 10_000;
  store(folder.path, { used: large("u"), unused: large("n") }, limit);
  store(folder.path, { used: large("u"), new: large("w") }, limit);
  expect(recall(folder.path, ["used", "new", "unused"])).toEqual([large("u"), large("w"), null]);
});

test("leftovers of a killed build are removed once they're old", async () => {
  await using folder = await temporaryFolder();
  store(folder.path, { zero: "0" });
  await folder.write({ ".new-1-old": "half", ".new-2-young": "half" });
  await utimes(join(folder.path, ".new-1-old"), 0, 0);
  store(folder.path, { one: "1" });
  const names = await readdir(folder.path);
  expect(names).toContain(".new-2-young");
  expect(names).not.toContain(".new-1-old");
});

test("a folder that can't be created means no cache and no error", async () => {
  await using folder = await temporaryFolder({ file: "in the way" });
  const path = join(folder.path, "file", "cache");
  store(path, { one: "1" });
  expect(recall(path, ["one"])).toEqual([null]);
});

test("a folder that vanishes during a build loses only the new values", async () => {
  await using parent = await temporaryFolder();
  const path = join(parent.path, "cache");
  store(path, { old: "0" });
  const folder = new PackFolder(path);
  folder.add("one", Buffer.from("1"));
  await rm(path, { recursive: true });
  folder.save();
  expect(Buffer.from(folder.read("old") ?? "").toString()).toBe("0");
  const other = openSync(join(parent.path, "other"), "w");
  folder.close();
  writeSync(other, "still open");
  closeSync(other);
  expect(recall(path, ["old", "one"])).toEqual([null, null]);
});

const value = Buffer.from("value");

test.each<readonly [string, unknown]>([
  ["a length beyond any memory", [["one", [0, 1e15, checkOf(value)]]]],
  ["an offset past the last byte", [["one", [1e9, 5, checkOf(value)]]]],
  ["a fraction", [["one", [0.5, 5, checkOf(value)]]]],
  ["a negative offset", [["one", [-1, 5, checkOf(value)]]]],
  ["null as an offset and length", [["one", null]]],
  ["null as an entry", [null]],
  ["a name that isn't a string", [[{}, [0, 5, checkOf(value)]]]],
  ["null", null],
  ["a number", 7],
])("a pack with an invalid list counts as empty, and the next build restores it (%s)", async (_, list) => {
  await using folder = await temporaryFolder();
  store(folder.path, { two: "2" });
  await writeFile(join(folder.path, "forged.pack"), forgePack(value, list));
  expect(recall(folder.path, ["one", "two"])).toEqual([null, "2"]);
  store(folder.path, { one: "1".repeat(1_000) });
  expect(recall(folder.path, ["one", "two"])).toEqual(["1".repeat(1_000), "2"]);
});

test("a folder or pipe with a pack's name is ignored", async () => {
  await using folder = await temporaryFolder();
  store(folder.path, { one: "1" });
  await runCommand("mkfifo", ["pipe.pack"], { cwd: folder.path });
  await folder.write({ "folder.pack/file": "" });
  expect(recall(folder.path, ["one", "two"])).toEqual(["1", null]);
});

test("a folder that contains other files is left alone, whatever their names", async () => {
  const others = { "objects.pack": "somebody's", ".new-else": "somebody's", "CACHEDIR.TAG": "of another tool" };
  await using folder = await temporaryFolder(others);
  for (const name of Object.keys(others)) await utimes(join(folder.path, name), 0, 0);
  store(folder.path, { one: "1" }, 10);
  store(folder.path, { one: "1" }, 10);
  expect(recall(folder.path, ["one"])).toEqual([null]);
  expect((await readdir(folder.path)).toSorted()).toEqual(Object.keys(others).toSorted());
});

test("a folder that got other files by the end of a build isn't cleaned", async () => {
  await using folder = await temporaryFolder();
  store(folder.path, { one: "1" });
  const [file = ""] = await packsIn(folder.path);
  const other = new PackFolder(folder.path);
  other.add("two", Buffer.from("2"));
  await rm(join(folder.path, "CACHEDIR.TAG"));
  other.save();
  expect(await readFile(file, "utf8")).toContain("1");
});

test.skipIf(process.getuid?.() !== 0)("another user's folder is never used, with or without our marker", async () => {
  await using folder = await temporaryFolder({ "empty/.gitkeep": "" });
  const path = join(folder.path, "made");
  store(path, { one: "1" });
  const before = await readdir(path);
  await rm(join(folder.path, "empty/.gitkeep"));
  for (const name of ["made", "empty"]) await chown(join(folder.path, name), 4321, 4321);
  store(path, { two: "2" });
  store(join(folder.path, "empty"), { two: "2" });
  expect(recall(path, ["one", "two"])).toEqual([null, null]);
  expect([await readdir(path), await readdir(join(folder.path, "empty"))]).toEqual([before, []]);
});
