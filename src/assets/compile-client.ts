import { createHash } from "node:crypto";
import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";

import { build, type BuildOptions, type OutputFile, type Plugin } from "esbuild";

import { packageRoot } from "../package-root.ts";
import type { ClientManifest } from "./read-client.ts";
import { createImageRenderer } from "./render-image.ts";

/*
 * Compiles what browsers get and no site's input can change: script, styles, icons. It runs once when the package is
 * prepared (`npm run compile`), so that builds of sites only copy.
 */
const target = ["chrome117", "firefox125", "safari17"];

async function compileClient(root: string): Promise<void> {
  const folder = join(root, "lib/client");
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const [bundle, inlineScript] = await Promise.all([bundleClient(root), compileInline(root), compileLiveClient(root)]);
  const images = await drawImages(join(root, "templates"));
  const files = [...bundle.map((file) => ({ name: basename(file.path), content: file.contents })), ...images];
  await Promise.all(files.map(({ name, content }) => writeFile(join(folder, name), content)));
  const nameOf = (pattern: RegExp): string => files.find(({ name }) => pattern.test(name))?.name ?? "";
  const manifest: ClientManifest = {
    files: files.map(({ name }) => name).sort(),
    script: nameOf(/^boot-.*\.js$/),
    styles: nameOf(/^styles-.*\.css$/),
    redirect: nameOf(/^redirect-.*\.js$/),
    icon: nameOf(/^icon-.*\.svg$/),
    iconImage: nameOf(/^icon-32-/),
    touchIcon: nameOf(/^icon-180-/),
    socialImage: nameOf(/^social-/),
    inlineScript,
  };
  await writeFile(join(folder, "manifest.json"), `${JSON.stringify(manifest, null, 2)}\n`);
}

/** What both bundles of the browser part are compiled with. */
const browser = {
  bundle: true,
  minify: true,
  format: "esm",
  platform: "browser",
  jsx: "automatic",
  legalComments: "none",
  entryNames: "[name]-[hash]",
  chunkNames: "[name]-[hash]",
  outdir: "lib/client",
  define: { "process.env.NODE_ENV": '"production"' },
  target,
  write: false,
} as const satisfies BuildOptions;

/**
 * The islands share chunks with each other, but boot.ts shares none with them: what every page loads is one small file
 * that names the islands' files and imports nothing by itself.
 */
async function bundleClient(root: string): Promise<readonly OutputFile[]> {
  const names = (await readdir(join(root, "src/client/islands"))).filter((name) => name.endsWith(".tsx")).sort();
  const islands = await build({
    ...browser,
    absWorkingDir: root,
    splitting: true,
    entryPoints: [
      ...names.map((name) => `src/client/islands/${name}`),
      "src/client/hydrate-island.ts",
      "src/client/filter-list.ts",
      "src/client/show-copied.ts",
    ],
  });
  const compiled = islands.outputFiles.map(({ path }) => basename(path));
  const boot = await build({
    ...browser,
    absWorkingDir: root,
    entryPoints: { boot: "src/client/boot.ts", redirect: "src/client/redirect.ts", styles: "templates/styles/index.css" },
    plugins: [lazyImports(compiled)],
  });
  return [...islands.outputFiles, ...boot.outputFiles];
}

function lazyImports(compiled: readonly string[]): Plugin {
  return {
    name: "lazy-imports",
    setup(hooks) {
      hooks.onResolve({ filter: /\.tsx?$/ }, ({ path, kind }) => {
        if (kind !== "dynamic-import") return undefined;
        const name = basename(path).replace(/\.tsx?$/, "");
        const file = compiled.find((candidate) => candidate.replace(/-[A-Z0-9]{8}\.js$/, "") === name);
        return file === undefined ? undefined : { path: `./${file}`, external: true };
      });
    },
  };
}

async function compileInline(root: string): Promise<string> {
  const result = await build({
    absWorkingDir: root,
    entryPoints: ["src/client/inline.ts"],
    bundle: true,
    minify: true,
    format: "iife",
    target,
    write: false,
  });
  return result.outputFiles.map(({ text }) => text.trim()).join("");
}

/** The client of `serve --watch`: beside the files that builds publish, never among them. */
async function compileLiveClient(root: string): Promise<void> {
  await build({
    absWorkingDir: root,
    entryPoints: ["src/client/dev/live.ts"],
    outfile: "lib/live-client.js",
    bundle: true,
    minify: true,
    format: "esm",
    target,
  });
}

interface NamedFile {
  readonly name: string;
  readonly content: Uint8Array;
}

/** The icon as it is and in the sizes of browsers that want pixels, and the picture of link previews. */
async function drawImages(folder: string): Promise<readonly NamedFile[]> {
  const [icon, social, toPng] = await Promise.all([
    readFile(join(folder, "icon.svg"), "utf8"),
    readFile(join(folder, "social.svg"), "utf8"),
    createImageRenderer(),
  ]);
  return [
    withHash("icon.svg", Buffer.from(icon)),
    withHash("icon-32.png", toPng(icon, 32)),
    withHash("icon-180.png", toPng(icon, 180)),
    withHash("social.png", toPng(social, 1200)),
  ];
}

function withHash(name: string, content: Uint8Array): NamedFile {
  const hash = createHash("sha256").update(content).digest("hex").slice(0, 8);
  return { name: name.replace(".", `-${hash}.`), content };
}

await compileClient(packageRoot);
