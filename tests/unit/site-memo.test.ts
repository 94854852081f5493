import { expect, test } from "vitest";

import type { Surroundings } from "#memory/questions.ts";
import { SiteMemo } from "#memory/site-memo.ts";
import type { LinkResolver } from "#shared/link.ts";

const position = { file: "content/a.md", line: 1, column: 1 };

interface Site {
  readonly routes: Readonly<Record<string, string>>;
  readonly parts: Readonly<Record<string, string>>;
}

function surroundingsOf({ routes, parts }: Site): Surroundings {
  const resolveLink: LinkResolver = (address) => ({ kind: "site", href: routes[address] ?? address });
  return { resolveLink, parts: new Map(Object.entries(parts).map(([file, text]) => [file, { file, text }])) };
}

/** A value that asks about one link and one part, and counts how often it was made. */
function createSubject() {
  const memo = new SiteMemo<string>();
  let made = 0;
  return (site: Site, text = "text"): string =>
    memo.recall("a", { inputs: [text], surroundings: surroundingsOf(site) }, ({ resolveLink, parts }) => {
      const link = resolveLink("b.md", position);
      return `${++made} ${"href" in link ? link.href : ""} ${parts.get("x")?.text}`;
    });
}

test("a value is taken again while the site gives the same answers", () => {
  const recall = createSubject();
  const first = recall({ routes: { "b.md": "/b" }, parts: { x: "one" } });
  expect(first).toBe("1 /b one");
  expect(recall({ routes: { "b.md": "/b", "c.md": "/c" }, parts: { x: "one", y: "two" } })).toBe(first);
});

test("another answer to a question that was asked makes the value anew", () => {
  const recall = createSubject();
  recall({ routes: { "b.md": "/b" }, parts: { x: "one" } });
  expect(recall({ routes: { "b.md": "/moved" }, parts: { x: "one" } })).toBe("2 /moved one");
  expect(recall({ routes: { "b.md": "/moved" }, parts: { x: "two" } })).toBe("3 /moved two");
  expect(recall({ routes: { "b.md": "/moved" }, parts: {} })).toBe("4 /moved undefined");
  expect(recall({ routes: { "b.md": "/moved" }, parts: {} }, "other")).toBe("5 /moved undefined");
});

test("the answers of the last making count, not those of an earlier one", () => {
  const recall = createSubject();
  recall({ routes: { "b.md": "/b" }, parts: { x: "one" } });
  recall({ routes: { "b.md": "/moved" }, parts: { x: "one" } });
  expect(recall({ routes: { "b.md": "/b" }, parts: { x: "one" } })).toBe("3 /b one");
});

test("who asked for the names of all parts is asked again when one is added", () => {
  const memo = new SiteMemo<string>();
  const recall = (site: Site): string =>
    memo.recall("a", { inputs: [], surroundings: surroundingsOf(site) }, ({ parts }) => [...parts.keys()].join());
  expect(recall({ routes: {}, parts: { x: "" } })).toBe("x");
  expect(recall({ routes: {}, parts: { x: "", y: "" } })).toBe("x,y");
});

test("questions that are asked after the making has returned a promise count too", async () => {
  const memo = new SiteMemo<Promise<string>>();
  const recall = async (site: Site): Promise<string> =>
    memo.recall("a", { inputs: [], surroundings: surroundingsOf(site) }, async ({ parts }) => {
      await Promise.resolve();
      return parts.get("x")?.text ?? "";
    });
  expect(await recall({ routes: {}, parts: { x: "one" } })).toBe("one");
  expect(await recall({ routes: {}, parts: { x: "two" } })).toBe("two");
});
