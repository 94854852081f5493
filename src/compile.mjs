/*
 * Compiles the package into lib/ (`npm run compile`, and npm's `prepare`). Plain JavaScript, because it is what turns
 * the TypeScript into something Node runs.
 *
 * Libraries are bundled: a cold build spends a third of its time looking for their several hundred small files
 * otherwise. React stays outside, so that a site's own templates meet the renderer's React; so does esbuild, which
 * brings a program of its own, and tinypool, which starts a file of its own in each thread.
 */
import { createHash } from "node:crypto";
import { readdir, readFile, rm, writeFile } from "node:fs/promises";

import { build } from "esbuild";

/*
 * The parser of Markdown copies its context for every event, a fifth of what a page of Markdown takes. Its handlers run
 * one after another and none keeps it: here they share one. `tests/slow/reproducible` holds both to the same pages.
 */
const oneContext = {
  name: "one-context",
  setup: ({ onLoad }) =>
    onLoad({ filter: /mdast-util-from-markdown[\\/]lib[\\/]index\.js$/ }, async ({ path }) => {
      const text = await readFile(path, "utf8");
      const copy = /\{\s*\.\.\.context,\s*(sliceSerialize: events\[index\]\[2\]\.sliceSerialize)\s*\}/g;
      if (!copy.test(text)) throw new Error(`${path} is written anew: see whether it still copies, and mend this step`);
      return { contents: text.replace(copy, "Object.assign(context, { $1 })") };
    }),
};

const external = ["esbuild", "react", "react-dom", "tinypool"];

await rm("lib", { recursive: true, force: true });
const options = {
  entryNames: "[name]",
  outdir: "lib",
  bundle: true,
  format: "esm",
  platform: "node",
  target: "node20.19",
  jsx: "automatic",
  external: external.flatMap((name) => [name, `${name}/*`]),
  mainFields: ["module", "main"],
  // The same library but for one thing: that for Node asks the environment for each token whether to print it.
  alias: { yaml: "./node_modules/yaml/browser/index.js" },
  // What asks whether something is one loads all of fetch, 50 ms of a build. Nothing of ours makes any.
  define: { Headers: "undefined" },
  // Names stay, for stack traces; V8 is done sooner with the rest.
  minifyWhitespace: true,
  minifySyntax: true,
  logLevel: "warning",
  plugins: [oneContext],
  banner: {
    js: 'import { createRequire as createRequireOf } from "node:module"; const require = createRequireOf(import.meta.url);',
  },
};
await build({
  ...options,
  entryPoints: ["src/main.ts", "src/serve/build-worker.ts", "src/render/compile-client.ts"],
  splitting: true,
});
// One file: as many threads as there are cores open it at the same moment, and open files may be few.
await build({ ...options, entryPoints: ["src/content/parse-worker.ts"] });
await import("../lib/compile-client.js");

// The cache believes nothing that another compilation made (src/cache/open-cache.ts).
const id = createHash("sha256");
for (const name of (await readdir("lib", { recursive: true })).sort())
  if (/\.(?:js|css|json)$/.test(name)) id.update(name).update(await readFile(`lib/${name}`));
await writeFile("lib/build-id", id.digest("base64url"));
