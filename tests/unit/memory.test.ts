import { expect, test } from "vitest";

import { Memory } from "#serve/memory.ts";

function counter(): () => number {
  let made = 0;
  return () => ++made;
}

test("a value is made once while its inputs are the same", () => {
  const memory = new Memory();
  const make = counter();
  expect([
    memory.remember("a", ["text"], make),
    memory.remember("a", ["text"], make),
    memory.remember("a", ["other"], make),
  ]).toEqual([1, 1, 2]);
});

test("inputs are compared by content, and functions in them by identity", () => {
  const memory = new Memory();
  const make = counter();
  const add = (): void => undefined;
  expect(memory.remember("a", [{ map: new Map([["x", [1]]]), add }], make)).toBe(1);
  expect(memory.remember("a", [{ map: new Map([["x", [1]]]), add }], make)).toBe(1);
  expect(memory.remember("a", [{ map: new Map([["x", [2]]]), add }], make)).toBe(2);
  expect(memory.remember("a", [{ map: new Map([["x", [2]]]), add: () => undefined }], make)).toBe(3);
});

test("one input more or less is another set of inputs", () => {
  const memory = new Memory();
  const make = counter();
  expect([
    memory.remember("a", [1, 2], make),
    memory.remember("a", [1], make),
    memory.remember("a", [1, undefined], make),
  ]).toEqual([1, 2, 3]);
});

test("what was not recalled since the last sweep is forgotten by the next", () => {
  const memory = new Memory();
  const make = counter();
  memory.remember("kept", [], make);
  memory.remember("gone", [], make);
  memory.sweep();
  memory.remember("kept", [], make);
  memory.sweep();
  expect([memory.remember("kept", [], make), memory.remember("gone", [], make)]).toEqual([1, 3]);
});

test("an exception and a rejected promise are not remembered", async () => {
  const memory = new Memory();
  const fail = async (): Promise<string> => {
    throw new Error("no");
  };
  await expect(memory.remember("a", [], fail)).rejects.toThrow("no");
  await expect(memory.remember("a", [], async () => "yes")).resolves.toBe("yes");
  const thrower = (): never => {
    throw new Error("no");
  };
  expect(() => new Memory().remember("a", [], thrower)).toThrow("no");
});
