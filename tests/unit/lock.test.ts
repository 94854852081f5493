import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdir, readFile, stat, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";

import { afterEach, expect, test, vi } from "vitest";

import { holdLock } from "#write/lock.ts";
import { SiteWriter } from "#write/write-site.ts";

import { temporaryFolder } from "../support/temporary-folder.ts";

afterEach(() => void vi.useRealTimers());

/** The text of a lock of this process, with some changes. */
async function textOf(folder: string, changes: object = {}): Promise<string> {
  const file = join(folder, "sample");
  const lock = await holdLock(file);
  const owner: unknown = JSON.parse(await readFile(file, "utf8"));
  await lock.release();
  return JSON.stringify(Object.assign({}, owner, changes));
}

const longAgo = new Date(0);

test("a running process keeps its lock, no matter how long it's silent", async () => {
  await using folder = await temporaryFolder();
  const file = join(folder.path, "lock");
  const lock = await holdLock(file);
  await utimes(file, longAgo, longAgo);
  await expect(holdLock(file)).rejects.toMatchObject({ diagnostics: [{ code: "output/refused" }] });
  expect(await lock.isIntact()).toBe(true);
  await lock.release();
  expect(await readdir(folder.path)).toEqual([]);
});

test.each([
  ["of a process that is gone", async (folder: string) => textOf(folder, { process: 4_000_000 })],
  ["of a process whose number another one has now", async (folder: string) => textOf(folder, { began: "1" })],
  ["that is still empty", () => ""],
  ["that isn't valid", () => "{"],
])("a lock %s is replaced", async (_, textIn) => {
  await using folder = await temporaryFolder();
  await writeFile(join(folder.path, "lock"), await textIn(folder.path));
  const lock = await holdLock(join(folder.path, "lock"));
  expect(await lock.isIntact()).toBe(true);
  await lock.release();
  expect(await readdir(folder.path)).toEqual([]);
});

test("a zombie process has no lock", async () => {
  await using folder = await temporaryFolder();
  // The shell becomes a program that never waits for its child.
  const parent = spawn("sh", ["-c", "sleep 0.1 & echo $!; exec sleep 60"], { stdio: ["ignore", "pipe", "ignore"] });
  try {
    const [line]: unknown[] = await once(parent.stdout, "data");
    const ended = Number(String(line));
    const hasEnded = async () => (await readFile(`/proc/${ended}/stat`, "utf8")).includes(") Z ");
    await vi.waitUntil(hasEnded, { timeout: 30_000 });
    const fields = (await readFile(`/proc/${ended}/stat`, "utf8")).split(" ");
    await writeFile(join(folder.path, "lock"), await textOf(folder.path, { process: ended, began: fields[21] }));
    await (await holdLock(join(folder.path, "lock"))).release();
  } finally {
    parent.kill();
  }
});

test.each([
  ["another machine", { host: "elsewhere" }],
  ["another machine of the same name", { space: "1234-5678 pid:[1]" }],
])("a process of %s keeps its lock while it updates it, whatever local process has its number", async (_, changes) => {
  await using folder = await temporaryFolder();
  const file = join(folder.path, "lock");
  await writeFile(file, await textOf(folder.path, { process: 4_000_000, ...changes }));
  await expect(holdLock(file)).rejects.toMatchObject({ diagnostics: [{ code: "output/refused" }] });
  await utimes(file, longAgo, longAgo);
  await (await holdLock(file)).release();
});

test("a process doesn't remove or refresh a lock that another one has replaced", async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  await using folder = await temporaryFolder();
  const file = join(folder.path, "lock");
  const lock = await holdLock(file);
  const other = await textOf(folder.path, { host: "elsewhere" });
  await writeFile(file, other);
  await utimes(file, longAgo, longAgo);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(await lock.isIntact()).toBe(false);
  await lock.release();
  expect(await readFile(file, "utf8")).toBe(other);
  expect((await stat(file)).mtime).toEqual(longAgo);
});

test("a build that lost its lock leaves the other build's site, lock and staged files alone", async () => {
  await using folder = await temporaryFolder({ "content/index.md": "# Home" });
  const out = join(folder.path, "dist");
  const [first, late] = [new SiteWriter({ root: folder.path, out }), new SiteWriter({ root: folder.path, out })];
  await first.add({ path: "index.html", content: "first" });
  await first.finish();
  await late.add({ path: "index.html", content: "late" });
  // Another machine does this to a lock that was silent.
  const lock = join(folder.path, ".dist.docs-build-lock");
  const other = await textOf(folder.path, { host: "elsewhere" });
  await writeFile(lock, other);
  await folder.write({ ".dist.docs-build-new-other/index.html": "other", ".dist.docs-build-old/index.html": "before" });
  await expect(late.finish()).rejects.toMatchObject({
    diagnostics: [{ code: "output/refused", message: expect.stringContaining("another build has taken it over") }],
  });
  expect(await folder.read("dist/index.html")).toBe("first");
  expect((await readdir(folder.path)).filter((name) => name.startsWith(".dist"))).toEqual([
    ".dist.docs-build-lock",
    ".dist.docs-build-new-other",
    ".dist.docs-build-old",
  ]);
  expect(await readFile(lock, "utf8")).toBe(other);
});
