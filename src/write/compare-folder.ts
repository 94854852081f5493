import { lstat, readFile } from "node:fs/promises";
import { join } from "node:path";

import { diagnose, type Diagnostic } from "#shared/diagnostic.ts";

import type { OutputFile } from "./output-file.ts";
import { hashFile, listFiles, toMarker } from "./output-folder.ts";

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
