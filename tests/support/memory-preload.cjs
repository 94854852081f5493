/*
 * Loaded into the real command (`node --require`): at its end it writes its peak memory to a file, in megabytes, and
 * the processor time it took, in milliseconds.
 */
const { writeFileSync } = require("node:fs");
const { isMainThread } = require("node:worker_threads");

const { MEMORY_FILE, CPU_FILE } = process.env;
if (isMainThread) {
  process.on("exit", () => {
    const { maxRSS, userCPUTime } = process.resourceUsage();
    if (MEMORY_FILE !== undefined) writeFileSync(MEMORY_FILE, String(Math.round(maxRSS / 1024)));
    if (CPU_FILE !== undefined) writeFileSync(CPU_FILE, String(Math.round(userCPUTime / 1000)));
  });
}
