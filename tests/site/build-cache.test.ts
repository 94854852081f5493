import { serialize } from "node:v8";

import fc from "fast-check";
import { expect, test } from "vitest";

import { DiskMemory } from "#cache/disk-memory.ts";
import type { OutputFile } from "#write/output-file.ts";
import { storedKinds } from "#cache/memory.ts";

import { type BuiltSite, onMake } from "../support/build-site.ts";
import { build, contentsOf, edited, edits, type Files, site } from "../support/edited-site.ts";
import { forgeValues } from "../support/forge-pack.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

interface CachedBuild {
  readonly built: BuiltSite;
  readonly computed: readonly string[];
}

/** Builds like a command after earlier ones, with their cache and published files. Returns what it had to compute. */
async function buildWithCache(
  files: Files,
  folder: string,
  published: readonly OutputFile[] = [],
): Promise<CachedBuild> {
  const disk = new DiskMemory(folder, "this version");
  const computed: string[] = [];
  const memory = onMake(disk, async (name, make) => {
    if (storedKinds.has(name.split(" ")[0] ?? "")) computed.push(name);
    return make();
  });
  const built = await build(files, memory, published);
  disk.save();
  disk.close();
  return { built, computed };
}

test("after any edits, a build with the cache gives the same bytes and findings as one without", async () => {
  await using folder = await temporaryFolder();
  const someEdits = fc.array(fc.constantFrom(...edits), { minLength: 3, maxLength: 6 });
  await fc.assert(
    fc.asyncProperty(someEdits, async (chosen) => {
      let files = site;
      const { built: before } = await buildWithCache(files, folder.path);
      for (const [, edit] of chosen) files = edit(files);
      const { built: cached } = await buildWithCache(files, folder.path, before.files);
      const fresh = await build(files);
      expect(contentsOf(cached)).toEqual(contentsOf(fresh));
      expect(cached.diagnostics).toEqual(fresh.diagnostics);
      expect(cached.bytes).toBe(fresh.bytes);
      expect(cached.documents).toEqual(fresh.documents);
      expect(cached.contract).toEqual(fresh.contract);
    }),
    { numRuns: 8 },
  );
});

test("rebuilding an unchanged site renders nothing", async () => {
  await using folder = await temporaryFolder();
  await buildWithCache(site, folder.path);
  expect((await buildWithCache({ ...site }, folder.path)).computed).toEqual([]);
});

test("editing a page renders that page alone, and undoing the edit renders nothing", async () => {
  await using folder = await temporaryFolder();
  await buildWithCache(site, folder.path);
  const after = edited(site, "content/more.md", (text) => `${text}\nMore words.\n`);
  expect((await buildWithCache(after, folder.path)).computed).toEqual([
    "front matter of content/more.md",
    "names in content/more.md",
    "document content/more.md",
    "page /more",
    "search at /api/",
  ]);
  expect((await buildWithCache(site, folder.path)).computed).toEqual([]);
});

test("a contract that is only rewritten in another notation is read again, and its pages aren't rendered again", async () => {
  await using folder = await temporaryFolder();
  await buildWithCache(site, folder.path);
  const after = edited(site, "openapi/api.yaml", (text) => `${text}\n# the end\n`);
  expect((await buildWithCache(after, folder.path)).computed).toEqual(["contracts", "judgment"]);
});

test("a page that exceeds a limit is rendered again by every build, and nothing else is", async () => {
  await using folder = await temporaryFolder();
  const files = { ...site, "content/deep.md": `# Deep\n\n${"> ".repeat(2_000)}deep\n` };
  const { built: first } = await buildWithCache(files, folder.path);
  expect(first.diagnostics.map(({ code }) => code)).toContain("content/limit");
  const { built: second, computed } = await buildWithCache(files, folder.path, first.files);
  expect(computed).toEqual(["document content/deep.md"]);
  expect([contentsOf(second), second.diagnostics]).toEqual([contentsOf(first), first.diagnostics]);
});

test("a site with a page that ran out of time isn't reused as a whole: the next build may have enough time", async () => {
  await using folder = await temporaryFolder();
  const limit = { code: "content/limit", message: "", severity: "error", position: null, hint: null };
  const makeIn = async (diagnostics: readonly object[]) => {
    const disk = new DiskMemory(folder.path, "this version");
    const makes: number[] = [];
    await disk.memo(`site with ${diagnostics.length}`, [], () => {
      makes.push(1);
      return { diagnostics };
    });
    disk.save();
    disk.close();
    return makes.length;
  };
  expect([await makeIn([limit]), await makeIn([limit]), await makeIn([]), await makeIn([])]).toEqual([1, 1, 1, 0]);
});

test.each([
  ["no value", Buffer.from("no value at all")],
  ["null", serialize(null)],
  ["a list", serialize([])],
  ["a value of another name", serialize(["page /b", "B"])],
])("a cache entry that holds %s is ignored, and the value is computed again once", async (_, forged) => {
  await using folder = await temporaryFolder();
  let computed = 0;
  const recall = async (): Promise<string> => {
    const disk = new DiskMemory(folder.path, "this version");
    const value = await disk.memo("page /a", [], () => `A ${++computed}`);
    disk.save();
    disk.close();
    return value;
  };
  await recall();
  await forgeValues(folder.path, () => forged);
  expect([await recall(), await recall()]).toEqual(["A 2", "A 2"]);
});
