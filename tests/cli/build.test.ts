import { readdir, readFile, rm, stat, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";

import { describe, expect, test } from "vitest";

import { treeOf } from "../support/faults.ts";
import { runCli } from "../support/run-cli.ts";
import { spawnCli } from "../support/run-command.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const small = { "content/index.md": "# Home\n\n[guide](/guide)", "content/guide.md": "# Guide" };

test("build builds the site of the current folder and says how many pages it has and how long it took", async () => {
  await using site = await temporaryFolder(small);
  const { code, stdout, stderr } = await spawnCli([], { cwd: site.path });
  expect(code).toBe(0);
  expect(stdout).toMatch(/^✓ no warnings, 3 pages \(guides, no openapi\/\), \d+ kB, \d+\.\d\d s → dist\n$/);
  expect(stderr).toBe("");
  expect(await readFile(join(site.path, "dist/guide/index.html"), "utf8")).toContain("<h1>Guide</h1>");
});

test("a broken link ends the build with 1, shows its line, and leaves the previous site unchanged", async () => {
  await using site = await temporaryFolder(small);
  await runCli(["--quiet"], { cwd: site.path });
  const before = await treeOf(join(site.path, "dist"));
  await site.write({ "content/guide.md": "# Guide\n\nSee [home](/hme)." });
  const { code, stdout, stderr } = await runCli([], { cwd: site.path });
  expect(code).toBe(1);
  expect(stdout).toContain("nothing was written");
  expect(stderr).toContain("error content/guide.md:3:5 there is no page or file `/hme`");
  expect(stderr).toContain("  3 | See [home](/hme).\n    |     ^");
  expect(await treeOf(join(site.path, "dist"))).toEqual(before);
});

test("a broken Markdown-file link is only a warning, and the site is written", async () => {
  await using site = await temporaryFolder({ "content/index.md": "[x](./gone.md)" });
  const { code, stderr } = await runCli([], { cwd: site.path });
  expect(code).toBe(0);
  expect(stderr).toContain("warning content/index.md:1:1");
  expect((await runCli(["--strict"], { cwd: site.path })).code).toBe(1);
});

test("a build restores output files that someone changed or removed, even if size and time look the same", async () => {
  await using site = await temporaryFolder(small);
  const cached = ["--quiet", "--cache", join(site.path, ".cache")];
  await runCli(cached, { cwd: site.path });
  const dist = join(site.path, "dist");
  const before = await treeOf(dist);
  for (const name of ["guide/index.html", "guide.md"]) {
    const file = join(dist, name);
    const { atime, mtime } = await stat(file);
    await writeFile(file, (await readFile(file, "utf8")).replace("Guide", "Grime"));
    await utimes(file, atime, mtime);
  }
  expect(await treeOf(dist)).not.toEqual(before);
  expect((await runCli(cached, { cwd: site.path })).code).toBe(0);
  expect(await treeOf(dist)).toEqual(before);
  await rm(join(dist, "guide/index.html"));
  await runCli(cached, { cwd: site.path });
  expect(await treeOf(dist)).toEqual(before);
});

test("--root, --out and --base-url build a site from any folder into any other", async () => {
  await using site = await temporaryFolder(small);
  await using elsewhere = await temporaryFolder();
  const out = join(elsewhere.path, "public");
  const args = ["build", "--root", site.path, "--out", out, "--base-url", "/docs"];
  expect((await runCli(args, { cwd: elsewhere.path })).code).toBe(0);
  expect(await readFile(join(out, "index.html"), "utf8")).toContain('href="/docs/guide"');
});

test("check writes nothing", async () => {
  await using site = await temporaryFolder(small);
  const { code, stdout } = await runCli(["check"], { cwd: site.path });
  expect(code).toBe(0);
  expect(stdout).toMatch(/^✓ no warnings, 3 pages/);
  expect(await readdir(site.path)).toEqual(["content"]);
});

test("--report json prints one JSON text on stdout, and --report github prints annotations", async () => {
  await using site = await temporaryFolder({ "content/index.md": "See [x](/gone)." });
  const json = await runCli(["--report", "json"], { cwd: site.path });
  expect(json.code).toBe(1);
  const position = { file: "content/index.md", line: 1, column: 5 };
  const diagnostics = [{ code: "link/broken", severity: "error", position }];
  expect(JSON.parse(json.stdout)).toMatchObject({ diagnostics, summary: { errors: 1, warnings: 0, out: null } });
  const github = await runCli(["--report", "github"], { cwd: site.path });
  const quiet = await runCli(["--report", "github", "--quiet"], { cwd: site.path });
  expect(quiet.stdout.split("\n").slice(0, -1)).toEqual(github.stdout.split("\n").slice(0, -2));
  expect(github.stdout).toContain(
    "::error file=content/index.md,line=1,col=5,title=link/broken::there is no page or file `/gone`",
  );
});

test("a contract's warnings are summed up; --all prints each, and --report json gives operation and cause", async () => {
  const toPath = (index: number) => {
    const media = { schema: { type: "object", required: [`field${index}`] }, example: {} };
    const responses = { 200: { description: "Done", content: { "application/json": media } } };
    return [`/loads${index}`, { get: { responses } }] as const;
  };
  const paths = Object.fromEntries(Array.from({ length: 7 }, (_, index) => toPath(index)));
  const contract = { openapi: "3.1.0", info: { title: "API", version: "1" }, paths };
  await using site = await temporaryFolder({
    "content/index.md": "# Home",
    "openapi/api.json": JSON.stringify(contract, null, 2),
  });
  const check = async (...words: readonly string[]) => runCli(["check", ...words], { cwd: site.path });
  const summed = await check();
  const sum = "7 examples and defaults that their schemas refuse, in 7 operations contract/example";
  expect([summed.code, summed.stderr]).toEqual([
    0,
    expect.stringContaining(`warning openapi/api.json ${sum}\n  first: `),
  ]);
  expect((await check("--all")).stderr.match(/^warning /gm)).toHaveLength(7);
  expect((await check("--report", "github")).stdout.match(/^::warning /gm)).toHaveLength(1);
  expect((await check("--report", "github", "--all")).stdout.match(/^::warning /gm)).toHaveLength(7);
  const { diagnostics } = JSON.parse((await check("--report", "json")).stdout);
  const group = expect.stringMatching(/^[0-9a-f]{12}$/);
  expect(diagnostics[1]).toMatchObject({ message: "`field1` is missing", part: "GET /loads1", group });
});

test("annotations name files relative to the repository's root, or to GitHub's checkout without git", async () => {
  await using repository = await temporaryFolder({
    "docs/content/index.md": "See [x](/gone).",
    ".git/HEAD": "ref: refs/heads/main\n",
  });
  const annotate = async (cwd: string, env: Readonly<Record<string, string>>) => {
    const args = ["check", "--root", join(repository.path, "docs"), "--report", "github"];
    const { stdout } = await runCli(args, { cwd, env });
    return /file=([^,]*)/.exec(stdout)?.[1];
  };
  const within = await annotate(join(repository.path, "docs"), { GITHUB_WORKSPACE: "/elsewhere" });
  expect(within).toBe("docs/content/index.md");
  expect(await annotate("/", {})).toBe("docs/content/index.md");
  await repository.remove(".git");
  expect(await annotate("/", { GITHUB_WORKSPACE: repository.path })).toBe("docs/content/index.md");
  expect(await annotate("/", { GITHUB_WORKSPACE: "/elsewhere" })).toBe("content/index.md");
});

test("a terminal shows paths from the current folder, or within the site if the site lies elsewhere", async () => {
  await using folder = await temporaryFolder({ "docs/content/index.md": "See [x](/gone).", "other/a.txt": "" });
  for (const command of ["build", "check", "verify"]) {
    const errorsFrom = async (cwd: string, root: string) =>
      (await runCli([command, "--root", root], { cwd: join(folder.path, cwd) })).stderr;
    expect(await errorsFrom(".", "docs")).toMatch(/^error docs\/content\/index.md:1:5 .*\n {2}1 \| See/);
    expect(await errorsFrom("docs", ".")).toMatch(/^error content\/index.md:1:5 .*\n {2}1 \| See/);
    expect(await errorsFrom("other", "../docs")).toMatch(/^error content\/index.md:1:5 .*\n {2}1 \| See/);
  }
});

test.each(["build", "check", "headers", "verify", "pull", "serve", "sandbox"])(
  "%s refuses a root that isn't a folder, and doesn't create one",
  async (command) => {
    await using site = await temporaryFolder(small);
    for (const root of ["nowhere", "content/index.md"]) {
      const { code, stderr } = await runCli([command, "--root", root], { cwd: site.path });
      expect([code, stderr]).toEqual([2, expect.stringContaining(`'${root}' is invalid. There is no such folder.`)]);
    }
    expect(await readdir(site.path)).toEqual(["content"]);
  },
);

test("wrong usage ends with 2 and shows a suggestion", async () => {
  await using site = await temporaryFolder(small);
  const flag = await runCli(["--stric"], { cwd: site.path });
  expect([flag.code, flag.stderr]).toEqual([2, expect.stringContaining("Did you mean --strict?")]);
  const command = await runCli(["chekc"], { cwd: site.path });
  expect([command.code, command.stderr]).toEqual([2, expect.stringContaining("Did you mean check?")]);
  const base = await runCli(["--base-url", "docs"], { cwd: site.path });
  expect([base.code, base.stderr]).toEqual([2, expect.stringContaining("must start with a slash")]);
});

test("--help shows examples, --version shows the version, and --debug shows how long each stage took", async () => {
  await using site = await temporaryFolder(small);
  expect((await runCli(["--help"], { cwd: site.path })).stdout).toContain("Examples:");
  expect((await runCli(["--version"], { cwd: site.path })).stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
  expect((await runCli(["--debug"], { cwd: site.path })).stderr).toMatch(/content +\d+ ms/);
});

test("a folder without content gets a message that says what is missing, without a stack", async () => {
  await using folder = await temporaryFolder();
  const { code, stderr } = await runCli([], { cwd: folder.path });
  expect(code).toBe(1);
  expect(stderr).toContain("there are no pages here");
  expect(stderr).toContain("`docs-build init`");
  expect(stderr).not.toContain("    at ");
});

test("a template that doesn't compile, or lacks an export that pages import, is named", async () => {
  await using site = await temporaryFolder(small);
  await site.write({ "templates/footer.tsx": "export function Footer() {\n  return <footer;\n}\n" });
  const broken = await runCli([], { cwd: site.path });
  expect([broken.code, broken.stderr]).toEqual([1, expect.stringContaining("templates/footer.tsx:2:")]);
  await site.write({ "templates/footer.tsx": "export const Foot = () => null;\n" });
  const renamed = await runCli([], { cwd: site.path });
  expect(renamed.stderr).toMatch(/^error templates\/footer\.tsx:1:1 No matching export .* "Footer"/m);
});

test("a custom directive that throws is reported at its line, on several threads too", async () => {
  const throwing =
    'export const attributes = { of: "number" };\nexport default ({ of }) => {\n  if (of > 1) throw new Error("too much");\n  return <p>{of}</p>;\n};\n';
  const pages = Array.from({ length: 70 }, (_, index) => [`content/page-${index}.md`, "# Page\n\n::rate{of=1}\n"]);
  await using site = await temporaryFolder({
    ...{ ...small, ...Object.fromEntries(pages) },
    "templates/directives/rate.tsx": throwing,
  });
  expect(await runCli([], { cwd: site.path })).toMatchObject({ code: 0, stderr: "" });
  expect(await readFile(join(site.path, "dist/page-69/index.html"), "utf8")).toContain("<p>1</p>");
  await site.write({ "content/page-7.md": "# Page\n\n::rate{of=2}\n" });
  const { code, stderr } = await runCli([], { cwd: site.path });
  expect(code).toBe(1);
  expect(stderr).toContain("content/page-7.md:3:1 `rate` throws: too much");
  expect(stderr).toContain("see templates/directives/rate.tsx:3:21");
});

test.each([
  ["/proc/docs-build/dist", "output/failed"],
  ["/dev/null/dist", "/dev/null/dist: a part of its path is a file"],
])("a build that can't create its folder at %s ends with a message", async (out, words) => {
  await using site = await temporaryFolder(small);
  const { code, stderr } = await runCli(["--quiet", "--out", out], { cwd: site.path });
  expect([code, stderr]).toEqual([1, expect.stringContaining(words)]);
  expect(stderr).not.toContain("    at ");
});

test("a contract alone builds a site, and the build's line says so", async () => {
  const contract = '{"openapi":"3.1.0","info":{"title":"A","version":"1"},"paths":{}}';
  await using site = await temporaryFolder({ "openapi/a.json": contract });
  const { code, stdout } = await runCli([], { cwd: site.path });
  expect(code).toBe(0);
  expect(stdout).toContain("2 pages (the reference, no Markdown; / leads there), ");
  // A contract without pages has nothing to link to, which isn't its own fault.
  await site.write({ "openapi/a.json": contract.slice(0, -1) });
  const { code: exit, stderr } = await runCli([], { cwd: site.path });
  expect([exit, stderr.match(/^(?:error|warning) .*/gm)]).toEqual([
    1,
    [expect.stringContaining("openapi/a.json:1:65 this isn't JSON: it ends too early")],
  ]);
});

describe("a site that was built before", () => {
  const inodeOf = async (path: string): Promise<number> => (await stat(path)).ino;

  test("isn't rewritten when nothing changed", async () => {
    await using site = await temporaryFolder({ "content/index.md": "# Home", "content/a.md": "# A" });
    await runCli(["--quiet"], { cwd: site.path });
    const before = await inodeOf(join(site.path, "dist"));
    expect((await runCli(["--quiet"], { cwd: site.path })).code).toBe(0);
    expect(await inodeOf(join(site.path, "dist"))).toBe(before);
  });

  test("gets only the files that changed", async () => {
    await using site = await temporaryFolder({ "content/index.md": "# Home", "content/a.md": "# A" });
    await runCli(["--quiet"], { cwd: site.path });
    const [page, other] = ["dist/index.html", "dist/a/index.html"].map((path) => join(site.path, path));
    const before = [await inodeOf(page ?? ""), await inodeOf(other ?? "")];
    await site.write({ "content/index.md": "# Home\n\nMore.\n" });
    await runCli(["--quiet"], { cwd: site.path });
    expect(await site.read("dist/index.html")).toContain("More.");
    const after = [await inodeOf(page ?? ""), await inodeOf(other ?? "")];
    expect(after.map((inode, index) => inode === before[index])).toEqual([false, true]);
  });
});

test("the build reports the size of the fonts that every page loads", async () => {
  const fonts = "fonts:\n  - { family: A, file: /a.woff2 }\n  - { family: A, file: /b.woff2, weight: 700 }\n";
  await using folder = await temporaryFolder({
    "content/index.md": "# Home\n",
    "content/site.yaml": fonts,
    "content/static/a.woff2": new Uint8Array(2_000).fill(1),
    "content/static/b.woff2": new Uint8Array(3_000),
  });
  expect((await runCli(["check"], { cwd: folder.path })).stdout).toContain(", 2 fonts of 5 kB, ");
});
