import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { type Cost, medianOf, runNode } from "./measure.ts";

/*
 * A cold build of this repository's site, beside the one that another commit makes of its own, in turns. Run:
 *
 *   npm run compile && BASE=main~20 node tests/bench/run.mjs cold-build
 *
 * BASE is the commit to compare with (the one before this), ROUNDS how many builds count (7; medians are printed). Its
 * packages are installed anew. Processor seconds are more reliable than wall-clock seconds on a machine that has
 * something else to do.
 */
const base = process.env["BASE"] ?? "HEAD~1";
const rounds = Number(process.env["ROUNDS"] ?? 7);

const folder = mkdtempSync(join(tmpdir(), "docs-build-bench-"));
const before = join(folder, "before");
try {
  run("git", ["worktree", "add", "--detach", before, base], process.cwd());
  run("npm", ["ci", "--ignore-scripts", "--no-audit", "--no-fund"], before);
  run(process.execPath, ["src/compile.mjs"], before);
  compare([before, process.cwd()]);
} finally {
  spawnSync("git", ["worktree", "remove", "--force", before]);
  rmSync(folder, { recursive: true, force: true });
}

function compare(roots: readonly [string, string]): void {
  const costs = roots.map((): Cost[] => []);
  for (let round = 0; round < rounds; round++) {
    for (const [index, root] of roots.entries()) costs[index]?.push(buildCold(root));
  }
  const [old, own] = [medianOf(costs[0] ?? []), medianOf(costs[1] ?? [])];
  console.log(`cold, median of ${rounds}   seconds  processor    MB`);
  for (const [name, { seconds, processor, megabytes }] of [[base, old] as const, ["here", own] as const]) {
    const figures = [
      seconds.toFixed(2).padStart(9),
      processor.toFixed(2).padStart(9),
      megabytes.toFixed(0).padStart(6),
    ];
    console.log(name.padEnd(18), ...figures);
  }
  const ratios = [own.seconds / old.seconds, own.processor / old.processor, own.megabytes / old.megabytes];
  console.log("ratio".padEnd(18), ...ratios.map((ratio, index) => ratio.toFixed(2).padStart(index === 2 ? 6 : 9)));
}

/** A build without a cache, into a folder of its own. */
function buildCold(root: string): Cost {
  const output = mkdtempSync(join(folder, "made-"));
  const cost = runNode([join(root, "bin/docs-build.js"), "--quiet", "--out", join(output, "dist")], root);
  for (const path of [output, join(root, ".cache")]) rmSync(path, { recursive: true, force: true });
  return cost;
}

function run(command: string, args: readonly string[], cwd: string): void {
  const { status, stderr } = spawnSync(command, args, { cwd, encoding: "utf8" });
  if (status !== 0) throw new Error(`${command} ${args.join(" ")} ended with ${status}: ${stderr}`);
}
