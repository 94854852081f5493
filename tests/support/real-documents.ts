import { existsSync, readdirSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, extname, join } from "node:path";

import type { Contract } from "#shared/contract/contract.ts";

import { readFiles } from "./inline-contract.ts";

/** Documents of npm packages, by path. Those that repeat another one, as YAML or with its references taken apart, are left out. */
export function listDocuments(packages: readonly string[]): readonly string[] {
  return packages.flatMap((name) => {
    const folder = folderOf(name);
    return readdirSync(folder, { recursive: true, encoding: "utf8" })
      .filter((path) => /\.(?:json|ya?ml)$/.test(path) && !/\.deref\.json$|node_modules|(?:^|\/)yaml\//.test(path))
      .map((path) => join(folder, path));
  });
}

function folderOf(name: string): string {
  const require = createRequire(import.meta.url);
  const paths = require.resolve.paths(name) ?? [];
  return paths.map((path) => join(path, name)).find((path) => existsSync(path)) ?? dirname(name);
}

/** The contract of a document; null if it isn't one. */
export async function readRealContract(path: string, text: string): Promise<Contract | null> {
  return (await readFiles({ [`openapi/api${extname(path)}`]: text })).contract;
}
