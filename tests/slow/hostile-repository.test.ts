import { appendFile, chmod, chown, cp, mkdir, readdir, rename, rm, symlink, utimes } from "node:fs/promises";
import { join } from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";

import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";

import { readHistory } from "#pipeline/read-history.ts";
import { runGit } from "#read/git/run-git.ts";
import { noMemory } from "#cache/memory.ts";
import { onStep } from "#read/steps.ts";

import { type CommandResult, runCommand } from "../support/run-command.ts";
import { temporaryFolder, type TemporaryFolder } from "../support/temporary-folder.ts";

/* Repositories whose own files name a program. The program writes a file next to them, which shows that it was run. */

const page = "A page\n\nwith several lines\n\nof its own\n";
const identity = ["-c", "user.name=Test", "-c", "user.email=test@example.com"];

interface Repository {
  readonly folder: TemporaryFolder;
  readonly git: (...args: readonly string[]) => Promise<CommandResult>;
  /** The program that writes `ran`. */
  readonly program: string;
}

const isolated = { GIT_CONFIG_GLOBAL: "/dev/null", GIT_CONFIG_NOSYSTEM: "1", GIT_TERMINAL_PROMPT: "0" };

/** The template of all repositories here. */
let committed: TemporaryFolder;

beforeAll(async () => {
  const pages = { "content/old.md": page, "content/kept.md": "kept\n", "content/changed.md": "before\n" };
  committed = await temporaryFolder(pages);
  for (const args of ["init -q", "add -A", `${identity.join(" ")} commit -qm pages`])
    await runCommand("git", args.split(" "), { cwd: committed.path, env: isolated });
});

afterAll(async () => committed[Symbol.asyncDispose]());

async function repository(): Promise<Repository> {
  const folder = await temporaryFolder();
  await cp(committed.path, join(folder.path, "site"), { recursive: true });
  const program = join(folder.path, "program");
  await folder.write({ program: `#!/bin/sh\ntouch '${folder.path}/ran'\nexit 1\n` });
  await chmod(program, 0o755);
  const git = async (...args: readonly string[]) =>
    runCommand("git", [...identity, ...args], { cwd: join(folder.path, "site"), env: isolated });
  // Changes that make every git command necessary: a removed, an added and a changed page.
  await rename(join(folder.path, "site/content/old.md"), join(folder.path, "site/content/new.md"));
  await folder.write({ "site/content/changed.md": "after!\n" });
  // The index doesn't have this time yet, so git would write it and run a hook.
  await utimes(join(folder.path, "site/content/kept.md"), 1_600_000_000, 1_600_000_000);
  return { folder, git, program };
}

type Trap = (repository: Repository) => Promise<unknown>;

const setting =
  (...names: readonly string[]): Trap =>
  async (repo) =>
    configure(repo, Object.fromEntries(names.map((name) => [name, repo.program])));

/** Settings as `git config` writes them, which would be a process for each. */
async function configure({ folder }: Repository, values: Readonly<Record<string, string>>): Promise<void> {
  const sections = Object.entries(values).map(([name, value]) => {
    const [section = "", ...below] = name.split(".");
    const key = below.pop() ?? "";
    return `[${section}${below.length === 0 ? "" : ` "${below.join(".")}"`}]\n\t${key} = ${value}\n`;
  });
  await appendFile(join(folder.path, "site/.git/config"), sections.join(""));
}

/** Settings that an attribute leads to, which every page has in the file that no commit shows. */
const through =
  (attribute: string, ...names: readonly string[]): Trap =>
  async (repo) => {
    await setting(...names)(repo);
    await repo.folder.write({ "site/.git/info/attributes": `*.md ${attribute}\n` });
  };

