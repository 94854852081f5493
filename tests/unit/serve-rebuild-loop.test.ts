import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { RebuildLoop } from "#serve/rebuild-loop.ts";
import type { BuilderAnswer } from "#serve/start-builder.ts";
import { diagnose } from "#shared/diagnostics/diagnostic.ts";

/* The test controls the loop's clock, so that nothing here waits. */
beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const noFindings = { diagnostics: [], texts: new Map() };
const good: BuilderAnswer = {
  ...{ kind: "built", findings: noFindings, pageCount: 1, milliseconds: 1 },
  change: { baseUrl: "/", isWhole: false, files: [], removed: [] },
};
const withError = (message: string): BuilderAnswer => ({
  ...good,
  findings: { diagnostics: [diagnose("link/broken", message, null)], texts: new Map() },
});
const bad = withError("there is no page");

/** A loop whose builder ends a build when the test says so. */
function createLoop() {
  const events: string[] = [];
  const ready = { count: 0 };
  const builds: ((answer: BuilderAnswer) => void)[] = [];
  const hurried: boolean[] = [];
  const build = async (isHurried: boolean): Promise<BuilderAnswer> => {
    hurried.push(isHurried);
    return new Promise((resolve) => builds.push(resolve));
  };
  const loop = new RebuildLoop(build, {
    onSlow: () => events.push("slow"),
    onReady: () => void (ready.count += 1),
    onBuilt: (answer, paths) => events.push(`${answer.kind} ${paths.join()}`),
  });
  const end = async (answer: BuilderAnswer): Promise<void> => {
    builds.shift()?.(answer);
    await vi.advanceTimersByTimeAsync(0);
  };
  return { loop, events, ready, builds, hurried, end };
}

test("changes during a build start one more build after it", async () => {
  const { loop, events, builds, end } = createLoop();
  loop.request(["a"]);
  loop.request(["b"]);
  loop.request(["c"]);
  expect(builds).toHaveLength(1);
  await end(good);
  expect(builds).toHaveLength(1);
  await end(good);
  expect(events).toEqual(["built a", "built b,c"]);
  expect(builds).toHaveLength(0);
});

test("changes during the first build start a build after it", async () => {
  const { loop, events, end } = createLoop();
  const first = loop.start();
  loop.request(["a"]);
  await end(good);
  expect(await first).toBe(good);
  await end(good);
  expect(events).toEqual(["built ", "built a"]);
});

test("errors are reported after a moment, and not at all if the next change fixes them", async () => {
  const { loop, events, end } = createLoop();
  loop.request(["half"]);
  await end(bad);
  await vi.advanceTimersByTimeAsync(100);
  expect(events).toEqual([]);
  loop.request(["whole"]);
  await vi.advanceTimersByTimeAsync(0);
  await end(good);
  expect(events).toEqual(["built half,whole"]);
  loop.request(["broken"]);
  await end(bad);
  await vi.advanceTimersByTimeAsync(200);
  expect(events).toEqual(["built half,whole", "built broken"]);
});

test("pages with new errors appear at once, and errors that were already reported don't wait", async () => {
  const { loop, events, ready, end } = createLoop();
  loop.request(["first"]);
  await end(bad);
  expect([ready.count, events]).toEqual([1, []]);
  await vi.advanceTimersByTimeAsync(200);
  loop.request(["second"]);
  await end(bad);
  expect(events).toEqual(["built first", "built second"]);
  loop.request(["third"]);
  await end(withError("there is no file"));
  expect([ready.count, events.length]).toEqual([3, 2]);
});

test("a slow build is reported while it runs", async () => {
  const { loop, events, end } = createLoop();
  loop.request(["a"]);
  await vi.advanceTimersByTimeAsync(400);
  await end(good);
  expect(events).toEqual(["slow", "built a"]);
});

test("every build finishes and is reported, however often files change, and the next one starts at once", async () => {
  const { loop, events, builds, end } = createLoop();
  loop.request(["a0"]);
  for (let save = 1; save <= 5; save++) {
    await vi.advanceTimersByTimeAsync(12_000);
    loop.request([`a${save}`]);
    await vi.advanceTimersByTimeAsync(8_000);
    await end(good);
    expect(builds).toHaveLength(1);
  }
  const slowBuilds = [0, 1, 2, 3, 4].flatMap((save) => ["slow", `built a${save}`]);
  expect(events).toEqual(slowBuilds);
});

test("errors are reported within a second even if another file keeps changing", async () => {
  const { loop, events, builds, end } = createLoop();
  loop.request(["broken"]);
  for (let time = 0; time < 900 && events.length === 0; time += 40) {
    await vi.advanceTimersByTimeAsync(40);
    loop.request(["noise"]);
    if (builds.length > 0) await end(bad);
  }
  expect(events).toEqual(["built broken,noise"]);
});

test("a stuck build is reported, whatever has changed since it started", async () => {
  const { loop, events, end } = createLoop();
  loop.request(["endless"]);
  loop.request(["other"]);
  await end({ kind: "stalled", findings: noFindings });
  expect(events).toEqual(["stalled endless"]);
  await end(good);
  expect(events).toEqual(["stalled endless", "built other"]);
});

test("many changes lead to one build a second, and the last one includes all of them", async () => {
  const { loop, events, builds, end } = createLoop();
  const names = (from: number) => Array.from({ length: 60 }, (_, index) => `page-${from + index}`);
  loop.request(names(100));
  expect(builds).toHaveLength(1);
  for (const from of [200, 300, 400]) {
    await end(good);
    loop.request(names(from));
    await vi.advanceTimersByTimeAsync(200);
    expect(builds).toHaveLength(0);
  }
  await vi.advanceTimersByTimeAsync(400);
  expect(builds).toHaveLength(1);
  await end(good);
  expect(events).toEqual([`built ${names(100).join()}`, `built ${[200, 300, 400].flatMap(names).join()}`]);
  await vi.advanceTimersByTimeAsync(1_000);
  loop.request(["saved by hand"]);
  await vi.advanceTimersByTimeAsync(0);
  expect(builds).toHaveLength(1);
});

const behind: BuilderAnswer = { ...good, isBehind: true };

test("the pages that a hurried build skipped are built right after it, with one report for both", async () => {
  const { loop, events, ready, hurried, end } = createLoop();
  loop.request(["a"]);
  await end(behind);
  expect([events, ready.count]).toEqual([[], 1]);
  await end(good);
  expect([events, ready.count, hurried]).toEqual([["built a"], 2, [true, false]]);
});

test("a change during a hurried build is built before the skipped pages, but only once", async () => {
  const { loop, events, hurried, end } = createLoop();
  loop.request(["a"]);
  loop.request(["b"]);
  await end(behind);
  loop.request(["c"]);
  await end(good);
  await end(good);
  expect(events).toEqual(["built a,b", "built c"]);
  expect(hurried).toEqual([true, false, true]);
});
