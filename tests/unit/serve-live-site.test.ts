import { expect, test } from "vitest";

import { ServedSite } from "#serve/served-site.ts";

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

test("without watching, files are sent as they were built", () => {
  expect(siteOf(false).find("")?.body.toString()).toBe(page);
});

test("a watched page is sent with the live client before the end of its head, and nothing else differs", () => {
  const sent = siteOf(true).find("")?.body.toString() ?? "";
  expect(sent).toMatch(
    /<title>x<\/title><script type="module" src="\/__docs-build\/client\.js" data-docs-build-version="[\w-]{16}"><\/script><\/head>/,
  );
  expect(sent.replace(/<script type="module"[^>]*><\/script>/, "")).toBe(page);
  expect(siteOf(true).find("other")?.body.toString()).toMatch(/^<p>other<script /);
  expect(siteOf(true).find("a b.png")?.body).toEqual(Buffer.from([1]));
});

test("a page is a new version when it or an image on it changes, and not when another page does", () => {
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

test("a whole build replaces everything, a part only what it names", () => {
  const site = siteOf(false);
  site.update({ baseUrl: "/", isWhole: false, files: [], removed: ["other/index.html"] });
  expect([site.find("other"), site.find("")?.body.toString()]).toEqual([undefined, page]);
  site.update({ baseUrl: "/docs/", isWhole: true, files: [{ path: "x.txt", content: "x" }], removed: [] });
  expect([site.baseUrl, site.find(""), site.find("x.txt")?.body.toString()]).toEqual(["/docs/", undefined, "x"]);
});
