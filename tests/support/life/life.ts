import { type ChildProcess, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { existsSync, readdirSync } from "node:fs";
import { rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";

import { Changes } from "../changes.ts";
import { installDebian } from "../install-debian.ts";
import { bin, runCommand } from "../run-command.ts";
import { type ServeProcess, startServe } from "../serve-process.ts";
import { temporaryFolder } from "../temporary-folder.ts";
import { LivingSite } from "./living-site.ts";
import { type Random, seededRandom } from "./random.ts";

/** Everything in one folder: a site, the files of its commands, and `serve --watch`. */
export interface Life extends AsyncDisposable {
  readonly random: Random;
  /** The folder of everything below. */
  readonly path: string;
  readonly site: LivingSite;
  /** The folder that all builds share as their cache. */
  readonly cache: string;
  readonly server: ServeProcess;
  /** Variables of every command, which identify its processes. */
  readonly env: Readonly<Record<string, string>>;
  /** Sets the clock of every command, running ones included, as `-3h` or `+90`; false where that isn't possible. */
  readonly setClock: (offset: string) => Promise<boolean>;
  /** What happened so far, a line each. */
  readonly log: readonly string[];
  readonly record: (line: string) => void;
}

/** Makes the site and serves it. */
export async function beginLife(seed: number): Promise<Life> {
  const random = seededRandom(seed);
  const folder = await temporaryFolder({ clock: "+0", "tmp/.keep": "" });
  const site = new LivingSite(join(folder.path, "site"), random);
  await site.create();
  await commitAll(site.path);
  const library = findFaketime();
  const env = {
    DOCS_BUILD_LIFE: randomUUID(),
    TMPDIR: join(folder.path, "tmp"),
    ...clockVariables(folder.path, library),
  };
  const cache = join(folder.path, "cache");
  const args = ["--watch", "--port", "0", "--root", site.path, "--cache", cache];
  const server = await startServe(args, { cwd: folder.path, env });
  const log: string[] = [];
  return {
    ...{ random, path: folder.path, site, cache, server, env, log },
    record: (line) => void log.push(line),
    async setClock(offset) {
      // Replaces the file at once, because other processes read it all the time.
      await writeFile(join(folder.path, "clock.next"), offset);
      await rename(join(folder.path, "clock.next"), join(folder.path, "clock"));
      return library !== null;
    },
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]();
      await folder[Symbol.asyncDispose]();
    },
  };
}

/** The sources' git history is part of a site. */
async function commitAll(cwd: string): Promise<void> {
  const env = { GIT_COMMITTER_DATE: "2025-01-01T00:00:00Z", GIT_AUTHOR_DATE: "2025-01-01T00:00:00Z" };
  const author = ["-c", "user.name=Writer", "-c", "user.email=writer@example.com"];
  for (const args of [
    ["init", "--quiet"],
    ["add", "."],
    [...author, "commit", "--quiet", "--message", "All"],
  ])
    await runCommand("git", args, { cwd, env });
}

/** The library of Debian's that gives processes another clock; null where there is none. */
function findFaketime(): string | null {
  const find = (): string | undefined =>
    (existsSync("/usr/lib") ? readdirSync("/usr/lib") : [])
      .map((name) => `/usr/lib/${name}/faketime/libfaketimeMT.so.1`)
      .find((path) => existsSync(path));
  const found = find();
  if (found !== undefined) return found;
  installDebian("libfaketime");
  return find() ?? null;
}

/** Only the time of day changes; the monotonic clock goes on. */
function clockVariables(folder: string, library: string | null): Readonly<Record<string, string>> {
  if (library === null) return {};
  const file = join(folder, "clock");
  const fixed = { FAKETIME_DONT_FAKE_MONOTONIC: "1", FAKETIME_CACHE_DURATION: "1" };
  return { LD_PRELOAD: library, FAKETIME_TIMESTAMP_FILE: file, ...fixed };
}

interface Ended {
  /** The exit code, or the name of the signal that ended the command. */
  readonly end: number | string;
  readonly stderr: string;
}

export interface Running {
  readonly child: ChildProcess;
  readonly ended: Promise<Ended>;
  /** Waits until the command reports the end of a stage, or has ended. */
  readonly untilStage: (stage: string) => Promise<void>;
}

/** Starts a command in the folder of the site's folder. */
export function startCommand(life: Life, args: readonly string[], env: Life["env"] = {}): Running {
  const child = spawn(process.execPath, [bin, ...args], {
    cwd: life.path,
    env: { ...process.env, NO_COLOR: "1", ...life.env, ...env },
    stdio: ["ignore", "ignore", "pipe"],
  });
  const changes = new Changes();
  let stderr = "";
  child.stderr?.setEncoding("utf8").on("data", (chunk: string) => {
    stderr += chunk;
    changes.notify();
  });
  const ended = new Promise<Ended>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code, signal) => resolve({ end: code ?? signal ?? "nothing", stderr }));
  });
  const untilStage = async (stage: string): Promise<void> => {
    const reached = changes.until(() => new RegExp(`^${stage} +\\d+ ms`, "m").exec(stderr));
    await Promise.race([reached, ended]);
  };
  return { child, ended, untilStage };
}

interface BuildChoices {
  readonly args?: readonly string[];
  readonly env?: Life["env"];
  /** Where the site's folder is. */
  readonly root?: string;
}

/** Starts a build of the site that reports its stages. */
export function startBuild(life: Life, { args = [], env = {}, root = life.site.path }: BuildChoices = {}): Running {
  return startCommand(life, ["--debug", "--root", root, "--cache", life.cache, ...args], env);
}

/** Waits for a command's end. @throws Error for an unexpected end, or a stack in the output. */
export async function expectEnd(running: Running, expected: readonly Ended["end"][]): Promise<Ended> {
  const ended = await running.ended;
  const description = `${running.child.spawnargs.slice(2).join(" ")} ended with ${ended.end}:\n${ended.stderr}`;
  if (!expected.includes(ended.end)) throw new Error(`expected ${expected.join(" or ")}, ${description}`);
  if (/^ {4}at /m.test(ended.stderr)) throw new Error(`a stack is shown: ${description}`);
  return ended;
}

/** Removes a folder that commands may be writing into. */
export async function removeFolder(path: string): Promise<void> {
  await rm(path, { recursive: true, force: true, maxRetries: 5, retryDelay: 20 });
}
