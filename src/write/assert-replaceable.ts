import { lstat, readdir, readFile, realpath } from "node:fs/promises";
import { homedir } from "node:os";
import { join, relative, sep } from "node:path";

import { diagnose } from "../model/diagnostic.ts";
import { BuildError } from "../model/outcome.ts";

/** The file that tells a folder of ours from any other. */
export const markerName = ".docs-build.json";

/**
 * Lets pass only an output folder that may be replaced: absent, empty, or made by docs-build with nothing added since.
 * @throws BuildError that says why not. Nothing is touched.
 */
export async function assertReplaceable(out: string, root: string): Promise<void> {
  const entry = await lstat(out).catch(() => null);
  if (isAround(out, root)) throw refusal(out, "it holds the site's sources");
  for (const folder of ["content", "openapi", "templates"]) {
    if (isAround(join(root, folder), out)) throw refusal(out, `it lies in ${folder}/`);
  }
  if (isAround(out, homedir())) throw refusal(out, "it holds your home folder");
  if (entry === null) return;
  if (entry.isSymbolicLink()) throw refusal(out, "it is a symbolic link");
  if (!entry.isDirectory()) throw refusal(out, "it is not a folder");
  if (isAround(await realpath(out), await realpath(root))) throw refusal(out, "it holds the site's sources");
  const files = await filesOf(out);
  if (files.length === 0) return;
  const own = await ownFiles(out);
  if (own === null) throw refusal(out, "it has files that docs-build did not make");
  const foreign = files.find((file) => !own.has(file));
  if (foreign !== undefined) throw refusal(out, `it has a file that docs-build did not make: ${foreign}`);
}

function refusal(out: string, reason: string): BuildError {
  const hint = "choose another folder with --out, or empty this one yourself";
  return new BuildError([diagnose("output/refused", `the output folder ${out} is not replaced: ${reason}`, null, hint)]);
}

function isAround(folder: string, path: string): boolean {
  return folder === path || path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}

async function filesOf(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => !entry.isDirectory())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join("/"))
    .sort();
}

async function ownFiles(folder: string): Promise<ReadonlySet<string> | null> {
  const text = await readFile(join(folder, markerName), "utf8").catch(() => null);
  if (text === null) return null;
  try {
    const marker: unknown = JSON.parse(text);
    if (typeof marker !== "object" || marker === null || !("files" in marker)) return null;
    return new Set([markerName, ...Object.keys(marker.files ?? {})]);
  } catch {
    return null;
  }
}
