import type { Memory } from "#cache/memory.ts";
import {
  type GitState,
  isAnyPageGone,
  readChanges,
  readCommits,
  readDates,
  readGitState,
} from "#read/git/git-history.ts";
import type { SourceDates } from "#read/sources.ts";
import type { SourceFile } from "#shared/diagnostics/diagnostic.ts";

export interface History {
  readonly dates: SourceDates;
  /** Renamed pages: the present file by each earlier file. */
  readonly moves: ReadonlyMap<string, string>;
}

export async function readHistory(root: string, pages: readonly SourceFile[], memory: Memory): Promise<History> {
  const git = readGitState(root);
  const epoch = process.env["SOURCE_DATE_EPOCH"] ?? "";
  const [dates, moves] = await Promise.all([
    memory.memo("dates", [root, epoch, git], async () => readDates(root, epoch, git)),
    readMoves(root, { pages, git }, memory),
  ]);
  return { dates, moves };
}

/**
 * Finds the renamed pages in the commits that git has and in the working tree. A page that was renamed twice leads to
 * its last name. A shallow clone knows only its own commits.
 */
async function readMoves(
  root: string,
  { pages, git }: { readonly pages: readonly SourceFile[]; readonly git: GitState | null },
  { memo }: Memory,
): Promise<ReadonlyMap<string, string>> {
  if (git === null) return new Map();
  const files = pages.map(({ file }) => file);
  const [isAnyGone, before] = await Promise.all([
    memo("whether pages are gone", [root, git, files], async () => isAnyPageGone(root)),
    memo("moves in commits", [root, git], async () => readCommits(root)),
  ]);
  // Texts matter only if a page is gone. Otherwise an edit would ask git again.
  const now = isAnyGone
    ? await memo("moves since then", [root, git, pages], async () => readChanges(root, pages))
    : new Map<string, string>();
  const moves = new Map(now);
  // Commits come newest first, so the last name of a renamed file is known already.
  for (const [old, next] of before) if (!moves.has(old)) moves.set(old, moves.get(next) ?? next);
  return moves;
}
