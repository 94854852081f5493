import { createColors } from "picocolors";
import { expect, test } from "vitest";

import { diagnose } from "#shared/diagnostic.ts";
import { formatDiagnostic } from "#shared/format-diagnostic.ts";

test("control characters of a file's name, text or message never reach the terminal", () => {
  const position = { file: "content/\u001b[2J.md", line: 1, column: 3 };
  const diagnostic = diagnose("link/broken", "there is no page `\u001b]0;title\u0007`", position, "try \u009b31m");
  const texts = new Map([[position.file, "a \u001b[31mred\u0007 line"]]);
  const text = formatDiagnostic(diagnostic, { texts, colors: createColors(false) });
  expect(text).not.toMatch(/[^\P{Cc}\n]/u);
  expect(text).toContain("red");
});
