import { expect, test } from "vitest";

import { ProcessMemory } from "#cache/process-memory.ts";

function counter(): () => number {
  let made = 0;
  return () => ++made;
}

test("a value is made once while its inputs are the same", async () => {
  const memory = new ProcessMemory();
  const make = counter();
  expect([
    await memory.remember("a", ["text"], make),
    await memory.remember("a", ["text"], make),
    await memory.remember("a", ["other"], make),
  ]).toEqual([1, 1, 2]);
});

test("inputs are compared by content, and functions in them by identity", async () => {
  const memory = new ProcessMemory();
  const make = counter();
  const add = (): void => undefined;
  expect(await memory.keep("a", [{ map: new Map([["x", [1]]]), add }], make)).toBe(1);
  expect(await memory.keep("a", [{ map: new Map([["x", [1]]]), add }], make)).toBe(1);
  expect(await memory.keep("a", [{ map: new Map([["x", [2]]]), add }], make)).toBe(2);
  expect(await memory.keep("a", [{ map: new Map([["x", [2]]]), add: () => undefined }], make)).toBe(3);
});

test("a maker is given its inputs", async () => {
  const memory = new ProcessMemory();
  const add = (a: number, b: number): number => a + b;
  expect([await memory.remember("sum", [1, 2], add), await memory.keep("another", [3, 4], add)]).toEqual([3, 7]);
  const making = { parts: ["sum"] as const, make: async (a: number, b: number) => ({ sum: a + b }) };
  expect(await (await memory.rememberParts("parts", [5, 6], making))("sum")).toBe(11);
});

test("one input more or less is another set of inputs", async () => {
  const memory = new ProcessMemory();
  const make = counter();
  expect([
    await memory.remember("a", [1, 2], make),
    await memory.remember("a", [1], make),
    await memory.remember("a", [1, undefined], make),
  ]).toEqual([1, 2, 3]);
});

test("what was not recalled since the last sweep is forgotten by the next", async () => {
  const memory = new ProcessMemory();
  const make = counter();
  await memory.remember("kept", [], make);
  await memory.remember("gone", [], make);
  memory.sweep();
  await memory.remember("kept", [], make);
  memory.sweep();
  expect([await memory.remember("kept", [], make), await memory.remember("gone", [], make)]).toEqual([1, 3]);
});

test("an exception and a rejected promise are not remembered", async () => {
  const memory = new ProcessMemory();
  const fail = async (): Promise<string> => {
    throw new Error("no");
  };
  await expect(memory.remember("a", [], fail)).rejects.toThrow("no");
  await expect(memory.remember("a", [], async () => "yes")).resolves.toBe("yes");
  const thrower = (): never => {
    throw new Error("no");
  };
  await expect(memory.remember("b", [], thrower)).rejects.toThrow("no");
  await expect(memory.remember("b", [], () => "yes")).resolves.toBe("yes");
});
