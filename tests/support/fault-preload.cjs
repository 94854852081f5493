/*
 * Loaded into the real command before anything else (`node --require`). It counts the file system calls that concern
 * the output folder, writes their names down, and lets the one that a test names fail, stop or be the last.
 *
 * FAULT_OUT    the output folder; calls on it and on what docs-build keeps beside it count
 * FAULT_LOG    a file that gets a line for each call
 * FAULT_AT     number of the call (from 1) that is struck
 * FAULT        "kill" (SIGKILL), an errno name such as "ENOSPC" (this call and every later one fails, removals aside),
 *              "once:<errno>" (only this call fails), "hold:<file>" (waits until the file is there) or "slow" (from
 *              this call on, each takes a while)
 */
const fs = require("node:fs");
const { syncBuiltinESMExports } = require("node:module");
const { basename, dirname, join } = require("node:path");
const { isMainThread } = require("node:worker_threads");

const { FAULT_OUT: out, FAULT_LOG: log, FAULT_AT: at, FAULT: fault = "" } = process.env;
if (isMainThread && out !== undefined) {
  const beside = join(dirname(out), `.${basename(out)}.docs-build-`);
  const concerns = (path) =>
    typeof path === "string" && (path === out || path.startsWith(out + "/") || path.startsWith(beside));
  let calls = 0;
  const strike = async (name, path) => {
    calls++;
    if (log !== undefined) fs.appendFileSync(log, `${name} ${path.replace(dirname(out), "")}\n`);
    if (calls < Number(at)) return;
    if (fault === "kill" && calls === Number(at)) process.kill(process.pid, "SIGKILL");
    if (fault.startsWith("hold:") && calls === Number(at)) {
      while (!fs.existsSync(fault.slice(5))) await new Promise((resolve) => setTimeout(resolve, 5));
    }
    if (fault === "slow") await new Promise((resolve) => setTimeout(resolve, 50));
    const [, once, code] = /^(once:)?(E[A-Z]+)$/.exec(fault) ?? [];
    // Removing always works: a full or read-only disk lets go of what it has.
    if (code !== undefined && name !== "rm" && (once === undefined || calls === Number(at))) {
      throw Object.assign(new Error(`${code}: struck`), { code, syscall: name, path });
    }
  };
  for (const name of ["mkdir", "open", "rename", "rm", "writeFile"]) {
    const original = fs.promises[name];
    fs.promises[name] = async (path, ...rest) => {
      if (concerns(path)) await strike(name, path);
      return original(path, ...rest);
    };
  }
  syncBuiltinESMExports();
}
