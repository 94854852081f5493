import { readdirSync } from "node:fs";

const folder = new URL("../contracts/", import.meta.url).pathname;

/** Paths of the small documents of tests/contracts, each with one thing that real documents have. */
export const smallContracts = documentsIn(folder);

/** Paths of the large ones, each as one tool writes it. */
export const frameworkContracts = documentsIn(`${folder}frameworks/`);

function documentsIn(path: string): readonly string[] {
  return readdirSync(path)
    .filter((name) => /\.(?:json|ya?ml)$/.test(name))
    .sort()
    .map((name) => path + name);
}
