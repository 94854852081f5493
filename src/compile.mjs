/*
 * Compiles the package into lib/ (`npm run compile`, and npm's `prepare`). Plain JavaScript, because it is what turns
 * the TypeScript into something Node runs.
 *
 * Most libraries are bundled: a cold build spends a fifth of its time looking for their several hundred small files
 * otherwise. React stays outside, so that a site's own templates meet the renderer's React; so do libraries that load
 * files of their own at run time, and those that only some commands need.
 */
import { execFileSync } from "node:child_process";
import { rm, writeFile } from "node:fs/promises";

import { build } from "esbuild";

const external = ["@readme/openapi-parser", "chokidar", "esbuild", "react", "react-dom", "shiki"];

/** @type {import("esbuild").BuildOptions} */
const common = {
  outdir: "lib",
  bundle: true,
  platform: "node",
  target: "node20.19",
  jsx: "automatic",
  external: external.flatMap((name) => [name, `${name}/*`]),
  mainFields: ["module", "main"],
  logLevel: "warning",
};

await rm("lib", { recursive: true, force: true });
await build({
  ...common,
  entryPoints: [
    "src/main.ts",
    "src/second-thread/second-worker.ts",
    "src/serve/build-worker.ts",
    "src/thread/start-build-thread.ts",
    "src/thread/record-code.ts",
    "src/render/compile-client.ts",
  ],
  entryNames: "[name]",
  splitting: true,
  format: "esm",
  banner: {
    js: 'import { createRequire as createRequireOf } from "node:module"; const require = createRequireOf(import.meta.url);',
  },
});
// A script that is called with what it needs: src/thread/thread-script.ts says why.
const { outputFiles } = await build({
  ...common,
  entryPoints: ["src/thread/build-thread.ts"],
  format: "cjs",
  define: { "import.meta.url": "moduleUrl" },
  write: false,
});
const body = outputFiles[0].text.replaceAll(/\bimport\(/g, "importModule(");
const start = 'const moduleUrl = require("node:url").pathToFileURL(module.filename).href;';
await writeFile("lib/build-thread.cjs", `(function (require, module, importModule) {${start}\n${body}})`);
await import("../lib/compile-client.js");
const env = { ...process.env, NODE_ENV: "production" };
execFileSync(process.execPath, ["lib/record-code.js"], { env, stdio: "inherit" });
