/*
 * Compiles the package into lib/ (`npm run compile`, and npm's `prepare`). This file is JavaScript because Node can't
 * run the TypeScript before it's compiled.
 *
 * Libraries are bundled, because a cold build would spend a third of its time finding their several hundred small files.
 * React isn't bundled, so that a site's own templates share the renderer's React. esbuild has a binary of its own, and
 * tinypool starts a file of its own in each thread, so they aren't bundled either.
 */
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { readdir, readFile, rm, writeFile } from "node:fs/promises";

import { build, formatMessages } from "esbuild";

/*
 * Replaces code of libraries that does needless work for every event, node or start. Shares are of a cold build of 1,000
 * pages. `tests/slow/reproducible` compares the pages with those of the unchanged libraries.
 */
const shortcuts = [
  // The library copies the context for each handler, but handlers run one after another and can share it: a fifth.
  {
    file: "mdast-util-from-markdown/lib/index.js",
    find: /\{\s*\.\.\.context,\s*sliceSerialize: (events\[index\]\[2\]\.sliceSerialize)\s*\}/g,
    write: "(context.sliceSerialize = $1, context)",
  },
  // The library makes a test for each of ninety tags, for each node that it looks at.
  {
    file: "hast-util-minify-whitespace/lib/index.js",
    find: /isElement\(node, (blocks|contents|skippables)\)/g,
    write: "(node?.type === 'element' && $1.includes(node.tagName))",
  },
  // The library copies the tree, which `write-markdown.ts` has copied: with the line above, 8 %.
  {
    file: "hast-util-to-mdast/lib/index.js",
    find: /structuredClone\(tree\)/,
    write: "tree",
  },
  // The library compiles OpenAPI's rules for each document: 50 ms of each edit of a contract.
  {
    file: "@readme/openapi-parser/dist/index.js",
    find: /return new (AjvDraft4|Ajv)\(opts\)/g,
    write: "return (initializeAjv.$1 ??= new $1(opts))",
  },
];

const takeShortcuts = {
  name: "take-shortcuts",
  setup: ({ onLoad }) =>
    onLoad({ filter: /(?:-util-[\w-]+[\\/]lib|openapi-parser[\\/]dist)[\\/]index\.js$/ }, async ({ path }) => {
      const text = await readFile(path, "utf8");
      const here = shortcuts.filter(({ file }) => path.replaceAll("\\", "/").endsWith(`/node_modules/${file}`));
      if (here.some(({ find }) => text.search(find) < 0))
        throw new Error(`${path} has changed: check whether its shortcut in src/compile.mjs is still needed`);
      return { contents: here.reduce((contents, { find, write }) => contents.replace(find, write), text) };
    }),
};

const external = ["esbuild", "react", "react-dom", "tinypool"];

// The same sources and packages need no second compilation.
const compiledFrom = [
  ...(await namesIn("src", "templates", "bin")),
  ...["package.json", "package-lock.json", "node_modules/.package-lock.json", "tsconfig.json"],
];
const sourcesId = `${process.version} ${await idOf(compiledFrom)}`;
if ((await readText("lib/sources-id")) === sourcesId && (await readText("lib/build-id")) === (await idOfBuild()))
  process.exit();

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
  // The library's build for Node also reads an environment variable for each token.
  alias: { yaml: "./node_modules/yaml/browser/index.js" },
  // V8 parses this faster. Names stay, for stack traces.
  minifyWhitespace: true,
  minifySyntax: true,
  logLevel: "silent",
  metafile: true,
  plugins: [takeShortcuts],
  banner: {
    js: 'import { createRequire as createRequireOf } from "node:module"; const require = createRequireOf(import.meta.url);',
  },
};
const commands = await bundle({
  ...options,
  entryPoints: ["src/main.ts", "src/serve/build-worker.ts", "src/render/compile-client.ts"],
  splitting: true,
});
// This is a single file, because all threads of the pool open it at once and some systems allow few open files.
const parseWorker = await bundle({ ...options, entryPoints: ["src/content/parse-worker.ts"] });
await import("../lib/compile-client.js");
// Editors read these from the installed package, so that they know this version's keys without a network.
for (const keys of ["settings", "front-matter"])
  await writeFile(
    `lib/${keys}.schema.json`,
    execFileSync(process.execPath, ["bin/docs-build.js", "explain", keys, "--json"]),
  );

