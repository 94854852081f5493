import { readFile, realpath, stat } from "node:fs/promises";
import { join, sep } from "node:path";

import { fixText, type FixReport, type LeftFix, listFixes } from "#read/fixes.ts";
import type { Diagnostic } from "#shared/diagnostics/diagnostic.ts";

import { isSystemError, replaceFile } from "./durable-files.ts";

interface FoundIn {
  readonly root: string;
  /** The texts in which the findings were found, by file. */
  readonly texts: ReadonlyMap<string, string>;
}

/**
 * Applies the fixes of findings to the files in `content/`. A file gets all its fixes or none, and none if its text has
 * changed since the check.
 */
export async function fixSources(diagnostics: readonly Diagnostic[], { root, texts }: FoundIn): Promise<FixReport> {
  const reports: FixReport[] = [];
  const content = await realpath(join(root, "content")).catch(() => root);
  for (const [file, fixes] of listFixes(diagnostics, texts)) {
    const path = await realpath(join(root, file)).catch(() => join(root, file));
    const { text, applied, left } = fixText(texts.get(file) ?? "", fixes);
    const isInside = path.startsWith(content + sep);
    const fault = isInside ? await writeFixed(path, texts.get(file), text) : "it leads out of content/";
    const reason = fault ?? "another fix changes the same words";
    const leftFixes = (fault === null ? left : fixes).map((fix): LeftFix => ({ ...fix, reason }));
    reports.push({ made: fault === null ? applied : [], left: leftFixes });
  }
  return { made: reports.flatMap(({ made }) => made), left: reports.flatMap(({ left }) => left) };
}

const byteOrderMark = Buffer.from([0xef, 0xbb, 0xbf]);

async function writeFixed(path: string, before: string | undefined, after: string): Promise<string | null> {
  if (before === after) return null;
  const changed = "it has changed meanwhile";
  try {
    // Root could write a file that its owner protects.
    if (((await stat(path)).mode & 0o222) === 0) return "it is read-only";
    const bytes = await readFile(path);
    if (new TextDecoder().decode(bytes) !== before) return changed;
    const mark = bytes.subarray(0, byteOrderMark.length).equals(byteOrderMark) ? byteOrderMark : Buffer.of();
    const isReplaced = await replaceFile(path, Buffer.concat([mark, Buffer.from(after)]), async () =>
      bytes.equals(await readFile(path)),
    );
    return isReplaced ? null : changed;
  } catch (error) {
    if (!isSystemError(error)) throw error;
    return error.code === "ENOENT" ? "it is gone" : `it can't be written: ${String(error.code)}`;
  }
}
