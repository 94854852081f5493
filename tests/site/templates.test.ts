import { cp, readdir, readFile } from "node:fs/promises";
import { join } from "node:path";

import { expect, test } from "vitest";

import { DiskMemory } from "#cache/disk-memory.ts";
import { packageRoot } from "#package.ts";
import { compileTemplates } from "#render/templates.ts";
import { BuildError } from "#shared/diagnostics/diagnostic.ts";

import { buildFolder } from "../support/build-folder.ts";
import { onMake } from "../support/build-site.ts";
import { temporaryFolder, type TemporaryFolder } from "../support/temporary-folder.ts";

/* A site may replace any file of the package's templates by one of the same name. */

const home = { "content/index.md": "# Docs\n\n## Part\n" };

/** Every template of the package, by its path below the root. */
async function packageTemplates(): Promise<ReadonlyMap<string, string>> {
  const names = await readdir(join(packageRoot, "templates"), { recursive: true });
  const paths = names.filter((name) => /\.tsx?$/.test(name)).map((name) => `templates/${name.replaceAll("\\", "/")}`);
  const texts = await Promise.all(paths.map(async (path) => readFile(join(packageRoot, path), "utf8")));
  return new Map(paths.map((path, index) => [path, texts[index] ?? ""]));
}

test("a site with a copy of every template has the same pages as without", async () => {
  await using site = await temporaryFolder(home);
  const packaged = await buildWithCache(site);
  await cp(join(packageRoot, "templates"), join(site.path, "templates"), { recursive: true });
  const own = await buildWithCache(site);
  expect(own.compiled).toContain("theme templates");
  expect(own.html).toBe(packaged.html);
});

test.each(["anchor.tsx", "brand.tsx", "icon.tsx"])(
  "replacing %s, which other templates use, replaces it in all of them",
  async (name) => {
    const text = (await packageTemplates()).get(`templates/${name}`) ?? "";
    const changed = text.replace(/<(a|svg)\b/g, '<$1 data-own=""');
    await using site = await temporaryFolder({ ...home, [`templates/${name}`]: changed });
    expect(changed).not.toBe(text);
    expect((await buildFolder(site.path)).html).toContain("data-own");
  },
);

const footer = (text: string): string => `export const Footer = () => <footer>${text}</footer>;\n`;

/** Builds like a command after earlier ones, with their cache. Returns what it had to compile. */
async function buildWithCache(site: TemporaryFolder) {
  const disk = new DiskMemory(join(site.path, ".cache"), "this version");
  const compiled: string[] = [];
  const memory = onMake(disk, async (name, make) => {
    if (name.startsWith("theme ")) compiled.push(name);
    return make();
  });
  const { html, outputs } = await buildFolder(site.path, { memory });
  disk.save();
  disk.close();
  const [, path = ""] = /href="\/(assets\/styles-[^"]*)"/.exec(html) ?? [];
  return { compiled, html, tokens: /^:root\{.*?\}/.exec(outputs.get(path) ?? "")?.[0] };
}

test("own templates and styles are compiled once, and again when one of them changes", async () => {
  await using site = await temporaryFolder({
    ...home,
    "templates/footer.tsx": 'import { words } from "./own/words.ts";\nexport const Footer = () => <i>{words}</i>;\n',
    "templates/own/words.ts": 'export const words = "First words";\n',
    "templates/styles/tokens.css": ":root { --first: 1; }\n",
  });
  const first = await buildWithCache(site);
  expect(first).toMatchObject({
    html: expect.stringContaining("<i>First words</i>"),
    compiled: ["theme styles", "theme templates"],
  });
  expect(await buildWithCache(site)).toEqual({ ...first, compiled: [] });

  await site.write({ "templates/own/words.ts": 'export const words = "Other words";\n' });
  const other = await buildWithCache(site);
  expect(other).toMatchObject({ html: expect.stringContaining("<i>Other words</i>"), compiled: ["theme templates"] });

  await site.write({ "templates/styles/tokens.css": ":root { --second: 2; }\n" });
  expect(await buildWithCache(site)).toMatchObject({ tokens: ":root{--second: 2}", compiled: ["theme styles"] });

  await site.remove("templates/styles/tokens.css");
  expect(await buildWithCache(site)).toMatchObject({ tokens: expect.not.stringContaining("--second"), compiled: [] });
});

