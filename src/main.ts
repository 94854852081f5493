import "./tune-v8.ts";

const { runProgram } = await import("./cli/program.ts");
await runProgram(process.argv);
