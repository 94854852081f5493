#!/usr/bin/env node
import { setFlagsFromString } from "node:v8";

// React's development build is slower and talks to React developers: this tool's users are others.
process.env.NODE_ENV = "production";
// A build is over before most of what V8 would optimise early pays for it, and optimising takes the core that the
// second thread needs. What really runs hot is optimised all the same.
setFlagsFromString("--interrupt-budget=900000");
await import("../lib/cli.js");
