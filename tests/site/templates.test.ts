import { cp, readdir, readFile } from "node:fs/promises";
import { join } from "node:path";

import { expect, test } from "vitest";

import { DiskMemory } from "#cache/disk-memory.ts";
import { packageRoot } from "#package.ts";
import { readFolder } from "#read/read-folder.ts";
import { toSources } from "#read/to-sources.ts";
import { renderPage } from "#render/render-page.tsx";
import { compileTemplates, importTemplates } from "#render/templates.ts";
import { loadTheme } from "#render/theme.ts";
import { toHtml } from "#shared/html.ts";
import { toRoute } from "#shared/route.ts";
import type { LinkView, PageView } from "#shared/view.ts";

import { temporaryFolder, type TemporaryFolder } from "../support/temporary-folder.ts";

/* A site may replace any file of the package's templates by one of the same name. */

const home: LinkView = { label: "Docs", href: "/", origin: "templates/navbar.tsx" };

const view: PageView = {
  kind: "document",
  site: {
    title: "Docs",
    language: "en",
    defaultColorMode: "light",
    baseUrl: "/",
    home,
    footerLinks: [home],
    copyright: "2026",
    announcement: { id: "one", html: toHtml("News") },
    assets: {
      referenceStyles: "",
      printStyles: "",
      searchStyles: "",
      styles: "/a.css",
      script: "/a.js",
      redirectScript: "/b.js",
      inlineScript: "1",
      icons: [],
      socialImage: null,
      contentPolicy: "default-src 'self'",
    },
  },
  route: toRoute("/a"),
  title: "A page",
  browserTitle: "A page | Docs",
  description: "",
  canonicalUrl: null,
  navbar: [{ ...home, current: true }],
  versions: [],
  unlisted: true,
  sidebar: [{ label: "A page", link: home, current: true, active: true, items: [] }],
  breadcrumbs: [home],
  previous: home,
  next: null,
  edit: home,
  updated: 0,
  toc: [],
  body: toHtml("<p>Text</p>"),
};

/** Every template of the package, by its path below the root. */
async function packageTemplates(): Promise<ReadonlyMap<string, string>> {
  const names = await readdir(join(packageRoot, "templates"), { recursive: true });
  const paths = names.filter((name) => /\.tsx?$/.test(name)).map((name) => `templates/${name.replaceAll("\\", "/")}`);
  const texts = await Promise.all(paths.map(async (path) => readFile(join(packageRoot, path), "utf8")));
  return new Map(paths.map((path, index) => [path, texts[index] ?? ""]));
}

test("a site with a copy of every template has the pages that it has without", async () => {
  await using site = await temporaryFolder({});
  await cp(join(packageRoot, "templates"), join(site.path, "templates"), { recursive: true });
  const [own, packaged] = [
    await importTemplates((await compileTemplates(site.path, await packageTemplates())).value),
    await importTemplates(null),
  ];
  expect(own).not.toBe(packaged);
  expect(renderPage(own, view)).toBe(renderPage(packaged, view));
});

test.each(["anchor.tsx", "brand.tsx", "icon.tsx"])(
  "a part that others use, %s, is replaced for all of them",
  async (name) => {
    const text = (await packageTemplates()).get(`templates/${name}`) ?? "";
    const changed = text.replace(/<(a|svg)\b/g, '<$1 data-own=""');
    await using site = await temporaryFolder({ [`templates/${name}`]: changed });
    const own = new Map([[`templates/${name}`, changed]]);
    const templates = await importTemplates((await compileTemplates(site.path, own)).value);
    expect(changed).not.toBe(text);
    expect(renderPage(templates, view)).toContain("data-own");
  },
);

const footer = (text: string): string => `export const Footer = () => <footer>${text}</footer>;\n`;

