import { constants } from "node:os";

/** Exit codes of the command (sysexits where one fits): done, errors in the site, wrong usage, our bug. */
export const exitCodes = { done: 0, siteErrors: 1, wrongUsage: 2, bug: 70 } as const;

/** How a command ended: as it was meant to, with errors that it has told, or by a signal. */
export type CommandEnd = "done" | "failed" | "SIGINT" | "SIGTERM" | "SIGHUP";

/** Sets the process's exit code once a command has ended. */
export async function exitAfter(command: Promise<CommandEnd>): Promise<void> {
  const end = await command;
  if (end === "done") process.exitCode = exitCodes.done;
  else if (end === "failed") process.exitCode = exitCodes.siteErrors;
  // A shell names the signal that ended a command by 128 and its number.
  else process.exitCode = 128 + constants.signals[end];
}

/**
 * Whoever reads our output may have read enough (`docs-build explain | head`): the command ends as quietly as other
 * tools do, which the signal of a closed pipe ends.
 */
export function endWithReader(error: NodeJS.ErrnoException): void {
  if (error.code !== "EPIPE") throw error;
  process.exit(128 + constants.signals.SIGPIPE);
}
