import { setFlagsFromString } from "node:v8";

/*
 * A build ends before V8's early optimizations pay off, and their compiler would use the other core, which costs a
 * third of the processor's time on a busy machine. Hot code is still optimized. V8 reports unknown flags, so only Node
 * 20 gets this one; later versions optimize later by default.
 */
if (process.versions.node.startsWith("20.")) setFlagsFromString("--interrupt-budget=400000");

const { endWithReader } = await import("./cli/exit-codes.ts");
const { runProgram } = await import("./cli/program.ts");
for (const stream of [process.stdout, process.stderr]) stream.on("error", endWithReader);
await runProgram(process.argv);