test.each([
  ["a library of the site", "words", "node_modules/words/index.js", (text: string) => `export default "${text}";`],
  ["a JSON file", "./words.json", "templates/words.json", (text: string) => `"${text}"`],
  ["a file outside templates/", "../words.ts", "words.ts", (text: string) => `export default "${text}";`],
])("a template that imports %s is compiled by every build", async (_name, module, path, write) => {
  await using site = await temporaryFolder({
    ...home,
    "templates/footer.tsx": `import words from "${module}";\nexport const Footer = () => <i>{words}</i>;\n`,
    [path]: write("First"),
  });
  expect((await buildWithCache(site)).html).toContain("<i>First</i>");
  expect((await buildWithCache(site)).html).toContain("<i>First</i>");
  await site.write({ [path]: write("Second") });
  expect((await buildWithCache(site)).html).toContain("<i>Second</i>");
});

test.each([
  [
    "an element that is undefined",
    "const None = undefined;\nexport function Footer() {\n  return <p><None /></p>;\n}\n",
    "2:17",
    /Element type is invalid/,
  ],
  [
    "an object in its text",
    "const words = { a: 1 };\nconst Inner = () => <b>{words}</b>;\nexport const Footer = () => <Inner />;\n",
    "2:7",
    /Objects are not valid as a React child/,
  ],
  ["no component", "export const Footer = undefined;\n", "1:1", /Element type is invalid/],
])("a template with %s is a finding at its position", async (_name, text, position, message) => {
  await using site = await temporaryFolder({ ...home, "templates/footer.tsx": text });
  const { diagnostics, unmade } = await buildFolder(site.path);
  const [line, column] = position.split(":").map(Number);
  expect(unmade.map(({ route }) => route)).toEqual(["/", "/404"]);
  expect(diagnostics).toEqual([
    expect.objectContaining({
      ...{ code: "template/invalid", message: expect.stringMatching(message) },
      position: { file: "templates/footer.tsx", line, column },
    }),
  ]);
});

test("a template that fails on some pages is a finding, and one that fails on many stops the build", async () => {
  const throwing =
    'export function Breadcrumbs({ trail }) { if (JSON.stringify(trail).includes("Page")) throw new Error("no"); return null; }';
  const pages = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [`content/page-${index}.md`, `[home](/)\n`]));
  await using some = await temporaryFolder({
    ...pages(3),
    "content/index.md": "[one](/page-1)",
    "templates/breadcrumbs.tsx": throwing,
  });
  const { diagnostics, unmade, outputs } = await buildFolder(some.path);
  expect(diagnostics.map(({ code }) => code)).toEqual(["template/invalid"]);
  expect(unmade).toHaveLength(3);
  expect([...outputs.keys()].filter((path) => path.endsWith(".html"))).toEqual(["index.html", "404.html"]);
  await using many = await temporaryFolder({ ...pages(20), "templates/breadcrumbs.tsx": throwing });
  await expect(buildFolder(many.path)).rejects.toThrow(BuildError);
});

test("a file that changes while it's compiled is used as it was first read", async () => {
  await using site = await temporaryFolder({ "templates/footer.tsx": footer("Saved later") });
  const read = new Map([["templates/footer.tsx", footer("As read")]]);
  expect((await compileTemplates(site.path, read)).value.code).toContain("As read");
});

test("a site file that takes the path of a package file is used instead", async () => {
  const text =
    'import { toRoute } from "../src/shared/route.ts";\nexport const Footer = () => <i>{toRoute("/a")}</i>;\n';
  await using site = await temporaryFolder({ ...home, "templates/footer.tsx": text });
  expect((await buildWithCache(site)).html).toContain("<i>/a</i>");
  await site.write({ "src/shared/route.ts": 'export const toRoute = () => "Own";\n' });
  expect((await buildWithCache(site)).html).toContain("<i>Own</i>");
});

