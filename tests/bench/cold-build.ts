import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/*
 * A cold build of this repository's site, beside the start of a bare Node in the same run. The aim is at most 1.5 s and
 * 250 MB on two quiet cores; the bench ends with 1 when it is missed.
 */
const root = process.cwd();
const runs = 5;
const limits = { seconds: 1.5, megabytes: 250 };

interface Run {
  readonly seconds: number;
  readonly megabytes: number;
}

const out = mkdtempSync(join(tmpdir(), "docs-build-bench-"));
const builds = Array.from({ length: runs }, () =>
  run([join(root, "bin/docs-build.js"), "--quiet", "--out", join(out, "dist")]),
);
const bare = Array.from({ length: runs }, () => run(["-e", "0"]));
rmSync(out, { recursive: true, force: true });

const [build, node] = [medianOf(builds), medianOf(bare)];
console.log(`docs-build   ${build.seconds.toFixed(2)} s  ${build.megabytes.toFixed(0)} MB  (median of ${runs}, cold)`);
console.log(`node -e 0    ${node.seconds.toFixed(2)} s  ${node.megabytes.toFixed(0)} MB`);
console.log(`ratio        ${(build.seconds / node.seconds).toFixed(1)}`);
if (build.seconds > limits.seconds || build.megabytes > limits.megabytes) process.exitCode = 1;

/** Runs Node and measures the wall time in seconds and the largest resident set in megabytes (Linux: `VmHWM`). */
function run(args: readonly string[]): Run {
  const report = `process.on("exit", () => { const status = require("node:fs").readFileSync("/proc/self/status", "utf8");
    require("node:fs").writeSync(3, /VmHWM:\\s+(\\d+)/.exec(status)[1]); });`;
  const start = performance.now();
  const flags = [
    "--import",
    `data:text/javascript,${encodeURIComponent(`import{createRequire}from"node:module";const require=createRequire("file:///");import{isMainThread}from"node:worker_threads";if(isMainThread){${report}}`)}`,
  ];
  const result = spawnSync(process.execPath, [...flags, ...args], {
    cwd: root,
    stdio: ["ignore", "ignore", "inherit", "pipe"],
  });
  if (result.status !== 0) throw new Error(`node ${args.join(" ")} ended with ${result.status}`);
  const seconds = (performance.now() - start) / 1000;
  return { seconds, megabytes: Number(result.output[3]?.toString() ?? 0) / 1024 };
}

function medianOf(measured: readonly Run[]): Run {
  const middle = (values: readonly number[]): number =>
    values.toSorted((a, b) => a - b)[Math.floor(runs / 2)] ?? Number.NaN;
  return {
    seconds: middle(measured.map(({ seconds }) => seconds)),
    megabytes: middle(measured.map(({ megabytes }) => megabytes)),
  };
}
