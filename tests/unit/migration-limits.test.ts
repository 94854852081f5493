import { expect, test } from "vitest";

import { readModule } from "#migrate/module/read-module.ts";

test.each([
  ["JavaScript", "a.js", `export default [${"[1],".repeat(100_000)}];`],
  ["what it exports", "a.js", `const a = [${"1,".repeat(400)}];\nexport default [${"...a,".repeat(400)}];`],
  ["TypeScript", "a.ts", `const a: string = "x";\nexport default [${"[1],".repeat(20_000)}];`],
])("settings that take too long to read are refused: %s", async (_, file, text) => {
  await expect(readModule(file, text, 1)).rejects.toThrow("takes longer than 0.001 seconds to parse");
});