test("settings of a site's other tools don't affect its templates", async () => {
  const files = new Map([
    ["templates/page.tsx", 'import "./own/effect.ts";\nexport class Page {\n  own = 1;\n}\n'],
    ["templates/own/effect.ts", 'globalThis.console.log("loaded");\n'],
  ]);
  await using site = await temporaryFolder(Object.fromEntries(files));
  const before = await compileTemplates(site.path, files);
  await site.write({
    "tsconfig.json": '{ "compilerOptions": { "target": "ES2020", "alwaysStrict": true } }',
    "package.json": '{ "type": "commonjs", "sideEffects": false }',
  });
  expect(await compileTemplates(site.path, files)).toEqual(before);
});

const headWith = (lines: string): string => `import { Head as PackagedHead } from "./own/head.tsx";
export function Head(props) {
  return (
    <>
      <PackagedHead {...props} />
      ${lines}
    </>
  );
}
`;

/** The findings of a site with templates of its own. */
async function findings(files: Readonly<Record<string, string>>): Promise<readonly string[]> {
  await using site = await temporaryFolder({ ...home, "content/other.md": "# Other", ...files });
  return (await buildFolder(site.path)).found;
}

const noEffect =
  "this file has no effect: docs-build has none of its name to replace, and no template of the site imports it";

test("a template or style that replaces nothing and isn't imported is a warning with the nearest name", async () => {
  const found = await findings({
    "templates/brnad.tsx": "export const Brand = () => <b>Docs</b>;",
    "templates/tokens.css": ":root { --first: 1; }",
    "templates/styles/lenders.css": ".lenders { color: red; }",
    "templates/own/alone.ts": 'export { two } from "./two.ts";',
    "templates/own/two.ts": "export const two = 2;",
  });
  expect(found).toEqual([
    `warning template/unused templates/brnad.tsx:1:1 ${noEffect} — did you mean brand.tsx?`,
    `warning template/unused templates/own/alone.ts:1:1 ${noEffect} — import it in a file that is used, or remove it`,
    `warning template/unused templates/own/two.ts:1:1 ${noEffect} — import it in a file that is used, or remove it`,
    `warning template/unused templates/styles/lenders.css:1:1 ${noEffect} — import it in a file that is used, or remove it`,
    `warning template/unused templates/tokens.css:1:1 ${noEffect} — did you mean styles/tokens.css?`,
  ]);
});

test("a file type that templates and styles don't support is also a warning, unless a template imports it", async () => {
  const found = await findings({
    "templates/brand.jsx": "export const Brand = () => <b>Docs</b>;",
    "templates/styles/tokens.scss": "$first: 1;",
    "templates/footer.tsx":
      'import { words } from "./own/words.jsx";\nexport const Footer = () => <footer>{words}</footer>;',
    "templates/own/words.jsx": 'export const words = "Words";',
  });
  expect(found).toEqual([
    `warning template/unused templates/brand.jsx:1:1 ${noEffect} — did you mean brand.tsx?`,
    `warning template/unused templates/styles/tokens.scss:1:1 ${noEffect} — did you mean styles/tokens.css?`,
  ]);
});

test("files that a site's templates and styles import, even only for types, count as used", async () => {
  const found = await findings({
    "templates/footer.tsx": `import { words } from "./own/words.ts";
import type { Words } from "./own/types.ts";
export const Footer = () => <footer>{words satisfies Words}</footer>;`,
    "templates/own/words.ts": 'export { words } from "./more/words.ts";',
    "templates/own/more/words.ts": 'export const words = "Words";',
    "templates/own/types.ts": "export type Words = string;",
    "templates/styles/tokens.css": '@import "own.css";\n:root { --first: 1; }',
    "templates/styles/own.css": ".own { color: red; }",
  });
  expect(found).toEqual([]);
});

test.each([
  [
    '<script src="https://cdn.example.com/a.js" />',
    "the site's policy blocks `https://cdn.example.com/a.js` — use a file of the site, or name its origin under `policy:` in content/site.yaml, as `script-src`",
    20,
  ],
  [
    '<link rel="stylesheet" href="//cdn.example.com/a.css" />',
    "the site's policy blocks `//cdn.example.com/a.css` — use a file of the site, or name its origin under `policy:` in content/site.yaml, as `style-src`",
    36,
  ],
  [
    '<script dangerouslySetInnerHTML={{ __html: "track()" }} />',
    "the site's policy blocks an inline script — put it into a file in content/static/ and name that with `src`",
    7,
  ],
  [
    '<style>{"b { color: red }"}</style>',
    "the site's policy blocks an inline <style> — put it into a file of templates/styles/",
    7,
  ],
  [
    '<meta style={{ color: "red" }} />',
    "the site's policy blocks a `style` attribute — put it into a file of templates/styles/, and use a class",
    13,
  ],
])("%s in a template, which the policy blocks, is one warning at its position", async (line, finding, column) => {
  const own = await readFile(join(packageRoot, "templates/head.tsx"), "utf8");
  const found = await findings({ "templates/head.tsx": headWith(line), "templates/own/head.tsx": own });
  expect(found).toEqual([`warning template/blocked templates/head.tsx:6:${column} ${finding}`]);
});

