import { expect, test } from "vitest";

import { countWorkers } from "#content/document-parser.ts";

const gigabyte = 1024 ** 3;

test("pages are parsed on one thread for each core, at most four, and no more than there are pages", () => {
  const counts = [1, 2, 4, 12, 128].map((cores) => countWorkers(80, { cores, memory: 64 * gigabyte }));
  expect(counts).toEqual([1, 2, 4, 4, 4]);
  expect(countWorkers(3, { cores: 12, memory: 64 * gigabyte })).toBe(3);
});

test("a machine or container with little memory parses on fewer threads, and at least on one", () => {
  const counts = [1 / 16, 0.25, 0.5, 0.9, 1, 2].map((memory) =>
    countWorkers(80, { cores: 12, memory: memory * gigabyte }),
  );
  expect(counts).toEqual([1, 1, 2, 3, 4, 4]);
});
