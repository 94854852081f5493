import { createHash } from "node:crypto";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import { join } from "node:path";

import { expect, test } from "vitest";

import { drawImage } from "#assets/draw-image.ts";
import { createImageRenderer } from "#assets/render-image.ts";
import { toSocialSvg } from "#assets/social-svg.tsx";
import { packageRoot } from "#package.ts";

import { hostilePictures, slowPicture } from "../hostile/pictures.ts";
import { buildSite, type TestSite } from "../support/build-site.ts";

const siteUrl = "https://docs.example.com";
const pages = { "content/index.md": "# Home" };
const settings = (text: string) => ({ ...pages, "content/site.yaml": text });
const ownSvg =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1200 630"><text y="90" font-size="90">A</text></svg>';

/** Path and bytes of the picture that the pages name. */
function pictureOf(site: TestSite): { readonly path: string; readonly png: Buffer } {
  const [, path = ""] = /og:image" content="https:\/\/docs\.example\.com\/([^"]*)"/.exec(site.read("index.html")) ?? [];
  return { path, png: site.bytes(path) };
}

function sizeOf(png: Buffer): string {
  expect(png.subarray(1, 4).toString()).toBe("PNG");
  return `${png.readUInt32BE(16)} x ${png.readUInt32BE(20)}`;
}

test("every site has a picture of its own, made of its title and description, 1200 x 630", async () => {
  const texts = ["title: Freight", "title: Loads", "title: Freight\ndescription: Pay carriers.", ""];
  const sites = await Promise.all(texts.map(async (text) => buildSite(settings(text), { siteUrl })));
  const pictures = sites.map(pictureOf);
  for (const { path, png } of pictures) {
    expect(path).toMatch(/^assets\/social-[0-9a-f]{8}\.png$/);
    expect(sizeOf(png)).toBe("1200 x 630");
  }
  expect(new Set(pictures.map(({ path }) => path)).size).toBe(4);
  expect(new Set(pictures.map(({ png }) => png.toString("base64"))).size).toBe(4);
});

test("a site's own SVG is the source of its picture; its own PNG is the picture", async () => {
  const drawn = await buildSite({ ...pages, "content/static/social.svg": ownSvg }, { siteUrl });
  expect(drawn.diagnostics).toEqual([]);
  expect(sizeOf(pictureOf(drawn).png)).toBe("1200 x 630");
  const renamed = await buildSite({ ...settings("title: Other"), "content/static/social.svg": ownSvg }, { siteUrl });
  expect(pictureOf(renamed)).toEqual(pictureOf(drawn));
  const own = { "content/static/social.png": "png", "content/static/social.svg": ownSvg };
  const given = await buildSite({ ...pages, ...own }, { siteUrl, baseUrl: "/docs/" });
  expect(pictureOf(given).path).toBe("docs/social.png");
  expect(given.paths.filter((path) => path.startsWith("assets/social"))).toEqual([]);
});

test("a site that does not know its own address has no picture: previews cannot name it", async () => {
  const site = await buildSite(pages);
  expect(site.read("index.html")).not.toContain("og:image");
  expect(site.paths.filter((path) => path.includes("social"))).toEqual([]);
});

test("the same source gives the same bytes on every machine and version of Node, on the thread and off it", async () => {
  const render = await createImageRenderer();
  const shipped = await readFile(join(packageRoot, "content/static/social.svg"), "utf8");
  const made = toSocialSvg({ title: "Docs", description: "Guides.", host: "docs.example.com" });
  const size = { width: 1200, height: 630 };
  for (const [svg, hash] of [
    [shipped, "d9d51985ce10d122"],
    [made, "d1329a99828b3924"],
  ] as const) {
    const reply = await drawImage({ svg, size });
    const png = "png" in reply ? reply.png : Buffer.from(reply.fault);
    expect(Buffer.from(render(svg, size)).equals(png)).toBe(true);
    expect(createHash("sha256").update(png).digest("hex").slice(0, 16)).toBe(hash);
  }
});

test.each(hostilePictures)("an own SVG: $name", async ({ svg, finding, place }) => {
  await using host = await countingHost();
  const source = svg.replaceAll("HOST", host.address);
  const site = await buildSite({ ...pages, "content/static/social.svg": source }, { siteUrl });
  const told = site.diagnostics.map(({ code, position, message }) => `${position?.file} ${code}: ${message}`);
  if (finding === null) expect(told).toEqual([]);
  else
    expect(told).toEqual([
      expect.stringContaining(`content/static/social.svg content/social-image: the picture ${finding}`),
    ]);
  if (place !== undefined) expect(site.diagnostics[0]?.position).toMatchObject({ line: place[0], column: place[1] });
  expect(told.join()).not.toContain("root:");
  expect(host.requests).toEqual([]);
});

test("a picture that takes hours is given up in time, its thread with it", async () => {
  const reply = await drawImage({ svg: slowPicture, size: { width: 1200, height: 630 } }, 0.5);
  expect(reply).toEqual({ fault: "takes longer than 0.5 seconds to draw" });
});

/** A server that notes what it is asked for. */
async function countingHost(): Promise<AsyncDisposable & { readonly address: string; readonly requests: string[] }> {
  const requests: string[] = [];
  const server: Server = createServer((request, response) => {
    requests.push(request.url ?? "");
    response.end();
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  return {
    address: `http://127.0.0.1:${port}`,
    requests,
    async [Symbol.asyncDispose]() {
      server.close();
      await once(server, "close");
    },
  };
}
