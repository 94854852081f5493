import { rename } from "node:fs/promises";
import { join } from "node:path";

import { expect, test } from "vitest";

import { runCli } from "../support/run-cli.ts";
import { runCommand } from "../support/run-command.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

/** A page by a name of its own, with lines of its own. */
const page = (name: string): string =>
  `# ${name}\n\nThe ${name} begins.\n\nThe ${name} goes on.\n\nThe ${name} ends.\n`;

test("a renamed page gets the hint to keep its old address, whether git was told or not", async () => {
  const pages = ["staged", "moved", "kept", "other"];
  const files = Object.fromEntries(pages.map((name) => [`content/${name}.md`, page(name)]));
  await using folder = await temporaryFolder({ "content/index.md": "# Home\n", ...files });
  const git = async (...args: readonly string[]) => runCommand("git", args, { cwd: folder.path, env: {} });
  await git("init", "-q");
  await git("add", "-A");
  await git("-c", "user.name=Test", "-c", "user.email=test@example.com", "commit", "-qm", "pages");
  expect((await runCli(["check"], { cwd: folder.path })).stdout).toContain("no warnings");

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
    "warning content/new-moved.md:1:1 this page was content/moved.md: its old address `/moved` leads nowhere now — keep it with `aliases: [/moved]` in the front matter page/moved",
    "warning content/new-staged.md:1:1 this page was content/staged.md: its old address `/staged` leads nowhere now — keep it with `aliases: [/staged]` in the front matter page/moved",
  ]);
});