/** The pages of the last commit are on a remote, and git fetches one when it needs it. */
const remote =
  (url: string, ...names: readonly string[]): Trap =>
  async (repo) => {
    const { folder, git, program } = repo;
    const { stdout } = await git("ls-tree", "-r", "--format=%(objectname)", "HEAD");
    for (const blob of stdout.trim().split("\n"))
      await rm(join(folder.path, `site/.git/objects/${blob.slice(0, 2)}/${blob.slice(2)}`));
    await configure(repo, {
      "core.repositoryFormatVersion": "1",
      "extensions.partialClone": "origin",
      "remote.origin.promisor": "true",
      "remote.origin.url": url.replace("PROGRAM", program),
      ...Object.fromEntries(["ext", "ssh", "file", "git"].map((name) => [`protocol.${name}.allow`, "always"])),
    });
    await setting(...names)(repo);
  };

const oldPage = ["cat-file", "blob", "HEAD:./content/old.md"];

/** By what would run the program: how to set the trap, and a plain git command that triggers it. */
const traps: Readonly<Record<string, readonly [Trap, readonly string[]]>> = {
  "a file system monitor": [setting("core.fsmonitor"), ["ls-files", "--deleted"]],
  "an external diff": [setting("diff.external"), ["diff", "HEAD"]],
  "a diff driver": [through("diff=x", "diff.x.command"), ["diff", "HEAD"]],
  "a conversion to text": [through("diff=x", "diff.x.textconv"), ["diff", "HEAD"]],
  "a filter": [through("filter=x", "filter.x.clean", "filter.x.smudge"), ["diff", "HEAD"]],
  "a long-running filter": [through("filter=x", "filter.x.process"), ["status"]],
  "a hook": [
    async ({ folder, program }) => {
      await mkdir(join(folder.path, "site/.git/hooks"), { recursive: true });
      await symlink(program, join(folder.path, "site/.git/hooks/post-index-change"));
    },
    ["status"],
  ],
  "a hooks folder": [
    async ({ folder, git, program }) => {
      await mkdir(join(folder.path, "hooks"));
      await symlink(program, join(folder.path, "hooks/post-index-change"));
      await git("config", "core.hooksPath", join(folder.path, "hooks"));
    },
    ["status"],
  ],
  "a signature check": [
    async (repo) => {
      const { git, folder } = repo;
      const { stdout } = await git("cat-file", "commit", "HEAD");
      const signature = "gpgsig -----BEGIN PGP SIGNATURE-----\n \n x\n -----END PGP SIGNATURE-----";
      await folder.write({ commit: stdout.replace("\n\n", `\n${signature}\n\n`) });
      const object = await git("hash-object", "-t", "commit", "-w", join(folder.path, "commit"));
      await git("update-ref", "HEAD", object.stdout.trim());
      await git("config", "log.showSignature", "true");
      await setting("gpg.program")(repo);
    },
    ["log"],
  ],
  "a remote with its own transport": [remote("ext::PROGRAM x"), oldPage],
  "a remote over ssh": [remote("ssh://nowhere.invalid/x", "core.sshCommand"), oldPage],
  "a remote's program": [remote("file:///", "remote.origin.uploadpack"), oldPage],
  "a proxy": [remote("git://127.0.0.1:1/x", "core.gitProxy"), oldPage],
  "a repository in the repository": [
    async ({ folder, git, program }) => {
      const inner = ["-C", "content/inner"];
      await folder.write({ "site/content/inner/a.md": "a\n" });
      await git(...inner, "init", "-q");
      await git(...inner, "add", "-A");
      await git(...inner, "commit", "-qm", "a");
      await git("add", "content/inner");
      await git("commit", "-qm", "inner");
      await folder.write({ "site/content/inner/a.md": "b\n" });
      await git(...inner, "config", "core.fsmonitor", program);
    },
    ["diff", "HEAD"],
  ],
};

async function ran({ path }: TemporaryFolder): Promise<boolean> {
  return (await readdir(path)).includes("ran");
}

/** All that a build reads from git. */
async function historyOf({ path }: TemporaryFolder) {
  const text = page;
  const { dates, moves } = await readHistory(join(path, "site"), [{ file: "content/new.md", text }], noMemory);
  return { dates: dates.byFile, moves };
}

