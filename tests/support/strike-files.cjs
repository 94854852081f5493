/*
 * Counts the file system calls that concern an output folder, writes their names down, and makes the one that a test
 * names fail, stop or be the last. In this process by `strikeFiles`, which returns how to end it; in a real command by
 * `node --require`, with the options in the variables FAULT_OUT, FAULT_LOG, FAULT_AT and FAULT. See strike-files.d.cts.
 */
const fs = require("node:fs");
const { syncBuiltinESMExports } = require("node:module");
const paths = require("node:path");
const { isMainThread } = require("node:worker_threads");

function strikeFiles({ out, log, at, fault }) {
  const beside = paths.join(paths.dirname(out), `.${paths.basename(out)}.docs-build-`);
  const concerns = (path) =>
    typeof path === "string" && (path === out || path.startsWith(out + "/") || path.startsWith(beside));
  let calls = 0;
  const strike = (name, path) => {
    calls++;
    if (log !== undefined) fs.appendFileSync(log, `${name} ${path.replace(paths.dirname(out), "")}\n`);
    if (calls < at) return;
    if (fault === "kill" && calls === at) process.kill(process.pid, "SIGKILL");
    if (fault === "slow") pause(50);
    const [, once, code] = /^(once:)?(E[A-Z]+)$/.exec(fault) ?? [];
    // Removing always works, even on a full disk.
    if (code !== undefined && name !== "rm" && (once === undefined || calls === at)) {
      throw Object.assign(new Error(`${code}: struck`), { code, syscall: name, path });
    }
  };
  const restores = [];
  const wrap = (owner, name, toWrapped) => {
    const original = owner[name];
    owner[name] = toWrapped(original);
    restores.push(() => void (owner[name] = original));
  };
  for (const name of ["mkdir", "open", "rename", "rm", "writeFile"])
    wrap(fs.promises, name, (original) => async (path, ...rest) => {
      if (concerns(path)) strike(name, path);
      return original(path, ...rest);
    });
  for (const name of ["mkdirSync", "openSync", "renameSync"])
    wrap(fs, name, (original) => (path, ...rest) => {
      // Existing files are read, too, for comparison.
      const [flags] = rest;
      if (concerns(path) && flags !== "r") strike(name, path);
      return original(path, ...rest);
    });
  syncBuiltinESMExports();
  return () => {
    for (const restore of restores) restore();
    syncBuiltinESMExports();
  };
}

/** Blocks the process, because the call may be synchronous. */
function pause(milliseconds) {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
}

const { FAULT_OUT: out, FAULT_LOG: log, FAULT_AT: at, FAULT: fault = "" } = process.env;
if (isMainThread && out !== undefined) strikeFiles({ out, log, at: Number(at), fault });

module.exports = { strikeFiles };
