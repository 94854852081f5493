import { readFileSync } from "node:fs";
import { cp } from "node:fs/promises";
import { join, resolve } from "node:path";
import { setTimeout as wait } from "node:timers/promises";

import { startServe, type ServeProcess } from "../support/serve-process.ts";
import { temporaryFolder, type TemporaryFolder } from "../support/temporary-folder.ts";
import { median } from "./measure.ts";

/*
 * From the save of a contract to its page: edits one operation's description after the other in this repository's site,
 * once a line longer and once not, and tells how long it takes until an open page of the reference is sent, and until all
 * pages and findings are told. Run:
 *
 *   npm run compile && node tests/bench/run.mjs contract-edit
 *
 * ROUNDS says how many edits count (24). BASE_FOLDER names a checkout of another commit, compiled: it takes turns, and
 * its site is that of both. Milliseconds of the processor (Linux: from /proc) hardly depend on what else the machine does.
 */
const rounds = Number(process.env["ROUNDS"] ?? 24);
const base = process.env["BASE_FOLDER"];
const file = "openapi/v1.1.yaml";
const tick = 10;

interface Contestant {
  readonly name: string;
  readonly folder: TemporaryFolder;
  readonly server: ServeProcess;
  readonly shown: Times;
  readonly told: Times;
}

interface Times {
  readonly clock: number[];
  readonly processor: number[];
}

const noTimes = (): Times => ({ clock: [], processor: [] });

async function main(): Promise<void> {
  const contestants: Contestant[] = [];
  try {
    for (const checkout of [".", ...(base === undefined ? [] : [base])]) {
      const folder = await temporaryFolder();
      for (const part of ["content", "openapi"])
        await cp(join(base ?? ".", part), join(folder.path, part), { recursive: true });
      const args = ["--port", "0", "--watch", "--root", folder.path];
      const server = await startServe(args, { bin: resolve(checkout, "bin/docs-build.js") });
      contestants.push({ name: checkout, folder, server, shown: noTimes(), told: noTimes() });
    }
    for (let round = 0; round < rounds; round++) for (const contestant of contestants) await edit(contestant, round);
  } finally {
    for (const { folder, server } of contestants)
      for (const part of [server, folder]) await part[Symbol.asyncDispose]();
  }
  console.log("milliseconds           clock: median, most   processor: median, most");
  for (const { name, shown, told } of contestants) {
    print(`${name}, page sent`, shown);
    print(`${name}, all told`, told);
  }
}

async function edit({ folder, server, shown, told }: Contestant, round: number): Promise<void> {
  using channel = server.listen("/api/");
  await channel.next(() => true);
  const text = await folder.read(file);
  const token = `Edit ${round}.`;
  const [before, start] = [server.output().length, { clock: performance.now(), processor: processorOf(server) }];
  const note = (times: Times): void => {
    times.clock.push(performance.now() - start.clock);
    times.processor.push(processorOf(server) - start.processor);
  };
  await folder.write({ [file]: withToken(text, token, round) });
  await channel.next(({ html }) => html?.includes(token) === true);
  note(shown);
  await server.untilOutput(/v1\.1\.yaml: .*\n/, before);
  note(told);
  // What no page needs is made after that.
  await wait(1_000);
}

/** At the end of the first line of an operation's description; every second one is a line more. */
function withToken(text: string, token: string, round: number): string {
  const places = [...text.matchAll(/^ {6}description: >-\n {8}.*$/gm)];
  const { index = 0, 0: found = "" } = places[round % places.length] ?? {};
  const end = index + found.length;
  return `${text.slice(0, end)}${round % 2 === 0 ? " " : "\n        "}${token}${text.slice(end)}`;
}

/** Of the process and all its threads, since it began. */
function processorOf({ child }: ServeProcess): number {
  const fields = readFileSync(`/proc/${child.pid}/stat`, "utf8")
    .replace(/^.*\) /, "")
    .split(" ");
  return (Number(fields[11]) + Number(fields[12])) * tick;
}

function print(name: string, { clock, processor }: Times): void {
  const cells = [median(clock), Math.max(...clock), median(processor), Math.max(...processor)];
  console.log(name.padEnd(30), ...cells.map((cell) => cell.toFixed(0).padStart(9)));
}

await main();
