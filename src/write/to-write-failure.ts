import { diagnose } from "../model/diagnostic.ts";
import { BuildError } from "../model/outcome.ts";

const reasons: ReadonlyMap<string, string> = new Map([
  ["EACCES", "permission denied"],
  ["EPERM", "permission denied"],
  ["EROFS", "the file system is read-only"],
  ["ENOSPC", "the disk is full"],
  ["EDQUOT", "the disk quota is used up"],
  ["EBUSY", "it is in use, or the root of a mounted file system; a folder inside it works"],
  ["EXDEV", "it is the root of a mounted file system; a folder inside it works"],
  ["ENOTDIR", "a part of its path is a file"],
  ["EEXIST", "a part of its path is a file"],
  ["ENAMETOOLONG", "a name in it is too long"],
]);

/** What the file system refused, as a finding. Errors that are not its own are returned as they are. */
export function toWriteFailure(error: unknown, out: string): unknown {
  if (!(error instanceof Error) || !("code" in error) || !("syscall" in error)) return error;
  const code = String(error.code);
  const path = "path" in error ? ` (${String(error.path)})` : "";
  const message = `the site could not be written to ${out}: ${reasons.get(code) ?? code}${path}`;
  return new BuildError([diagnose("output/failed", message, null, "what was there before is as it was")]);
}
