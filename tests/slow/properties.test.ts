import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";

import * as fc from "fast-check";
import { Parser } from "htmlparser2";
import { expect, test } from "vitest";

import { highlightCode } from "#content/highlight/highlight-code.ts";
import { parseDocument } from "#content/parse-document.ts";
import { renderRedirect } from "#publish/redirect-page.tsx";
import { parseFrontMatter } from "#settings/parse-front-matter.ts";
import type { OutputFile } from "#write/output-file.ts";
import { escapeHtml } from "#shared/html.ts";
import { claimKey, encodeRoute, outputPathOf, routeKey, toRoute } from "#shared/route.ts";
import { createLinkResolver } from "#site/links/link-resolver.ts";
import { resolveMarkup } from "#site/links/resolve-links.ts";
import { planRoutes, routeFault } from "#site/plan-routes.ts";
import { SiteWriter } from "#write/write-site.ts";

import { treeOf } from "../support/faults.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const position = { file: "content/index.md", line: 1, column: 1 };
const { frontMatter: noPart } = parseFrontMatter({ file: position.file, text: "" }).value;

/** Strings with what is special in addresses, file names, HTML and Markdown far more often than by chance. */
const awkward = fc.string({
  unit: fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom(...Array.from("abcXYZ012 _-.~")) },
    { weight: 2, arbitrary: fc.constantFrom(...Array.from("/%#?&=+:;,@!$'()*<>\"`[]{}|^\\\n\t\u0000")) },
    {
      weight: 1,
      arbitrary: fc.constantFrom(..."\ud800 \u2028 e\u0301 é İ ß 😀 .. %2e %2F % // ]( ``` :::".split(" ")),
    },
    { weight: 1, arbitrary: fc.constantFrom("javascript:", "data:", "<script>", "&#106;") },
    { weight: 1, arbitrary: fc.string({ unit: "grapheme", maxLength: 1 }) },
  ),
  maxLength: 24,
});

/** The name of a page's file, as far as one can be published. */
const pageName = awkward
  .map((name) => name.replace(/[/\\]/g, ""))
  .filter((name) => name !== "" && !/^[_.]|\.md$/.test(name) && name === name.normalize("NFC"))
  .filter((name) => routeFault(toRoute(name)) === null);

/** The address settings of a site with only pages. */
const options = { baseUrl: "/", siteUrl: null, known: new Set<string>() };

test("encoding a route as an address and back gives the same route, and normalizing it again changes nothing", () => {
  fc.assert(
    fc.property(awkward, (path) => {
      const route = toRoute(path);
      expect(toRoute(route)).toBe(route);
      expect(decodeURIComponent(encodeRoute(route))).toBe(route);
      expect(new URL(encodeRoute(`/x${route}`), "https://x.example").origin).toBe("https://x.example");
    }),
  );
});

