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
    await memory.keep("a", ["text"], make),
    await memory.keep("a", ["text"], make),
    await memory.keep("a", ["other"], make),
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

test("what many values are made of is compared with what it was once, and not for each", async () => {
  const memory = new ProcessMemory();
  const make = counter();
  let looks = 0;
  const contract = (title: string): object =>
    Object.defineProperty({}, "title", { enumerable: true, get: () => ((looks += 1), title) });
  const keep = async (shared: object): Promise<readonly number[]> =>
    Promise.all(Array.from({ length: 50 }, async (_, page) => memory.keep(`${page}`, [[shared, page]], make)));
  const first = await keep(contract("A"));
  expect(await keep(contract("A"))).toEqual(first);
  expect(await keep(contract("B"))).not.toEqual(first);
  expect(looks).toBeLessThan(20);
});

test("a maker is given its inputs", async () => {
  const memory = new ProcessMemory();
  const add = (a: number, b: number): number => a + b;
  expect(await memory.keep("sum", [1, 2], add)).toBe(3);
  const making = { shapes: { sum: [] }, make: async (a: number, b: number) => ({ sum: a + b }) };
  expect(await memory.remember("whole", [3, 4], { shape: ["sum"], make: making.make })).toEqual({ sum: 7 });
  expect(await (await memory.rememberParts("parts", [5, 6], making))("sum")).toBe(11);
});

test("one input more or less is another set of inputs", async () => {
  const memory = new ProcessMemory();
  const make = counter();
  expect([
    await memory.keep("a", [1, 2], make),
    await memory.keep("a", [1], make),
    await memory.keep("a", [1, undefined], make),
  ]).toEqual([1, 2, 3]);
});

test("what was not recalled since the last sweep is forgotten by the next", async () => {
  const memory = new ProcessMemory();
  const make = counter();
  await memory.keep("kept", [], make);
  await memory.keep("gone", [], make);
  memory.sweep();
  await memory.keep("kept", [], make);
  memory.sweep();
  expect([await memory.keep("kept", [], make), await memory.keep("gone", [], make)]).toEqual([1, 3]);
});

test("an exception and a rejected promise are not remembered", async () => {
  const memory = new ProcessMemory();
  const fail = async (): Promise<string> => {
    throw new Error("no");
  };
  await expect(memory.keep("a", [], fail)).rejects.toThrow("no");
  await expect(memory.keep("a", [], async () => "yes")).resolves.toBe("yes");
  const thrower = (): never => {
    throw new Error("no");
  };
  await expect(memory.keep("b", [], thrower)).rejects.toThrow("no");
  await expect(memory.keep("b", [], () => "yes")).resolves.toBe("yes");
});
