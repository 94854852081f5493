import { lstat, readFile, realpath } from "node:fs/promises";
import { homedir } from "node:os";
import { basename, dirname, join, sep } from "node:path";

import { diagnose } from "../model/diagnostic.ts";
import { BuildError } from "../model/outcome.ts";
import { listFiles } from "./list-files.ts";
import { markerName, parseMarker } from "./marker.ts";

/**
 * Lets pass only an output folder that may be replaced: absent, empty, or made by docs-build with nothing added since.
 * Where it lies is judged by real paths: no symbolic link on the way makes it another folder.
 * @throws BuildError that says why not. Nothing is touched.
 */
export async function assertReplaceable(out: string, root: string): Promise<void> {
  const entry = await lstat(out).catch(() => null);
  if (entry?.isSymbolicLink()) throw refusal(out, "it is a symbolic link");
  if (entry !== null && !entry.isDirectory()) throw refusal(out, "it is not a folder");
  const place = await realPathOf(out);
  if (isAround(place, await realPathOf(root))) throw refusal(out, "it holds the site's sources");
  if (isAround(place, await realPathOf(homedir()))) throw refusal(out, "it holds your home folder");
  for (const name of ["content", "openapi", "templates"]) {
    const folder = await realPathOf(join(root, name));
    if (isAround(folder, place)) throw refusal(out, `it lies in ${name}/`);
    if (isAround(place, folder)) throw refusal(out, `it holds ${name}/`);
  }
  if (entry !== null) await assertOwn(out);
}

async function assertOwn(out: string): Promise<void> {
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
