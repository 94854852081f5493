import { hash } from "node:crypto";
import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";

import { build } from "esbuild";

import { browserFolders, packageRoot } from "#package.ts";

import { bundleScripts, bundleStyles, compileInline, type NamedFile, target } from "./bundle-client.ts";
import { hashTheme, toManifest } from "./client-assets.ts";

/*
 * Compiles the scripts, styles and pictures that no site changes. `npm run compile` runs it, so that builds of sites
 * only copy files.
 */
const output = join(packageRoot, "lib/client");
await rm(output, { recursive: true, force: true });
await mkdir(output, { recursive: true });
const theme = await readTheme();
const [scripts, styles, pictures, inlineScript] = await Promise.all([
  bundleScripts(theme),
  bundleStyles(packageRoot, theme),
  Promise.all(["icon.svg", "icon-180.png", "social.png", "favicon.ico"].map(readPicture)),
  compileInline(theme),
  compileLiveClient(),
]);
const files = [...scripts, ...styles.value, ...pictures];
await Promise.all(files.map(async ({ name, content }) => writeFile(join(output, name), content)));
const names = files.map(({ name }) => name);
const manifest = toManifest(names, { inlineScript, themeHash: hashTheme(theme) });
await writeFile(join(output, "manifest.json"), `${JSON.stringify(manifest, null, 2)}\n`);

async function readTheme(): Promise<ReadonlyMap<string, string>> {
  const sources = new Map<string, string>();
  for (const folder of ["templates", ...browserFolders]) {
    const entries = await readdir(join(packageRoot, folder), { recursive: true });
    for (const name of entries.filter((entry) => /\.(?:tsx?|css)$/.test(entry))) {
      sources.set(`${folder}/${name.replaceAll("\\", "/")}`, await readFile(join(packageRoot, folder, name), "utf8"));
    }
  }
  return sources;
}

/** The client of `serve --watch` is kept apart, so that builds never publish it. */
async function compileLiveClient(): Promise<void> {
  await build({
    absWorkingDir: packageRoot,
    entryPoints: ["src/client/dev/follow-server.ts"],
    outfile: "lib/reload-client.js",
    bundle: true,
    minify: true,
    format: "esm",
    target,
  });
}

/**
 * Reads the package's icon or the picture for link previews. The pixels were drawn once, with resvg: icon-180.png and
 * favicon.ico (one PNG of 32 pixels behind a header of 22 bytes) from icon.svg, and social.png from the same mark
 * beside words in Inter.
 */
async function readPicture(name: string): Promise<NamedFile> {
  const content = await readFile(join(packageRoot, "src/render/pictures", name));
  // Browsers ask for `favicon.ico` by name, whatever the page says.
  const mark = name === "favicon.ico" ? "" : `-${hash("sha256", content, "hex").slice(0, 8)}`;
  return { name: name.replace(".", `${mark}.`), content };
}
