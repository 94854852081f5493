import { expect, test } from "vitest";

import { LimitError, withinTime } from "#read/within-time.ts";

test("a task's value and its own errors are passed on", () => {
  expect(withinTime(1000, () => "value")).toBe("value");
  expect(withinTime(1000, () => undefined)).toBe(undefined);
  expect(() =>
    withinTime(1000, () => {
      throw new TypeError("mine");
    }),
  ).toThrow(new TypeError("mine"));
});

test.each([
  ["a loop", () => endless()],
  ["a loop that catches everything", () => catching()],
  ["a regular expression that backtracks", () => /^(a+)+$/.test(`${"a".repeat(50)}b`)],
] as const)("%s that never ends is stopped, and the message says after how long", (_, task: () => unknown) => {
  expect(() => withinTime(100, task)).toThrow(new LimitError("takes longer than 0.1 seconds to parse"));
});

test("nested tasks keep their own limits", () => {
  const value = withinTime(10_000, () => {
    expect(() => withinTime(50, () => endless())).toThrow(LimitError);
    return withinTime(1000, () => "inner");
  });
  expect(value).toBe("inner");
});

test("a stack overflow is still a RangeError", () => {
  const recurse = (): number => recurse() + 1;
  expect(() => withinTime(1000, recurse)).toThrow(RangeError);
});

function endless(): never {
  for (;;);
}

function catching(): number {
  try {
    return endless();
  } catch {
    return 1;
  }
}
