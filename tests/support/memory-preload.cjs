/* Loaded into the real command (`node --require`): at its end it writes down the most memory it had, in megabytes. */
const { writeFileSync } = require("node:fs");
const { isMainThread } = require("node:worker_threads");

const { MEMORY_FILE: file } = process.env;
if (isMainThread && file !== undefined) {
  process.on("exit", () => writeFileSync(file, String(Math.round(process.resourceUsage().maxRSS / 1024))));
}
