import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";

import { expect, test } from "vitest";

import { treeOf } from "../support/faults.ts";
import { acts } from "../support/life/acts.ts";
import { beginLife, expectEnd, type Life, removeFolder, startBuild } from "../support/life/life.ts";

/** Each act once by default. */
const count = Number(process.env["ACTS"] ?? Object.keys(acts).length);
const seed = Number(process.env["SEED"] ?? Math.floor(Math.random() * 2 ** 31));
const pauses = 2;

test.runIf(existsSync("/proc/self/environ"))(
  "after any sequence of events, the site is the same as a fresh build, without leftovers",
  async ({ onTestFailed }) => {
    await using life = await beginLife(seed);
    onTestFailed(() => console.error(`SEED=${seed} ACTS=${count}, after these acts:\n${life.log.join("\n")}`));
    for (const [index, name] of chooseActs(life).entries()) {
      life.record(`${index + 1}. ${name}`);
      await acts[name]?.(life);
      if ((index + 1) % Math.ceil(count / pauses) === 0) await checkPause(life);
    }
    await expectQuietEnd(life);
  },
  60_000 + count * 30_000,
);

/** Each act as often as any other, in an order that the seed decides. */
function chooseActs({ random }: Life): readonly string[] {
  const names = Object.keys(acts);
  const rounds = Array.from({ length: Math.ceil(count / names.length) }, () => random.shuffle(names));
  return rounds.flat().slice(0, count);
}

/** A shell reports the signal that ended a command as 128 plus its number. */
async function expectQuietEnd({ server }: Life): Promise<void> {
  server.child.kill("SIGINT");
  expect(await server.exited).toBe(130);
}

/** Compares everything with a build without a cache: `dist`, each served file, the folders and the processes. */
async function checkPause(life: Life): Promise<void> {
  const { path, site, server, setClock } = life;
  await site.addPage("pause");
  // Leftovers of killed builds in the cache are removed after an hour.
  const hasClock = await setClock("+3h");
  await expectEnd(startBuild(life), [0]);
  const fresh = join(path, "fresh");
  await expectEnd(startBuild(life, { args: ["--no-cache", "--out", fresh] }), [0]);
  expect(await treeOf(join(site.path, "dist"))).toEqual(await treeOf(fresh));
  await expectServed(life, await filesOf(fresh));
  await removeFolder(fresh);
  await setClock("+0");

  expect(await processesOf(life)).toEqual([server.child.pid]);
  expect((await readdir(path)).sort()).toEqual(["cache", "clock", "site", "tmp"]);
  expect((await readdir(site.path)).sort()).toEqual([".git", "content", "dist", "openapi", "templates"]);
  const temporary = await readdir(join(path, "tmp"));
  expect(temporary.filter((name) => name !== ".keep" && name !== "node-compile-cache")).toEqual([]);
  const cached = await readdir(life.cache, { recursive: true });
  expect(cached.filter((name) => hasClock && name.includes(".new-"))).toEqual([]);
  expect(server.output()).not.toContain("crashed");
}

type Contents = ReadonlyMap<string, string>;

/** Every file of a folder as text, with one character per byte. */
async function filesOf(folder: string): Promise<Contents> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const texts = paths.map(async (path) => [path.slice(folder.length), await readFile(path, "latin1")] as const);
  return new Map(await Promise.all(texts));
}

/** How many message deadlines the server may miss, since a busy machine builds slowly. */
const maxSilences = 3;

/** Waits until the server sends these files. It sends a message after each build. */
async function expectServed({ server }: Life, files: Contents): Promise<void> {
  using channel = server.listen("/");
  for (let silences = 0; ;) {
    const seen = channel.messages.length;
    const different = await differencesOf(server.origin, files);
    if (different.length === 0) return;
    const isSilent = await channel
      .next(() => channel.messages.length > seen)
      .then(
        () => false,
        () => true,
      );
    if (isSilent && ++silences === maxSilences) {
      const output = server.output().slice(-4000);
      throw new Error(`serve differs from a build, first in:\n${different.join("\n")}\n${output}`);
    }
  }
}

/** At most this many are printed. */
const maxDifferences = 20;

async function differencesOf(origin: string, files: Contents): Promise<readonly string[]> {
  const different: string[] = [];
  for (const [path, expected] of files) {
    // This file belongs to the folder, not to the site.
    if (path === "/docs-build.json") continue;
    if (different.length === maxDifferences) break;
    const address = path.replace(/index\.html$/, "");
    const response = await fetch(origin + encodeURI(address));
    const text = Buffer.from(await response.arrayBuffer()).toString("latin1");
    const sent = text.replace(/<script type="module" src="\/__docs-build[^>]*><\/script>/, "");
    if (sent !== expected) different.push(`${address} (${response.status})`);
  }
  return different;
}

/** The processes that the commands of this life have started, as far as they still run. */
async function processesOf({ env, server }: Life): Promise<readonly number[]> {
  const mark = `DOCS_BUILD_LIFE=${env["DOCS_BUILD_LIFE"]}`;
  const ids = (await readdir("/proc")).filter((name) => /^\d+$/.test(name));
  const found = ids.map(async (id) => {
    const environment = await readFile(`/proc/${id}/environ`, "latin1").catch(() => "");
    const status = await readFile(`/proc/${id}/status`, "latin1").catch(() => "");
    // What the server has started ends with it: the compiler of its templates.
    const isServers = new RegExp(`^PPid:\\s+${server.child.pid}$`, "m").test(status);
    return environment.includes(mark) && !isServers ? [Number(id)] : [];
  });
  return (await Promise.all(found)).flat();
}
