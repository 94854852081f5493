import { setFlagsFromString } from "node:v8";

/*
 * A build ends before V8's early optimizations pay off, and their compiler would use the other core, which costs a
 * third of the processor's time on a busy machine. Hot code is still optimized. V8 also lets memory grow to four times
 * what is in use before it looks for garbage: with three times, a contract of 1,000 operations needs 250 MB, not 300,
 * and no more time. V8 reports unknown flags, so only Node 20 gets these; later versions optimize later by default.
 */
const flags = ["--interrupt-budget=400000", "--heap-growing-percent=200"];
if (process.versions.node.startsWith("20.")) flags.forEach((flag) => setFlagsFromString(flag));

const { endWithReader } = await import("./cli/exit-codes.ts");
const { runProgram } = await import("./cli/program.ts");
for (const stream of [process.stdout, process.stderr]) stream.on("error", endWithReader);
await runProgram(process.argv);
