import { createColors } from "picocolors";
import { expect, test } from "vitest";

import { diagnose, type Diagnostic } from "#shared/diagnostics/diagnostic.ts";
import { formatDiagnostics } from "#shared/diagnostics/format-diagnostic.ts";

const colors = createColors(false);
const texts = new Map([["content/a.md", "[x](/x)\n[x](/x)"]]);

function at(line: number, message = "there is no page `/x`", file = "content/a.md"): Diagnostic {
  return diagnose("link/broken", message, { file, line, column: 5 }, "try /y");
}

test("control characters of a file's name, text or message never reach the terminal", () => {
  const position = { file: "content/\u001b[2J.md", line: 1, column: 3 };
  const diagnostic = diagnose("link/broken", "there is no page `\u001b]0;title\u0007`", position, "try \u009b31m");
  const hostile = new Map([[position.file, "a \u001b[31mred\u0007 line"]]);
  const text = formatDiagnostics([diagnostic], { texts: hostile, colors }).join("\n");
  expect(text).not.toMatch(/[^\P{Cc}\n]/u);
  expect(text).toContain("red");
});

test("the same fault at several positions is one finding, with its count and the first three positions", () => {
  const found = [at(1), at(2), at(3, undefined, "content/b.md"), at(4, undefined, "content/b.md"), at(2, "another")];
  expect(formatDiagnostics(found, { texts, colors }).join("\n")).toMatchInlineSnapshot(`
    "error content/a.md:1:5 there is no page \`/x\` — try /y link/broken
      1 | [x](/x)
        |     ^
      4 times: also content/a.md:2:5, content/b.md:3:5 and 1 more

    error content/a.md:2:5 another — try /y link/broken
      2 | [x](/x)
        |     ^
    "
  `);
});

test("fifty faults are printed, errors first, and --all prints the rest", () => {
  const warnings = Array.from({ length: 60 }, (_, index) => diagnose("link/unsafe", `unsafe ${index}`, null));
  const found = [...warnings, at(1)];
  const shown = formatDiagnostics(found, { texts, colors });
  expect(shown).toHaveLength(51);
  expect(shown.slice(-2)).toEqual([expect.stringContaining("/x"), "… and 11 more (--all prints them)"]);
  expect(formatDiagnostics(found, { texts, colors, all: true })).toHaveLength(61);
});

test("a long line is cut around the fault, to fit a narrow terminal", () => {
  const long = new Map([["content/a.md", `${"a".repeat(200)}[x](/x)${"b".repeat(200)}`]]);
  const position = { file: "content/a.md", line: 1, column: 205 };
  const [text = ""] = formatDiagnostics([diagnose("link/broken", "no", position)], { texts: long, colors, width: 40 });
  const [, line = "", caret = ""] = text.split("\n");
  expect(line.length).toBeLessThanOrEqual(40);
  expect(line.charAt(caret.indexOf("^"))).toBe("/");
});

test("only files whose faults are printed are split into lines, and each only once", () => {
  const read: string[] = [];
  const counted = new Map([["openapi/api.yaml", "type: strong\n".repeat(800)], ...texts]);
  counted.get = (file) => (read.push(file), Map.prototype.get.call(counted, file));
  const found = Array.from({ length: 800 }, (_, index) => at(index + 1, `fault ${index}`, "openapi/api.yaml"));
  expect(formatDiagnostics([...found, at(1)], { texts: counted, colors })).toHaveLength(51);
  expect(read).toEqual(["openapi/api.yaml"]);
  const all = formatDiagnostics([...found, at(1)], { texts: counted, colors, all: true });
  expect(all).toHaveLength(801);
  expect(read).toEqual(["openapi/api.yaml", "openapi/api.yaml", "content/a.md"]);
});
