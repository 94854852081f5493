import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";

import { build } from "esbuild";
import { afterAll, beforeAll, expect, test } from "vitest";

import { packageRoot } from "#package.ts";

import { writePages } from "../bench/generated-site.ts";
import { type PackedPackages, servePackages } from "../support/packed-packages.ts";
import { sendDocument, startProvider } from "../support/provider.ts";
import { type CommandResult, runCommand } from "../support/run-command.ts";
import { startServe } from "../support/serve-process.ts";
import { temporaryFolder, type TemporaryFolder } from "../support/temporary-folder.ts";

/** A project that installed the packed package from its address, as from a release: no development package is there. */
let project: TemporaryFolder;
let folder = "";
let bin = "";
let packages: PackedPackages;

beforeAll(async () => {
  project = await temporaryFolder({ "package.json": '{ "private": true }' });
  folder = join(project.path, "node_modules/docs-build");
  bin = join(folder, "bin/docs-build.js");
  packages = await servePackages(join(project.path, "packed"));
  await npm("install", packages.archive, "--ignore-scripts", "--no-audit", "--no-fund");
});

afterAll(async () => {
  await packages[Symbol.asyncDispose]();
  await project[Symbol.asyncDispose]();
});

async function npm(...args: readonly string[]): Promise<void> {
  const env = {
    npm_config_cache: join(project.path, "npm"),
    npm_config_registry: `${packages.origin}/`,
    npm_config_update_notifier: "false",
  };
  const { code, stderr } = await runCommand("npm", args, { cwd: project.path, env });
  expect(code, stderr).toBe(0);
}

async function run(...args: readonly string[]): Promise<CommandResult> {
  return runCommand(process.execPath, [bin, ...args], { cwd: project.path });
}

/** Runs a command that must exit with 0. Returns its standard output. */
async function succeed(...args: readonly string[]): Promise<string> {
  const { code, stdout, stderr } = await run(...args);
  expect(code, `${args.join(" ")}: ${stderr}`).toBe(0);
  return stdout;
}

const contract = JSON.stringify({
  openapi: "3.1.0",
  info: { title: "API", version: "1" },
  servers: [{ url: "/v1" }],
  paths: { "/x": { get: { operationId: "x", responses: { 200: { description: "d" } } } } },
});

test("installing a release adds seven packages and runs no scripts", async () => {
  const { dependencies } = JSON.parse(await readFile(join(folder, "package.json"), "utf8"));
  expect(Object.keys(dependencies)).toEqual(["esbuild", "react", "react-dom", "tinypool"]);
  const lock = JSON.parse(await project.read("node_modules/.package-lock.json")) as {
    packages: Readonly<Record<string, unknown>>;
  };
  const names = Object.keys(lock.packages).map((path) => path.replace("node_modules/", ""));
  expect(names.filter((name) => !name.startsWith("@esbuild/"))).toEqual([
    ...["docs-build", "esbuild", "react", "react-dom", "scheduler", "tinypool"],
  ]);
  expect(names).toHaveLength(7);
});

test("a new site starts from a release's address, and depends on it", async () => {
  await npm("exec", "--yes", `--package=${packages.archive}`, "--", "docs-build", "init", "started");
  const { dependencies } = JSON.parse(await project.read("started/package.json"));
  expect(dependencies).toEqual({ "docs-build": packages.archive });
});

test("a site with a contract and its own template is built, checked, verified and served, and has host headers", async () => {
  await project.write({
    "own/content/index.md": "# Home\n\n[Guide](./guide.md) and [the call](op:x)\n\n```js\nconst a = 1;\n```\n",
    "own/content/guide.md": "# Guide",
    "own/openapi/api.json": contract,
    "own/templates/footer.tsx": "export function Footer() {\n  return <footer>Mine</footer>;\n}\n",
    "own/templates/styles/tokens.css": ":root { --own: 1px; }\n",
  });
  expect(await succeed("--root", "own")).toMatch(/^✓ no warnings, 4 pages/);
  const home = await project.read("own/dist/index.html");
  expect(home).toContain("<c- tk>const");
  expect(home).toContain("<footer>Mine</footer>");
  expect(await project.read("own/dist/api/index.html")).toContain("GET");
  expect(await succeed("check", "--root", "own")).toContain("no warnings");
  await succeed("verify", "--root", "own");
  expect(await succeed("headers", "--root", "own", "--format", "nginx")).toContain("Content-Security-Policy");

  await using server = await startServe(["--watch", "--port", "0", "--root", "own"], { cwd: project.path, bin });
  expect(await server.read("/guide")).toContain("<footer>Mine</footer>");
  await project.write({ "own/content/guide.md": "# Another guide" });
  await server.untilPage("/guide", (html) => html.includes("Another guide"));
});

