import { rename } from "node:fs/promises";
import { join } from "node:path";

import { afterAll, beforeAll, expect, test } from "vitest";

import { runCli } from "../support/run-cli.ts";
import { runCommand } from "../support/run-command.ts";
import { type LiveChannel, type ServedFolder, serveSite } from "../support/serve-process.ts";

/* Files arrive in any order: whatever is on the way, every page is shown, and the end is what a build gives. */
let running: ServedFolder;

beforeAll(async () => {
  running = await serveSite({ "content/index.md": "# Home\n\nStart.\n", "content/guide.md": "# Guide\n\nWords.\n" }, [
    "--watch",
  ]);
});

afterAll(async () => running[Symbol.asyncDispose]());

const isFine = async (channel: LiveChannel) => channel.next(({ problems }) => problems.length === 0);

test("a link before its page, and a page before its link", async () => {
  const { folder, server } = running;
  using channel = server.listen("/");
  await folder.write({ "content/index.md": "# Home\n\n[To come](/to-come)\n" });
  const told = await channel.next(({ problems }) => problems.length > 0);
  expect(told.problems.map(({ code, addresses }) => [code, addresses])).toEqual([["link/broken", ["/to-come"]]]);
  expect(await server.read("/")).toContain('href="/to-come"');
  await folder.write({ "content/guide.md": "# Guide\n\nEdited meanwhile.\n" });
  await server.untilPage("/guide", (html) => html.includes("Edited meanwhile."));
  await folder.write({ "content/to-come.md": "# To come\n" });
  await server.untilPage("/to-come", (html) => html.includes("<h1>To come</h1>"));
  await folder.write({ "content/index.md": "# Home\n\n[To come](/to-come#part)\n" });
  await channel.next(({ problems }) => problems[0]?.code === "link/broken-anchor");
  await folder.write({ "content/to-come.md": "# To come\n\n## Part\n" });
  await server.untilPage("/to-come", (html) => html.includes("Part"));
  using after = server.listen("/");
  await isFine(after);
});

test("a page is renamed, then the links to it", async () => {
  const { folder, server } = running;
  await folder.write({ "content/index.md": "# Home\n\n[Guide](/guide)\n" });
  await server.untilPage("/", (html) => html.includes('href="/guide"'));
  using channel = server.listen("/");
  await rename(join(folder.path, "content/guide.md"), join(folder.path, "content/manual.md"));
  await server.untilPage("/manual", (html) => html.includes("<h1>Guide</h1>"));
  await channel.next(({ problems }) => problems.some(({ addresses }) => addresses.includes("/guide")));
  await folder.write({ "content/index.md": "# Home\n\n[Guide](/manual)\n" });
  await server.untilPage("/", (html) => html.includes('href="/manual"'));
  using after = server.listen("/");
  await isFine(after);
});

test("another branch with many changes is checked out: every page is the branch's", async () => {
  const { folder, server } = running;
  const git = async (...args: readonly string[]) =>
    runCommand("git", ["-c", "user.name=Test", "-c", "user.email=test@example.com", ...args], {
      cwd: folder.path,
      env: {},
    });
  const pages = (words: string, count: number) =>
    Object.fromEntries(
      Array.from({ length: count }, (_, index) => [
        `content/part/page-${index}.md`,
        `# Page ${index}\n\n${words} [next](/part/page-${(index + 1) % count})\n`,
      ]),
    );
  await git("init", "-q", "-b", "first");
  await folder.write(pages("First.", 40));
  await git("add", "-A");
  await git("commit", "-qm", "first");
  await git("checkout", "-q", "-b", "second");
  await folder.write(pages("Second.", 60));
  await git("add", "-A");
  await git("commit", "-qm", "second");
  await server.untilPage("/part/page-59", (html) => html.includes("Second."));
  await git("checkout", "-q", "first");
  await server.untilPage("/part/page-39", (html) => html.includes("First."));
  await server.untilPage("/part/page-59", (html) => html.includes("couldn't find that page"));
  using channel = server.listen("/part/page-0");
  await isFine(channel);
  const built = await runCli(["--quiet"], { cwd: folder.path });
  expect(built.code).toBe(0);
  for (const page of ["index", "part/page-0/index", "part/page-39/index", "manual/index"])
    expect(await server.read(`/${page.replace(/index$/, "")}`)).toBe(await folder.read(`dist/${page}.html`));
});
