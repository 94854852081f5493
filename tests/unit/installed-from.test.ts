import { join } from "node:path";

import { expect, test } from "vitest";

import { installedFrom } from "#cli/init/plan-repository.ts";

import { runCommand } from "../support/run-command.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

test.each([
  ["github:someone/docs-build", "github:someone/docs-build"],
  ["someone/docs-build#v2", "someone/docs-build#v2"],
  ["git+ssh://git@git.example.com/docs-build.git#abc", "git+ssh://git@git.example.com/docs-build.git#abc"],
  ["git@git.example.com:docs/docs-build.git", "git@git.example.com:docs/docs-build.git"],
  ["https://example.com/docs-build.tgz", "https://example.com/docs-build.tgz"],
  ["git+https://me:s3cret@git.example.com/docs-build.git#abc", "git+https://git.example.com/docs-build.git#abc"],
  ["https://t0ken@git.example.com/docs-build.tgz", "https://git.example.com/docs-build.tgz"],
  ["git+ssh://git:s3cret@git.example.com/docs-build.git", "git+ssh://git@git.example.com/docs-build.git"],
  ["github:me:s3cret@someone/docs-build", "github:someone/docs-build"],
  ["https://files.example.com/docs-build.tgz?signature=s3cret", "file:../node_modules/docs-build"],
  ["file:packed/docs-build.tgz", "file:../packed/docs-build.tgz"],
  ["^1.0.0", "file:../node_modules/docs-build"],
  ["latest", "file:../node_modules/docs-build"],
  ["npm:docs-build@1", "file:../node_modules/docs-build"],
  ["workspace:*", "file:../node_modules/docs-build"],
])("a site made by a docs-build installed as %s depends on %s, never on a version", async (written, named) => {
  await using project = await temporaryFolder({
    "package.json": JSON.stringify({ devDependencies: { "docs-build": written } }),
    "node_modules/docs-build/package.json": "{}",
  });
  expect(await installedFrom(join(project.path, "new"), join(project.path, "node_modules/docs-build/"))).toBe(named);
});

test("a clone is named by its folder, even if the project's package.json is unreadable", async () => {
  await using project = await temporaryFolder({ "package.json": "{", "clone/package.json": "{}" });
  expect(await installedFrom(join(project.path, "sites/new"), join(project.path, "clone"))).toBe("file:../../clone");
});

test.each([
  ["https://git.example.com/team/docs-build.git", "git+https://git.example.com/team/docs-build.git#"],
  ["https://me:s3cret@git.example.com/docs-build", "git+https://git.example.com/docs-build#"],
  ["ssh://git@git.example.com/docs-build.git", "git+ssh://git@git.example.com/docs-build.git#"],
  ["git@git.example.com:team/docs-build.git", "git+ssh://git@git.example.com/team/docs-build.git#"],
  ["../upstream", "file:../clone"],
  ["http://git.example.com/docs-build.git", "file:../clone"],
])("a clone of %s is named %s with its commit, if origin has that commit", async (origin, named) => {
  await using project = await temporaryFolder({ "clone/package.json": "{}" });
  const clone = join(project.path, "clone");
  const git = async (...args: readonly string[]): Promise<string> => {
    const identity = ["-c", "user.name=Test", "-c", "user.email=test@example.com"];
    return (await runCommand("git", [...identity, ...args], { cwd: clone })).stdout.trim();
  };
  await git("init", "-q");
  await git("remote", "add", "origin", origin);
  await git("commit", "-q", "--allow-empty", "-m", "First");
  expect(await installedFrom(join(project.path, "new"), clone)).toBe("file:../clone");
  const commit = await git("rev-parse", "HEAD");
  await git("update-ref", "refs/remotes/origin/main", commit);
  const commitIfNamed = named.endsWith("#") ? commit : "";
  expect(await installedFrom(join(project.path, "new"), clone)).toBe(named + commitIfNamed);
});