/** Loads a site's theme as a command does that finds what earlier ones left. Tells what it had to make. */
async function loadWithCache(site: TemporaryFolder) {
  const disk = new DiskMemory(join(site.path, ".cache"), "this version");
  const made: string[] = [];
  const theme = await loadTheme(site.path, toSources((await readFolder(site.path)).value).value.theme, {
    rememberParts: disk.rememberParts,
    remember: async (key, inputs, make) =>
      disk.remember(key, inputs, async () => {
        made.push(key);
        return make();
      }),
    keep: async (key, inputs, make) => {
      if (key !== "packaged client") made.push(key);
      return disk.keep(key, inputs, make);
    },
  });
  disk.save([]);
  disk.close();
  const styles = theme.client.files.find(({ path }) => path.endsWith(theme.client.manifest.styles));
  return {
    made,
    html: renderPage(await theme.loadTemplates(), view),
    tokens: /^:root\{.*?\}/.exec(Buffer.from(styles?.content ?? "").toString())?.[0],
    names: theme.client.manifest.files,
  };
}

test("own templates and styles are compiled once, and again when one of them changes", async () => {
  await using site = await temporaryFolder({
    "templates/footer.tsx": 'import { words } from "./own/words.ts";\nexport const Footer = () => <i>{words}</i>;\n',
    "templates/own/words.ts": 'export const words = "First words";\n',
    "templates/styles/tokens.css": ":root { --first: 1; }\n",
  });
  const first = await loadWithCache(site);
  expect(first).toMatchObject({ html: expect.stringContaining("<i>First words</i>"), made: ["styles", "templates"] });
  expect(await loadWithCache(site)).toEqual({ ...first, made: [] });

  await site.write({ "templates/own/words.ts": 'export const words = "Other words";\n' });
  const other = await loadWithCache(site);
  expect(other).toMatchObject({ html: expect.stringContaining("<i>Other words</i>"), made: ["templates"] });

  await site.write({ "templates/styles/tokens.css": ":root { --second: 2; }\n" });
  expect(await loadWithCache(site)).toMatchObject({ tokens: ":root{--second: 2}", made: ["styles"] });

  await site.remove("templates/styles/tokens.css");
  expect(await loadWithCache(site)).toMatchObject({ tokens: expect.not.stringContaining("--second"), made: [] });
});

test.each([
  ["a library of the site's", "words", "node_modules/words/index.js", (text: string) => `export default "${text}";`],
  ["a file that is no template", "./words.json", "templates/words.json", (text: string) => `"${text}"`],
  ["a file beside the templates", "../words.ts", "words.ts", (text: string) => `export default "${text}";`],
])("what is compiled with %s is compiled each time", async (_name, module, path, write) => {
  await using site = await temporaryFolder({
    "templates/footer.tsx": `import words from "${module}";\nexport const Footer = () => <i>{words}</i>;\n`,
    [path]: write("First"),
  });
  expect((await loadWithCache(site)).html).toContain("<i>First</i>");
  expect((await loadWithCache(site)).html).toContain("<i>First</i>");
  await site.write({ [path]: write("Second") });
  expect((await loadWithCache(site)).html).toContain("<i>Second</i>");
});

test("a file that changes while it is compiled is taken as it was read", async () => {
  await using site = await temporaryFolder({ "templates/footer.tsx": footer("Saved later") });
  const read = new Map([["templates/footer.tsx", footer("As read")]]);
  const templates = await importTemplates((await compileTemplates(site.path, read)).value);
  expect(renderPage(templates, view)).toContain("As read");
});

test("a file of the package's that the site has from now on is the site's", async () => {
  const text =
    'import { toRoute } from "../src/shared/route.ts";\nexport const Footer = () => <i>{toRoute("/a")}</i>;\n';
  await using site = await temporaryFolder({ "templates/footer.tsx": text });
  expect((await loadWithCache(site)).html).toContain("<i>/a</i>");
  await site.write({ "src/shared/route.ts": 'export const toRoute = () => "Own";\n' });
  expect((await loadWithCache(site)).html).toContain("<i>Own</i>");
});

test("settings of a site's other tools change nothing of its templates", async () => {
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
