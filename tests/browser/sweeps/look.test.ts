import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";

import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";

import { buildSite } from "../../support/build-site.ts";
import { listen, type Listening } from "../../support/listen.ts";
import { serveFolder } from "../../support/serve-folder.ts";
import { temporaryFolder, type TemporaryFolder } from "../../support/temporary-folder.ts";
import { violationsInBothModes } from "../axe.ts";
import { headersIn } from "../published-site.ts";
import { connectBrowser } from "../visit.ts";
import { watchPages } from "../watch-page.ts";

/* A site with a look of its own, under its own policy as a host sends it. Another origin is the third party. */
const logo =
  '<svg xmlns="http://www.w3.org/2000/svg" width="120" height="30"><path fill="#808" d="M0 0h120v30H0z"/></svg>';
const page = `# Home

<iframe src="FAR/video" title="A tour"></iframe>

![A chart](FAR/chart.svg)
`;

const settings = `title: Acme
logo: { light: /logo.svg, title: false }
accent: { light: "#6d28d9", dark: "#c4b5fd" }
fonts: [{ family: Near, file: /near.ttf }]
css: /brand.css
head:
  - script: { src: FAR/count.js, defer: true, data-site: docs }
    policy: { connect-src: [FAR] }
  - link: { rel: stylesheet, href: FAR/font.css }
policy: { font-src: [FAR], frame-src: [FAR], img-src: [FAR] }
navbar:
  - { label: Docs, to: / }
  - label: More
    items: [{ label: Second, to: /second }, { label: Status, to: FAR/status }]
footer:
  columns: [{ label: Company, links: [{ label: Second, to: /second }] }]
`;

const require = createRequire(import.meta.url);
let far: Listening;
let other: Listening;
let folder: TemporaryFolder;
let near: Listening;
const requested: string[] = [];

beforeAll(async () => {
  const font = await readFile(require.resolve("@expo-google-fonts/inter/400Regular/Inter_400Regular.ttf"));
  far = await listen((request, response) => {
    requested.push(request.url ?? "");
    const [body, type] = answerOf(request.url ?? "", font);
    response.writeHead(200, { "content-type": type, "access-control-allow-origin": "*" });
    response.end(body);
  });
  other = await listen((_, response) => response.end());
  const site = await buildSite({
    "content/index.md": page.replaceAll("FAR", far.origin),
    "content/second.md": "# Second\n",
    "content/static/logo.svg": logo,
    "content/static/near.ttf": font,
    "content/static/brand.css": ".brand-test, h1 { letter-spacing: 3px }\n.navbar { opacity: 0.99 }\n",
    "content/site.yaml": settings.replaceAll("FAR", far.origin),
  });
  expect(site.diagnostics.map(({ code }) => code)).toEqual(["look/heavy"]);
  folder = await temporaryFolder(Object.fromEntries(site.paths.map((path) => [path, site.bytes(path)])));
  near = await serveFolder(folder.path, { headers: headersIn(site.read("_headers")) });
});

afterAll(async () => {
  for (const resource of [near, far, other, folder]) await resource[Symbol.asyncDispose]();
});

/** The files of the third party. */
function answerOf(path: string, font: Uint8Array): readonly [body: string | Uint8Array, type: string] {
  const script = `fetch(new URL("/hit?" + document.currentScript.dataset.site, document.currentScript.src)).then(() => { document.documentElement.dataset.counted = "yes" })`;
  const answers = new Map<string, readonly [string | Uint8Array, string]>([
    ["/count.js", [script, "text/javascript"]],
    ["/font.css", ['@font-face { font-family: Far; src: url("/far.ttf") }', "text/css"]],
    ["/far.ttf", [font, "font/ttf"]],
    ["/video", ["<!doctype html><title>V</title><p>The video plays", "text/html"]],
    ["/chart.svg", [logo, "image/svg+xml"]],
  ]);
  return answers.get(path) ?? ["", "text/plain"];
}

interface Opened extends AsyncDisposable {
  readonly page: Page;
  readonly faults: readonly string[];
}

async function open(options: { readonly javaScriptEnabled?: boolean } = {}): Promise<Opened> {
  const browser = await connectBrowser();
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, ...options });
  const faults = await watchPages(context, near.origin);
  const opened = await context.newPage();
  await opened.goto(near.origin);
  return { page: opened, faults, [Symbol.asyncDispose]: async () => context.close() };
}

