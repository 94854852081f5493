import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { Script } from "node:vm";

import { packageRoot } from "#package.ts";

type Exports = typeof import("./build-thread.ts");

interface ScriptModule {
  exports?: Exports;
  readonly filename: string;
}

/** What the script asks of its surroundings. V8's caches lose how a script imports modules, so it is told. */
type Define = (
  require: NodeJS.Require,
  module: ScriptModule,
  importModule: (specifier: string) => Promise<unknown>,
) => void;

const file = join(packageRoot, "lib/build-thread.cjs");

/** Where the code of the building thread lies as V8 compiled it when the package was prepared. */
export const codeCache = `${file}.cache`;

/**
 * The code of the building thread. It is one script and no module: only scripts can be compiled beforehand (in Node 20),
 * which saves a cold build a tenth of its time. A cache of another V8, or none, makes it slower and nothing else. Stack
 * traces name the script without its folder, which a cache would remember from where it was made.
 */
export function readScript(cachedData?: Buffer): Script {
  return new Script(readFileSync(file, "utf8"), { filename: "build-thread.cjs", cachedData });
}

/** Runs the script, and gives what it exports. */
export function runScript(script: Script): Exports {
  const module: ScriptModule = { filename: file };
  const define: Define = script.runInThisContext();
  define(createRequire(file), module, async (specifier) => import(specifier));
  if (module.exports === undefined) throw new Error(`${file} exports nothing`);
  return module.exports;
}
