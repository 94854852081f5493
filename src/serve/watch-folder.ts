import { existsSync, statSync } from "node:fs";
import { basename, join, relative, sep } from "node:path";

import { type FSWatcher, watch } from "chokidar";

import { isIgnored, sourceFoldersOf } from "#read/read-folder.ts";

interface WatchOptions {
  readonly root: string;
  /** Called once a burst of changes has ended, with the paths that moved, relative to the root, sorted. */
  readonly onChange: (paths: readonly string[]) => void;
  /** Called when the system cannot watch that many files and they are looked at in turns instead. */
  readonly onPolling: () => void;
}

/** How long after an event all must be quiet, in milliseconds: a save of one file is its truncation and its writing. */
const afterSave = 2;
/** The same when many files move, or one is empty or gone: a checkout, or a file that is being replaced. */
const afterBurst = 80;
/** The longest that a change waits for quiet, in milliseconds: another file may never be quiet. */
const longestWait = 300;
/** Between two looks at a file that cannot be watched, in milliseconds. */
const pollingInterval = 300;

/**
 * Watches the source folders of a root, which may come and go. It only says *when* to look; what is there is the read
 * stage's to find out. So an event too many or a wrong name does no harm, and none of them is trusted.
 *
 * chokidar's `change` leaves out what follows another change within 50 ms, such as the second half of a save: its `raw`
 * events, one for each of the system's, are listened to instead. `awaitWriteFinish` would make every save wait.
 */
export class FolderWatch {
  readonly #options: WatchOptions;
  readonly #folders: readonly string[];
  readonly #changes: ChangeBurst;
  #watcher: FSWatcher | null = null;
  #starts = 0;
  #losses = 0;
  #isClosed = false;

  constructor(options: WatchOptions) {
    this.#options = options;
    this.#folders = sourceFoldersOf(options.root);
    this.#changes = new ChangeBurst(options.onChange);
  }

  /** How often the root went from its place, as far as the watcher saw it: it watches nothing then, until it is started again. */
  get losses(): number {
    return this.#losses;
  }

  /** Begins, or begins again where another folder has come to the root. Resolves when every folder is watched. */
  async start(usePolling = false): Promise<void> {
    const { root, onPolling } = this.#options;
    const start = ++this.#starts;
    await this.#watcher?.close();
    // Of two that wait for the last watcher's end, the second begins.
    if (this.#isClosed || start !== this.#starts) return;
    const ignored = (path: string): boolean => path !== root && !isWatched(this.#toName(path), this.#folders);
    const started = watch(root, { ignored, ignoreInitial: true, atomic: false, usePolling, interval: pollingInterval });
    this.#watcher = started;
    for (const event of ["add", "addDir", "unlink", "unlinkDir"] as const)
      started.on(event, (path) => this.#notice(path));
    started.on("unlinkDir", (path) => {
      if (path === root) this.#losses += 1;
    });
    started.on("raw", (_, name, details: unknown) => this.#notice(pathOfRaw(name, details)));
    await new Promise<void>((resolve) => {
      started.once("ready", resolve);
      started.on("error", () => {
        if (usePolling || started !== this.#watcher || !existsSync(root)) return;
        onPolling();
        void this.start(true).then(resolve);
      });
    });
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#changes.forget();
    await this.#watcher?.close();
  }

  #toName(path: string): string {
    return relative(this.#options.root, path).split(sep).join("/");
  }

  #notice(path: string): void {
    const name = this.#toName(path);
    if (isWatched(name, this.#folders)) this.#changes.add(name, isUnsettled(path));
  }
}

/** Gathers what changes until all is quiet, or until the first change has waited long enough. */
export class ChangeBurst {
  readonly #onEnd: (names: readonly string[]) => void;
  readonly #names = new Set<string>();
  #timer: NodeJS.Timeout | undefined;
  #since = 0;

  /** `onEnd` is given the names, sorted. */
  constructor(onEnd: (names: readonly string[]) => void) {
    this.#onEnd = onEnd;
  }

  /** Something changed; what is not settled will most likely change again. */
  add(name: string, isUnsettledYet: boolean): void {
    if (this.#names.size === 0) this.#since = performance.now();
    this.#names.add(name);
    const wait = this.#names.size > 1 || isUnsettledYet ? afterBurst : afterSave;
    const left = this.#since + longestWait - performance.now();
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#end(), Math.max(0, Math.min(wait, left)));
  }

  forget(): void {
    clearTimeout(this.#timer);
    this.#names.clear();
  }

  #end(): void {
    const names = [...this.#names].sort();
    this.#names.clear();
    this.#onEnd(names);
  }
}

/** Between two looks at the root, in milliseconds. */
const rootInterval = 250;

interface RootEvents {
  readonly onGone: () => void;
  /** A folder is there again: the same, or another one. */
  readonly onBack: () => void;
}

/**
 * Looks whether a folder is still at its place, until what it returns is called. What watches the files in it would move
 * with it, and never tell; a folder that went and came between two looks is known by what `losses` counts.
 */
export function watchRoot(root: string, losses: () => number, { onGone, onBack }: RootEvents): () => void {
  const look = (): string | null => {
    const id = idOf(root);
    return id && `${id} ${losses()}`;
  };
  let last = look();
  const timer = setInterval(() => {
    const id = look();
    if (id === last) return;
    if (last !== null) onGone();
    if (id !== null) onBack();
    last = id;
  }, rootInterval);
  return () => clearInterval(timer);
}

/** Tells a folder from another that takes its place; null when there is none. */
function idOf(root: string): string | null {
  const entry = statSync(root, { throwIfNoEntry: false });
  return entry?.isDirectory() === true ? `${entry.dev} ${entry.ino}` : null;
}

/** Whether a path is a source, or a folder on the way to one. */
function isWatched(path: string, folders: readonly string[]): boolean {
  const isWithin = folders.some((folder) => `${path}/`.startsWith(`${folder}/`) || folder.startsWith(`${path}/`));
  return isWithin && !isIgnored(path);
}

/** Whether a file is gone or empty: it is most likely being replaced. */
function isUnsettled(path: string): boolean {
  try {
    const entry = statSync(path);
    return entry.isFile() && entry.size === 0;
  } catch {
    return true;
  }
}

/** `raw` events of a folder name the entry, those of a file the file. */
function pathOfRaw(name: string | null, details: unknown): string {
  const isDetailed = typeof details === "object" && details !== null && "watchedPath" in details;
  const watched = isDetailed ? String(details.watchedPath) : "";
  if (name === null || basename(watched) === name) return watched;
  return watched === "" ? name : join(watched, name);
}