afterEach(() => void vi.unstubAllEnvs());

test("a harmless repository gives dates and moves", async () => {
  const { folder } = await repository();
  await using site = folder;
  const { dates, moves } = await historyOf(site);
  expect([...dates.keys()].sort()).toEqual(["content/changed.md", "content/kept.md", "content/old.md"]);
  expect([...moves]).toEqual([["content/old.md", "content/new.md"]]);
});

test.each(Object.entries(traps))("%s set by a repository isn't run", async (_, [set, question]) => {
  const repo = await repository();
  await using folder = repo.folder;
  await set(repo);
  await rm(join(folder.path, "ran"), { force: true });
  await historyOf(folder);
  expect(await ran(folder), "by a build").toBe(false);
  await repo.git(...question);
  expect(await ran(folder), "by plain git").toBe(true);
});

test("git ignores the caller's variables and programs in the site's folder", async () => {
  const repo = await repository();
  await using folder = repo.folder;
  const other = await repository();
  await using elsewhere = other.folder;
  await symlink(repo.program, join(folder.path, "site/git"));
  vi.stubEnv("GIT_DIR", join(elsewhere.path, "site/.git"));
  vi.stubEnv("GIT_EXTERNAL_DIFF", repo.program);
  vi.stubEnv("PATH", `.:${process.env["PATH"]}`);
  const { moves } = await historyOf(folder);
  expect([...moves.keys()]).toEqual(["content/old.md"]);
  expect(await ran(folder)).toBe(false);
});

test("a folder that only looks like a repository is treated as part of the site", async () => {
  const { folder, git, program } = await repository();
  await using site = folder;
  await rename(join(site.path, "site/.git"), join(site.path, "site/bare"));
  await git("init", "-q");
  const bare = join(site.path, "site/bare");
  const settings = { "core.bare": "false", "core.worktree": bare, "core.fsmonitor": program };
  for (const [name, value] of Object.entries(settings)) await runCommand("git", ["config", name, value], { cwd: bare });
  await rm(join(site.path, "ran"), { force: true });
  await readHistory(bare, [], noMemory);
  expect(await ran(site), "by a build").toBe(false);
  await runCommand("git", ["ls-files", "--deleted"], { cwd: bare });
  expect(await ran(site), "by plain git").toBe(true);
});

test.skipIf(process.getuid?.() !== 0)("a repository of another user isn't read", async () => {
  const { folder } = await repository();
  await using site = folder;
  await chown(join(site.path, "site/.git"), 4321, 4321);
  expect((await historyOf(site)).dates.size).toBe(0);
});

test("git's output is read even if the process was busy past the timeout", async () => {
  const { folder } = await repository();
  await using site = folder;
  const pending = runGit(join(site.path, "site"), ["rev-parse", "--is-shallow-repository"], 500);
  const end = Date.now() + 1_000;
  while (Date.now() < end);
  expect((await pending).trim()).toBe("false");
});

test("waiting for git is reported as a step, so the build doesn't count as stalled", async () => {
  const { folder, git } = await repository();
  await using site = folder;
  await runCommand("mkfifo", ["pipe"], { cwd: site.path });
  await git("config", "include.path", join(site.path, "pipe"));
  const steps: string[] = [];
  onStep((name) => steps.push(name));
  await expect(runGit(join(site.path, "site"), ["log"], 1_000)).rejects.toThrow("Command failed");
  expect(new Set(steps)).toEqual(new Set(["git log"]));
});

test("a repository that blocks git is given up after a time limit", async () => {
  const { folder, git } = await repository();
  await using site = folder;
  await runCommand("mkfifo", ["pipe"], { cwd: site.path });
  await git("config", "include.path", join(site.path, "pipe"));
  // With fake timers, the build's wait for git passes quickly.
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  const pending = historyOf(site).finally(() => vi.useRealTimers());
  while (vi.isFakeTimers()) {
    vi.advanceTimersByTime(250);
    await nextTurn();
  }
  expect((await pending).moves.size).toBe(0);
});
