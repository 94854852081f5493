import { readdirSync } from "node:fs";
import { lstat, readFile, realpath } from "node:fs/promises";
import { homedir } from "node:os";
import { basename, dirname, join, sep } from "node:path";

import { sourceFolders } from "#read/sources.ts";
import { BuildError, diagnose, type Diagnostic } from "#shared/diagnostics/diagnostic.ts";

import { hashOf, hiddenFiles, markerName, type OutputFile } from "./output-file.ts";

/**
 * Accepts only an output folder that may be replaced: missing, empty, or written by docs-build without additions since.
 * Real paths count, so a symbolic link can't point elsewhere. Nothing is changed.
 * @throws BuildError with the reason.
 */
export async function checkReplaceable(out: string, root: string): Promise<void> {
  const entry = await lstat(out).catch(() => null);
  if (entry?.isSymbolicLink()) throw refusal(out, "it is a symbolic link");
  if (entry !== null && !entry.isDirectory()) throw refusal(out, "it isn't a folder");
  const path = await realPathOf(out);
  if (contains(path, await realPathOf(root))) throw refusal(out, "it holds the site's sources");
  if (contains(path, await realPathOf(homedir()))) throw refusal(out, "it holds your home folder");
  for (const name of sourceFolders) {
    const folder = await realPathOf(join(root, name));
    if (contains(folder, path)) throw refusal(out, `it lies in ${name}/`);
    if (contains(path, folder)) throw refusal(out, `it holds ${name}/`);
  }
  const files = entry === null ? [] : await listSite(out);
  if (files.length === 0) return;
  const own = await readMarker(out);
  if (own === null) throw refusal(out, "it has files that docs-build didn't make");
  const foreign = files.find((file) => file !== markerName && !own.has(hashOf(file)));
  if (foreign !== undefined) throw refusal(out, `it has a file that docs-build didn't make: ${foreign}`);
}

function refusal(out: string, reason: string): BuildError {
  const hint = "choose another folder with --out, or empty this one yourself";
  return new BuildError([diagnose("output/refused", `the output folder ${out} isn't replaced: ${reason}`, null, hint)]);
}

/** Whether a path is the folder or lies in it, after symbolic links. Neither has to exist yet. */
export async function liesIn(path: string, folder: string): Promise<boolean> {
  return contains(await realPathOf(folder), await realPathOf(path));
}

/** `realpath` refuses a path that doesn't exist yet. */
async function realPathOf(path: string): Promise<string> {
  try {
    return await realpath(path);
  } catch {
    const parent = dirname(path);
    return parent === path ? path : join(await realPathOf(parent), basename(path));
  }
}

function contains(folder: string, path: string): boolean {
  return folder === path || path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}

/** The prefix of temporary files that a build has to keep inside a folder. */
export const passingPrefix = ".docs-build-";

export type FileHashes = readonly [path: string, content: string];

export function hashFile({ path, content }: OutputFile): FileHashes {
  return [hashOf(path), hashOf(content)];
}

/**
 * The marker lists the files of the folder, so that a build never removes anything else. Paths are hashed like
 * contents, because the marker may be published and unlisted pages are named nowhere.
 */
export function toMarker(files: readonly FileHashes[]): OutputFile {
  const sorted = files.toSorted(([a], [b]) => (a < b ? -1 : 1));
  const marker = { generator: "docs-build", files: Object.fromEntries(sorted) };
  return { path: markerName, content: `${JSON.stringify(marker, null, 1)}\n` };
}

async function readMarker(out: string): Promise<ReadonlySet<string> | null> {
  try {
    const marker: unknown = JSON.parse(await readFile(join(out, markerName), "utf8"));
    if (typeof marker !== "object" || marker === null) return null;
    if (!("generator" in marker) || marker.generator !== "docs-build" || !("files" in marker)) return null;
    return typeof marker.files === "object" && marker.files !== null ? new Set(Object.keys(marker.files)) : null;
  } catch {
    return null;
  }
}

/** Lists the site's files, without a build's temporary files. */
export async function listSite(out: string): Promise<readonly string[]> {
  return (await listFiles(out)).filter((path) => !path.startsWith(passingPrefix));
}

async function listFiles(folder: string): Promise<readonly string[]> {
  return pathsIn(folder, "").sort();
}

/**
 * This is synchronous, because a call of the thread pool for each folder takes ten times as long. The recursive
 * `readdir` of later versions of Node follows links to folders.
 */
function pathsIn(folder: string, prefix: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? pathsIn(join(folder, entry.name), `${prefix}${entry.name}/`) : [prefix + entry.name],
  );
}

/**
 * Compares a published folder with the files of a build. Each file that differs, is missing or is unknown becomes a
 * finding. Files that only hosts read may be missing.
 */
export async function compareFolder(files: readonly OutputFile[], folder: string): Promise<readonly Diagnostic[]> {
  const published = await listFiles(folder).catch(() => null);
  if (published === null)
    return [diagnose("output/missing", `there is no folder ${folder}`, null, "name the folder of a finished site")];
  const expected = [...files, toMarker(files.map(hashFile))];
  const known = new Set(expected.map(({ path }) => path));
  const diagnostics = published
    .filter((path) => !known.has(path))
    .map((path) => diagnose("output/foreign", `${path} isn't a file of this site`, null, "the build doesn't make it"));
  const isThere = new Set(published);
  const hidden: string[] = [];
  for (const file of expected) {
    const isForHosts = hiddenFiles.some((name) => name === file.path);
    // Some uploads skip names that begin with a dot.
    const isHidden = file.path.split("/").some((name) => name.startsWith("."));
    if (isThere.has(file.path) || (!isForHosts && !isHidden)) diagnostics.push(...(await faultsOf(file, folder)));
    else if (!isForHosts) hidden.push(file.path);
  }
  const [first, ...more] = hidden;
  if (first === undefined) return diagnostics;
  const names = more.length === 0 ? first : `${first} and ${more.length} more`;
  const message = `hidden files of the site are missing from the published folder: ${names}`;
  const hint = "let the upload take hidden files, as upload-artifact does with include-hidden-files: true";
  return [...diagnostics, diagnose("output/hidden", message, null, hint)];
}

async function faultsOf({ path, content }: OutputFile, folder: string): Promise<readonly Diagnostic[]> {
  const file = join(folder, path);
  const entry = await lstat(file).catch(() => null);
  const hint = "build the site again";
  if (entry === null || !entry.isFile()) return [diagnose("output/missing", `${path} is missing`, null, hint)];
  if (Buffer.from(content).equals(await readFile(file))) return [];
  return [diagnose("output/differs", `${path} differs from what these sources give`, null, hint)];
}
