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
 * What the libraries of Markdown repeat at every event or node, and need not: what is found in a file, and what is
 * written there. Shares are of a cold build of 1,000 pages. `tests/slow/reproducible` holds the pages to those of the
 * libraries as they are.
 */
const shortcuts = [
  // A copy of the context for each handler. They run one after another and none keeps it: they share one. A fifth.
  {
    file: "mdast-util-from-markdown/lib/index.js",
    find: /\{\s*\.\.\.context,\s*sliceSerialize: (events\[index\]\[2\]\.sliceSerialize)\s*\}/g,
    write: "(context.sliceSerialize = $1, context)",
  },
  // A name for the function that visits a node, for debuggers: with what the line above saves since, 3 %.
  {
    file: "unist-util-visit-parents/lib/index.js",
    find: /if \(typeof value\.type === 'string'\) \{\s*const name =[^}]*\bObject\.defineProperty\(visit, 'name', \{[^}]*\}\)\s*\}/,
    write: "",
  },
];

const takeShortcuts = {
  name: "take-shortcuts",
  setup: ({ onLoad }) =>
    onLoad({ filter: /-util-[\w-]+[\\/](?:lib[\\/])?index\.js$/ }, async ({ path }) => {
      const text = await readFile(path, "utf8");
      const here = shortcuts.filter(({ file }) => path.replaceAll("\\", "/").endsWith(`/node_modules/${file}`));
      if (here.some(({ find }) => text.search(find) < 0))
        throw new Error(`${path} is written anew: see what it still repeats, and mend the shortcuts`);
      return { contents: here.reduce((contents, { find, write }) => contents.replace(find, write), text) };
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
  plugins: [takeShortcuts],
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
