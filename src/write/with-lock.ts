import { readFile, rm, writeFile } from "node:fs/promises";

import { diagnose } from "../model/diagnostic.ts";
import { BuildError } from "../model/outcome.ts";

/**
 * Runs a task while holding a lock file with this process's id. A lock whose owner is dead is taken over.
 * @throws BuildError when another living process holds it.
 */
export async function withLock<T>(file: string, task: () => Promise<T>): Promise<T> {
  await acquire(file);
  try {
    return await task();
  } finally {
    await rm(file, { force: true });
  }
}

async function acquire(file: string): Promise<void> {
  if (await create(file)) return;
  const owner = Number(await readFile(file, "utf8").catch(() => ""));
  if (!isAlive(owner)) {
    await rm(file, { force: true });
    if (await create(file)) return;
  }
  const hint = "wait for it to end, or choose another folder with --out";
  throw new BuildError([diagnose("output/refused", `another build (process ${owner}) is writing this output folder`, null, hint)]);
}

async function create(file: string): Promise<boolean> {
  try {
    await writeFile(file, String(process.pid), { flag: "wx" });
    return true;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EEXIST") return false;
    throw error;
  }
}

function isAlive(owner: number): boolean {
  if (!Number.isInteger(owner) || owner <= 0) return false;
  try {
    process.kill(owner, 0);
    return true;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}
