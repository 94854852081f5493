import { readdir, readFile, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";

import { expect, test } from "vitest";

import { PackFolder } from "#cache/pack-folder.ts";

import { temporaryFolder } from "../support/temporary-folder.ts";

type Values = Readonly<Record<string, string>>;

/** As a build does: opens the folder, adds what is not there, and saves. */
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

test("what one build saves, the next one reads", async () => {
  await using folder = await temporaryFolder();
  const path = join(folder.path, "a", "b");
  store(path, { one: "1", two: "" });
  expect(recall(path, ["one", "two", "three"])).toEqual(["1", "", null]);
});

test("a build that adds nothing leaves the folder as it is", async () => {
  await using folder = await temporaryFolder();
  store(folder.path, { one: "1" });
  const before = await readdir(folder.path);
  store(folder.path, { one: "1" });
  expect(await readdir(folder.path)).toEqual(before);
});

test("a value with a byte that changed on the disk is none, wherever the byte is; the next build heals it", async () => {
  await using folder = await temporaryFolder();
  store(folder.path, { one: "first", two: "second" });
  const [name = ""] = await readdir(folder.path);
  const whole = await readFile(join(folder.path, name));
  for (let place = 0; place < whole.length; place++) {
    const damaged = Buffer.from(whole);
    damaged[place] = (damaged[place] ?? 0) ^ 0b100;
    await writeFile(join(folder.path, name), damaged);
    for (const [index, found] of recall(folder.path, ["one", "two"]).entries())
      expect([null, index === 0 ? "first" : "second"], `byte ${place}`).toContain(found);
  }
  store(folder.path, { one: "first", two: "second" });
  expect(recall(folder.path, ["one", "two"])).toEqual(["first", "second"]);
});

test("a pack that was cut off holds less, and nothing wrong", async () => {
  await using folder = await temporaryFolder();
  store(folder.path, { one: "first", two: "second" });
  const [name = ""] = await readdir(folder.path);
  const whole = await readFile(join(folder.path, name));
  for (const length of [0, 1, 20, whole.length - 1]) {
    await writeFile(join(folder.path, name), whole.subarray(0, length));
    expect(recall(folder.path, ["one", "two"])).toEqual([null, null]);
  }
});

test("builds at once keep what each of them made", async () => {
  await using folder = await temporaryFolder();
  store(folder.path, { old: "0" });
  const [first, second] = [new PackFolder(folder.path), new PackFolder(folder.path)];
  first.add("one", Buffer.from("1"));
  second.add("two", Buffer.from("2"));
  first.save();
  // The pack with the old value was taken along and removed.
  expect(second.read("old")).not.toBeNull();
  second.save();
  expect(recall(folder.path, ["old", "one", "two"])).toEqual(["0", "1", "2"]);
});

test("many builds leave a few packs", async () => {
  await using folder = await temporaryFolder();
  for (let build = 0; build < 40; build++) store(folder.path, { [`value ${build}`]: "x".repeat(build * 100) });
  expect((await readdir(folder.path)).length).toBeLessThan(10);
  expect(recall(folder.path, ["value 0", "value 39"])).toEqual(["", "x".repeat(3900)]);
});

test("the folder is bounded; what no build has used for long leaves first", async () => {
  await using folder = await temporaryFolder();
  const large = (letter: string): string => letter.repeat(3_000);
  const limit = 10_000;
  store(folder.path, { used: large("u") }, limit);
  store(folder.path, { unused: large("n"), more: large("m") }, limit);
  for (const name of await readdir(folder.path)) await utimes(join(folder.path, name), 0, 0);
  store(folder.path, { used: large("u"), new: large("w") }, limit);
  expect(recall(folder.path, ["used", "new", "unused", "more"])).toEqual([large("u"), large("w"), null, null]);
});

test("what a killed build left is swept when it is old", async () => {
  await using folder = await temporaryFolder({ ".new-1-old": "half", ".new-2-young": "half" });
  await utimes(join(folder.path, ".new-1-old"), 0, 0);
  store(folder.path, { one: "1" });
  const names = await readdir(folder.path);
  expect(names).toContain(".new-2-young");
  expect(names).not.toContain(".new-1-old");
});

test("where no folder can be made, nothing is kept and nothing fails", async () => {
  await using folder = await temporaryFolder({ file: "in the way" });
  const path = join(folder.path, "file", "cache");
  store(path, { one: "1" });
  expect(recall(path, ["one"])).toEqual([null]);
});