test("sites of a contract and of Docusaurus pages are created and built without findings", async () => {
  await project.write({
    "given.json": contract,
    "docusaurus/docusaurus.config.js": "module.exports = { title: 'Docs', presets: [['classic', {}]] };\n",
    "docusaurus/docs/intro.mdx": "# Intro\n\n{1}\n",
  });
  const sources = { contract: ["--openapi", "given.json"], converted: ["--from", "docusaurus"] };
  for (const [name, flags] of Object.entries(sources)) {
    expect(await succeed("init", name, "--bare", ...flags)).toContain(`npx docs-build --root ${name}`);
    expect(await succeed("--root", name)).toMatch(/^✓ /);
  }
});

test("a provider's document is pulled, a finding is explained, and the sandbox answers", async () => {
  await project.write({ "pulled/content/index.md": "# Home\n" });
  await using provider = await startProvider((_, response) => sendDocument(response, contract));
  await succeed("pull", provider.origin, "--root", "pulled");
  expect(await project.read("pulled/openapi/openapi.yaml")).toContain("title: API");
  expect(await succeed("explain", "link/broken")).toMatch(/^link\/broken/);
  await using sandbox = await startServe(["--port", "0", "--root", "pulled"], {
    ...{ cwd: project.path, bin, command: "sandbox" },
  });
  expect((await fetch(`${sandbox.origin}/v1/x`)).status).toBe(200);
});

test("a site of 62 pages is built with workers of the package", async () => {
  await writePages(join(project.path, "many/content"), 62);
  expect(await succeed("--root", "many")).toMatch(/, 6\d pages/);
});

test("the package has the licenses of every bundled package, with their texts", async () => {
  const text = await readFile(join(folder, "lib/third-party-licenses.txt"), "utf8");
  const { metafile } = await build({
    entryPoints: ["src/main.ts", "src/serve/build-worker.ts", "src/content/parse-worker.ts", "src/client/boot.ts"],
    absWorkingDir: packageRoot,
    ...{ bundle: true, splitting: true, format: "esm", jsx: "automatic", write: false, metafile: true, outdir: "lib" },
    ...{ platform: "node", external: ["esbuild", "tinypool"], minifySyntax: true, logLevel: "silent" },
  });
  const bundled = Object.values(metafile.outputs)
    .flatMap(({ inputs }) => Object.entries(inputs))
    .flatMap(([path, { bytesInOutput }]) => {
      const [, name] = /.*\bnode_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path) ?? [];
      return name === undefined || bytesInOutput === 0 ? [] : [name];
    });
  const licenses = [...text.matchAll(/^# (\S+) \d\S*, (\S+)\n\n(?!#)\S/gm)].map(([, name = "", license = ""]) => ({
    name,
    license,
  }));
  expect(new Set(licenses.map(({ name }) => name))).toEqual(new Set(bundled));
  expect(licenses.filter(({ license }) => !/^(?:MIT|ISC|BSD-[23]-Clause|Apache-2\.0|0BSD)$/.test(license))).toEqual([]);
});

test("the package contains only what it needs: no tests, maps, sources, secrets or traces of this machine", async () => {
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

test("editors find the schema of new settings, and their language server needs no other package", async () => {
  const settings = await readFile(join(folder, "src/cli/init/starter/content/site.yaml"), "utf8");
  const [, path = ""] = /^# yaml-language-server: \$schema=(\S+)\n/.exec(settings) ?? [];
  expect(await readFile(join(project.path, "content", path), "utf8")).toBe(
    await succeed("explain", "settings", "--json"),
  );
  // There is no client, so the server ends.
  expect(await run("lsp")).toMatchObject({ stdout: "", stderr: "" });
});
