import { rm } from "node:fs/promises";
import { join, resolve } from "node:path";

import { type TemporaryFolder, temporaryFolder } from "../support/temporary-folder.ts";
import { generatedDocument, packagedDocument } from "./documents.ts";
import { type Cost, medianOf, runNode } from "./measure.ts";

/*
 * A contract of 1,000 operations: how long a build of it takes and how much memory, cold, with nothing changed and with one
 * guide edited, and the same for a process that only parses the file with the yaml library, so that the ratio means
 * something on any machine. Run:
 *
 *   npm run compile && node tests/bench/run.mjs large-contract
 *
 * All take turns; medians are printed. OPERATIONS and ROUNDS (5) say how many. BEFORE names another checkout, compiled, that
 * takes turns as well. Ends with 1 when the build is over its budget. DOCUMENT names a real document in a package, which is
 * installed for it and has no budget here:
 *
 *   DOCUMENT=@octokit/openapi/generated/api.github.com.json node tests/bench/run.mjs large-contract
 */
const real = process.env["DOCUMENT"];
const before = process.env["BEFORE"];
const operations = Number(process.env["OPERATIONS"] ?? 1_000);
const rounds = Number(process.env["ROUNDS"] ?? 5);
const budget: Pick<Cost, "seconds" | "megabytes"> = { seconds: 4, megabytes: 300 };
/** Of a cold build's processor time, which hardly depends on the machine. */
const shares = { unchanged: 0.15, edited: 0.4 };

await main();

async function main(): Promise<void> {
  const { name, file, text } = real === undefined ? generatedDocument(operations) : await packagedDocument(real);
  await using site = await temporaryFolder({
    "content/index.md": "# Home",
    [`openapi/${file}`]: text,
    "parse.mjs": `import { readFileSync } from "node:fs";
import { parse } from ${JSON.stringify(import.meta.resolve("yaml"))};
parse(readFileSync("openapi/${file}", "utf8"));
`,
  });
  const checkouts = [".", ...(before === undefined ? [] : [before])].map((root) => ({ root, ...noCosts() }));
  const parses: Cost[] = [];
  for (let round = 0; round < rounds; round++) {
    for (const { root, ...costs } of checkouts) await buildThrice(site, resolve(root), costs);
    parses.push(runNode([join(site.path, "parse.mjs")], site.path));
  }
  console.log(`${name}, ${(text.length / 1e6).toFixed(1)} MB, median of ${rounds}`);
  console.log("                         seconds   of processor      megabytes");
  for (const { root, cold, unchanged, edited } of checkouts) {
    if (before !== undefined) console.log(root === "." ? "here" : root);
    print("cold", medianOf(cold));
    print("unchanged", medianOf(unchanged));
    print("one guide edited", medianOf(edited));
  }
  print("yaml, parse only", medianOf(parses));
  const [own = noCosts()] = checkouts;
  if (real === undefined && isOver(own)) process.exitCode = 1;
}

interface Costs {
  readonly cold: Cost[];
  readonly unchanged: Cost[];
  readonly edited: Cost[];
}

function noCosts(): Costs {
  return { cold: [], unchanged: [], edited: [] };
}

/** Builds with an empty cache, again, and again with another text on a page. */
async function buildThrice(site: TemporaryFolder, root: string, costs: Costs): Promise<void> {
  const build = (): Cost => runNode([join(root, "bin/docs-build.js"), "--quiet"], site.path);
  await site.write({ "content/index.md": "# Home" });
  for (const folder of [".cache", "dist"]) await rm(join(site.path, folder), { recursive: true, force: true });
  costs.cold.push(build());
  costs.unchanged.push(build());
  await site.write({ "content/index.md": "# Home\n\nAnother text." });
  costs.edited.push(build());
}

function isOver({ cold, unchanged, edited }: Costs): boolean {
  const { seconds, processor, megabytes } = medianOf(cold);
  const isShare = (costs: readonly Cost[], share: number): boolean => medianOf(costs).processor < share * processor;
  const isWithin = seconds <= budget.seconds && megabytes <= budget.megabytes;
  return !(isWithin && isShare(unchanged, shares.unchanged) && isShare(edited, shares.edited));
}

function print(name: string, { seconds, processor, megabytes }: Cost): void {
  const cells = [seconds, processor, megabytes].map((value) => value.toPrecision(3).padStart(15));
  console.log(name.padEnd(17) + cells.join(""));
}
