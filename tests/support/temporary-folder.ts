import { cp, mkdir, mkdtemp, readFile, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

import { packageRoot } from "#package.ts";

/** A folder of its own for a test, filled with files; gone after the test. */
export interface TemporaryFolder extends AsyncDisposable {
  readonly path: string;
  readonly write: (files: Readonly<Record<string, string | Uint8Array>>) => Promise<void>;
  readonly read: (name: string) => Promise<string>;
  readonly remove: (name: string) => Promise<void>;
}

export async function temporaryFolder(
  files: Readonly<Record<string, string | Uint8Array>> = {},
): Promise<TemporaryFolder> {
  const path = await realpath(await mkdtemp(join(tmpdir(), "docs-build-test-")));
  const folder: TemporaryFolder = {
    path,
    async write(entries) {
      for (const [name, content] of Object.entries(entries)) {
        await mkdir(dirname(join(path, name)), { recursive: true });
        await writeFile(join(path, name), content);
      }
    },
    remove: async (name) => rm(join(path, name), { recursive: true }),
    read: async (name) => readFile(join(path, name), "utf8"),
    async [Symbol.asyncDispose]() {
      await rm(path, { recursive: true, force: true });
    },
  };
  await folder.write(files);
  return folder;
}

/** A folder with a copy of this repository's own `content/` and `openapi/`. */
export async function shippedFolder(): Promise<TemporaryFolder> {
  const folder = await temporaryFolder();
  for (const name of ["content", "openapi"])
    await cp(join(packageRoot, name), join(folder.path, name), { recursive: true });
  return folder;
}
