import { readFile } from "node:fs/promises";
import { extname, join } from "node:path";

import { stringify } from "yaml";

import { largeContract } from "../support/large-contract.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { installPeers } from "./peers.ts";

/** An OpenAPI document that a benchmark is about. */
export interface MeasuredDocument {
  readonly name: string;
  readonly file: string;
  readonly text: string;
}

export function generatedDocument(operations: number): MeasuredDocument {
  const text = stringify(largeContract({ operations }), { aliasDuplicateObjects: false });
  return { name: `${operations} operations`, file: "api.yaml", text };
}

/** One that a package has, which is installed for it: `@octokit/openapi/generated/api.github.com.json`. */
export async function packagedDocument(path: string): Promise<MeasuredDocument> {
  await using peers = await temporaryFolder();
  const [, name = ""] = /^((?:@[^/]+\/)?[^/]+)/.exec(path) ?? [];
  const modules = await installPeers(peers.path, [name]);
  return { name: path, file: `api${extname(path)}`, text: await readFile(join(modules, path), "utf8") };
}
