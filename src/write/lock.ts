import { randomUUID } from "node:crypto";
import { link, readFile, readlink, rename, rm, stat, utimes, writeFile } from "node:fs/promises";
import { hostname } from "node:os";
import { setTimeout } from "node:timers/promises";

import { BuildError, diagnose } from "#shared/diagnostics/diagnostic.ts";

import { isSystemError } from "./durable-files.ts";

/** In milliseconds: how often the holder touches the lock, and after which silence another machine may take it over. */
const heartbeat = { every: 5_000, silence: 30_000 };

/** In milliseconds. A lock is created first and named right after, so it's nameless for a moment. */
const namelessFor = 100;

export interface Lock {
  /** Identifies this lock. */
  readonly id: string;
  /** False if another process took the lock over. Another machine can't tell a suspended process from a dead one. */
  readonly isIntact: () => Promise<boolean>;
  /** Removes the lock, unless it belongs to another process by now. */
  readonly release: () => Promise<void>;
}

/**
 * Creates a lock file that names this process, and takes over the lock of a dead process. On this machine a living
 * process keeps its lock however long it's silent; a process of another machine is judged by its silence alone.
 * @throws BuildError if another process holds the lock.
 */
export async function holdLock(file: string): Promise<Lock> {
  const { began } = await stateOf(process.pid);
  const owner: LockOwner = {
    id: randomUUID(),
    process: process.pid,
    host: hostname(),
    space: await thisSpace(),
    began,
  };
  const text = JSON.stringify(owner);
  await acquire(file, text);
  const isIntact = async (): Promise<boolean> => (await readText(file)) === text;
  const beat = async (): Promise<void> => {
    if (await isIntact()) await utimes(file, new Date(), new Date());
  };
  const beating = setInterval(() => void beat().catch(() => undefined), heartbeat.every);
  const release = async (): Promise<void> => {
    clearInterval(beating);
    if (await isIntact()) await rm(file, { force: true });
  };
  return { id: owner.id, isIntact, release };
}

async function acquire(file: string, text: string): Promise<void> {
  if (await create(file, text)) return;
  let before = await readText(file);
  if (before === "") {
    await setTimeout(namelessFor);
    before = await readText(file);
  }
  const owner = parseOwner(before);
  const isDead = owner === null || (await hasEnded(owner, file));
  if (isDead && (await takeAway(file, before)) && (await create(file, text))) return;
  const name = owner === null ? "another process" : `process ${owner.process} on ${owner.host}`;
  const hint = "wait for it to end, or choose another folder with --out";
  throw new BuildError([
    diagnose("output/refused", `another build (${name}) is writing this output folder`, null, hint),
  ]);
}

async function create(file: string, text: string): Promise<boolean> {
  try {
    await writeFile(file, text, { flag: "wx" });
    return true;
  } catch (error) {
    if (isSystemError(error) && error.code === "EEXIST") return false;
    throw error;
  }
}

async function readText(file: string): Promise<string> {
  return readFile(file, "utf8").catch(() => "");
}

/** A faster build may have replaced the dead lock by its own, which must stay. */
async function takeAway(file: string, text: string): Promise<boolean> {
  if ((await readText(file)) !== text) return false;
  const aside = `${file}-${randomUUID()}`;
  await rename(file, aside).catch(() => undefined);
  const moved = await readText(aside);
  if (moved !== text) await link(aside, file).catch(() => undefined);
  await rm(aside, { force: true });
  return moved === text;
}

async function hasEnded(owner: LockOwner, file: string): Promise<boolean> {
  if (owner.host !== hostname() || owner.space !== (await thisSpace())) return isSilent(file);
  const { isRunning, began } = await stateOf(owner.process);
  if (!isRunning) return true;
  if (owner.began !== null && began !== null) return owner.began !== began;
  // The system may have reused the process's number, and can't tell.
  return owner.process === process.pid || isSilent(file);
}

async function isSilent(file: string): Promise<boolean> {
  const written = await stat(file).catch(() => null);
  return written !== null && Date.now() - written.mtimeMs > heartbeat.silence;
}

interface LockOwner {
  readonly id: string;
  readonly process: number;
  readonly host: string;
  /**
   * Identifies where process numbers are comparable: machines may share a name, and containers number their own
   * processes.
   */
  readonly space: string;
  /**
   * When the process started, in the system's own count: a process that reuses a number started later. Null if the
   * system doesn't say.
   */
  readonly began: string | null;
}

/** Linux identifies the boot and the namespace; other systems give an empty text. */
async function thisSpace(): Promise<string> {
  const boot = await readText("/proc/sys/kernel/random/boot_id");
  const namespace = await readlink("/proc/self/ns/pid").catch(() => "");
  return `${boot.trim()} ${namespace}`;
}

/** Null for a lock whose writer was killed before it wrote the whole text. */
function parseOwner(text: string): LockOwner | null {
  try {
    const owner: LockOwner = JSON.parse(text);
    return owner;
  } catch {
    return null;
  }
}

/** An ended process keeps its number until its parent reads the exit status. */
const endedStates: ReadonlySet<string | undefined> = new Set(["Z", "X"]);

/**
 * In Linux's /proc/…/stat the third field is the state and the 22nd the start. The second, in parentheses, may contain
 * anything.
 */
async function stateOf(id: number): Promise<{ readonly isRunning: boolean; readonly began: string | null }> {
  const text = await readText(`/proc/${id}/stat`);
  const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
  return { isRunning: !endedStates.has(fields[0]) && exists(id), began: fields[19] ?? null };
}

function exists(id: number): boolean {
  try {
    process.kill(id, 0);
    return true;
  } catch (error) {
    return isSystemError(error) && error.code === "EPERM";
  }
}
