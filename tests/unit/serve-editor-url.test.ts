import { expect, test } from "vitest";

import { defaultEditor, isEditorPattern, toEditorUrl } from "#serve/build-report.ts";

const position = { file: "content/a b#c?.md", line: 3, column: 7 };

test("the default opens Visual Studio Code at line and column", () => {
  expect(toEditorUrl(position, { root: "/home/me", pattern: defaultEditor })).toBe(
    "vscode://file/home/me/content/a%20b%23c%3F.md:3:7",
  );
});

test("a pattern of another editor is filled in; a drive letter keeps its colon", () => {
  const pattern = "idea://open?file={file}&line={line}&column={column}";
  const url = toEditorUrl({ ...position, file: "content/x&y.md" }, { root: "C:\\docs", pattern });
  expect(url).toBe("idea://open?file=/C:/docs/content/x%26y.md&line=3&column=7");
});

test("a pattern names the file and an address that opens something", () => {
  const judged = [
    defaultEditor,
    "subl://open?url=file://{file}",
    "vscode://x",
    "{file}",
    "javascript:alert('{file}')",
    "DATA:{file}",
  ].map(isEditorPattern);
  expect(judged).toEqual([true, true, false, false, false, false]);
});
