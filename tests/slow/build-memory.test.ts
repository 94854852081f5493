import { rename } from "node:fs/promises";
import { join } from "node:path";

import { expect, test } from "vitest";

import { build as buildFolder } from "#build.ts";
import { DiskMemory } from "#cache/disk-memory.ts";
import { ProcessMemory } from "#cache/process-memory.ts";

import type { BuiltSite } from "../support/build-site.ts";
import { build, contentsOf, edited, edits, type Files, site } from "../support/edited-site.ts";
import { runCommand } from "../support/run-command.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

test("a server that began with a cache gives the same, edit after edit", async () => {
  await using folder = await temporaryFolder();
  for (let start = 0; start < 2; start++) {
    const cache = new DiskMemory(folder.path, "this version");
    const memory = new ProcessMemory(cache);
    let files = site;
    for (const [name, edit] of edits.slice(0, 8)) {
      files = edit(files);
      const [remembered, fresh] = [await build(files, memory), await build(files)];
      cache.save();
      expect({ name, files: contentsOf(remembered) }).toEqual({ name, files: contentsOf(fresh) });
      expect({ name, findings: remembered.diagnostics }).toEqual({ name, findings: fresh.diagnostics });
    }
    cache.close();
  }
});

/** Paths of the pages that were rendered again. A page from memory is the very same string. */
function rebuiltPages(before: BuiltSite, after: BuiltSite): readonly string[] {
  const contents = new Map(before.files.map(({ path, content }) => [path, content]));
  const pages = after.files.filter(({ path }) => path.endsWith(".html"));
  return pages.filter(({ path, content }) => contents.get(path) !== content).map(({ path }) => path);
}

test("only what an edit affects is built again", async () => {
  const memory = new ProcessMemory();
  const first = await build(site, memory);
  const withMore = (file: string) => edited(site, file, (text) => `${text}\nMore.\n`);
  const second = await build(withMore("content/more.md"), memory);
  expect(rebuiltPages(first, second)).toEqual(["more/index.html"]);
  const third = await build(withMore("content/_blocks/note.md"), memory);
  expect(rebuiltPages(second, third)).toEqual(["guide/index.html", "more/index.html"]);
});

test("a new page and an unused block leave all other documents as they were", async () => {
  const memory = new ProcessMemory();
  const first = await build(site, memory);
  const files = { ...site, "content/new.md": "# New\n", "content/_blocks/other.md": "Another.\n" };
  const { documents } = await build(files, memory);
  const known = new Set(first.documents);
  const parsed = documents.filter((document) => !known.has(document)).map(({ file }) => file);
  expect(parsed).toEqual(["content/new.md"]);
});

test("after renames and commits, a server reports the same about a page as a fresh build", async () => {
  const page = "# Guide\n\nThis begins.\n\nThis goes on.\n\nThis ends.\n";
  await using folder = await temporaryFolder({ "content/index.md": "# Home\n", "content/guide.md": page });
  const git = async (...args: readonly string[]) =>
    runCommand("git", ["-c", "user.name=Test", "-c", "user.email=test@example.com", ...args], { cwd: folder.path });
  await git("init", "-q");
  await git("add", "-A");
  await git("commit", "-qm", "pages");
  const memory = new ProcessMemory();
  const warnings: string[][] = [];
  const buildBoth = async (): Promise<void> => {
    const options = { root: folder.path, flags: {}, strict: false, emit: () => undefined };
    const bothFindings = [await buildFolder({ ...options, memory }), await buildFolder(options)].map(
      ({ diagnostics }) => diagnostics.map(({ code, position }) => `${code} ${position?.file ?? ""}`),
    );
    expect(bothFindings[0]).toEqual(bothFindings[1]);
    warnings.push(bothFindings[0] ?? []);
  };
  const [before, after] = [join(folder.path, "content/guide.md"), join(folder.path, "content/renamed.md")];
  await buildBoth();
  await rename(before, after);
  await buildBoth();
  await folder.write({ "content/renamed.md": "# Another\n" });
  await buildBoth();
  await folder.write({ "content/renamed.md": page });
  await git("add", "-A");
  await git("commit", "-qm", "rename");
  await buildBoth();
  await rename(after, before);
  await buildBoth();
  const moved = ["page/moved content/renamed.md"];
  expect(warnings).toEqual([[], moved, [], moved, ["page/moved content/guide.md"]]);
});

test("a contract's further reading links to a page of the site as long as that page exists", async () => {
  const contract = (files: Files): Files =>
    edited(files, "openapi/api.yaml", (text) => `${text}externalDocs: { url: /reading, description: More }\n`);
  const [without, memory] = [contract(site), new ProcessMemory()];
  const links: (string | undefined)[] = [];
  for (const files of [without, { ...without, "content/reading.md": "# Reading\n" }, without]) {
    const [remembered, fresh] = [await build(files, memory), await build(files)];
    expect(contentsOf(remembered)).toEqual(contentsOf(fresh));
    expect(remembered.diagnostics).toEqual(fresh.diagnostics);
    links.push(/href="([^"]*\/reading)"/.exec(contentsOf(remembered).get("api/index.html") ?? "")?.[1]);
  }
  expect(links).toEqual([undefined, "/reading", undefined]);
});
