import { join, resolve } from "node:path";

import { temporaryFolder } from "../support/temporary-folder.ts";
import { generatedDocument, packagedDocument } from "./documents.ts";
import { type Cost, medianOf, runNode } from "./measure.ts";

/*
 * A contract of 1,000 operations: how long the build takes and how much memory, and the same for a process that only
 * parses the same file with the yaml library, so that the ratio means something on any machine. Run:
 *
 *   npm run compile && node tests/bench/run.mjs large-contract
 *
 * The two take turns; medians are printed. OPERATIONS and ROUNDS (5) say how many. Ends with 1 when the build is over its
 * budget. DOCUMENT names a real one in a package, which is installed for it and has no budget here:
 *
 *   DOCUMENT=@octokit/openapi/generated/api.github.com.json node tests/bench/run.mjs large-contract
 */
const real = process.env["DOCUMENT"];
const operations = Number(process.env["OPERATIONS"] ?? 1_000);
const rounds = Number(process.env["ROUNDS"] ?? 5);
const budget: Pick<Cost, "seconds" | "megabytes"> = { seconds: 4, megabytes: 300 };

await main();

async function main(): Promise<void> {
  const { name, file, text } = real === undefined ? generatedDocument(operations) : await packagedDocument(real);
  await using folder = await temporaryFolder({
    "content/index.md": "# Home",
    [`openapi/${file}`]: text,
    "parse.mjs": `import { readFileSync } from "node:fs";
import { parse } from ${JSON.stringify(import.meta.resolve("yaml"))};
parse(readFileSync("openapi/${file}", "utf8"));
`,
  });
  const builds: Cost[] = [];
  const parses: Cost[] = [];
  for (let round = 0; round < rounds; round++) {
    builds.push(runNode([resolve("bin/docs-build.js"), "--quiet", "--no-cache"], folder.path));
    parses.push(runNode([join(folder.path, "parse.mjs")], folder.path));
  }
  const [build, parse] = [medianOf(builds), medianOf(parses)];
  console.log(`${name}, ${(text.length / 1e6).toFixed(1)} MB, median of ${rounds}`);
  console.log("                         seconds   of processor      megabytes");
  print("docs-build", build);
  print("yaml, parse only", parse);
  print("ratio", {
    seconds: build.seconds / parse.seconds,
    processor: build.processor / parse.processor,
    megabytes: build.megabytes / parse.megabytes,
  });
  if (real === undefined && isOver(build)) process.exitCode = 1;
}

function isOver(build: Cost): boolean {
  return build.seconds > budget.seconds || build.megabytes > budget.megabytes;
}

function print(name: string, { seconds, processor, megabytes }: Cost): void {
  const cells = [seconds, processor, megabytes].map((value) => value.toPrecision(3).padStart(15));
  console.log(name.padEnd(17) + cells.join(""));
}
