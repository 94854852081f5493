import { readFile } from "node:fs/promises";
import { hostname } from "node:os";

/** Who holds a lock. */
export interface LockOwner {
  readonly process: number;
  readonly host: string;
  /** When the process began, in the system's own count: a process that got its number later began later. Null where nobody says. */
  readonly began: string | null;
}

/** This process. */
export async function thisOwner(): Promise<LockOwner> {
  return { process: process.pid, host: hostname(), began: await beginningOf(process.pid) };
}

/** Reads an owner back; null when the text is no owner's. */
export function parseOwner(text: string): LockOwner | null {
  try {
    const owner: unknown = JSON.parse(text);
    if (typeof owner !== "object" || owner === null) return null;
    if (!("process" in owner) || !("host" in owner) || !("began" in owner)) return null;
    const { process: id, host, began } = owner;
    if (typeof id !== "number" || typeof host !== "string") return null;
    return { process: id, host, began: typeof began === "string" ? began : null };
  } catch {
    return null;
  }
}

/** Whether the process still runs. Of another machine's nobody can tell here: it may. */
export async function mayRun({ process: id, host, began }: LockOwner): Promise<boolean> {
  if (host !== hostname()) return true;
  // A container starts every process with the same number; this one does not hold the lock yet.
  if (id === process.pid || !exists(id)) return false;
  return began === null || began === (await beginningOf(id));
}

function exists(id: number): boolean {
  try {
    process.kill(id, 0);
    return true;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}

/** The 22nd field of Linux's /proc/…/stat; the second, the command in parentheses, may hold anything. */
async function beginningOf(id: number): Promise<string | null> {
  const text = await readFile(`/proc/${id}/stat`, "utf8").catch(() => "");
  const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
  return fields[19] ?? null;
}
