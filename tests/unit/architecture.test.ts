import { readdir, readFile } from "node:fs/promises";
import { basename, join, posix } from "node:path";

import { expect, test } from "vitest";

import { packageRoot } from "#package.ts";

/** Which folder may import which; see src/README.md. `src/build.ts` and `src/pipeline/` count as one folder. */
const arrows: Readonly<Record<string, readonly string[]>> = {
  shared: [],
  read: ["shared"],
  settings: ["shared", "read"],
  samples: ["shared"],
  contract: ["shared", "read", "settings"],
  content: ["shared", "read", "settings", "samples"],
  site: ["shared", "read", "settings", "samples"],
  render: ["shared", "read", "content/markdown", "templates"],
  check: ["shared", "read", "settings"],
  publish: ["shared", "read", "settings", "content/markdown", "site"],
  write: ["shared", "read"],
  cache: ["shared", "read", "write"],
  sandbox: ["shared"],
  compare: ["shared", "read", "contract"],
  mcp: ["shared", "read", "samples", "contract", "cache", "sandbox"],
  pipeline: ["shared", "read", "settings", "contract", "content", "site", "render", "check", "publish", "cache"],
  serve: ["shared", "read", "pipeline", "cache", "sandbox", "mcp"],
  lsp: ["shared", "read", "settings", "content", "serve"],
  migrate: ["shared", "read", "settings", "contract", "write"],
  // prettier-ignore
  cli: [
    "shared", "read", "settings", "contract", "content", "compare", "pipeline", "cache", "serve", "sandbox",
    "publish", "write", "migrate", "mcp", "lsp",
  ],
  client: ["shared", "sandbox"],
  templates: ["shared", "client/islands"],
};
/** What every folder that runs in Node may import: the package's location and the type of a finished file. */
const knownInNode = new Set(["src/package.ts", "src/write/output-file.ts"]);
const inBrowsers = new Set(["shared", "sandbox", "client", "templates"]);
const rootFiles = ["build.ts", "compile.mjs", "main.ts", "package.ts"];

const texts = await readTexts(["src", "templates"]);
const imports = new Map([...texts].map(([file, text]) => [file, importsOf(file, text)]));

test("folders import only what the table allows", () => {
  const wrong = [...imports].flatMap(([file, targets]) =>
    targets.filter((target) => !mayImport(file, target)).map((target) => `${file} imports ${target}`),
  );
  expect(wrong).toEqual([]);
});

test("src contains only the known folders and entry files", () => {
  const topEntries = new Set(
    [...texts.keys()].map((file) => file.split("/").slice(0, 2)).map(([top, name]) => `${top}/${name}`),
  );
  const known = new Set([...Object.keys(arrows), ...rootFiles].map((name) => `src/${name}`));
  expect([...topEntries].filter((entry) => entry.startsWith("src/") && !known.has(entry))).toEqual([]);
});

test("only init loads the migration code, through one import on demand", () => {
  const importers = [...imports].filter(
    ([file, targets]) => folderOf(file) !== "migrate" && targets.some((target) => folderOf(target) === "migrate"),
  );
  expect(importers.map(([file]) => file)).toEqual(["src/cli/commands/init-command.ts"]);
  expect(texts.get("src/cli/commands/init-command.ts")?.match(/.*#migrate.*/g)).toEqual([
    expect.stringContaining("await import("),
  ]);
});

