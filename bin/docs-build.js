#!/usr/bin/env node
/* Any Node since 10 reads this file, as a script or as a module: what is newer than that is loaded once it can be. */

const [major, minor] = process.versions.node.split(".").map(Number);
if (major < 20 || (major === 20 && minor < 19))
  refuse(`docs-build needs Node 20.19 or later, and this is ${process.versions.node}`);
else void start();

async function start() {
  const { existsSync, realpathSync } = await import("node:fs");
  const { default: path } = await import("node:path");
  const main = path.join(realpathSync(process.argv[1]), "../../lib/main.js");
  if (!existsSync(main)) return refuse("docs-build isn't compiled here: run npm ci, without --ignore-scripts");
  const { default: module } = await import("node:module");
  // From Node 22.1 on, V8 keeps what it compiled for the next start.
  if (module.enableCompileCache !== undefined) module.enableCompileCache();
  // React's development build is slower and talks to React developers: this tool's users are others.
  process.env.NODE_ENV = "production";
  await import("../lib/main.js");
}

function refuse(sentence) {
  process.stderr.write(`${sentence}\n`);
  process.exitCode = 2;
}
