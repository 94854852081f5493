import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";

/** Installs packages of Debian, where we are root on one; elsewhere nothing happens. */
export function installDebian(...packages: readonly string[]): void {
  const debian = existsSync("/etc/os-release") && /debian/i.test(readFileSync("/etc/os-release", "utf8"));
  if (!debian || process.getuid?.() !== 0) return;
  console.error(`Installing Debian's ${packages.join(" and ")} for the tests …`);
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  spawnSync("apt-get", ["update", "-qq"], { stdio: ["ignore", "ignore", "inherit"] });
  spawnSync("apt-get", ["install", "-y", "-qq", ...packages], { stdio: ["ignore", "ignore", "inherit"], env });
}
