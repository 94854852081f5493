import type { SourceDates } from "#shared/files.ts";

import { runGit } from "./run-git.ts";

/**
 * Reads when each file below `content/` and `openapi/` was last changed in git; `SOURCE_DATE_EPOCH`
 * (reproducible-builds.org) stands in where git does not know. The clock and the files' own times never count, so that
 * every clone gives the same dates. A shallow clone does not know them.
 */
export async function readDates(root: string, environment: NodeJS.ProcessEnv): Promise<SourceDates> {
  const epoch = environment["SOURCE_DATE_EPOCH"] ?? "";
  const fallback = /^\d{1,11}$/.test(epoch) ? Number(epoch) : null;
  const log = await readLog(root).catch(() => "");
  return { byFile: parseLog(log), fallback };
}

async function readLog(root: string): Promise<string> {
  const options = { mostOutput: 256 * 1024 * 1024 };
  const shallow = await runGit(root, ["rev-parse", "--is-shallow-repository"], options);
  if (shallow.trim() !== "false") return "";
  const format = ["log", "--no-show-signature", "--no-renames", "--format=%x01%ct", "--name-only", "--relative", "-z"];
  return runGit(root, [...format, "--", "content", "openapi"], options);
}

/** The log begins with the newest commit: a file's first date is its last change. Commits may share their order's date. */
function parseLog(log: string): ReadonlyMap<string, number> {
  const dates = new Map<string, number>();
  for (const commit of log.split("\u0001").slice(1)) {
    const [time = "", ...files] = commit.split(/[\0\n]/);
    for (const file of files) {
      const name = file.normalize("NFC");
      if (name !== "" && !dates.has(name)) dates.set(name, Number(time));
    }
  }
  return dates;
}
