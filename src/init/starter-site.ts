import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";

import { packageRoot } from "#package.ts";
import type { OutputFile } from "#shared/files.ts";

/** The site that one starts from: plain files of the package, with a contract of four paths. */
export async function readStarterSite(): Promise<readonly OutputFile[]> {
  const folder = join(packageRoot, "src/init/starter");
  const entries = await readdir(folder, { recursive: true });
  const paths = entries.map((name) => name.replaceAll("\\", "/")).filter((name) => /\.\w+$/.test(name));
  return Promise.all(paths.sort().map(async (path) => ({ path, content: await readFile(join(folder, path), "utf8") })));
}
