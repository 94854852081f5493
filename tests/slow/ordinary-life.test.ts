import { existsSync } from "node:fs";

import { expect, test } from "vitest";

import { acts } from "../support/life/acts.ts";
import { checkPause } from "../support/life/check-pause.ts";
import { beginLife, type Life } from "../support/life/life.ts";

/** Each act once, unless more are wanted. */
const count = Number(process.env["ACTS"] ?? Object.keys(acts).length);
const seed = Number(process.env["SEED"] ?? Math.floor(Math.random() * 2 ** 31));
const pauses = 4;

test.runIf(existsSync("/proc/self/environ"))(
  "a site lives through whatever happens to it: at every pause it is what a fresh build gives, and nothing is left over",
  async ({ onTestFailed }) => {
    await using life = await beginLife(seed);
    onTestFailed(() => console.error(`SEED=${seed} ACTS=${count}, after these acts:\n${life.told.join("\n")}`));
    for (const [index, name] of chooseActs(life).entries()) {
      life.tell(`${index + 1}. ${name}`);
      await acts[name]?.(life);
      if ((index + 1) % Math.ceil(count / pauses) === 0) await checkPause(life);
    }
    await expectQuietEnd(life);
  },
  60_000 + count * 30_000,
);

/** Each act as often as any other, in an order of the seed's. */
function chooseActs({ random }: Life): readonly string[] {
  const names = Object.keys(acts);
  const rounds = Array.from({ length: Math.ceil(count / names.length) }, () => random.shuffle(names));
  return rounds.flat().slice(0, count);
}

/** A shell names the signal that ended a command by 128 and its number. */
async function expectQuietEnd({ server }: Life): Promise<void> {
  server.child.kill("SIGINT");
  expect(await server.exited).toBe(130);
}
