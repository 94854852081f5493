import "./tune-v8.ts";

await import("./cli/program.ts");
