import { readdirSync, readFileSync } from "node:fs";
import { resolve } from "node:path";

import { startServe } from "../support/serve-process.ts";
import { shippedFolder } from "../support/temporary-folder.ts";

/*
 * Memory over many rebuilds: edits one page of this repository's site again and again, its words, its code and now and
 * then its title, and prints what the process holds (Linux: resident set and open files, from /proc). Run:
 *
 *   npm run compile && node tests/bench/run.mjs serve-memory
 */
const rebuilds = Number(process.env["REBUILDS"] ?? 500);
const samples = 10;

async function main(): Promise<void> {
  await using folder = await shippedFolder();
  const page = "content/versioning.md";
  const text = await folder.read(page);
  const command = ["--port", "0", "--watch", "--root", folder.path];
  await using server = await startServe(command, { bin: resolve("bin/docs-build.js") });
  const sizes: number[] = [];
  using channel = server.listen("/versioning");
  let { version } = await channel.next(() => true);
  for (let build = 1; build <= rebuilds; build++) {
    const code = `\`\`\`js\nconst build = ${build};\nconsole.log("edit number", build);\n\`\`\``;
    const title = build % 25 === 0 ? text.replace(/^title: .*$/m, `title: Versioning ${build}`) : text;
    await folder.write({ [page]: `${title}\n\nEdit ${build}.\n\n${code}\n` });
    ({ version } = await channel.next((message) => message.version !== version));
    if (build % (rebuilds / samples) === 0) sizes.push(sample(server.child.pid ?? 0, build));
  }
  const [early = 0, late = 0] = [sizes[1], sizes.at(-1)];
  console.log(`from rebuild ${(rebuilds / samples) * 2} to ${rebuilds}: ${(late - early).toFixed(1)} MB`);
}

function sample(pid: number, build: number): number {
  const [, kilobytes = "0"] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
  const megabytes = Number(kilobytes) / 1024;
  const files = readdirSync(`/proc/${pid}/fd`).length;
  console.log(`rebuild ${String(build).padStart(5)}  ${megabytes.toFixed(1).padStart(7)} MB  ${files} open files`);
  return megabytes;
}

await main();
