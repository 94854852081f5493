import "./tune-v8.ts";

const { endWithReader } = await import("./cli/exit-codes.ts");
const { runProgram } = await import("./cli/program.ts");
for (const stream of [process.stdout, process.stderr]) stream.on("error", endWithReader);
await runProgram(process.argv);
