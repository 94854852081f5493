import { setFlagsFromString } from "node:v8";

/*
 * A build is over before most of what V8 would optimize early pays for it, and optimizing takes the other core, which
 * has its own work on a busy machine: a third of the processor's time. What really runs hot is optimized all the same.
 * V8 complains of a flag that it doesn't know, so this is for the version that has it; later ones optimize later by
 * themselves.
 */
if (process.versions.node.startsWith("20.")) setFlagsFromString("--interrupt-budget=400000");

const { endWithReader } = await import("./cli/exit-codes.ts");
const { runProgram } = await import("./cli/program.ts");
for (const stream of [process.stdout, process.stderr]) stream.on("error", endWithReader);
await runProgram(process.argv);
