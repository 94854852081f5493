import { spawnSync } from "node:child_process";
import { delimiter } from "node:path";

/** Executables of other versions of Node, in one variable as in PATH. */
export const otherNodes: readonly string[] = (process.env["OTHER_NODES"] ?? "")
  .split(delimiter)
  .filter((path) => path !== "");

/** One with at least a version, including this process's own; null if there is none. */
export function findNode(major: number, minor: number): string | null {
  const isEnough = (path: string): boolean => {
    const [ownMajor = 0, ownMinor = 0] = /\d+\.\d+/.exec(versionOf(path))?.[0].split(".").map(Number) ?? [];
    return ownMajor > major || (ownMajor === major && ownMinor >= minor);
  };
  return [process.execPath, ...otherNodes].find(isEnough) ?? null;
}

function versionOf(path: string): string {
  return spawnSync(path, ["--version"], { encoding: "utf8" }).stdout ?? "";
}