test("an event handler that a template writes into a page's text is a warning at its position", async () => {
  const text = `export const Footer = () => <footer dangerouslySetInnerHTML={{ __html: '<b onclick="go()">Go</b>' }} />;\n`;
  expect(await findings({ "templates/footer.tsx": text })).toEqual([
    "warning template/blocked templates/footer.tsx:1:76 the site's policy blocks the handler `onclick` — add it in a script of content/static/",
  ]);
});

test("the site's own scripts, data, and other kinds of pages pass the policy", async () => {
  const own = await readFile(join(packageRoot, "templates/head.tsx"), "utf8");
  const lines = [
    '<script src="/own.js" />',
    '<script type="application/ld+json" dangerouslySetInnerHTML={{ __html: "{}" }} />',
    '<link rel="alternate" type="application/rss+xml" href="https://news.example.com/feed.xml" />',
  ];
  const found = await findings({
    "templates/head.tsx": headWith(lines.join("\n      ")),
    "templates/own/head.tsx": own,
    "content/static/own.js": "",
  });
  expect(found).toEqual([]);
});

test("a style that loads a file from another host is a warning; an address in a comment isn't", async () => {
  const css =
    '/* url(https://a.example.com/x.png) */\n@import url("https://fonts.example.com/css");\n:root { --first: 1; }\n';
  expect(await findings({ "templates/styles/tokens.css": css })).toEqual([
    "warning template/blocked templates/styles/tokens.css:2:9 the site's policy blocks `https://fonts.example.com/css` — use a file of the site",
  ]);
});

/** Compiles a site's footer, and returns whether its pages may be cached. */
async function isPure(text: string, others: Readonly<Record<string, string>> = {}): Promise<boolean> {
  const files = { "templates/footer.tsx": text, ...others };
  await using site = await temporaryFolder(files);
  const own = Object.entries(files).filter(([path]) => path.startsWith("templates/"));
  return (await compileTemplates(site.path, new Map(own))).value.isPure;
}

test.each([
  ["a variable", footer("{process.env.COMMIT}")],
  ["a variable through globalThis", footer('{globalThis["process"].env.COMMIT}')],
  ["a file", `import { readFileSync } from "node:fs";\n${footer('{readFileSync("version.txt", "utf8")}')}`],
  ["a program", `import * as programs from "child_process";\n${footer('{String(programs.execSync("date"))}')}`],
  ["the time", footer("{Date.now()}")],
  ["the year", footer("{new Date().getFullYear()}")],
  ["chance", footer("{Math.random()}")],
])("pages of templates that ask for %s aren't cached", async (_, text) => {
  expect(await isPure(text)).toBe(false);
});

test("pages of templates with an impure library aren't cached", async () => {
  const library = { "node_modules/commit/index.js": "export default () => process.env.COMMIT;" };
  expect(await isPure(`import commit from "commit";\n${footer("{commit()}")}`, library)).toBe(false);
});

test.each([
  ["nothing", footer("Text")],
  ["a fixed date", footer("{new Date(0).toISOString()}")],
  [
    "a variable with such a name",
    `const process = { env: "Text", Date: 1 };\n${footer("{process.env} {Math.max(1, 2)}")}`,
  ],
])("pages of templates that ask for %s are cached", async (_, text) => {
  expect(await isPure(text)).toBe(true);
});

test("pages of unchanged package templates are cached", async () => {
  const packaged = Object.fromEntries(await packageTemplates());
  expect(await isPure(footer("Text"), { ...packaged, "templates/footer.tsx": footer("Text") })).toBe(true);
});
