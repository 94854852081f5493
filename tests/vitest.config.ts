import { defineConfig } from "vitest/config";

const layer = (name: string, options: object = {}) => ({
  extends: true as const,
  test: { name, include: [`tests/${name}/**/*.test.{ts,tsx}`], ...options },
});

/** What takes long, and the browser's sweeps over every page and width. */
const slow = ["tests/slow/**/*.test.ts", "tests/browser/sweeps/*.test.ts"];

/** One Chromium, and one build of the shipped site. */
const globalSetup = "tests/browser/setup.ts";

/** The layers of tests, in README.md beside this file. `npm test` runs all but the last. */
export default defineConfig({
  root: new URL("..", import.meta.url).pathname,
  oxc: { jsx: { runtime: "automatic", development: false } },
  test: {
    // As the command runs: React's development build is slower, and not what anybody gets.
    // No test finds what another one has made: those of the cache name a folder.
    env: { NO_COLOR: "1", NODE_ENV: "production", DOCS_BUILD_CACHE: "off" },
    maxWorkers: 2,
    // No layer leaves anything behind in its process: files share it, and what it has compiled.
    isolate: false,
    projects: [
      layer("unit", { testTimeout: 30_000 }),
      layer("site", { testTimeout: 60_000, hookTimeout: 60_000 }),
      layer("cli", { testTimeout: 60_000, hookTimeout: 60_000 }),
      layer("browser", {
        include: ["tests/browser/*.test.ts"],
        testTimeout: 60_000,
        hookTimeout: 120_000,
        globalSetup,
      }),
      layer("slow", { include: slow, testTimeout: 300_000, hookTimeout: 120_000, globalSetup }),
    ],
  },
});
