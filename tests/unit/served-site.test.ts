import { expect, test } from "vitest";

import { contentTypeOf, findFile, isCompressible, parseTarget, ServedSite } from "#serve/served-site.ts";

const page =
  '<!doctype html><html><head><title>x</title></head><body><img src="/a%20b.png"><a href="/other">o</a></body></html>';

function siteOf(isWatched: boolean): ServedSite {
  const site = new ServedSite(isWatched);
  const files = [
    { path: "index.html", content: page },
    { path: "other/index.html", content: "<p>other" },
    { path: "a b.png", content: new Uint8Array([1]) },
  ];
  site.update({ baseUrl: "/", isWhole: true, files, removed: [] });
  return site;
}

function change(site: ServedSite, path: string, content: string | Uint8Array): void {
  site.update({ baseUrl: "/", isWhole: false, files: [{ path, content }], removed: [] });
}

test("a watched page is sent with the reload client at the end of its head, and is otherwise unchanged", () => {
  const sent = siteOf(true).find("")?.body.toString() ?? "";
  expect(sent).toMatch(
    /<title>x<\/title><script type="module" src="\/__docs-build\/client\.js" data-docs-build-version="[\w-]{16}"><\/script><\/head>/,
  );
  expect(sent.replace(/<script type="module"[^>]*><\/script>/, "")).toBe(page);
  expect(siteOf(true).find("other")?.body.toString()).toMatch(/^<p>other<script /);
  expect(siteOf(true).find("a b.png")?.body).toEqual(Buffer.from([1]));
});

test("a page's version changes when it or its image does, but not when another page does", () => {
  const site = siteOf(true);
  const versions = [site.find("")?.version];
  change(site, "other/index.html", "<p>changed");
  versions.push(site.find("")?.version);
  change(site, "a b.png", new Uint8Array([2]));
  versions.push(site.find("")?.version);
  change(site, "index.html", `${page} `);
  versions.push(site.find("")?.version);
  expect(versions[0]).toBe(versions[1]);
  expect(new Set(versions).size).toBe(3);
});

test("a whole build replaces everything, and a partial one only the files it names", () => {
  const site = siteOf(false);
  site.update({ baseUrl: "/", isWhole: false, files: [], removed: ["other/index.html"] });
  expect([site.find("other"), site.find("")?.body.toString()]).toEqual([undefined, page]);
  site.update({ baseUrl: "/docs/", isWhole: true, files: [{ path: "x.txt", content: "x" }], removed: [] });
  expect([site.baseUrl, site.find(""), site.find("x.txt")?.body.toString()]).toEqual(["/docs/", undefined, "x"]);
});

test("deferred files are missing after every build until they are made or can't be", () => {
  const site = siteOf(true);
  const found = () => [site.lacksDeferred, site.find("guide.md")?.body.toString()];
  const states = [found()];
  site.takeDeferred([{ path: "guide.md", content: "first" }]);
  states.push(found());
  change(site, "index.html", `${page} `);
  states.push(found());
  site.takeDeferred(null);
  states.push(found());
  expect(states).toEqual([
    [true, undefined],
    [false, "first"],
    [true, undefined],
    [false, "first"],
  ]);
});

test.each([
  ["/", ""],
  ["/guide", "guide"],
  ["/guide/", "guide/"],
  ["/guide?x=/../y", "guide"],
  ["/a%20b/%C3%A9", "a b/é"],
  ["/../x", "../x"],
  ["/%2e%2e/x", "../x"],
  ["//x", "/x"],
])("the target %s is the map's path %j, even if it looks dangerous", (target, path) => {
  expect(parseTarget(target, "/")).toEqual({ kind: "site", path });
});

test("a target that isn't a valid path is malformed", () => {
  // prettier-ignore
  const targets = [
    "", "guide", "http://localhost/", "*", "/%", "/%zz", "/%c3%28", "/a%2fb", "/a%5cb", "/a\\b", "/a%00", "/a\tb", "/a#b",
  ];
  expect(targets.filter((target) => parseTarget(target, "/").kind !== "malformed")).toEqual([]);
});

test("the base URL is the home page with or without its slash, and paths outside it are rejected", () => {
  const [site, outside] = [
    ["/docs/", "/docs", "/docs/x"],
    ["/", "/docsx", "/x"],
  ].map((targets) => targets.map((target) => parseTarget(target, "/docs/")));
  expect(site).toEqual(["", "", "x"].map((path) => ({ kind: "site", path })));
  expect(outside).toEqual(["/", "/docsx", "/x"].map((path) => ({ kind: "outside", path })));
});

test("a page is found in both slash forms and by its file, and other files only by their name", () => {
  const files = new Map(Object.entries({ "index.html": "home", "guide/index.html": "guide", "a.txt": "text" }));
  const found = ["", "guide", "guide/", "guide/index.html", "index.html", "a.txt"].map((path) => findFile(files, path));
  expect(found).toEqual(["home", "guide", "guide", "guide", "home", "text"]);
  const missing = ["a.txt/", "Guide", "guide//", "/guide", "../guide", "__proto__", "constructor", "nothing"];
  expect(missing.flatMap((path) => findFile(files, path) ?? [])).toEqual([]);
});

test("content types follow the file name, and compressed formats aren't compressed again", () => {
  const types = ["a.html", "A.CSS", "x.y.json", "_headers", "a.constructor", "a."].map(contentTypeOf);
  const bytes = "application/octet-stream";
  expect(types).toEqual([
    "text/html; charset=utf-8",
    "text/css; charset=utf-8",
    "application/json",
    bytes,
    bytes,
    bytes,
  ]);
  const names = ["a.svg", "a.yaml", "a.png", "a.woff2", "a.zip"];
  expect(names.filter((name) => isCompressible(contentTypeOf(name)))).toEqual(["a.svg", "a.yaml"]);
});
