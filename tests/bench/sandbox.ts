import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";

import { measureSandbox } from "../support/measure-sandbox.ts";
import { listDocuments, readRealContract } from "../support/real-documents.ts";

/*
 * How well the sandbox does on APIs that nobody tuned it for: the documents of tests/contracts and of three npm packages.
 * "First sends" are the requests that explorers start with, each in a fresh sandbox. "Collections" have a POST, and a GET one
 * parameter further: what was made must be read with the texts that were sent, the list must show it, an update must change
 * what is read, and after DELETE it must be gone; steps that a contract doesn't have don't count. Run:
 *
 *   npm run compile && node tests/bench/run.mjs sandbox [FILE or FOLDER …]
 *
 * Named files and folders are measured instead. TELL=1 prints what failed.
 */
const isVerbose = process.env["TELL"] === "1";
const named = process.argv.slice(3);
const groups =
  named.length > 0
    ? named.map((path) => [path, filesOf(path)] as const)
    : [
        ["tests/contracts", filesOf("tests/contracts")] as const,
        ["tests/contracts/frameworks", filesOf("tests/contracts/frameworks")] as const,
        ...["@readme/oas-examples", "@scalar/galaxy", "@figma/rest-api-spec"].map(
          (name) => [name, listDocuments([name])] as const,
        ),
      ];

function filesOf(path: string): readonly string[] {
  if (/\.(?:json|ya?ml)$/.test(path)) return [path];
  return readdirSync(path)
    .filter((name) => /\.(?:json|ya?ml)$/.test(name))
    .map((name) => join(path, name));
}

interface Count {
  documents: number;
  sends: number;
  good: number;
  declared: number;
  collections: number;
  complete: number;
}

function share(part: number, whole: number): string {
  return whole === 0 ? "–" : `${part} of ${whole} (${((100 * part) / whole).toFixed(1)} %)`;
}

function print(name: string, { documents, sends, good, declared, collections, complete }: Count): void {
  const first = `first sends 2xx ${share(good, sends)}, 2xx or declared ${share(declared, sends)}`;
  console.log(`${name}: ${documents} documents; ${first}; collections ${share(complete, collections)}`);
}

const empty = { documents: 0, sends: 0, good: 0, declared: 0, collections: 0, complete: 0 };
const total: Count = { ...empty };
const stepCounts = new Map<string, { done: number; all: number }>();
for (const [name, files] of groups) {
  const count: Count = { ...empty };
  for (const file of files) {
    const contract = await readRealContract(file, readFileSync(file, "utf8"));
    if (contract === null || contract.operations.length === 0) continue;
    const { firstSends, collections } = await measureSandbox(contract);
    const failed = firstSends.filter((sent) => !sent.isGood && !sent.isDeclared);
    const incomplete = collections.filter(({ steps }) => steps.some(({ isDone }) => !isDone));
    count.documents += 1;
    count.sends += firstSends.length;
    count.good += firstSends.filter(({ isGood }) => isGood).length;
    count.declared += firstSends.length - failed.length;
    count.collections += collections.length;
    count.complete += collections.length - incomplete.length;
    for (const step of collections.flatMap(({ steps }) => steps)) {
      const known = stepCounts.get(step.name) ?? { done: 0, all: 0 };
      stepCounts.set(step.name, { done: known.done + (step.isDone ? 1 : 0), all: known.all + 1 });
    }
    if (!isVerbose) continue;
    for (const { operation, status, excerpt } of failed)
      console.log(`  ${relative(".", file)} ${operation}: ${status} ${excerpt.replace(/\s+/g, " ")}`);
    for (const { path, steps } of incomplete)
      console.log(
        `  ${relative(".", file)} ${path}: ${steps.map((step) => (step.isDone ? step.name : `NOT ${step.name} [${step.excerpt}]`)).join(", ")}`,
      );
  }
  print(name, count);
  for (const key of ["documents", "sends", "good", "declared", "collections", "complete"] as const)
    total[key] += count[key];
}
print("all", total);
for (const [name, { done, all }] of stepCounts) console.log(`  ${name} ${share(done, all)}`);
