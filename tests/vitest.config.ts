import { defineConfig } from "vitest/config";

import { LongestFirst } from "./support/longest-first.ts";

// The command that everybody gets is made for production: of React and of what reads Markdown, tests load the same files.
process.env["NODE_ENV"] = "production";

/** Four layers are one project, so that what they import, which is nearly all, is compiled once. */
const node = ["tests/{unit,site,cli}/**/*.test.{ts,tsx}", "tests/dom/*.test.ts"];

/** What takes long, and the sweeps: of pages in every width, of the forms of every operation. */
const slow = ["tests/slow/**/*.test.ts", "tests/{browser,dom}/sweeps/*.test.ts"];

/** A Chromium is there, and one build of the shipped site. */
const browser = { globalSetup: "tests/browser/setup.ts" };

/** Scripts of pages take their place for that of a published one, which the site's base lies above. */
const published = {
  name: "published-scripts",
  transform: (code: string, id: string) =>
    id.includes("/src/client/") ? code.replaceAll("import.meta.url", "`${location.origin}/assets/script.js`") : null,
};

/** The layers of tests, in README.md beside this file. `npm test` runs all but the last. */
export default defineConfig({
  root: new URL("..", import.meta.url).pathname,
  oxc: { jsx: { runtime: "automatic", development: false } },
  test: {
    // No test finds what another one has made: those of the cache name a folder.
    env: { NO_COLOR: "1", DOCS_BUILD_CACHE: "off" },
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
    // No layer leaves anything behind in its process: files share it, and what it has compiled.
    isolate: false,
    // A busy machine is ten times as slow as an idle one.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // A second, which is usual, is less than a busy machine takes for a page; Playwright waits as long.
    expect: { poll: { timeout: 30_000 } },
    projects: [
      {
        extends: true,
        plugins: [published],
        test: { name: "node", include: node },
      },
      {
        extends: true,
        test: { name: "browser", include: ["tests/browser/*.test.ts"], ...browser },
      },
      {
        extends: true,
        plugins: [published],
        test: {
          name: "slow",
          include: slow,
          testTimeout: 300_000,
          ...browser,
          // A quarter of the time these wait for browsers, servers and limits: a third worker has what two leave.
          maxWorkers: 3,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
