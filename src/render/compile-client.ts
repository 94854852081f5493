import { createHash } from "node:crypto";
import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";

import { build } from "esbuild";

import { createImageRenderer } from "#assets/render-image.ts";
import { toIco } from "#assets/to-ico.ts";
import { packageRoot } from "#package.ts";
import { browserFolders } from "#read/source-folders.ts";

import { bundleScripts, bundleStyles, compileInline, type NamedFile, target } from "./bundle-client.ts";
import { hashLook, toManifest } from "./client-assets.ts";

/*
 * Compiles what browsers get and no site's input can change: script, styles, icons. It runs once when the package is
 * prepared (`npm run compile`), so that builds of sites only copy.
 */
await compileClient(packageRoot);

async function compileClient(root: string): Promise<void> {
  const folder = join(root, "lib/client");
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const look = await readLook(root);
  const [scripts, styles, images, inlineScript] = await Promise.all([
    bundleScripts(look),
    bundleStyles(root, look),
    drawImages(join(root, "templates")),
    compileInline(look),
    compileLiveClient(root),
  ]);
  const files = [...scripts, ...styles, ...images];
  await Promise.all(files.map(async ({ name, content }) => writeFile(join(folder, name), content)));
  const names = files.map(({ name }) => name);
  const manifest = toManifest(names, { inlineScript, look: hashLook(look) });
  await writeFile(join(folder, "manifest.json"), `${JSON.stringify(manifest, null, 2)}\n`);
}

/** The sources of templates, styles and scripts, as the read stage finds them when the package builds its own site. */
async function readLook(root: string): Promise<ReadonlyMap<string, string>> {
  const look = new Map<string, string>();
  for (const folder of ["templates", ...browserFolders]) {
    const names = await readdir(join(root, folder), { recursive: true });
    for (const name of names.filter((candidate) => /\.(?:tsx?|css)$/.test(candidate))) {
      look.set(`${folder}/${name.replaceAll("\\", "/")}`, await readFile(join(root, folder, name), "utf8"));
    }
  }
  return look;
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

/** The icon as it is, and in the sizes of browsers and home screens that want pixels. */
async function drawImages(folder: string): Promise<readonly NamedFile[]> {
  const [icon, render] = await Promise.all([readFile(join(folder, "icon.svg"), "utf8"), createImageRenderer()]);
  const toPng = (side: number): Uint8Array => render(icon, { width: side, height: side });
  return [
    withHash("icon.svg", Buffer.from(icon)),
    withHash("icon-180.png", toPng(180)),
    // Browsers ask for this one by its name, whatever the page says.
    { name: "favicon.ico", content: toIco(toPng(32), 32) },
  ];
}

function withHash(name: string, content: Uint8Array): NamedFile {
  const hash = createHash("sha256").update(content).digest("hex").slice(0, 8);
  return { name: name.replace(".", `-${hash}.`), content };
}
