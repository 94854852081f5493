import { beforeEach, expect, test } from "vitest";

import { makeUnknown } from "#build/known-site.ts";
import { ProcessMemory } from "#cache/process-memory.ts";
import type { OutputFile } from "#write/output-file.ts";

const memory = new ProcessMemory();
let asked: string[] = [];
let made = 0;

beforeEach(() => {
  [asked, made] = [[], 0];
});

/** Makes a site of two files into a folder that has those of some names. */
async function makeSite(source: string, there: readonly string[]) {
  return makeUnknown(
    {
      inputs: [source],
      taker: {
        emit: ({ path }: OutputFile) => void asked.push(`emit ${path}`),
        reuse: ({ path }) => (asked.push(`reuse ${path}`), there.includes(path)),
      },
      make: async ({ emit }) => {
        made += 1;
        for (const path of ["a.html", "b.html"]) await emit({ path, content: source });
        return { title: source, large: "contract" };
      },
    },
    ({ title }) => ({ title }),
    memory,
  );
}

test("a site is made, and taken over where the same was made before and all of it is there", async () => {
  expect(await makeSite("one", [])).toEqual({ result: { title: "one", large: "contract" } });
  expect(asked).toEqual(["emit a.html", "emit b.html"]);
  expect(await makeSite("one", ["a.html", "b.html"])).toEqual({ result: null, known: { title: "one" } });
  expect(made).toBe(1);
});

test("it is made again where a file of it is not there, or something else was made", async () => {
  await makeSite("two", []);
  expect(await makeSite("two", ["a.html"])).toEqual({ result: { title: "two", large: "contract" } });
  expect(asked.slice(2)).toEqual(["reuse a.html", "reuse b.html", "emit a.html", "emit b.html"]);
  expect((await makeSite("three", ["a.html", "b.html"])).result).not.toBeNull();
  expect(made).toBe(3);
});
