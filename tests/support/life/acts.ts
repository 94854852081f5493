import { existsSync } from "node:fs";
import { rename } from "node:fs/promises";
import { join } from "node:path";

import { strikeVariables, treeOf } from "../faults.ts";
import { expectEnd, type Life, removeFolder, type Running, startBuild, startCommand } from "./life.ts";

/** Something that happens to a site. It records what it does, and leaves valid sources. */
type Act = (life: Life) => Promise<void>;

const stages = ["read", "contract", "content", "plan", "render", "check"] as const;

/** Files may come and go during a build, so it may find only some of them, and report that. */
const doneOrTold = [0, 1];

export const acts: Readonly<Record<string, Act>> = {
  "saves a page": async ({ site, record }) => record(await site.savePage()),
  "saves many pages": async ({ site, record }) => {
    for (let count = 0; count < 12; count++) record(await site.savePage());
  },
  "adds a page": async ({ site, random, record }) => {
    const name = `part-${random.below(5)}/added-${random.below(10_000)}`;
    await site.addPage(name);
    record(name);
  },
  "removes a page": async ({ site, record }) => record(await site.removePage()),
  "renames a page": async ({ site, record }) => record(await site.renamePage()),
  "renames a folder of pages": async ({ site, record }) => record(await site.renamePart()),
  "edits a block": async ({ site }) => site.setBlock(),
  "edits the settings": async ({ site }) => site.setTitle(),
  "edits a template": async ({ site }) => site.setTemplate(),
  "edits the contract": async ({ site }) => site.setContract({}),
  "gives the contract the base path of a page": async ({ site, random, record }) => {
    const [page = ""] = random.shuffle(site.pages);
    const pagePath = page.replace(/^content|\.md$/g, "");
    const server = random.pick(["/v1", "/api", "/part-1", pagePath]);
    await site.setContract({ server });
    record(server);
  },

  builds: async (life) => void (await expectEnd(startBuild(life), [0])),
  "builds below the base path of a page": async (life) => {
    const out = join(life.path, "below");
    await expectEnd(startBuild(life, { args: ["--out", out, "--base-url", "/part-1/"] }), [0]);
    await removeFolder(out);
  },
  checks: async ({ site, ...life }) =>
    void (await expectEnd(startCommand({ site, ...life }, ["check", "--root", site.path]), [0])),
  "mistypes an option": async (life) => void (await expectEnd(startBuild(life, { args: ["--stric"] }), [2])),
  "builds with a broken link": async (life) => {
    const { site } = life;
    const dist = join(site.path, "dist");
    const before = await treeOf(dist);
    await site.setExtra("See [nothing](/nowhere).");
    await expectEnd(startBuild(life), [1]);
    if (JSON.stringify(await treeOf(dist)) !== JSON.stringify(before)) throw new Error("the old site was touched");
    await site.setExtra("Mended.");
  },
  "saves while building": async (life) =>
    buildWhile(life, doneOrTold, async () => {
      for (let count = 0; count < 3; count++) life.record(await life.site.savePage());
    }),

  "removes the cache": async ({ cache }) => removeFolder(cache),
  "removes the cache while building": async (life) => buildWhile(life, [0], async () => removeFolder(life.cache)),
  "builds twice at once with one cache": async (life) => {
    const other = join(life.path, "other");
    const builds = [startBuild(life), startBuild(life, { args: ["--out", other] })];
    for (const build of builds) await expectEnd(build, [0]);
    const [one, two] = [await treeOf(join(life.site.path, "dist")), await treeOf(other)];
    if (JSON.stringify(one) !== JSON.stringify(two)) throw new Error("two builds of the same differ");
    await removeFolder(other);
  },
  "builds twice at once into one folder": async (life) => {
    const ended = await Promise.all(
      [startBuild(life), startBuild(life)].map(async (build) => expectEnd(build, doneOrTold)),
    );
    const refused = ended.filter(({ end }) => end === 1);
    if (refused.length > 1 || refused.some(({ stderr }) => !stderr.includes("another build")))
      throw new Error(`two builds at once:\n${ended.map(({ stderr }) => stderr).join("\n")}`);
  },

  "moves the site's folder away and back": async (life) => {
    const away = join(life.path, "away");
    await rename(life.site.path, away);
    await expectEnd(startBuild(life, { root: away }), [0]);
    life.record(await life.site.savePage(away));
    await rename(away, life.site.path);
  },
  "moves the site's folder away while building": async (life) => {
    const away = join(life.path, "away");
    await buildWhile(life, doneOrTold, async () => rename(life.site.path, away));
    // A build that was about to write has made the folder again.
    if (existsSync(life.site.path)) await removeFolder(life.site.path);
    await rename(away, life.site.path);
  },
  "moves a source folder away and back": async ({ site, random, path, record }) => {
    const name = random.pick(["content", "openapi", "templates"]);
    await rename(join(site.path, name), join(path, name));
    await rename(join(path, name), join(site.path, name));
    record(name);
  },
  "removes dist": async ({ site }) => removeFolder(join(site.path, "dist")),
  "removes dist while building": async (life) =>
    buildWhile(life, doneOrTold, async () => removeFolder(join(life.site.path, "dist"))),

  "builds on a disk that is full": async (life) => {
    const at = 1 + life.random.below(60);
    const fault = { out: join(life.site.path, "dist"), at, fault: "ENOSPC" };
    const { end, stderr } = await expectEnd(startBuild(life, { env: strikeVariables(fault) }), doneOrTold);
    if (end === 1 && !stderr.includes("the disk is full")) throw new Error(stderr);
    life.record(`from call ${at}: ${end}`);
  },
  "builds while the cache's disk is full": async (life) => {
    const fault = { out: life.cache, at: 1 + life.random.below(3), fault: "ENOSPC" };
    await expectEnd(startBuild(life, { env: strikeVariables(fault) }), [0]);
  },

  "suspends a build, and builds meanwhile": async (life) => {
    await life.site.setBlock();
    const build = startBuild(life);
    await pauseAt(life, build, "SIGSTOP");
    const hours = life.random.pick(["+0", "+1h"]);
    await life.setClock(hours);
    const other = await expectEnd(startBuild(life), doneOrTold);
    build.child.kill("SIGCONT");
    const { end } = await expectEnd(build, doneOrTold);
    life.record(`clock ${hours}; the other ended with ${other.end}, the suspended with ${end}`);
    if (other.end === 1 && end === 1) throw new Error(`neither wrote:\n${other.stderr}`);
  },
  "suspends the server, and saves meanwhile": async ({ server, site, record }) => {
    server.child.kill("SIGSTOP");
    for (let count = 0; count < 3; count++) record(await site.savePage());
    server.child.kill("SIGCONT");
  },
  "kills a build": async (life) => {
    await life.site.setBlock();
    const build = startBuild(life);
    const signal = life.random.pick(["SIGKILL", "SIGINT", "SIGTERM"] as const);
    await pauseAt(life, build, signal);
    // A build that was killed has no exit code: the signal is its end.
    const { end } = await expectEnd(build, [signal, 0]);
    life.record(String(end));
  },
  "sets the clock": async ({ random, setClock, record }) => {
    const offset = random.pick(["-400d", "-1d", "-3h", "-90", "+0", "+2h"]);
    record((await setClock(offset)) ? offset : "no libfaketime here");
  },
};

/** Builds, and runs an action at the end of a stage. */
async function buildWhile(life: Life, expected: readonly number[], action: () => Promise<void>): Promise<void> {
  await life.site.setBlock();
  const build = startBuild(life);
  const stage = life.random.pick(stages);
  await build.untilStage(stage);
  await action();
  const { end } = await expectEnd(build, expected);
  life.record(`after ${stage}: ${end}`);
}

async function pauseAt(life: Life, build: Running, signal: NodeJS.Signals): Promise<void> {
  const stage = life.random.pick(stages);
  await build.untilStage(stage);
  build.child.kill(signal);
  life.record(`${signal} after ${stage}`);
}
