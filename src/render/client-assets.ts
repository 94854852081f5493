import { hash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";

import { packageRoot } from "#package.ts";
import type { ClientManifest } from "#shared/assets-view.ts";
import type { OutputFile } from "#write/output-file.ts";

import { bundleScripts, compileInline, type NamedFile } from "./bundle-client.ts";

/** The files for browsers, besides pages. */
export interface ClientAssets {
  readonly manifest: ClientManifest;
  /** By name. They're published in `assets/`, except for `favicon.ico`. */
  readonly files: readonly OutputFile[];
}

/** Reads the files that were compiled with the package. */
export async function readClient(): Promise<ClientAssets> {
  const folder = join(packageRoot, "lib/client");
  const manifest: ClientManifest = JSON.parse(await readFile(join(folder, "manifest.json"), "utf8"));
  const files: OutputFile[] = [];
  // Files are read one by one, because some systems allow only few open files.
  for (const name of manifest.files) files.push({ path: toPath(name), content: await readFile(join(folder, name)) });
  return { manifest, files };
}

function toPath(name: string): string {
  return name === "favicon.ico" ? name : `assets/${name}`;
}

interface Scripts {
  readonly files: readonly NamedFile[];
  readonly inlineScript: string;
}

/** @throws BuildError if a file doesn't compile. */
export async function compileScripts(sources: ReadonlyMap<string, string>): Promise<Scripts> {
  return { files: await bundleScripts(sources), inlineScript: await compileInline(sources) };
}

interface CompiledAnew {
  readonly styles: readonly NamedFile[] | null;
  readonly scripts: Scripts | null;
  readonly islands: readonly NamedFile[];
}

/** Returns the package's files with the newly compiled ones instead of their counterparts. */
export function replaceIn(
  { manifest, files: packaged }: ClientAssets,
  { styles, scripts, islands }: CompiledAnew,
): ClientAssets {
  const kept = packaged.filter(({ path }) => !(styles && path.endsWith(".css")) && !(scripts && path.endsWith(".js")));
  const compiled = [...(styles ?? []), ...(scripts?.files ?? []), ...islands];
  const files = [...kept, ...compiled.map(({ name, content }) => ({ path: toPath(name), content }))];
  const names = files.map(({ path }) => path.replace(/^assets\//, ""));
  const { inlineScript } = scripts ?? manifest;
  return { manifest: toManifest(names, { inlineScript, themeHash: manifest.themeHash }), files };
}

/** Makes a manifest of compiled files, which it finds by the beginnings of their names. */
export function toManifest(
  names: readonly string[],
  { inlineScript, themeHash }: Pick<ClientManifest, "inlineScript" | "themeHash">,
): ClientManifest {
  const nameOf = (pattern: RegExp): string => names.find((name) => pattern.test(name)) ?? "";
  return {
    files: [...names].sort(),
    script: nameOf(/^boot-.*\.js$/),
    styles: nameOf(/^styles-.*\.css$/),
    referenceStyles: nameOf(/^reference-.*\.css$/),
    partStyles: nameOf(/^parts-.*\.css$/),
    printStyles: nameOf(/^print-.*\.css$/),
    lostStyles: nameOf(/^lost-.*\.css$/),
    searchStyles: nameOf(/^search-.*\.css$/),
    lookStyles: nameOf(/^look-.*\.css$/),
    explorerStyles: nameOf(/^explorer-.*\.css$/),
    redirect: nameOf(/^redirect-.*\.js$/),
    islands: Object.fromEntries(
      names.flatMap((name) => {
        const [, island] = /^island-(.+)-[A-Z0-9]{8}\.js$/.exec(name) ?? [];
        return island === undefined ? [] : [[island, name] as const];
      }),
    ),
    icon: nameOf(/^icon-.*\.svg$/),
    touchIcon: nameOf(/^icon-180-/),
    socialImage: nameOf(/^social-/),
    inlineScript,
    themeHash,
  };
}

/** Identifies a theme's sources by path and content. */
export function hashTheme(sources: ReadonlyMap<string, string>): string {
  const entries = [...sources].sort(([a], [b]) => (a < b ? -1 : 1));
  return hash("sha256", JSON.stringify(entries), "base64url");
}