test("a valid route stays inside the output, and two routes with different claims never share a file", () => {
  fc.assert(
    fc.property(awkward, awkward, (a, b) => {
      const routes = [toRoute(a), toRoute(b)].filter((route) => routeFault(route) === null);
      for (const route of routes) expect(outputPathOf(route)).not.toMatch(/(^|\/)\.{1,2}(\/|$)|^\/|\\|\/\//);
      const [first, second] = routes;
      if (first === undefined || second === undefined) return;
      if (claimKey(first) !== claimKey(second))
        expect(outputPathOf(first).toLowerCase()).not.toBe(outputPathOf(second).toLowerCase());
      if (routeKey(first) === routeKey(second)) expect(claimKey(first)).toBe(claimKey(second));
    }),
  );
});

test("a relative link to a page's file leads to the page, from any folder, however it's encoded", () => {
  fc.assert(
    fc.property(
      fc.record({ folder: pageName, from: pageName, to: pageName, isEncoded: fc.boolean() }),
      ({ folder, from, to, isEncoded }) => {
        const files = [`content/${folder}/${from}.md`, `content/${to}.md`];
        const table = planRoutes({
          pages: files.map((file) => ({ file, frontMatter: { ...noPart, slug: null } })),
          unread: [],
          contracts: [],
        });
        fc.pre(table.diagnostics.length === 0);
        const resolve = createLinkResolver(table.value, { ...options, baseUrl: "/docs/" });
        const written = isEncoded ? encodeURIComponent(to) : to.replace(/[%#?]/g, encodeURIComponent);
        const link = resolve(`../${written}.md`, { ...position, file: files[0] ?? "" });
        const route = table.value.routeByFile.get(files[1] ?? "") ?? "";
        expect(link).toEqual({ kind: "site", href: `/docs${encodeRoute(route)}` });
      },
    ),
  );
});

test("addresses never become links that run script or leave the site unmarked", () => {
  const resolve = createLinkResolver({ routes: [], routeByFile: new Map(), routeByKey: new Map() }, options);
  const disguised = fc
    .tuple(
      fc.constantFrom("", " ", "\t", "\u0001"),
      fc.constantFrom("javascript:", "jAvAscript:", "java\nscript:", "vbscript:", "data:", "file:", "blob:", "x:"),
      awkward,
    )
    .map((parts) => parts.join(""));
  fc.assert(
    fc.property(fc.oneof(awkward, disguised), (address) => {
      const link = resolve(address, position);
      if (link.kind === "text") return;
      const url = URL.canParse(link.href, "https://site.example/") ? new URL(link.href, "https://site.example/") : null;
      if (url === null) return;
      if (link.kind === "site") expect(url.origin).toBe("https://site.example");
      expect(["http:", "https:", "mailto:", "tel:"]).toContain(url.protocol);
    }),
    { numRuns: 1000 },
  );
});

test("escaped text parses back to the same text, in an element and in an attribute", () => {
  fc.assert(
    fc.property(awkward, (text) => {
      let [shown, title] = ["", ""];
      const parser = new Parser({
        ontext: (part) => (shown += part),
        onopentag: (_, attributes) => (title = attributes["title"] ?? ""),
      });
      parser.end(`<p title="${escapeHtml(text)}">${escapeHtml(text)}</p>`);
      expect([shown, title]).toEqual([text, text]);
    }),
  );
});

test("the page of an old address has its target and only the expected elements, whatever the target is", () => {
  const assets = { contentPolicy: "p", styles: "/s.css", redirectScript: "/r.js" };
  const site = { language: "en", siteUrl: null, assets };
  fc.assert(
    fc.property(awkward, (text) => {
      const href = `/${encodeURI(text.replace(/\p{Surrogate}/gu, ""))}`;
      const html = renderRedirect({ from: toRoute("/old"), href, listed: true, position }, site);
      const tags: string[] = [];
      const hrefs: (string | undefined)[] = [];
      const parser = new Parser({
        onopentag(name, attributes) {
          tags.push(name);
          if (name === "a") hrefs.push(attributes["href"]);
        },
      });
      parser.end(html);
      expect(tags.join(" ")).toBe("html head meta meta meta title meta noscript meta link script body main h1 p a");
      expect(hrefs).toEqual([href]);
    }),
  );
});

test("any Markdown becomes a document that runs nothing", () => {
  const markdown = fc.array(
    fc.oneof(
      awkward,
      fc.constantFrom(
        "\n\n",
        "- ",
        "> ",
        "# ",
        "| a |\n|---|\n",
        "[^1]",
        "\n[^1]: ",
        "[x](data:x)",
        "![x](//e.example/y)",
      ),
      fc.constantFrom("<b>", "</b>", "<a href=javascript:x>", "<img src=x onerror=y>", "<svg onload=x>"),
    ),
    { maxLength: 30 },
  );
  fc.assert(
    fc.property(markdown, (parts) => {
      const source = { file: "content/index.md", text: parts.join("").replace(/\p{Surrogate}/gu, "") };
      const resolveLink = createLinkResolver({ routes: [], routeByFile: new Map(), routeByKey: new Map() }, options);
      const own = { directives: [], islands: [] };
      const surroundings = { parts: new Map(), contracts: [], support: null, frames: [], directives: [], own };
      const { value: document } = parseDocument(
        { ...source, frontMatter: parseFrontMatter(source).value.frontMatter },
        surroundings,
        { highlight: highlightCode, loaded: new Map() },
      );
      const { value: html } = resolveMarkup(document.body, { resolveLink });
      const parser = new Parser({
        onopentag(name, attributes) {
          expect(name).not.toMatch(/^(script|style|iframe|object|embed|svg|base|form|link|meta)$/);
          for (const attribute of Object.keys(attributes)) expect(attribute).not.toMatch(/^on|^style$|^srcset$/);
          if (name === "img") expect(attributes["src"]).toMatch(/^\/(?!\/)/);
          expect((attributes["href"] ?? "").replace(/[\p{Cc} ]/gu, "")).not.toMatch(/^(javascript|data|vbscript):/i);
        },
      });
      parser.end(html);
    }),
    { numRuns: 300 },
  );
});

test("after any sequence of sites, the folder has the last one; with a foreign file it stays as it is", async () => {
  const writeSite = async (files: readonly OutputFile[], target: { root: string; out: string }): Promise<void> => {
    const writer = new SiteWriter(target);
    for (const file of files) await writer.add(file);
    await writer.finish();
  };
  const path = fc
    .array(fc.constantFrom("a", "b", "c c", "ü", "x.html", "%2e"), { minLength: 1, maxLength: 3 })
    .map((parts) => parts.join("/"));
  const site = fc.dictionary(path, fc.string({ maxLength: 20 }), { maxKeys: 6, noNullPrototype: true }).map((files) => {
    // A file where another needs a folder is refused before anything is written (checkPaths).
    const names = Object.keys(files).filter((name, _, all) => !all.some((other) => other.startsWith(`${name}/`)));
    return names.map((name) => ({ path: name, content: files[name] ?? "" }));
  });
  await fc.assert(
    fc.asyncProperty(fc.array(site, { minLength: 1, maxLength: 4 }), async (sites) => {
      await using folder = await temporaryFolder();
      const target = { root: join(folder.path, "root"), out: join(folder.path, "dist") };
      for (const files of sites) await writeSite(files, target);
      const tree = await treeOf(target.out);
      const expected = ["docs-build.json", ...(sites.at(-1) ?? []).map((file) => file.path)];
      expect(Object.keys(tree ?? {}).sort()).toEqual(expected.sort());
      await mkdir(join(target.out, "mine"), { recursive: true });
      await writeFile(join(target.out, "mine/file"), "");
      await expect(writeSite([], target)).rejects.toThrow("didn't make: mine/file");
      const { "mine/file": _, ...rest } = (await treeOf(target.out)) ?? {};
      expect(rest).toEqual(tree);
    }),
    { numRuns: 25 },
  );
});
