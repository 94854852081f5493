/*
 * Runs a benchmark: `node tests/bench/run.mjs cold-build`. Node 20 doesn't read TypeScript, so the script is bundled
 * first; the packages stay outside.
 */
import { mkdir } from "node:fs/promises";
import { pathToFileURL } from "node:url";

import { build } from "esbuild";

const [, , name] = process.argv;
const outfile = `node_modules/.cache/docs-build/bench/${name}.mjs`;
await mkdir("node_modules/.cache/docs-build/bench", { recursive: true });
await build({
  entryPoints: [`tests/bench/${name}.ts`],
  outfile,
  bundle: true,
  format: "esm",
  platform: "node",
  target: "node20.19",
  packages: "external",
  // The package finds its own files from the folder of its code: the bundle stands for lib/.
  define: { "import.meta.url": JSON.stringify(pathToFileURL("lib/bench.mjs").href) },
  logLevel: "warning",
});
// A benchmark doesn't reuse the user's cache of an earlier one; benchmarks of the cache name a folder.
process.env["DOCS_BUILD_CACHE"] ??= "off";
await import(pathToFileURL(outfile).href);
