#!/usr/bin/env node
import module from "node:module";

// From Node 22.1 on, V8 keeps what it compiled for the next start.
module.enableCompileCache?.();
// React's development build is slower and talks to React developers: this tool's users are others.
process.env.NODE_ENV = "production";
await import("../lib/main.js");
