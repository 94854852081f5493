import fs from "node:fs";
import { readdir, readFile, symlink, writeFile } from "node:fs/promises";
import { syncBuiltinESMExports } from "node:module";
import { join } from "node:path";

import { expect, test, vi } from "vitest";

import { readFolder } from "#read/read-folder.ts";

import { runCli } from "../support/run-cli.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { runCommand } from "../support/run-command.ts";
import { serveFolder } from "../support/serve-folder.ts";

/** Names that are valid, though awkward in an address, a shell or a file system. */
// prettier-ignore
const awkwardNames = [
  "two words", "100% sure", "%20", "%2e%2e", "a+b&c=d", "it's", 'say "yes"', "semi;colon, comma", "(brackets) [square] {curly}",
  "<angle>", "dollar $HOME `x`", "😀 emoji", "日本語", "caf\u00e9", "no\u0308del", "-dash", "~tilde~x", "CON", "nul.txt",
  "index.html.page", "trailing dot.", "x".repeat(200),
];

test("pages with awkward file names can be opened at the addresses that links use", async () => {
  const pages = Object.fromEntries(awkwardNames.map((name, index) => [`content/pages/${name}.md`, `# Page ${index}`]));
  await using site = await temporaryFolder({ ...pages, "content/index.md": "---\nsidebar: true\n---\n# Home" });
  const { code, stderr } = await runCli(["--quiet"], { cwd: site.path });
  expect(`${code}${stderr}`).toBe("0");
  const home = await readFile(join(site.path, "dist/index.html"), "utf8");
  const written = [...home.matchAll(/href="(\/pages\/[^"]*)"/g)].map(([, href = ""]) =>
    href.replaceAll("&amp;", "&").replaceAll("&#x27;", "'"),
  );
  const links = [...new Set(written)];
  expect(links).toHaveLength(awkwardNames.length);
  await using server = await serveFolder(join(site.path, "dist"));
  const titles = await Promise.all(
    links.map(async (href) => /<h1>(.*?)<\/h1>/.exec(await (await fetch(server.origin + href)).text())?.[1]),
  );
  expect(new Set(titles)).toEqual(new Set(awkwardNames.map((_, index) => `Page ${index}`)));
});

test("file names that an address or another system can't hold are refused, and the rest is still checked", async () => {
  await using site = await temporaryFolder({
    "content/index.md": "[nothing](/nothing)",
    "content/what?.md": "# Q",
    "content/a#b.md": "# H",
    "content/back\\slash.md": "# B",
    "content/bell\u0007.md": "# C",
    "content/new\nline.md": "# N",
    "content/Twice.md": "# 1",
    "content/twice.md": "# 2",
    "content/cafe\u0301.md": "# 1",
    "content/caf\u00e9.md": "# 2",
  });
  await writeFile(
    Buffer.concat([Buffer.from(`${site.path}/content/`), Buffer.of(0xff, 0xfe), Buffer.from(".md")]),
    "# X",
  );
  const { code, stdout } = await runCli(["--report", "json"], { cwd: site.path });
  const { diagnostics } = JSON.parse(stdout) as {
    diagnostics: { code: string; message: string; position: { file: string } }[];
  };
  expect(code).toBe(1);
  expect(diagnostics.map((found) => `${found.position.file} ${found.code}: ${found.message}`)).toMatchInlineSnapshot(`
    [
      "content/a#b.md route/invalid: the route "/a#b" holds a character no address can hold",
      "content/back\\slash.md content/file-name: the name holds a backslash, which browsers take for a slash",
      "content/bell\\x07.md content/file-name: the name holds a control character: "bell\\u0007.md"",
      "content/café.md content/file-name: two files have this name, in two Unicode forms",
      "content/index.md link/broken: there is no page or file \`/nothing\`",
      "content/new\\x0aline.md content/file-name: the name holds a control character: "new\\nline.md"",
      "content/twice.md route/collision: the routes \`/Twice\` (content/Twice.md) and \`/twice\` (content/twice.md) differ only by case or Unicode form",
      "content/what?.md route/invalid: the route "/what?" holds a character no address can hold",
      "content/��.md content/file-name: the name isn't valid UTF-8",
    ]
  `);
});

test("symbolic links that leave the folder, loop or dangle are ignored; links within it are followed", async () => {
  await using secret = await temporaryFolder({ "secret.md": "# Secret", "secret.txt": "secret", "folder/x.md": "# X" });
  await using site = await temporaryFolder({
    "content/index.md": "# Home",
    "content/real.md": "# Real",
    "openapi/real.txt": "",
  });
  const links = {
    "content/out.md": join(secret.path, "secret.md"),
    "content/out.txt": join(secret.path, "secret.txt"),
    "content/folder": join(secret.path, "folder"),
    "content/etc": "/etc",
    "content/loop": ".",
    "content/a.md": "b.md",
    "content/b.md": "a.md",
    "content/gone.md": "nowhere.md",
    "openapi/api.yaml": join(secret.path, "secret.txt"),
    "content/static": join(secret.path, "folder"),
    "content/inside.md": "real.md",
  };
  for (const [name, target] of Object.entries(links)) await symlink(target, join(site.path, name));
  const { code, stdout } = await runCli(["--report", "json"], { cwd: site.path });
  expect(code).toBe(0);
  const { diagnostics } = JSON.parse(stdout) as { diagnostics: { code: string; position: { file: string } }[] };
  const left = Object.keys(links).filter((name) => name !== "content/inside.md");
  const reported = diagnostics.map((found) => `${found.code} ${found.position.file}`);
  expect(reported.sort()).toEqual(left.map((name) => `content/symlink ${name}`).sort());
  expect(await readFile(join(site.path, "dist/inside/index.html"), "utf8")).toContain("<h1>Real</h1>");
  const published = await readdir(join(site.path, "dist"), { recursive: true });
  expect(published.filter((path) => /secret|folder|\betc\b|loop|gone/.test(path))).toEqual([]);
});

test("a link whose target disappears while the folder is read counts as a broken link", async () => {
  await using site = await temporaryFolder({ "content/index.md": "# Home", "content/_target.md": "# Target" });
  await symlink("_target.md", join(site.path, "content/link.md"));
  const gone = Object.assign(new Error("gone"), { code: "ENOENT" });
  const stat = vi.spyOn(fs.promises, "stat").mockRejectedValueOnce(gone);
  syncBuiltinESMExports();
  try {
    const { value, diagnostics } = await readFolder(site.path);
    expect([...value.keys()]).toEqual(["content/_target.md", "content/index.md"]);
    expect(diagnostics).toMatchObject([{ code: "content/symlink", position: { file: "content/link.md" } }]);
  } finally {
    stat.mockRestore();
    syncBuiltinESMExports();
  }
});

test("a content folder that links to outside the root is ignored", async () => {
  await using secret = await temporaryFolder({ "secret.md": "# Secret" });
  await using site = await temporaryFolder({ "openapi/none.txt": "" });
  await symlink(secret.path, join(site.path, "content"));
  const { code, stderr } = await runCli(["--quiet"], { cwd: site.path });
  expect(code).toBe(1);
  expect(stderr).toContain("warning content:1:1 a symbolic link that doesn't lead to a file of this site is left out");
  expect(stderr).toContain("there are no pages here");
});

test("a pipe among the sources is ignored and doesn't hang the build", async () => {
  await using site = await temporaryFolder({ "content/index.md": "# Home" });
  await runCommand("mkfifo", [join(site.path, "content/pipe.md")], { cwd: site.path });
  expect((await runCli(["--quiet"], { cwd: site.path })).code).toBe(0);
});
