import { mkdir, readdir, readFile, symlink } from "node:fs/promises";
import { dirname, join } from "node:path";

import { expect, test } from "vitest";

import { packageRoot } from "#package.ts";

import { temporaryFolder, type TemporaryFolder } from "../support/temporary-folder.ts";
import { runCommand } from "../support/run-command.ts";

/** An empty project with the packed package and nothing else but the runtime dependencies it names. */
async function installPackage(): Promise<TemporaryFolder> {
  const project = await temporaryFolder({ "package.json": '{ "private": true }' });
  const packed = await runCommand("npm", ["pack", "--ignore-scripts", "--pack-destination", project.path], {
    cwd: packageRoot,
  });
  expect(packed.code, packed.stderr).toBe(0);
  const archive = (await readdir(project.path)).find((name) => name.endsWith(".tgz")) ?? "";
  const target = join(project.path, "node_modules/docs-build");
  await mkdir(target, { recursive: true });
  expect(
    (await runCommand("tar", ["-xzf", archive, "-C", target, "--strip-components=1"], { cwd: project.path })).code,
  ).toBe(0);
  const { dependencies } = JSON.parse(await readFile(join(target, "package.json"), "utf8")) as {
    dependencies: Record<string, string>;
  };
  for (const name of Object.keys(dependencies)) {
    const link = join(project.path, "node_modules", name);
    await mkdir(dirname(link), { recursive: true });
    await symlink(join(packageRoot, "node_modules", name), link);
  }
  return project;
}

test("the packed package, installed into an empty project, builds a site of two pages and a contract, with a template of its own", async () => {
  await using project = await installPackage();
  const contract = {
    openapi: "3.1.0",
    info: { title: "API", version: "1" },
    paths: { "/x": { get: { operationId: "x", responses: { 200: { description: "d" } } } } },
  };
  await project.write({
    "content/index.md": "# Home\n\n[Guide](./guide.md) and [the call](op:x)\n\n```js\nconst a = 1;\n```\n",
    "content/guide.md": "# Guide",
    "openapi/api.json": JSON.stringify(contract),
    "templates/footer.tsx": "export function Footer() {\n  return <footer>Mine</footer>;\n}\n",
  });
  const { code, stdout, stderr } = await runCommand(process.execPath, ["node_modules/docs-build/bin/docs-build.js"], {
    cwd: project.path,
  });
  expect(code, stderr).toBe(0);
  expect(stdout).toMatch(/^✓ no warnings, 4 pages/);
  const home = await readFile(join(project.path, "dist/index.html"), "utf8");
  expect(home).toContain('<span class="tk">const');
  expect(home).toContain("<footer>Mine</footer>");
  expect(await readFile(join(project.path, "dist/api/index.html"), "utf8")).toContain("GET");
});

test("the packed package writes a site to start from, and builds it without a finding", async () => {
  await using project = await installPackage();
  const run = async (...args: readonly string[]) =>
    runCommand(process.execPath, ["node_modules/docs-build/bin/docs-build.js", ...args], { cwd: project.path });
  expect((await run("init", "docs")).stdout).toContain("npx docs-build --root docs");
  const { code, stdout, stderr } = await run("--root", "docs", "--strict");
  expect(code, stderr).toBe(0);
  expect(stdout).toMatch(/^✓ no warnings, 4 pages/);
});

test("the package holds what it needs and no more: no tests, no maps, no sources of the tool, no secrets, no traces of this machine", async () => {
  await using project = await installPackage();
  const folder = join(project.path, "node_modules/docs-build");
  const files = (await readdir(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1));
  expect(new Set(files.map((file) => file.split("/")[0]))).toEqual(
    new Set(["LICENSE", "README.md", "bin", "lib", "package.json", "src", "templates"]),
  );
  expect(files.filter((file) => /\.(map|test\.tsx?|log|env|tgz)$|^tests\/|\/\./.test(file))).toEqual([]);
  for (const file of files.filter((name) => name.startsWith("lib/"))) {
    expect((await readFile(join(folder, file), "latin1")).includes(packageRoot), file).toBe(false);
  }
  const { scripts } = JSON.parse(await readFile(join(folder, "package.json"), "utf8")) as {
    scripts: Record<string, string>;
  };
  expect(Object.keys(scripts).filter((name) => name.endsWith("install"))).toEqual([]);
});