// The browser's part is bundled here once more, only to list its libraries.
const browser = await bundle({
  entryPoints: ["src/client/boot.ts", "src/sandbox/page-worker.ts"],
  bundle: true,
  splitting: true,
  format: "esm",
  outdir: "lib/client",
  write: false,
  metafile: true,
  define: { "process.env.NODE_ENV": '"production"' },
});
await writeFile("lib/third-party-licenses.txt", await licensesOf([commands, parseWorker, browser]));

// The cache ignores values of any other compilation (src/cache/disk-memory.ts).
await writeFile("lib/build-id", await idOfBuild());
await writeFile("lib/sources-id", sourcesId);

async function idOfBuild() {
  return idOf((await namesIn("lib")).filter((name) => !/^lib\/\w+-id$/.test(name)));
}

async function idOf(names) {
  const id = createHash("sha256");
  for (const name of names.sort()) id.update(`${name}\0`).update(await readFile(name).catch(() => "\0"));
  return id.digest("base64url");
}

async function namesIn(...folders) {
  const entries = folders.map((folder) => readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []));
  const files = (await Promise.all(entries)).flat().filter((entry) => entry.isFile());
  return files.map(({ parentPath, name }) => `${parentPath}/${name}`);
}

async function readText(file) {
  return readFile(file, "utf8").catch(() => "");
}

async function bundle(entries) {
  try {
    const { metafile, warnings } = await build(entries);
    for (const line of await formatMessages(warnings, { kind: "warning" })) process.stderr.write(line);
    return metafile;
  } catch (error) {
    const errors = error.errors ?? [];
    const missing = new Set(errors.flatMap(({ text }) => /^Could not resolve "([^".#][^"]*)"/.exec(text)?.[1] ?? []));
    if (missing.size === 0) throw error;
    process.stderr.write(
      `docs-build can't be compiled, because it needs packages that aren't installed: ` +
        `${[...missing].sort().join(", ")}.\nRun \`npm ci --include=dev\` in its folder. A package that \`npm pack\` ` +
        `makes there needs none of them.\n`,
    );
    process.exit(1);
  }
}

/** Lists the packages by name, each with its version and license, so that the same packages give the same bytes. */
async function licensesOf(metafiles) {
  const folders = new Set(metafiles.flatMap(({ outputs }) => Object.values(outputs).flatMap(packagesIn)));
  const licenses = await Promise.all([...folders].map(readLicense));
  const texts = licenses.sort((a, b) => (a.name < b.name ? -1 : 1)).map(({ name, text }) => `# ${name}\n\n${text}\n`);
  return `What docs-build's own files in this folder are made of, besides docs-build.\n\n${texts.join("\n")}`;
}

function packagesIn({ inputs }) {
  return Object.entries(inputs).flatMap(([path, { bytesInOutput }]) => {
    const [folder] = /^.*\bnode_modules\/(?:@[^/]+\/)?[^/]+/.exec(path) ?? [];
    return folder === undefined || bytesInOutput === 0 ? [] : [folder];
  });
}

async function readLicense(folder) {
  const { name, version, license, author } = JSON.parse(await readFile(`${folder}/package.json`, "utf8"));
  const file = (await readdir(folder)).find((entry) => /^(?:licen[cs]e|copying)(?:\.|$)/i.test(entry));
  const holder = typeof author === "string" ? author : author?.name;
  // Some packages name a license without its text.
  const text = file === undefined ? `Copyright (c) ${holder ?? name}` : await readFile(`${folder}/${file}`, "utf8");
  return { name: `${name} ${version}, ${license}`, text: text.replaceAll("\r\n", "\n").trim() };
}
