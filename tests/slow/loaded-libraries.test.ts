import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { expect, test } from "vitest";

import { spawnCli } from "../support/run-command.ts";
import { smallReferenceFolder } from "../support/small-reference.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

/** Words of a library's code that stay when it is bundled. */
const words = {
  yaml: "BLOCK_FOLDED",
  zod: "ZodError",
  "OpenAPI parser": "dereferencedCache",
  Markdown: "codeFencedFence",
  highlighter: "hljs-",
  React: "resumableState",
  esbuild: "ESBUILD_BINARY_PATH",
};

/** The library of the editors' protocol, which no build loads. */
const ofEditors = "textDocument/publishDiagnostics";

/** Runs the command and returns which libraries the process loaded, from V8's coverage, which lists its scripts. */
async function librariesOf(args: readonly string[], cwd: string): Promise<readonly string[]> {
  await using coverage = await temporaryFolder();
  const { code, stderr } = await spawnCli(args, { cwd, env: { NODE_V8_COVERAGE: coverage.path } });
  expect(`${code}${stderr}`).toBe("0");
  const texts: string[] = [];
  for (const name of await readdir(coverage.path)) {
    const report: { readonly result: readonly { readonly url: string }[] } = JSON.parse(await coverage.read(name));
    const files = report.result.filter(({ url }) => url.startsWith("file:")).map(({ url }) => fileURLToPath(url));
    for (const file of files) texts.push(await readFile(file, "utf8"));
  }
  expect(texts.length).toBeGreaterThan(1);
  expect(texts.some((text) => text.includes(ofEditors))).toBe(false);
  return Object.entries(words).flatMap(([name, word]) => (texts.some((text) => text.includes(word)) ? [name] : []));
}

test("a library is loaded only where it's used", async () => {
  await using site = await smallReferenceFolder();
  await site.write({
    "templates/footer.tsx": "export const Footer = () => <footer>Own</footer>;\n",
    "templates/styles/tokens.css": ":root { --own: 1; }\n",
  });
  const build = ["--quiet", "--cache", join(site.path, ".cache")];
  expect(await librariesOf(build, site.path)).toEqual(Object.keys(words));
  expect(await librariesOf(build, site.path)).toEqual([]);

  await site.write({ "content/new.md": "---\nsidebar: false\n---\n\n# A new page\n" });
  expect(await librariesOf(build, site.path)).toEqual(["yaml", "zod", "Markdown", "highlighter", "React"]);

  for (const flag of ["--help", "--version"]) expect(await librariesOf([flag], site.path)).toEqual([]);
});
