import { rm, rename, symlink } from "node:fs/promises";
import { join } from "node:path";

import { expect, test } from "vitest";

import { readDates as readDatesOf, readGitState } from "#read/git/git-history.ts";
import type { SourceDates } from "#read/sources.ts";

import { temporaryFolder, type TemporaryFolder } from "../support/temporary-folder.ts";
import { runCommand } from "../support/run-command.ts";

async function readDates(root: string, epoch = ""): Promise<SourceDates> {
  return readDatesOf(root, epoch, readGitState(root));
}

/** A repository without the machine's git settings. */
async function git(folder: TemporaryFolder, args: readonly string[], date = 0): Promise<void> {
  const env = {
    GIT_CONFIG_GLOBAL: "/dev/null",
    GIT_CONFIG_SYSTEM: "/dev/null",
    GIT_AUTHOR_DATE: `@${date} +0900`,
    GIT_COMMITTER_DATE: `@${date} +0900`,
  };
  const identity = ["-c", "user.name=Test", "-c", "user.email=test@example.com", "-c", "init.defaultBranch=main"];
  const { code, stderr } = await runCommand("git", [...identity, ...args], { cwd: folder.path, env });
  if (code !== 0) throw new Error(stderr);
}

async function commit(folder: TemporaryFolder, date: number): Promise<void> {
  await git(folder, ["add", "-A"], date);
  await git(folder, ["commit", "-qm", "a change"], date);
}

test("a file's date is that of its last commit, whatever its name, and an uncommitted file has none", async () => {
  await using folder = await temporaryFolder({
    "content/a.md": "1",
    "content/b c.md": "1",
    'content/\u00fc "x".md': "1",
    "src/x.ts": "1",
  });
  await git(folder, ["init", "-q"]);
  await commit(folder, 1_700_000_000);
  await folder.write({ "content/a.md": "2" });
  await commit(folder, 1_800_000_000);
  await folder.write({ "content/new.md": "1" });
  const { byFile, fallback } = await readDates(folder.path);
  expect(Object.fromEntries(byFile)).toEqual({
    "content/a.md": 1_800_000_000,
    "content/b c.md": 1_700_000_000,
    'content/\u00fc "x".md': 1_700_000_000,
  });
  expect(fallback).toBe(null);
});

test("the site may be below the repository's root", async () => {
  await using folder = await temporaryFolder({ "site/content/a.md": "1", "content/other.md": "1" });
  await git(folder, ["init", "-q"]);
  await commit(folder, 1_700_000_000);
  const { byFile } = await readDates(join(folder.path, "site"));
  expect([...byFile.keys()]).toEqual(["content/a.md"]);
});

test("a shallow clone has no dates, because they could be wrong", async () => {
  await using origin = await temporaryFolder({ "content/a.md": "1", "content/b.md": "1" });
  await git(origin, ["init", "-q"]);
  await commit(origin, 1_700_000_000);
  await origin.write({ "content/b.md": "2" });
  await commit(origin, 1_800_000_000);
  await using clone = await temporaryFolder();
  await git(clone, ["clone", "-q", "--depth", "1", `file://${origin.path}`, "site"]);
  expect((await readDates(join(clone.path, "site"))).byFile.size).toBe(0);
});

test("SOURCE_DATE_EPOCH is used where git has no date, and without git there are no other dates", async () => {
  await using folder = await temporaryFolder({ "content/a.md": "1" });
  expect((await readDates(folder.path, "1600000000")).fallback).toBe(1_600_000_000);
  expect((await readDates(folder.path, "yesterday")).fallback).toBe(null);
  await rename(join(folder.path, "content"), join(folder.path, "moved"));
  expect((await readDates(folder.path)).byFile.size).toBe(0);
});

test("a circular or unreadable `.git` counts as missing and doesn't stop the build", async () => {
  await using folder = await temporaryFolder({ "site/content/a.md": "1", "other/content/a.md": "1" });
  await symlink(".git", join(folder.path, "site/.git"));
  expect((await readDates(join(folder.path, "site"))).byFile.size).toBe(0);
  await git(folder, ["init", "-q"]);
  await commit(folder, 1_700_000_000);
  await rm(join(folder.path, ".git/logs/HEAD"));
  await symlink("HEAD", join(folder.path, ".git/logs/HEAD"));
  expect((await readDates(join(folder.path, "other"))).byFile.get("content/a.md")).toBe(1_700_000_000);
});
