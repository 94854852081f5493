import { expect, test } from "vitest";

import { ProcessMemory } from "#cache/process-memory.ts";

function counter(): () => number {
  let count = 0;
  return () => ++count;
}

test("a value is computed once as long as its inputs are equal by content", async () => {
  const memory = new ProcessMemory();
  const make = counter();
  const inputs = [["text"], ["text"], ["other"], [new Map([["x", [1]]])], [new Map([["x", [1]]])], [1], [1, undefined]];
  const values: number[] = [];
  for (const some of inputs) values.push(await memory.memo("a", some, make));
  expect(values).toEqual([1, 1, 2, 3, 3, 4, 5]);
});

test("a value that twenty builds didn't use is forgotten by the next one", async () => {
  const memory = new ProcessMemory();
  const make = counter();
  await memory.memo("gone", [], make);
  for (let build = 0; build < 20; build++) {
    await memory.memo("kept", [], make);
    memory.sweep();
  }
  expect(await memory.memo("gone", [], make)).toBe(1);
  for (let build = 0; build < 21; build++) {
    await memory.memo("kept", [], make);
    memory.sweep();
  }
  expect([await memory.memo("kept", [], make), await memory.memo("gone", [], make)]).toEqual([2, 3]);
});

test("a hurried build reuses old values that aren't being watched, and the next build updates them", async () => {
  const memory = new ProcessMemory();
  const build = async (input: string, awaited: readonly string[] | null) => {
    memory.begin(awaited && new Set(awaited));
    const { memo, late } = memory;
    const values = [
      await late("page /a", [input], () => `a of ${input}`),
      await late("page /b", [input], () => `b of ${input}`),
      await memo("menu", [input], () => `menu of ${input}`),
    ];
    return [...values, memory.isBehind];
  };
  expect(await build("1", ["/a"])).toEqual(["a of 1", "b of 1", "menu of 1", false]);
  expect(await build("2", ["/a"])).toEqual(["a of 2", "b of 1", "menu of 2", true]);
  expect(await build("2", null)).toEqual(["a of 2", "b of 2", "menu of 2", false]);
  expect(await build("2", ["/a"])).toEqual(["a of 2", "b of 2", "menu of 2", false]);
});

test("exceptions and rejected promises aren't remembered", async () => {
  const memory = new ProcessMemory();
  const fail = async (): Promise<string> => {
    throw new Error("no");
  };
  await expect(memory.memo("a", [], fail)).rejects.toThrow("no");
  await expect(memory.memo("a", [], async () => "yes")).resolves.toBe("yes");
  const thrower = (): never => {
    throw new Error("no");
  };
  await expect(memory.memo("b", [], thrower)).rejects.toThrow("no");
  await expect(memory.memo("b", [], () => "yes")).resolves.toBe("yes");
});
