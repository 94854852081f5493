import pico from "picocolors";
import { expect, test } from "vitest";

import { defaultEditor, isEditorPattern, formatBuild, toEditorUrl, toProblems } from "#serve/build-report.ts";
import type { BuilderAnswer } from "#serve/start-builder.ts";
import { diagnose } from "#shared/diagnostics/diagnostic.ts";

const terminal = { colors: pico.createColors(false) };
const context = { terminal, nameFile: (file: string) => `site/${file}`, last: null };
const noFindings = { diagnostics: [], texts: new Map() };
const files = ["a/index.html", "x.css"].map((path) => ({ path, content: "" }));
const change = { baseUrl: "/", isWhole: false, files, removed: [] };
const built = { kind: "built", findings: noFindings, change, pageCount: 18, milliseconds: 41.7 } as const;

function report(answer: BuilderAnswer, ...paths: readonly string[]): string {
  return formatBuild(answer, paths, context).join("\n");
}

test("the first build reports its number of pages, and later ones report what changed", () => {
  expect(report(built)).toBe("✓ 18 pages, 42 ms");
  expect(report(built, "content/a.md")).toBe("✓ site/content/a.md: 1 page changed, 42 ms");
  const several = report(built, "content/a.md", "content/b.md", "content/c.md");
  expect(several).toBe("✓ site/content/a.md and 2 more: 1 page changed, 42 ms");
});

test("a site that moved to another path reports where it's served", () => {
  const moved = { ...built, change: { ...change, baseUrl: "/docs/" } };
  expect(formatBuild(moved, ["content/site.yaml"], { ...context, last: built })).toEqual([
    "✓ site/content/site.yaml: 1 page changed, served below /docs/ now, 42 ms",
  ]);
});

test("findings show their path from the terminal's folder, and their line", () => {
  const position = { file: "content/a.md", line: 1, column: 3 };
  const findings = {
    diagnostics: [diagnose("link/broken", "there is no page `/x`", position)],
    texts: new Map([["content/a.md", "[x](/x)"]]),
  };
  expect(report({ kind: "refused", findings }, "content/a.md")).toMatchInlineSnapshot(`
    "error site/content/a.md:1:3 there is no page \`/x\` link/broken
      1 | [x](/x)
        |   ^

    ✗ site/content/a.md: 1 error"
  `);
});

test("a build with errors reports its change with a cross and the number of errors", () => {
  const findings = { diagnostics: [diagnose("content/missing", "nothing", null)], texts: new Map() };
  expect(report({ ...built, findings }, "content/a.md")).toBe(
    "error nothing content/missing\n✗ site/content/a.md: 1 page changed, 42 ms, 1 error",
  );
});

test("a finding that the last build also had isn't printed again, unless it moved", () => {
  const withFinding = (line: number): BuilderAnswer => {
    const position = { file: "content/a.md", line, column: 1 };
    return { ...built, findings: { ...noFindings, diagnostics: [diagnose("link/broken", "no page", position)] } };
  };
  const textAfter = (last: BuilderAnswer, answer: BuilderAnswer): string =>
    formatBuild(answer, ["content/b.md"], { ...context, last }).join("\n");
  expect(textAfter(withFinding(1), withFinding(1))).toBe(
    "✗ site/content/b.md: 1 page changed, 42 ms, 1 error as before",
  );
  expect(textAfter(withFinding(1), withFinding(2))).toMatch(/^error site\/content\/a\.md:2:1 no page .*\n.* 1 error$/);
  expect(textAfter(built, built)).toBe("✓ site/content/b.md: 1 page changed, 42 ms");
  expect(textAfter({ kind: "crashed", message: "no", stack: "" }, withFinding(1))).toMatch(/^error /);
});

test("a crash is reported with its stack", () => {
  expect(report({ kind: "crashed", message: "no", stack: "Error: no\n  at x" }, "templates/a.tsx")).toBe(
    "✗ site/templates/a.tsx: the build crashed; the last one is served\nError: no\n  at x",
  );
});

const editor = { root: "/", pattern: defaultEditor };

test("a page shows its own problems first, by position, and then others that its links cause", () => {
  const broken = (file: string, line: number) =>
    diagnose("link/broken", "there is no page `/x`", { file: `content/${file}.md`, line, column: 1 }, "try /y");
  const diagnostics = [broken("a", 1), broken("a", 2), broken("b", 1), broken("b", 3)];
  const findings = { diagnostics, texts: new Map([["content/b.md", "[x](/x)"]]), broken: [] };
  const [first] = diagnostics;
  const addresses = first === undefined ? [] : [{ address: "/base/x", finding: first }];
  const refused = { kind: "refused", findings: { ...findings, broken: addresses } } as const;
  const problems = toProblems(refused, editor, "content/b.md");
  expect(problems.map(({ position, message, isOfPage, addresses: at }) => [position, message, isOfPage, at])).toEqual([
    ["content/b.md:1:1", "there is no page `/x`", true, []],
    ["content/b.md:3:1", "there is no page `/x`", true, []],
    ["content/a.md:1:1", "there is no page `/x` (2 times)", false, ["/base/x"]],
  ]);
  const frame = { lines: [{ number: 1, text: "[x](/x)" }], line: 1, column: 1 };
  expect(problems[0]).toMatchObject({ severity: "error", hint: "try /y", frame });
});

test("a reference page shows its contract's problems in one line with all their addresses", () => {
  const found = Array.from({ length: 40 }, (_, index) => {
    const position = { file: "openapi/api.yaml", line: index + 1, column: 3 };
    return diagnose("contract/link", `there is no page \`/x${index}\``, position);
  });
  const broken = found.map((finding, index) => ({ finding, address: `/x${index}` }));
  const findings = { diagnostics: found, texts: new Map(), broken };
  for (const source of ["openapi/api.yaml", "content/a.md"]) {
    const problems = toProblems({ ...built, findings }, editor, source);
    expect(problems).toMatchObject([
      {
        message: "40 links that lead nowhere on this site; first: there is no page `/x0`",
        hint: "docs-build check --all prints each",
        position: "openapi/api.yaml:1:3",
        isOfPage: source === "openapi/api.yaml",
      },
    ]);
    expect(problems[0]?.addresses).toHaveLength(40);
  }
});

const odd = { file: "content/a b#c?.md", line: 3, column: 7 };

test("the default opens Visual Studio Code at line and column", () => {
  expect(toEditorUrl(odd, { root: "/home/me", pattern: defaultEditor })).toBe(
    "vscode://file/home/me/content/a%20b%23c%3F.md:3:7",
  );
});

test("a pattern for another editor is filled in, and a drive letter keeps its colon", () => {
  const pattern = "idea://open?file={file}&line={line}&column={column}";
  const url = toEditorUrl({ ...odd, file: "content/x&y.md" }, { root: "C:\\docs", pattern });
  expect(url).toBe("idea://open?file=/C:/docs/content/x%26y.md&line=3&column=7");
});

test("a pattern must name the file and an address that opens something", () => {
  expect([defaultEditor, "subl://open?url=file://{file}"].every(isEditorPattern)).toBe(true);
  expect(["vscode://x", "{file}", "javascript:alert('{file}')", "DATA:{file}"].filter(isEditorPattern)).toEqual([]);
});
