import { rename } from "node:fs/promises";
import { join } from "node:path";

import { expect, test } from "vitest";

import { runCli } from "../support/run-cli.ts";
import { runCommand } from "../support/run-command.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

/** A page with its own name and its own lines. */
const page = (name: string): string =>
  `# ${name}\n\nThe ${name} begins.\n\nThe ${name} goes on.\n\nThe ${name} ends.\n`;

test("a renamed page gets a hint to keep its old address: uncommitted, staged or committed", async () => {
  const pages = ["staged", "moved", "kept", "other", "first", "back"];
  const files = Object.fromEntries(pages.map((name) => [`content/${name}.md`, page(name)]));
  await using folder = await temporaryFolder({ "content/index.md": "# Home\n", ...files });
  const git = async (...args: readonly string[]) => runCommand("git", args, { cwd: folder.path, env: {} });
  await git("init", "-q");
  await git("add", "-A");
  const commit = async () => git("-c", "user.name=Test", "-c", "user.email=test@example.com", "commit", "-qm", "pages");
  await commit();
  expect((await runCli(["check"], { cwd: folder.path })).stdout).toContain("no warnings");
  // One page is renamed twice, one is renamed back, and one's address now belongs to another page.
  for (const [before, after] of [
    ["first", "second"],
    ["back", "away"],
    ["second", "third"],
    ["away", "back"],
    ["other", "another"],
  ]) {
    await git("mv", `content/${before}.md`, `content/${after}.md`);
    await commit();
  }
  await folder.write({ "content/other.md": "# A page of its own\n" });
  await git("add", "-A");
  await commit();

  await git("mv", "content/staged.md", "content/new-staged.md");
  for (const name of ["moved", "kept"])
    await rename(join(folder.path, `content/${name}.md`), join(folder.path, `content/new-${name}.md`));
  await folder.write({
    "content/new-moved.md": page("moved").replace("# moved", "# Moved"),
    "content/new-kept.md": `---\naliases: [/kept]\n---\n\n${page("kept")}`,
  });
  const { code, stderr } = await runCli(["check"], { cwd: folder.path });
  expect(code).toBe(0);
  expect(stderr.split("\n").filter((line) => line.startsWith("warning"))).toEqual([
    "warning content/back.md:1:1 this page was content/away.md: its old address `/away` leads nowhere now — keep it with `aliases: [/away]` in the front matter page/moved",
    "warning content/new-moved.md:1:1 this page was content/moved.md: its old address `/moved` leads nowhere now — keep it with `aliases: [/moved]` in the front matter page/moved",
    "warning content/new-staged.md:1:1 this page was content/staged.md: its old address `/staged` leads nowhere now — keep it with `aliases: [/staged]` in the front matter page/moved",
    "warning content/third.md:1:1 this page was content/second.md and content/first.md: `/second` and `/first` lead nowhere now — keep them with `aliases: [/second, /first]` in the front matter page/moved",
  ]);
});

test("a link to a renamed page is reported with the new address and a fix", async () => {
  const links = "[route](/moved#x) [file](./moved.md) [near](/moved-2)";
  const files = { "content/moved.md": page("moved"), "content/index.md": `${links}\n\nTo [it](/kept).` };
  await using folder = await temporaryFolder({ ...files, "content/kept.md": page("kept") });
  const git = async (...args: readonly string[]) => runCommand("git", args, { cwd: folder.path, env: {} });
  await git("init", "-q");
  await git("add", "-A");
  await git("-c", "user.name=Test", "-c", "user.email=test@example.com", "commit", "-qm", "pages");
  await git("mv", "content/moved.md", "content/elsewhere.md");
  await folder.write({ "content/site.yaml": "severities: { page/moved: off }\n" });
  const { code, stderr } = await runCli(["check"], { cwd: folder.path });
  expect(code).toBe(1);
  expect(stderr.split("\n").filter((line) => /^(?:error|warning)/.test(line))).toEqual([
    "error content/index.md:1:1 there is no page or file `/moved` — try /elsewhere#x link/broken",
    "warning content/index.md:1:19 no page comes from the Markdown file `./moved.md`; the link is published as plain text — try ./elsewhere.md link/markdown-file",
    "error content/index.md:1:38 there is no page or file `/moved-2` link/broken",
  ]);
});
