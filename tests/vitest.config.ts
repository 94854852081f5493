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
    projects: [
      layer("unit"),
      layer("site", { testTimeout: 20_000, hookTimeout: 60_000 }),
      layer("cli", { testTimeout: 60_000, hookTimeout: 60_000 }),
      layer("browser", {
        testTimeout: 60_000,
        hookTimeout: 120_000,
        globalSetup: "tests/browser/setup.ts",
        fileParallelism: false,
      }),
    ],
  },
});
