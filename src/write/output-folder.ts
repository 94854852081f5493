import { hash } from "node:crypto";
import { readdirSync } from "node:fs";
import { lstat, readFile, realpath } from "node:fs/promises";
import { homedir } from "node:os";
import { basename, dirname, join, sep } from "node:path";

import { sourceFolders } from "#read/sources.ts";
import { BuildError, diagnose, type Diagnostic } from "#shared/diagnostics/diagnostic.ts";

import type { OutputFile } from "./output-file.ts";

/**
 * Lets pass only an output folder that may be replaced: absent, empty, or made by docs-build with nothing added since.
 * Where it lies is told by real paths: no symbolic link on the way makes it another folder.
 * @throws BuildError that says why not. Nothing is touched.
 */
export async function checkReplaceable(out: string, root: string): Promise<void> {
  const entry = await lstat(out).catch(() => null);
  if (entry?.isSymbolicLink()) throw refusal(out, "it is a symbolic link");
  if (entry !== null && !entry.isDirectory()) throw refusal(out, "it is not a folder");
  const place = await realPathOf(out);
  if (isAround(place, await realPathOf(root))) throw refusal(out, "it holds the site's sources");
  if (isAround(place, await realPathOf(homedir()))) throw refusal(out, "it holds your home folder");
  for (const name of sourceFolders) {
    const folder = await realPathOf(join(root, name));
    if (isAround(folder, place)) throw refusal(out, `it lies in ${name}/`);
    if (isAround(place, folder)) throw refusal(out, `it holds ${name}/`);
  }
  if (entry !== null) await checkOwn(out);
}

async function checkOwn(out: string): Promise<void> {
  const files = await listFiles(out);
  if (files.length === 0) return;
  const isOwn = parseMarker(await readFile(join(out, markerName), "utf8").catch(() => ""));
  if (isOwn === null) throw refusal(out, "it has files that docs-build did not make");
  const foreign = files.find((file) => !isOwn(file));
  if (foreign !== undefined) throw refusal(out, `it has a file that docs-build did not make: ${foreign}`);
}

function refusal(out: string, reason: string): BuildError {
  const hint = "choose another folder with --out, or empty this one yourself";
  return new BuildError([
    diagnose("output/refused", `the output folder ${out} is not replaced: ${reason}`, null, hint),
  ]);
}

/** Whether a path is a folder or lies in it, whatever links are on the way; neither needs to be there yet. */
export async function liesIn(path: string, folder: string): Promise<boolean> {
  return isAround(await realPathOf(folder), await realPathOf(path));
}

/** The path without symbolic links, also of what is not there yet. */
async function realPathOf(path: string): Promise<string> {
  try {
    return await realpath(path);
  } catch {
    const parent = dirname(path);
    return parent === path ? path : join(await realPathOf(parent), basename(path));
  }
}

function isAround(folder: string, path: string): boolean {
  return folder === path || path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}

/** The file that tells a folder of ours from any other. */
const markerName = ".docs-build.json";

/** What the marker holds of a file. */
export type FileHashes = readonly [path: string, content: string];

export function hashFile({ path, content }: OutputFile): FileHashes {
  return [hashOf(path), hashOf(content)];
}

/**
 * Says that the folder is ours and which files are: nothing else in it may ever be removed. The paths are hashed like
 * the contents, because the marker may be published with the site and unlisted pages are named nowhere.
 */
export function toMarker(files: readonly FileHashes[]): OutputFile {
  const sorted = files.toSorted(([a], [b]) => (a < b ? -1 : 1));
  const marker = { generator: "docs-build", files: Object.fromEntries(sorted) };
  return { path: markerName, content: `${JSON.stringify(marker, null, 1)}\n` };
}

/** A question to a marker's text: is this file of the folder ours? Null when the text is no marker. */
function parseMarker(text: string): ((path: string) => boolean) | null {
  const files = filesOf(text);
  if (files === null) return null;
  const own = new Set(Object.keys(files));
  return (path) => path === markerName || own.has(hashOf(path));
}

function filesOf(text: string): object | null {
  try {
    const marker: unknown = JSON.parse(text);
    if (typeof marker !== "object" || marker === null) return null;
    if (!("generator" in marker) || marker.generator !== "docs-build" || !("files" in marker)) return null;
    return typeof marker.files === "object" ? marker.files : null;
  } catch {
    return null;
  }
}

export function hashOf(content: string | Uint8Array): string {
  return hash("sha256", content, "hex");
}

/** Paths of everything in a folder that is not a folder, at any depth, relative to it, with `/`, sorted. Symbolic links are not followed. */
export async function listFiles(folder: string): Promise<readonly string[]> {
  return pathsIn(folder, "").sort();
}

/** In one go: a thread pool that is asked for every folder takes ten times as long. */
function pathsIn(folder: string, prefix: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? pathsIn(join(folder, entry.name), `${prefix}${entry.name}/`) : [prefix + entry.name],
  );
}

/** Compares a published folder with the files a build gives. Every file that differs, is missing or foreign is a finding. */
export async function compareFolder(files: readonly OutputFile[], folder: string): Promise<readonly Diagnostic[]> {
  const published = await listFiles(folder).catch(() => null);
  if (published === null)
    return [diagnose("output/missing", `there is no folder ${folder}`, null, "name the folder of a finished site")];
  const expected = [...files, toMarker(files.map(hashFile))];
  const known = new Set(expected.map(({ path }) => path));
  const diagnostics = published
    .filter((path) => !known.has(path))
    .map((path) =>
      diagnose("output/foreign", `${path} is not a file of this site`, null, "the build does not make it"),
    );
  for (const file of expected) {
    const fault = await faultOf(file, folder);
    if (fault !== null) diagnostics.push(fault);
  }
  return diagnostics;
}

async function faultOf({ path, content }: OutputFile, folder: string): Promise<Diagnostic | null> {
  const file = join(folder, path);
  const entry = await lstat(file).catch(() => null);
  if (entry === null || !entry.isFile())
    return diagnose("output/missing", `${path} is missing`, null, "build the site again");
  const same = Buffer.from(content).equals(await readFile(file));
  return same
    ? null
    : diagnose("output/differs", `${path} differs from what these sources give`, null, "build the site again");
}
