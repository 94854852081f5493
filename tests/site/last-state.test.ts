import { expect, test } from "vitest";

import { ProcessMemory } from "#cache/process-memory.ts";
import { KeptState } from "#serve/build-state.ts";

import { buildFiles, type BuiltSite } from "../support/build-site.ts";
import { contentsOf, edited, type Files, site } from "../support/edited-site.ts";

/** Builds as `serve` does, one after the other. */
function createServer() {
  const [last, memory] = [new KeptState(), new ProcessMemory()];
  return async (files: Readonly<Record<string, string | Uint8Array>>) => {
    last.begin();
    const built = await buildFiles(files, { last, memory });
    memory.sweep();
    return { ...built, stale: last.end() };
  };
}

const note = { "content/more.md": "---\ntitle: More of it\n---\n\nMore, and [nothing](/nowhere).\n" };
const before: Files = { ...site, ...note };

/** The pages that differ. */
function changedPages(one: BuiltSite, other: BuiltSite): readonly string[] {
  const [was, is] = [contentsOf(one), contentsOf(other)];
  return [...new Set([...was.keys(), ...is.keys()])].filter(
    (path) => path.endsWith(".html") && was.get(path) !== is.get(path),
  );
}

const deep = `# More\n\n${"> ".repeat(2_000)}deep\n`;

test.each<readonly [string, Readonly<Record<string, string | Uint8Array>>, string]>([
  ["front matter", { "content/more.md": "---\ntitle: [More\n---\n\nOther words.\n" }, "content/more.md"],
  ["a page that exceeds a limit", { "content/more.md": deep }, "content/more.md"],
  ["a binary page", { "content/more.md": Buffer.from([0x2d, 0xff, 0xfe, 0x2d]) }, "content/more.md"],
  ["settings", { "content/site.yaml": "title: [Test\n" }, "content/site.yaml"],
  ["a setting", { "content/site.yaml": "title: 5\nsidebar: 7\n" }, "content/site.yaml"],
  ["a contract", { "openapi/api.yaml": "openapi: [3.1.0\n" }, "openapi/api.yaml"],
])(
  "when %s can't be read, every page stays as it was, and the findings match a fresh build",
  async (_name, edit, file) => {
    const serve = createServer();
    const first = await serve(before);
    expect(first.stale).toEqual([]);
    const [served, fresh] = [await serve({ ...before, ...edit }), await buildFiles({ ...before, ...edit })];
    expect(changedPages(first, served)).toEqual([]);
    expect(served.stale).toEqual([{ file, since: expect.stringMatching(/^\d{4}-.*Z$/) }]);
    const own = served.diagnostics.filter(({ position }) => position?.file === file);
    expect(own).toEqual(fresh.diagnostics.filter(({ position }) => position?.file === file));
    const again = await serve({ ...before, ...edit });
    expect(again.stale).toEqual(served.stale);
    const fixed = await serve(before);
    expect([fixed.stale, changedPages(first, fixed)]).toEqual([[], []]);
    expect(fixed.diagnostics).toEqual(first.diagnostics);
  },
);

test("while the contract can't be read, pages can still be edited, and their samples aren't checked", async () => {
  const serve = createServer();
  await serve(before);
  const files = edited(
    { ...before, "openapi/api.yaml": "{" },
    "content/guide.md",
    (text) => `${text}\nNew words. [x](op:unknown)\n`,
  );
  const [served, fresh] = [await serve(files), await buildFiles(files)];
  expect(contentsOf(served).get("guide/index.html")).toContain("New words.");
  expect(contentsOf(served).has("api/index.html")).toBe(true);
  expect(served.diagnostics).toEqual(fresh.diagnostics);
  expect(served.contract?.title).toBe("API");
});

test("fallback settings aren't checked: the last readable accent colors have no findings", async () => {
  const serve = createServer();
  const pale = 'accent: { light: "#00cc88", dark: "#00cc88" }\n';
  const codes = async (settings: string) => {
    const { diagnostics } = await serve({ ...before, "content/site.yaml": settings });
    return diagnostics.filter(({ position }) => position?.file === "content/site.yaml").map(({ code }) => code);
  };
  expect(await codes(pale)).toEqual(["look/contrast"]);
  expect(await codes('accent: { light: "#007d52", dark: "#00cc88" }\ntitle: [\n')).toEqual(["config/invalid"]);
  expect(await codes(pale)).toEqual(["look/contrast"]);
});

test("sources that could never be read are served as in a fresh build", async () => {
  const files = { ...before, "content/more.md": "---\ntitle: [More\n---\n\nOther words.\n" };
  const [served, fresh] = [await createServer()(files), await buildFiles(files)];
  expect(contentsOf(served)).toEqual(contentsOf(fresh));
  expect([served.stale, served.diagnostics]).toEqual([[], fresh.diagnostics]);
});

test("a deleted page disappears, even if it was readable before", async () => {
  const serve = createServer();
  await serve(before);
  const { "content/more.md": _gone, ...rest } = before;
  expect(contentsOf(await serve(rest)).has("more/index.html")).toBe(false);
});
