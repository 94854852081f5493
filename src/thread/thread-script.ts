import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { constants, Script } from "node:vm";

import { packageRoot } from "../package-root.ts";

type Exports = typeof import("./build-thread.ts");

const file = join(packageRoot, "lib/build-thread.cjs");

/** Where the code of the building thread lies as V8 compiled it when the package was prepared. */
export const codeCache = `${file}.cache`;

/**
 * The code of the building thread. It is one script and no module: only scripts can be compiled beforehand (in Node 20),
 * which saves a cold build a tenth of its time. A cache of another V8, or none, makes it slower and nothing else.
 */
export function readScript({
  filename = file,
  cachedData,
}: {
  filename?: string;
  cachedData?: Buffer | undefined;
}): Script {
  const importModuleDynamically = constants.USE_MAIN_CONTEXT_DEFAULT_LOADER;
  return new Script(readFileSync(file, "utf8"), { filename, cachedData, importModuleDynamically });
}

/** Runs the script, and gives what it exports. */
export function runScript(script: Script): Exports {
  const module: { exports?: Exports; readonly filename: string } = { filename: file };
  const define: (require: NodeJS.Require, own: typeof module) => void = script.runInThisContext();
  define(createRequire(file), module);
  if (module.exports === undefined) throw new Error(`${file} exports nothing`);
  return module.exports;
}
