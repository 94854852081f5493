import { basename, join } from "node:path";

import type { BuildOptions, Plugin } from "esbuild";

import { packageRoot } from "#package.ts";

import { type Compiled, overridesOf, toCompileError } from "./overrides.ts";

/** A file for browsers. Its name has a hash of its content. */
export interface NamedFile {
  readonly name: string;
  readonly content: Uint8Array;
}

/** The oldest browsers that all code is compiled for. */
export const target = ["chrome117", "firefox125", "safari17"];

const browser = {
  bundle: true,
  minify: true,
  format: "esm",
  platform: "browser",
  jsx: "automatic",
  legalComments: "none",
  logLevel: "silent",
  entryNames: "[name]-[hash]",
  chunkNames: "[name]-[hash]",
  assetNames: "[name]-[hash]",
  outdir: "lib/client",
  // Nobody inspects React in published pages, so its support for developer tools is left out.
  define: { "process.env.NODE_ENV": '"production"', __REACT_DEVTOOLS_GLOBAL_HOOK__: "undefined" },
  target,
  write: false,
} as const satisfies BuildOptions;

/** Files that styles name are published beside them. */
const assetLoaders = Object.fromEntries(
  [".woff2", ".woff", ".ttf", ".otf", ".svg", ".png", ".jpg", ".webp", ".avif", ".gif"].map(
    (extension) => [extension, "file"] as const,
  ),
);

/** Modules that boot.ts imports on demand. */
const onDemand = [
  "explorer-island.tsx",
  "on-demand.ts",
  "search/search-dialog.ts",
  "shell-islands.ts",
  "site-islands.ts",
];

/** The contract's sandbox. Workers can't be imported, so the code that starts it learns its name. */
const sandboxWorker = "src/sandbox/page-worker.ts";

/**
 * Bundles the scripts. Islands share chunks with each other but not with boot.ts, so that each page loads one small
 * file that names the islands' files and imports nothing.
 */
export async function bundleScripts(texts: ReadonlyMap<string, string>): Promise<readonly NamedFile[]> {
  const entryPoints = [sandboxWorker];
  const compiled = await compile({ absWorkingDir: packageRoot, entryPoints, format: "iife" }, texts);
  const islands = await compile(
    {
      absWorkingDir: packageRoot,
      splitting: true,
      define: { ...browser.define, SANDBOX_WORKER: JSON.stringify(`./${compiled[0]?.name}`) },
      entryPoints: onDemand.map((name) => `src/client/${name}`),
    },
    texts,
  );
  const boot = await compile(
    {
      absWorkingDir: packageRoot,
      entryPoints: { boot: "src/client/boot.ts", redirect: "src/client/redirect.ts" },
      plugins: [lazyImports(islands.map(({ name }) => name))],
    },
    texts,
  );
  return [...compiled, ...islands, ...boot];
}

/**
 * Bundles the styles: those of every page; those of references, explorers, search and the not-found page; those for
 * paper; and those that only some settings need. A file in the site's own `templates/styles/` (below `root`) replaces
 * the package's.
 */
export async function bundleStyles(
  root: string,
  texts: ReadonlyMap<string, string>,
): Promise<Compiled<readonly NamedFile[]>> {
  const { options, find, isWhole } = overridesOf(root, texts);
  const entryPoints = {
    styles: find("styles/index.css"),
    reference: find("styles/reference-index.css"),
    parts: find("styles/parts.css"),
    print: find("styles/print.css"),
    search: find("styles/search.css"),
    look: find("styles/look.css"),
    lost: find("styles/lost.css"),
    explorer: find("styles/explorer-index.css"),
  };
  return { value: await compile({ ...options, entryPoints, loader: assetLoaders }, texts), isWhole: isWhole() };
}

/**
 * Bundles a site's own islands, a file for each and the chunks that they share. They import React from the package's
 * file that hydrates them. `files` maps an island's name to its file in `texts`.
 */
export async function bundleIslands(
  root: string,
  texts: ReadonlyMap<string, string>,
  { files, packaged }: { readonly files: ReadonlyMap<string, string>; readonly packaged: readonly string[] },
): Promise<Compiled<readonly NamedFile[]>> {
  const { options, isWhole } = overridesOf(root, texts);
  const react = packaged.find((name) => name.startsWith("site-islands-")) ?? "";
  const entryPoints = Object.fromEntries(Array.from(files, ([name, file]) => [`island-${name}`, `own-island:${file}`]));
  const plugins = [ownIslands(root, `./${react}`), ...(options.plugins ?? [])];
  const scripts = await compile({ ...options, entryPoints, plugins, splitting: true }, texts);
  return { value: scripts, isWhole: isWhole() };
}

function ownIslands(root: string, react: string): Plugin {
  return {
    name: "own-islands",
    setup(hooks) {
      hooks.onResolve({ filter: /^own-island:/ }, ({ path }) => ({
        path: path.slice("own-island:".length),
        namespace: "island",
      }));
      hooks.onLoad({ filter: /.*/, namespace: "island" }, ({ path }) => ({
        contents: `export { default } from ${JSON.stringify(`./${path.slice("templates/".length)}`)};`,
        resolveDir: join(root, "templates"),
      }));
      hooks.onResolve({ filter: /^react(?:-dom)?(?:\/|$)/ }, ({ path }) =>
        /^react(?:-dom|\/jsx-runtime)?$/.test(path)
          ? { path: react, namespace: "react" }
          : { errors: [{ text: `islands run in browsers, where there is no "${path}"` }] },
      );
      hooks.onResolve({ filter: /.*/, namespace: "react" }, ({ path }) => ({ path, external: true }));
      hooks.onLoad({ filter: /.*/, namespace: "react" }, ({ path }) => {
        const file = JSON.stringify(path);
        return { contents: `import * as all from ${file};\nexport default all;\nexport * from ${file};` };
      });
    },
  };
}

/** Compiles the one inline script. */
export async function compileInline(texts: ReadonlyMap<string, string>): Promise<string> {
  const files = await compile(
    // TypeScript's settings would add "use strict" to the script on every page.
    { absWorkingDir: packageRoot, entryPoints: ["src/client/inline.ts"], format: "iife", tsconfigRaw: "{}" },
    texts,
  );
  return files.map(({ content }) => new TextDecoder().decode(content).trim()).join("");
}

type Options = Omit<BuildOptions, keyof typeof browser> & Pick<BuildOptions, "define" | "format">;

async function compile(options: Options, texts: ReadonlyMap<string, string>): Promise<readonly NamedFile[]> {
  const { build } = await import("esbuild");
  const result = await build({ ...browser, ...options }).catch((error: unknown) => {
    throw toCompileError(error, texts);
  });
  return result.outputFiles.map(({ path, contents }) => ({ name: basename(path), content: contents }));
}

function lazyImports(compiled: readonly string[]): Plugin {
  return {
    name: "lazy-imports",
    setup(build) {
      build.onResolve({ filter: /\.tsx?$/ }, ({ path, kind }) => {
        if (kind !== "dynamic-import") return undefined;
        const name = basename(path).replace(/\.tsx?$/, "");
        const file = compiled.find((candidate) => candidate.replace(/-[A-Z0-9]{8}\.js$/, "") === name);
        return file === undefined ? undefined : { path: `./${file}`, external: true };
      });
    },
  };
}
