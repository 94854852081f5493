import { spawn } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

import { stringify } from "yaml";

import { largeContract } from "../support/large-contract.ts";

/*
 * A contract of 1,000 operations: how long the build takes and how much memory, and the same for a process that only
 * parses the same file with the yaml library, so that the ratio means something on any machine. Run:
 *
 *   npm run compile && node tests/bench/run.mjs large-contract
 *
 * The two take turns; medians are printed. Ends with 1 when the build is over its budget.
 */
const operations = Number(process.env["OPERATIONS"] ?? 1_000);
const rounds = Number(process.env["ROUNDS"] ?? 5);
const budget = { seconds: 10, megabytes: 700 } as const;

interface Cost {
  readonly seconds: number;
  /** Of all threads together; unlike the time on the clock it hardly depends on what else the machine does. */
  readonly processorSeconds: number;
  readonly megabytes: number;
}

await main();

async function main(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "docs-build-bench-"));
  try {
    const text = stringify(largeContract({ operations }), { aliasDuplicateObjects: false });
    await writeSite(folder, text);
    const builds: Cost[] = [];
    const parses: Cost[] = [];
    for (let round = 0; round < rounds; round++) {
      builds.push(await measure(folder, [resolve("bin/docs-build.js"), "--quiet"]));
      parses.push(await measure(folder, [join(folder, "parse.mjs")]));
    }
    const [build, parse] = [medianOf(builds), medianOf(parses)];
    console.log(`${operations} operations, ${(text.length / 1e6).toFixed(1)} MB of YAML, median of ${rounds}`);
    const ratio: Cost = {
      seconds: build.seconds / parse.seconds,
      processorSeconds: build.processorSeconds / parse.processorSeconds,
      megabytes: build.megabytes / parse.megabytes,
    };
    console.log("                       seconds   of processor     megabytes");
    console.log(`docs-build      ${describe(build)}`);
    console.log(`yaml, parse only${describe(parse)}`);
    console.log(`ratio           ${describe(ratio, 1)}`);
    if (build.seconds > budget.seconds || build.megabytes > budget.megabytes) process.exitCode = 1;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function writeSite(folder: string, contract: string): Promise<void> {
  for (const name of ["content", "openapi"]) await mkdir(join(folder, name));
  await writeFile(join(folder, "content/index.md"), "# Home");
  await writeFile(join(folder, "openapi/api.yaml"), contract);
  const yaml = import.meta.resolve("yaml");
  const parse = `import { readFileSync } from "node:fs";\nimport { parse } from ${JSON.stringify(yaml)};\nparse(readFileSync("openapi/api.yaml", "utf8"));\n`;
  await writeFile(join(folder, "parse.mjs"), parse);
  // Peak memory is known to the process itself only: it writes it down as it ends.
  const note = `const { isMainThread } = require("node:worker_threads");
const write = () => require("node:fs").writeFileSync("usage.json", JSON.stringify(process.resourceUsage()));
if (isMainThread) process.on("exit", write);\n`;
  await writeFile(join(folder, "note.cjs"), note);
}

async function measure(folder: string, args: readonly string[]): Promise<Cost> {
  const start = performance.now();
  const child = spawn(process.execPath, ["--require", "./note.cjs", ...args], { cwd: folder, stdio: "inherit" });
  const code = await new Promise<number | null>((done, fail) => child.on("close", done).on("error", fail));
  if (code !== 0) throw new Error(`${args.join(" ")} ended with ${code}`);
  const seconds = (performance.now() - start) / 1000;
  const usage: NodeJS.ResourceUsage = JSON.parse(await readFile(join(folder, "usage.json"), "utf8"));
  const processorSeconds = (usage.userCPUTime + usage.systemCPUTime) / 1e6;
  return { seconds, processorSeconds, megabytes: usage.maxRSS / 1024 };
}

function medianOf(costs: readonly Cost[]): Cost {
  return {
    seconds: middleOf(costs.map(({ seconds }) => seconds)),
    processorSeconds: middleOf(costs.map(({ processorSeconds }) => processorSeconds)),
    megabytes: middleOf(costs.map(({ megabytes }) => megabytes)),
  };
}

function middleOf(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;
}

function describe({ seconds, processorSeconds, megabytes }: Cost, digits = 2): string {
  return [seconds.toFixed(digits), processorSeconds.toFixed(digits), megabytes.toFixed(digits === 2 ? 0 : digits)]
    .map((text) => text.padStart(14))
    .join("");
}
