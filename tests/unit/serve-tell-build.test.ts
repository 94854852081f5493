import pico from "picocolors";
import { expect, test } from "vitest";

import { tellBuild } from "#serve/build-report.ts";
import type { BuilderAnswer } from "#serve/start-builder.ts";
import { diagnose } from "#shared/diagnostic.ts";

const context = { colors: pico.createColors(false), toShownPath: (file: string) => `site/${file}` };
const noFindings = { diagnostics: [], texts: new Map() };
const change = {
  baseUrl: "/",
  isWhole: false,
  files: [
    { path: "a/index.html", content: "" },
    { path: "x.css", content: "" },
  ],
  removed: [],
};
const built = { kind: "built", findings: noFindings, change, pageCount: 18, milliseconds: 41.7 } as const;

function tell(answer: BuilderAnswer, ...paths: readonly string[]): string {
  return tellBuild(answer, paths, context).join("\n");
}

test("the first build is told by its pages, the others by what changed", () => {
  expect(tell(built)).toBe("✓ 18 pages, 42 ms");
  expect(tell(built, "content/a.md")).toBe("✓ site/content/a.md: 1 page changed, 42 ms");
  expect(tell(built, "content/a.md", "content/b.md", "content/c.md")).toBe(
    "✓ site/content/a.md and 2 more: 1 page changed, 42 ms",
  );
});

test("findings come with the path from where the terminal is, and their line", () => {
  const position = { file: "content/a.md", line: 1, column: 3 };
  const findings = {
    diagnostics: [diagnose("link/broken", "there is no page `/x`", position)],
    texts: new Map([["content/a.md", "[x](/x)"]]),
  };
  expect(tell({ kind: "refused", findings }, "content/a.md")).toMatchInlineSnapshot(`
    "error site/content/a.md:1:3 there is no page \`/x\` link/broken
      1 | [x](/x)
        |   ^

    ✗ site/content/a.md: 1 error"
  `);
});

test("a crash is told with its stack", () => {
  expect(tell({ kind: "crashed", message: "no", stack: "Error: no\n  at x" }, "templates/a.tsx")).toBe(
    "✗ site/templates/a.tsx: the build crashed; the last good one is served\nError: no\n  at x",
  );
});
