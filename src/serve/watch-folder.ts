import { statSync } from "node:fs";
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

interface Watching {
  /** Resolves when every folder is watched. */
  readonly ready: Promise<void>;
  readonly close: () => Promise<void>;
}

/** How long after an event all must be quiet, in milliseconds: a save of one file is its truncation and its writing. */
const afterSave = 2;
/** The same when many files move, or one is empty or gone: a checkout, or a file that is being replaced. */
const afterBurst = 80;
/** Between two looks at a file that cannot be watched, in milliseconds. */
const pollingInterval = 300;

/**
 * Watches the source folders of a root, which may come and go. It only says *when* to look; what is there is the read
 * stage's to find out. So an event too many or a wrong name does no harm, and none of them is trusted.
 *
 * chokidar's `change` leaves out what follows another change within 50 ms, such as the second half of a save: its `raw`
 * events, one for each of the system's, are listened to instead. `awaitWriteFinish` would make every save wait.
 */
export function watchFolder({ root, onChange, onPolling }: WatchOptions): Watching {
  const folders = sourceFoldersOf(root);
  const moved = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  const toName = (path: string): string => relative(root, path).split(sep).join("/");
  const notice = (path: string): void => {
    const name = toName(path);
    if (!isWatched(name, folders)) return;
    moved.add(name);
    clearTimeout(timer);
    timer = setTimeout(flush, moved.size > 1 || isUnsettled(path) ? afterBurst : afterSave);
  };
  const flush = (): void => {
    const paths = [...moved].sort();
    moved.clear();
    onChange(paths);
  };
  let watcher: FSWatcher;
  return {
    ready: new Promise((resolve) => (watcher = start({ usePolling: false, onReady: resolve }))),
    async close() {
      clearTimeout(timer);
      await watcher.close();
    },
  };

  function start({ usePolling, onReady }: { usePolling: boolean; onReady: () => void }): FSWatcher {
    const ignored = (path: string): boolean => path !== root && !isWatched(toName(path), folders);
    const started = watch(root, { ignored, ignoreInitial: true, atomic: false, usePolling, interval: pollingInterval });
    for (const event of ["add", "addDir", "unlink", "unlinkDir"] as const) started.on(event, notice);
    started.on("raw", (_, name, details: unknown) => notice(pathOfRaw(name, details)));
    started.once("ready", onReady);
    started.on("error", () => {
      if (usePolling) return;
      onPolling();
      void watcher.close().then(() => (watcher = start({ usePolling: true, onReady })));
    });
    return started;
  }
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