test("settings alone allow analytics, fonts and a video from another origin; anything else is blocked", async () => {
  await using visit = await open();
  const { page: shown, faults } = visit;
  await shown.locator("html[data-counted]").waitFor({ state: "attached" });
  await shown.frameLocator("iframe").getByText("The video plays").waitFor();
  const loaded = await shown.evaluate(async () => {
    const fonts = await Promise.all(["Near", "Far"].map((family) => document.fonts.load(`16px ${family}`)));
    const image = document.querySelector<HTMLImageElement>("img[alt='A chart']");
    await image?.decode();
    return { fonts: fonts.map((faces) => faces.length), image: image?.naturalWidth };
  });
  expect(loaded).toEqual({ fonts: [1, 1], image: 120 });
  expect(requested).toEqual(expect.arrayContaining(["/count.js", "/hit?docs", "/font.css", "/far.ttf", "/video"]));
  expect(faults.filter((fault) => !fault.startsWith(`request to ${far.origin}/`))).toEqual([]);
  const refused = await shown.evaluate(async (origin) => {
    return fetch(origin).then(
      () => "called",
      () => "refused",
    );
  }, other.origin);
  expect(refused).toBe("refused");
});

test("logo, accent, font and styles appear, and the site's styles take precedence", async () => {
  await using visit = await open();
  const look = await visit.page.evaluate(() => {
    const styleOf = (selector: string) => getComputedStyle(document.querySelector(selector) ?? document.body);
    const image = document.querySelector<HTMLImageElement>(".brand img");
    const { width = 0, height = 0 } = image?.getBoundingClientRect() ?? {};
    return {
      logo: [width, height, image?.naturalWidth],
      accent: styleOf(".next").color,
      font: styleOf("main p").fontFamily.split(",")[0],
      spacing: styleOf("h1").letterSpacing,
      opacity: styleOf(".navbar").opacity,
    };
  });
  expect(look).toEqual({
    logo: [112, 28, 120],
    accent: "rgb(109, 40, 217)",
    font: "Near",
    spacing: "3px",
    opacity: "0.99",
  });
});

test("a menu opens and closes by keyboard and by a click elsewhere, and contains the current page", async () => {
  await using visit = await open();
  const { page: shown } = visit;
  const menu = shown.getByRole("button", { name: "More", exact: true });
  const link = shown.locator(".navbar").getByRole("link", { name: "Second" });
  expect(await link.isVisible()).toBe(false);
  await menu.focus();
  await shown.keyboard.press("Enter");
  await link.waitFor();
  expect(await violationsInBothModes(shown)).toEqual([]);
  const [button, list] = [await menu.boundingBox(), await shown.locator(".navbar-list").boundingBox()];
  expect(list?.x).toBeCloseTo(button?.x ?? 0, 0);
  expect(list?.y).toBeGreaterThanOrEqual((button?.y ?? 0) + (button?.height ?? 0));
  await shown.keyboard.press("Tab");
  expect(await link.evaluate((element) => element === document.activeElement)).toBe(true);
  await shown.keyboard.press("Escape");
  await link.waitFor({ state: "hidden" });
  expect(await menu.evaluate((element) => element === document.activeElement)).toBe(true);
  await menu.click();
  await shown.mouse.click(700, 600);
  await link.waitFor({ state: "hidden" });
  await menu.click();
  await link.click();
  await shown.waitForURL(/second/);
  expect(await menu.getAttribute("aria-current")).toBe("true");
});

test("without script, menus open, in a narrow window inside the drawer, and the footer has its columns", async () => {
  await using visit = await open({ javaScriptEnabled: false });
  const { page: shown } = visit;
  await shown.getByRole("button", { name: "More", exact: true }).click();
  await shown.locator(".navbar-list").getByRole("link", { name: "Second" }).waitFor();
  await shown.setViewportSize({ width: 390, height: 800 });
  await shown.goto(near.origin);
  await shown.getByRole("button", { name: "Open menu" }).click();
  await shown.locator(".menu-head summary", { hasText: "More" }).click();
  await shown.locator(".menu-head").getByRole("link", { name: "Second" }).click();
  await shown.waitForURL(/second/);
  const column = shown.getByRole("navigation", { name: "Site" });
  expect(await column.getByRole("heading").allTextContents()).toEqual(["Company"]);
  expect(await column.getByRole("link").allTextContents()).toEqual(["Second"]);
});
