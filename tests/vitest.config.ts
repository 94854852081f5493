import { defineConfig } from "vitest/config";

const layer = (name: string, options: object = {}) => ({
  extends: true as const,
  test: { name, include: [`tests/${name}/**/*.test.{ts,tsx}`], ...options },
});

/** The four layers of tests. Only the last needs a browser; it is found or installed before the first test. */
export default defineConfig({
  root: new URL("..", import.meta.url).pathname,
  test: {
    env: { NO_COLOR: "1" },
    // Most of the time is spent waiting for child processes: one worker a core, on the smallest machine too.
    maxWorkers: 2,
    projects: [
      // The first two layers leave nothing behind in their process: their files share it, and what it has compiled.
      layer("unit", { testTimeout: 30_000, isolate: false }),
      layer("site", { testTimeout: 60_000, hookTimeout: 60_000, isolate: false }),
      layer("cli", { testTimeout: 120_000, hookTimeout: 60_000 }),
      layer("browser", {
        testTimeout: 120_000,
        hookTimeout: 120_000,
        globalSetup: "tests/browser/setup.ts",
      }),
    ],
  },
});