test("only lsp loads the editor server, through one import on demand", () => {
  const importers = [...texts].filter(([file, text]) => folderOf(file) !== "lsp" && /#lsp|vscode-/.test(text));
  expect(importers.map(([file]) => file)).toEqual(["src/cli/commands/lsp-command.ts"]);
  expect(importers.flatMap(([, text]) => text.match(/.*#lsp.*/g) ?? [])).toEqual([
    expect.stringContaining("await import("),
  ]);
});

test("the assistant code is loaded on demand, apart from its types and its words for faults", () => {
  const ownLines = [...texts].filter(([file]) => folderOf(file) !== "mcp").flatMap(([, text]) => text.split("\n"));
  const importing = ownLines.filter((line) => /"(?:#mcp\/|@modelcontextprotocol)/.test(line));
  expect(importing.length).toBeGreaterThan(5);
  const isFree = (line: string): boolean =>
    /^import type |await import\(|^ +import\(|"#mcp\/site\/site-files\.ts"/.test(line);
  expect(importing.filter((line) => !isFree(line))).toEqual([]);
});

test("no file imports itself through others, not even for a type", () => {
  expect(findRings()).toEqual([]);
});

test("imports go up one level at most; between folders they start with #", () => {
  const wrong = [...texts].filter(([, text]) => /from "\.\.\/\.\.\//.test(text)).map(([file]) => file);
  expect(wrong).toEqual([]);
});

test("no file only re-exports from others", () => {
  const wrong = [...texts].filter(
    ([, text]) => text.replace(/\/\*[^]*?\*\/|^export (?:type )?(?:\*|\{[^}]*\}) from ".*";$/gm, "").trim() === "",
  );
  expect(wrong.map(([file]) => file)).toEqual([]);
});

test("file names are unique", () => {
  const names = [...texts.keys()].map((file) => basename(file));
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
});

test("every file has at most 250 lines", () => {
  const long = [...texts].filter(([, text]) => text.split("\n").length > 251);
  expect(long.map(([file, text]) => `${file}: ${text.split("\n").length - 1}`)).toEqual([]);
});

test("every style sheet is bundled, by its name or by an import in a bundled sheet", async () => {
  const folder = join(packageRoot, "templates/styles");
  const sheets = await readdir(folder);
  const sources = await Promise.all(sheets.map(async (sheet) => readFile(join(folder, sheet), "utf8")));
  const all = [texts.get("src/render/bundle-client.ts"), ...sources].join("\n");
  const isBundled = (sheet: string): boolean =>
    all.includes(`"styles/${sheet}"`) || all.includes(`@import "./${sheet}"`);
  expect(sheets.filter((sheet) => !isBundled(sheet))).toEqual([]);
});

function mayImport(file: string, target: string): boolean {
  const [from, to] = [folderOf(file), folderOf(target)];
  if (from === to || from === "main" || from === "compile") return true;
  if (knownInNode.has(target)) return !inBrowsers.has(from);
  return (arrows[from] ?? []).some((folder) => folder === to || target.startsWith(`src/${folder}/`));
}

/** `render` for `src/render/x.ts`, `pipeline` for `src/build.ts`, `templates` for all of these. */
function folderOf(file: string): string {
  const [top = "", name = ""] = file.split("/");
  if (file === "src/build.ts") return "pipeline";
  return top === "src" ? name.replace(/\.\w+$/, "") : top;
}

function findRings(): string[] {
  const done = new Set<string>();
  const rings: string[] = [];
  const visit = (file: string, path: readonly string[]): void => {
    if (path.includes(file)) rings.push([...path.slice(path.indexOf(file)), file].join(" > "));
    if (done.has(file) || path.includes(file)) return;
    for (const target of imports.get(file) ?? []) visit(target, [...path, file]);
    done.add(file);
  };
  for (const file of imports.keys()) visit(file, []);
  return rings;
}

/** The files of this package that a file imports: statically, for a type, or on demand. */
function importsOf(file: string, text: string): readonly string[] {
  return [...text.matchAll(/(?:\bfrom|\bimport)\s*\(?\s*"([.#][^"]*)"/g)]
    .map(([, address = ""]) => {
      if (address.startsWith("#templates/")) return address.slice(1);
      return address.startsWith("#") ? `src/${address.slice(1)}` : posix.join(posix.dirname(file), address);
    })
    .filter((target) => texts.has(target));
}

async function readTexts(folders: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const entries = await Promise.all(
    folders.map(async (folder) => readdir(join(packageRoot, folder), { recursive: true })),
  );
  const files = entries.flatMap((names, index) =>
    names.map((name) => `${folders[index]}/${name.replaceAll("\\", "/")}`),
  );
  const sources = files.filter((file) => /\.(?:tsx?|mjs)$/.test(file)).sort();
  return new Map(
    await Promise.all(sources.map(async (file) => [file, await readFile(join(packageRoot, file), "utf8")] as const)),
  );
}
