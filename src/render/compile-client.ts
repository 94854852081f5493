import { hash } from "node:crypto";
import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";

import { build } from "esbuild";

import { browserFolders, packageRoot } from "#package.ts";

import { bundleScripts, bundleStyles, compileInline, type NamedFile, target } from "./bundle-client.ts";
import { hashTheme, toManifest } from "./client-assets.ts";

/*
 * Compiles the scripts, styles and pictures that no site changes. `npm run compile` calls it, so that builds of sites
 * only copy files.
 */
await compilePackage(packageRoot);

async function compilePackage(root: string): Promise<void> {
  const folder = join(root, "lib/client");
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const sources = await readTheme(root);
  const [scripts, styles, pictures, inlineScript] = await Promise.all([
    bundleScripts(sources),
    bundleStyles(root, sources),
    readPictures(join(root, "src/render/pictures")),
    compileInline(sources),
    compileLiveClient(root),
  ]);
  const files = [...scripts, ...styles.value, ...pictures];
  await Promise.all(files.map(async ({ name, content }) => writeFile(join(folder, name), content)));
  const names = files.map(({ name }) => name);
  const manifest = toManifest(names, { inlineScript, themeHash: hashTheme(sources) });
  await writeFile(join(folder, "manifest.json"), `${JSON.stringify(manifest, null, 2)}\n`);
}

async function readTheme(root: string): Promise<ReadonlyMap<string, string>> {
  const sources = new Map<string, string>();
  for (const folder of ["templates", ...browserFolders]) {
    const names = await readdir(join(root, folder), { recursive: true });
    for (const name of names.filter((candidate) => /\.(?:tsx?|css)$/.test(candidate))) {
      sources.set(`${folder}/${name.replaceAll("\\", "/")}`, await readFile(join(root, folder, name), "utf8"));
    }
  }
  return sources;
}

/** The client of `serve --watch` is kept apart, so that builds never publish it. */
async function compileLiveClient(root: string): Promise<void> {
  await build({
    absWorkingDir: root,
    entryPoints: ["src/client/dev/follow-server.ts"],
    outfile: "lib/reload-client.js",
    bundle: true,
    minify: true,
    format: "esm",
    target,
  });
}

/**
 * Reads the package's icon and the picture for link previews. The pixels were drawn once, with resvg: icon-180.png and
 * favicon.ico (one PNG of 32 pixels behind a header of 22 bytes) from icon.svg, and social.png from the same mark
 * beside words in Inter.
 */
async function readPictures(folder: string): Promise<readonly NamedFile[]> {
  const read = async (name: string): Promise<NamedFile> => ({ name, content: await readFile(join(folder, name)) });
  const hashed = ["icon.svg", "icon-180.png", "social.png"].map(async (name) => withHash(await read(name)));
  // Browsers ask for `favicon.ico` by name, whatever the page says.
  return Promise.all([...hashed, read("favicon.ico")]);
}

function withHash({ name, content }: NamedFile): NamedFile {
  return { name: name.replace(".", `-${hash("sha256", content, "hex").slice(0, 8)}.`), content };
}
