import { readdirSync, readFileSync } from "node:fs";
import { basename } from "node:path";

const folder = new URL("../contracts/", import.meta.url).pathname;

/** Paths of the small documents of tests/contracts, each with one thing that real documents have. */
export const smallContracts = documentsIn(folder);

/** Paths of the large ones, each as one tool writes it. */
export const frameworkContracts = documentsIn(`${folder}frameworks/`);

/** A document as the only one of a site. */
export function documentAt(path: string): Readonly<Record<string, string>> {
  return { [`openapi/${basename(path)}`]: readFileSync(path, "utf8") };
}

function documentsIn(path: string): readonly string[] {
  return readdirSync(path)
    .filter((name) => /\.(?:json|ya?ml)$/.test(name))
    .sort()
    .map((name) => path + name);
}
