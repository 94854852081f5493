import { readFile } from "node:fs/promises";
import { join } from "node:path";

import type { TestProject } from "vitest/node";

import { findChromium } from "../support/find-chromium.ts";
import { smallReferenceFolder } from "../support/small-reference.ts";
import { shippedFolder } from "../support/temporary-folder.ts";
import { serveFolder } from "../support/serve-folder.ts";
import "../support/provided-sites.ts";
import { buildIn, headersIn } from "./published-site.ts";

const redirects =
  "\nredirects:\n  - { from: /old, to: /broker-api }\n  - { from: /old-search, to: '/carrier-api?a=1#before-you-begin' }\n";

/** Finds or installs a browser, builds the shipped site and puts it on two hosts: once for all files. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  findChromium();
  const sites = await Promise.all([shippedFolder(), smallReferenceFolder()]);
  const [site, small] = sites;
  await site.write({ "content/site.yaml": (await site.read("content/site.yaml")) + redirects });
  const [dist, smallDist] = await Promise.all([buildIn(site), buildIn(small)]);
  const hosts = [
    await serveFolder(dist),
    await serveFolder(dist, { headers: headersIn(await readFile(join(dist, "_headers"), "utf8")) }),
    await serveFolder(smallDist),
  ];
  project.provide("hosted", hosts[0]?.origin ?? "");
  project.provide("hostedWithHeaders", hosts[1]?.origin ?? "");
  project.provide("small", hosts[2]?.origin ?? "");
  return async () => {
    for (const resource of [...hosts, ...sites]) await resource[Symbol.asyncDispose]();
  };
}
