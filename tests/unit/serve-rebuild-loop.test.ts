import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { RebuildLoop } from "#serve/rebuild-loop.ts";
import type { BuilderAnswer } from "#serve/start-builder.ts";

/* The times are the loop's own: with the clock in the test's hand, nothing here waits. */
beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const noFindings = { diagnostics: [], texts: new Map() };
const good: BuilderAnswer = {
  ...{ kind: "built", findings: noFindings, pageCount: 1, milliseconds: 1 },
  change: { baseUrl: "/", isWhole: false, files: [], removed: [] },
};
const bad: BuilderAnswer = { kind: "refused", findings: noFindings };

/** A loop with a builder that ends a build when the test says so. */
function createLoop() {
  const told: string[] = [];
  const builds: ((answer: BuilderAnswer) => void)[] = [];
  const builder = {
    build: async () => new Promise<BuilderAnswer>((resolve) => builds.push(resolve)),
    stop: () => void told.push("stop"),
  };
  const loop = new RebuildLoop(builder, {
    onSlow: () => told.push("slow"),
    onBuilt: (answer, paths) => told.push(`${answer.kind} ${paths.join()}`),
  });
  const end = async (answer: BuilderAnswer): Promise<void> => {
    builds.shift()?.(answer);
    await vi.advanceTimersByTimeAsync(0);
  };
  return { loop, told, builds, end };
}

test("changes during a build are one more build after it", async () => {
  const { loop, told, builds, end } = createLoop();
  loop.request(["a"]);
  loop.request(["b"]);
  loop.request(["c"]);
  expect(builds).toHaveLength(1);
  await end(good);
  expect(builds).toHaveLength(1);
  await end(good);
  expect(told).toEqual(["built a", "built b,c"]);
  expect(builds).toHaveLength(0);
});

test("what changes during the first build is built after it", async () => {
  const { loop, told, end } = createLoop();
  const first = loop.start();
  loop.request(["a"]);
  await end(good);
  expect(await first).toBe(good);
  await end(good);
  expect(told).toEqual(["built ", "built a"]);
});

test("errors are told a moment later, and not at all when the next change mends them", async () => {
  const { loop, told, end } = createLoop();
  loop.request(["half"]);
  await end(bad);
  await vi.advanceTimersByTimeAsync(100);
  expect(told).toEqual([]);
  loop.request(["whole"]);
  await vi.advanceTimersByTimeAsync(0);
  await end(good);
  expect(told).toEqual(["built half,whole"]);
  loop.request(["broken"]);
  await end(bad);
  await vi.advanceTimersByTimeAsync(200);
  expect(told).toEqual(["built half,whole", "refused broken"]);
});

test("a build that takes its time is told of while it lasts", async () => {
  const { loop, told, end } = createLoop();
  loop.request(["a"]);
  await vi.advanceTimersByTimeAsync(400);
  await end(good);
  expect(told).toEqual(["slow", "built a"]);
});

test("a build that hangs is ended by the next change", async () => {
  const { loop, told, end } = createLoop();
  loop.request(["endless"]);
  await vi.advanceTimersByTimeAsync(11_000);
  loop.request(["mended"]);
  expect(told).toEqual(["slow", "stop"]);
  await end({ kind: "crashed", message: "the building thread ended", stack: "" });
  await end(good);
  expect(told).toEqual(["slow", "stop", "built endless,mended"]);
});
