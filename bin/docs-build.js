#!/usr/bin/env node
// React's development build is slower and talks to React developers: this tool's users are others.
process.env.NODE_ENV = "production";
await import("../lib/main.js");
