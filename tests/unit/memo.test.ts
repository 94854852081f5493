import { expect, test } from "vitest";

import { Memo } from "#memory/memo.ts";

function counter(): () => number {
  let made = 0;
  return () => ++made;
}

test("a value is made once while its inputs are the same", () => {
  const memo = new Memo<number>();
  const make = counter();
  expect([
    memo.recall("a", ["text"], make),
    memo.recall("a", ["text"], make),
    memo.recall("a", ["other"], make),
  ]).toEqual([1, 1, 2]);
});

test("inputs are compared by content, and functions in them by identity", () => {
  const memo = new Memo<number>();
  const make = counter();
  const add = (): void => undefined;
  expect(memo.recall("a", [{ map: new Map([["x", [1]]]), add }], make)).toBe(1);
  expect(memo.recall("a", [{ map: new Map([["x", [1]]]), add }], make)).toBe(1);
  expect(memo.recall("a", [{ map: new Map([["x", [2]]]), add }], make)).toBe(2);
  expect(memo.recall("a", [{ map: new Map([["x", [2]]]), add: () => undefined }], make)).toBe(3);
});

test("with Object.is, equal objects are different inputs and equal texts are not", () => {
  const memo = new Memo<number>(Object.is);
  const make = counter();
  expect(memo.recall("a", ["text", 1], make)).toBe(memo.recall("a", [["te", "xt"].join(""), 1], make));
  expect(memo.recall("a", [{}], make)).not.toBe(memo.recall("a", [{}], make));
});

test("one input more or less is another set of inputs", () => {
  const memo = new Memo<number>();
  const make = counter();
  expect([memo.recall("a", [1, 2], make), memo.recall("a", [1], make), memo.recall("a", [1, undefined], make)]).toEqual(
    [1, 2, 3],
  );
});

test("what was not recalled since the last sweep is forgotten by the next", () => {
  const memo = new Memo<number>();
  const make = counter();
  memo.recall("kept", [], make);
  memo.recall("gone", [], make);
  memo.sweep();
  memo.recall("kept", [], make);
  memo.sweep();
  expect([memo.last("kept"), memo.last("gone")]).toEqual([1, undefined]);
});

test("an exception and a rejected promise are not remembered", async () => {
  const memo = new Memo<Promise<string>>();
  const fail = async (): Promise<string> => {
    throw new Error("no");
  };
  await expect(memo.recall("a", [], fail)).rejects.toThrow("no");
  await expect(memo.recall("a", [], async () => "yes")).resolves.toBe("yes");
  const thrower = (): never => {
    throw new Error("no");
  };
  expect(() => new Memo<string>().recall("a", [], thrower)).toThrow("no");
});
