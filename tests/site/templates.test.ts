import { cp, readdir, readFile } from "node:fs/promises";
import { join } from "node:path";

import { expect, test } from "vitest";

import { packageRoot } from "#package.ts";
import { renderPage } from "#render/render-page.tsx";
import { compileTemplates, importTemplates } from "#render/templates.ts";
import { toHtml } from "#shared/html.ts";
import { toRoute } from "#shared/route.ts";
import type { LinkView, PageView } from "#shared/view.ts";

import { temporaryFolder } from "../support/temporary-folder.ts";

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
    await importTemplates(await compileTemplates(site.path, await packageTemplates())),
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
    const templates = await importTemplates(await compileTemplates(site.path, own));
    expect(changed).not.toBe(text);
    expect(renderPage(templates, view)).toContain("data-own");
  },
);
