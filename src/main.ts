import "./tune-v8.ts";

import { prepareThread } from "./thread/building-thread.ts";

/* What the executable loads first: a building thread takes as long to get ready as the command line to be read. */
const [, , first = "build"] = process.argv;
if (["build", "check", "verify"].includes(first) || /^-(?!-?(?:help|version|[hV])$)/.test(first)) prepareThread();
await import("./cli/program.ts");
