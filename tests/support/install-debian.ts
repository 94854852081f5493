import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Installs packages of Debian, where we are root on one; elsewhere nothing happens. */
export function installDebian(...packages: readonly string[]): void {
  const debian = existsSync("/etc/os-release") && /debian/i.test(readFileSync("/etc/os-release", "utf8"));
  if (!debian || process.getuid?.() !== 0) return;
  console.error(`Installing Debian's ${packages.join(" and ")} for the tests …`);
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  // One file after the other: apt gives up where another one is at work, and what it was to install wouldn't be tried.
  const script = 'apt-get update -qq; apt-get install -y -qq "$@"';
  const lock = join(tmpdir(), "docs-build-tests-apt.lock");
  spawnSync("flock", [lock, "sh", "-c", script, "sh", ...packages], { stdio: ["ignore", "ignore", "inherit"], env });
}
