import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";

import { expect, test } from "vitest";

import { packageRoot } from "#package.ts";

interface Manifest {
  readonly dependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
  readonly scripts: Readonly<Record<string, string>>;
  readonly allowScripts: Readonly<Record<string, boolean>>;
}

interface Locked {
  readonly integrity?: string;
  readonly hasInstallScript?: boolean;
}

const read = async (name: string): Promise<string> => readFile(join(packageRoot, name), "utf8");
const manifest: Manifest = JSON.parse(await read("package.json"));
const lock: { readonly packages: Readonly<Record<string, Locked>> } = JSON.parse(await read("package-lock.json"));
const locked = Object.entries(lock.packages).filter(([path]) => path !== "");

/** The packages installed with this one, and those that `src/` and `templates/` import, which are bundled. */
async function usedPackages(): Promise<readonly string[]> {
  const names = await Promise.all(
    ["src", "templates"].map(async (folder) => {
      const files = await readdir(join(packageRoot, folder), { recursive: true });
      return files.filter((name) => /\.(?:tsx?|mjs)$/.test(name)).map((name) => join(folder, name));
    }),
  );
  const texts = await Promise.all(names.flat().map(read));
  const imported = texts.flatMap((text) => [
    ...text.matchAll(/\b(?:from|import)\s*\(?\s*"((?:@[\w.-]+\/)?[\w.-]+)[^"]*"/g),
  ]);
  const known = { ...manifest.dependencies, ...manifest.devDependencies };
  const bundled = imported.map(([, name = ""]) => name).filter((name) => Object.hasOwn(known, name));
  return [...new Set([...Object.keys(manifest.dependencies), ...bundled])];
}

test("src/README.md lists exactly the installed or bundled packages, each with a reason", async () => {
  const readme = await read("src/README.md");
  const items = readme.slice(readme.indexOf("## Libraries")).split("\n- ").slice(1);
  const named = items.flatMap((item) => [...item.matchAll(/`([^`]+)`/g)].map(([, name]) => name));
  expect(named.sort()).toEqual((await usedPackages()).toSorted());
  for (const item of items) expect(item.slice(item.lastIndexOf("`"))).toMatch(/^`:\s+\S.{5}/);
});

test("the lock file pins every package by its hash", () => {
  expect(locked.length).toBeGreaterThan(100);
  expect(locked.filter(([, { integrity }]) => integrity?.startsWith("sha512-") !== true).map(([path]) => path)).toEqual(
    [],
  );
});

test("npm install runs only our own prepare script", () => {
  const withScript = locked.filter(([, { hasInstallScript }]) => hasInstallScript === true);
  const names = withScript.map(([path]) => path.replace(/^.*node_modules\//, ""));
  expect(names.filter((name) => manifest.allowScripts[name] !== false)).toEqual([]);
  expect(Object.values(manifest.allowScripts)).not.toContain(true);
  const hooks = ["preinstall", "install", "postinstall", "preprepare", "prepare", "postprepare"];
  expect(hooks.filter((name) => name in manifest.scripts)).toEqual(["prepare"]);
});
