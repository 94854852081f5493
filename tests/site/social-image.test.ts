import { expect, test } from "vitest";

import { buildSite, format, type TestSite } from "../support/build-site.ts";

const siteUrl = "https://docs.example.com";
const pages = { "content/index.md": "# Home" };
const svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1200 630"/>';

/** Path and bytes of the preview image that the pages name. */
function pictureOf(site: TestSite): { readonly path: string; readonly png: Buffer } {
  const [, path = ""] = /og:image" content="https:\/\/docs\.example\.com\/([^"]*)"/.exec(site.read("index.html")) ?? [];
  return { path, png: site.bytes(path) };
}

test("a site without its own preview image shows the package's, 1200 x 630", async () => {
  const { path, png } = pictureOf(await buildSite(pages, { siteUrl }));
  expect(path).toMatch(/^assets\/social-[0-9a-f]{8}\.png$/);
  expect([png.subarray(1, 4).toString(), png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual(["PNG", 1200, 630]);
  expect(png.length).toBeLessThan(40_000);
});

test("a site's own PNG is its preview image, and replaces the package's", async () => {
  const own = { "content/static/social.png": "png", "content/static/social.svg": svg };
  const site = await buildSite({ ...pages, ...own }, { siteUrl, baseUrl: "/docs/" });
  expect(site.diagnostics).toEqual([]);
  expect(pictureOf(site).path).toBe("docs/social.png");
  expect(site.read("social.png")).toBe("png");
  expect(site.paths.filter((path) => path.startsWith("assets/social"))).toEqual([]);
});

test("an SVG alone is a warning that says to convert it to PNG, and the package's image is shown", async () => {
  const site = await buildSite({ ...pages, "content/static/social.svg": svg }, { siteUrl });
  expect(format(site.diagnostics)).toBe(
    "warning content/static/social.svg:1:1 content/social-image (make a PNG of it, 1200 x 630, as content/static/social.png)",
  );
  expect(pictureOf(site).path).toMatch(/^assets\/social-/);
});
