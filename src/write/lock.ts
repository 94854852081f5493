import { link, open, readFile, rename, rm, stat, utimes } from "node:fs/promises";
import { hostname } from "node:os";
import { setTimeout } from "node:timers/promises";

import { BuildError, diagnose } from "#shared/diagnostic.ts";

/** How often the holder says that it is there, and how long it may be silent: for locks of other machines. In milliseconds. */
const heartbeat = { every: 5_000, silence: 30_000 };

/** How long a lock may be without its owner's name, in milliseconds: it is written right after the file is made. */
const namelessFor = 100;

/**
 * Makes a lock file that names this process, and returns how to remove it. A lock whose owner is dead is taken over: a
 * number that another process got since, or a machine that has been silent, counts as dead.
 * @throws BuildError when another living process holds it.
 */
export async function holdLock(file: string): Promise<() => Promise<void>> {
  await acquire(file);
  const beat = setInterval(() => void utimes(file, new Date(), new Date()).catch(() => undefined), heartbeat.every);
  return async () => {
    clearInterval(beat);
    await rm(file, { force: true });
  };
}

async function acquire(file: string): Promise<void> {
  if (await create(file)) return;
  const text = await readLock(file);
  const owner = parseOwner(text);
  const isDead = owner === null || !(await mayRun(owner)) || (await isSilent(file));
  if (isDead && (await takeAway(file, text)) && (await create(file))) return;
  const name = owner === null ? "another process" : `process ${owner.process} on ${owner.host}`;
  const hint = "wait for it to end, or choose another folder with --out";
  throw new BuildError([
    diagnose("output/refused", `another build (${name}) is writing this output folder`, null, hint),
  ]);
}

async function create(file: string): Promise<boolean> {
  const owner = JSON.stringify(await thisOwner());
  try {
    const handle = await open(file, "wx");
    await handle.writeFile(owner).finally(() => handle.close());
    return true;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EEXIST") return false;
    throw error;
  }
}

async function readLock(file: string): Promise<string> {
  const text = await readFile(file, "utf8").catch(() => "");
  if (text !== "") return text;
  await setTimeout(namelessFor);
  return readFile(file, "utf8").catch(() => "");
}

/** Removes a dead lock; not the one of a build that was faster and took it over already. */
async function takeAway(file: string, text: string): Promise<boolean> {
  const aside = `${file}-dead`;
  await rename(file, aside).catch(() => undefined);
  const taken = await readFile(aside, "utf8").catch(() => text);
  if (taken !== text) await link(aside, file).catch(() => undefined);
  await rm(aside, { force: true });
  return taken === text;
}

async function isSilent(file: string): Promise<boolean> {
  const written = await stat(file).catch(() => null);
  return written !== null && Date.now() - written.mtimeMs > heartbeat.silence;
}

/** Who holds a lock. */
interface LockOwner {
  readonly process: number;
  readonly host: string;
  /** When the process began, in the system's own count: a process that got its number later began later. Null where nobody says. */
  readonly began: string | null;
}

/** This process. */
async function thisOwner(): Promise<LockOwner> {
  return { process: process.pid, host: hostname(), began: await beginningOf(process.pid) };
}

/** Reads an owner back; null when the text is no owner's. */
function parseOwner(text: string): LockOwner | null {
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
async function mayRun({ process: id, host, began }: LockOwner): Promise<boolean> {
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
