import { existsSync, statSync } from "node:fs";
import { basename, join, relative, sep } from "node:path";

import { type FSWatcher, watch } from "chokidar";

import { isIgnored, sourceFoldersOf } from "#read/read-folder.ts";

interface WatchOptions {
  readonly root: string;
  /** Called after a burst of changes, with sorted paths relative to the root. */
  readonly onChange: (paths: readonly string[]) => void;
  /** Called if the system can't watch that many files, so that they're polled. */
  readonly onPolling: () => void;
}

/** Milliseconds of quiet after an event: a save truncates a file, then writes it. */
const afterSave = 2;
/** Milliseconds of quiet after many events, or after a file got empty or went: a checkout, or a replacement. */
const afterBurst = 80;
/** The longest wait for quiet in milliseconds, because some file may never be quiet. */
const longestWait = 300;
/** In milliseconds, for files that can't be watched. */
const pollingInterval = 300;

/**
 * Watches the source folders of a root, which may come and go. It only says *when* to look; the read stage finds out
 * what changed, so a surplus event or a wrong name does no harm.
 *
 * chokidar's `change` skips changes within 50 ms of another, such as the second half of a save, so this listens to its
 * `raw` events, one for each of the system's. `awaitWriteFinish` would delay every save.
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

  /** How often the watcher saw the root go. It has to be started again then. */
  get losses(): number {
    return this.#losses;
  }

  /** Starts, or starts again for a new folder at the root. Resolves once every folder is watched. */
  async start(usePolling = false): Promise<void> {
    const { root, onPolling } = this.#options;
    const start = ++this.#starts;
    await this.#watcher?.close();
    // If two starts wait for the old watcher to close, the later one goes on.
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
    if (isWatched(name, this.#folders)) this.#changes.add(name, isBeingReplaced(path));
  }
}

/** Gathers changes until all is quiet, or until the first has waited long enough. */
export class ChangeBurst {
  readonly #onEnd: (names: readonly string[]) => void;
  readonly #names = new Set<string>();
  #timer: NodeJS.Timeout | undefined;
  #since = 0;

  /** `onEnd` gets sorted names. */
  constructor(onEnd: (names: readonly string[]) => void) {
    this.#onEnd = onEnd;
  }

  /** An unsettled file will most likely change again. */
  add(name: string, isUnsettled: boolean): void {
    if (this.#names.size === 0) this.#since = performance.now();
    this.#names.add(name);
    const wait = this.#names.size > 1 || isUnsettled ? afterBurst : afterSave;
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

/** In milliseconds. */
const rootInterval = 250;

interface RootEvents {
  readonly onGone: () => void;
  /** A folder, the same or a new one, is at the root again. */
  readonly onBack: () => void;
}

/**
 * Polls whether a folder is still there, until the returned function is called. Watchers of its files would move with
 * it without an event; `losses` counts folders that went and came back between two polls.
 */
export function watchRoot(root: string, losses: () => number, { onGone, onBack }: RootEvents): () => void {
  const look = (): string | null => {
    const entry = statSync(root, { throwIfNoEntry: false });
    return entry?.isDirectory() === true ? `${entry.dev} ${entry.ino} ${losses()}` : null;
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

function isWatched(path: string, folders: readonly string[]): boolean {
  const isWithin = folders.some((folder) => `${path}/`.startsWith(`${folder}/`) || folder.startsWith(`${path}/`));
  return isWithin && !isIgnored(path);
}

function isBeingReplaced(path: string): boolean {
  try {
    const entry = statSync(path);
    return entry.isFile() && entry.size === 0;
  } catch {
    return true;
  }
}

/** `raw` events of a folder name its entry, those of a file name the file. */
function pathOfRaw(name: string | null, details: unknown): string {
  const isDetailed = typeof details === "object" && details !== null && "watchedPath" in details;
  const watched = isDetailed ? String(details.watchedPath) : "";
  if (name === null || basename(watched) === name) return watched;
  return watched === "" ? name : join(watched, name);
}
