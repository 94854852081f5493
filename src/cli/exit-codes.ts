import { constants } from "node:os";

/** Follows sysexits where a code fits. */
export const exitCodes = { done: 0, siteErrors: 1, wrongUsage: 2, bug: 70 } as const;

/** A command is done, failed with errors that it reported, or ended by a signal. */
export type CommandEnd = "done" | "failed" | "SIGINT" | "SIGTERM" | "SIGHUP";

export async function exitAfter(command: Promise<CommandEnd>): Promise<void> {
  const end = await command;
  if (end === "done") process.exitCode = exitCodes.done;
  else if (end === "failed") process.exitCode = exitCodes.siteErrors;
  // Shells report a signal as 128 plus its number.
  else process.exitCode = 128 + constants.signals[end];
}

/**
 * A reader of our output may have enough (`docs-build explain | head`). The command then ends as quietly as tools that
 * the signal of a closed pipe ends.
 */
export function endWithReader(error: NodeJS.ErrnoException): void {
  if (error.code !== "EPIPE") throw error;
  process.exit(128 + constants.signals.SIGPIPE);
}
