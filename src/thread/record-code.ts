import "#tune-v8.ts";

import { writeFileSync } from "node:fs";
import { setFlagsFromString } from "node:v8";

import { packageRoot } from "#package.ts";

import { codeCache, readScript, runScript } from "./thread-script.ts";

/*
 * Builds the package's own site and keeps what V8 compiled for that. It runs when the package is prepared, with the
 * flags of the command: V8 takes a cache only under the flags it was made with. Until then nothing is forgotten of what
 * was compiled.
 */
setFlagsFromString("--no-flush-bytecode");
const script = readScript();
await runScript(script).buildAndTell({ root: packageRoot, flags: {}, strict: false });
setFlagsFromString("--flush-bytecode");
writeFileSync(codeCache, script.createCachedData());
process.exit();
