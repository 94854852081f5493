import { readFile, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";

import pixelmatch from "pixelmatch";
import { type Browser, chromium, type Page } from "playwright-core";
import { PNG } from "pngjs";

import { findChromium } from "./find-chromium.ts";

const lostRoute = "/no-such-page";
/** A path that the site wasn't built for. */
const misplacedRoute = "/docs/x/";
const pages = [
  { page: "introduction", route: "/" },
  { page: "guide", route: "/broker-api" },
  { page: "operation", route: "/api/#post-loads" },
  { page: "not-found", route: lostRoute },
];

/** What a reader of a page sees first, in pixels of the style sheet. */
export interface FirstScreen {
  /** The picture's name, without its ending. */
  readonly name: string;
  readonly route: string;
  readonly width: number;
  readonly mode: "light" | "dark";
}

export const firstScreens: readonly FirstScreen[] = [
  ...pages.flatMap(({ page, route }) =>
    [1440, 390].flatMap((width) =>
      (["light", "dark"] as const).map((mode) => ({ name: `${page}-${width}-${mode}`, route, width, mode })),
    ),
  ),
  { name: "misplaced-390-light", route: misplacedRoute, width: 390, mode: "light" },
];

/** Takes pictures of a built site, all with the same fonts. */
export interface Photographer extends AsyncDisposable {
  /** The browser's major version: other versions draw shadows and letters differently. */
  readonly chromium: string;
  /** A picture as PNG. */
  readonly take: (screen: FirstScreen) => Promise<Buffer>;
  readonly browser: Browser;
  /** A route of the built site. */
  readonly origin: string;
}

/**
 * Starts a browser that knows no fonts but those of two development dependencies, smooths letters in gray alone, and is
 * independent of the desktop's hinting settings.
 * @param origin Where the built site is served.
 * @param scratch An empty folder, for the fonts' settings and cache.
 */
export async function startPhotographer(origin: string, scratch: string): Promise<Photographer> {
  const settings = join(scratch, "fonts.conf");
  await writeFile(settings, fontSettings(scratch));
  const browser = await chromium.launch({
    executablePath: findChromium(),
    args: ["--no-sandbox", "--disable-gpu", "--disable-lcd-text", "--font-render-hinting=none"],
    env: { ...process.env, FONTCONFIG_FILE: settings },
  });
  return {
    ...{ browser, origin, chromium: majorOf(browser) },
    take: async (screen) => takePicture(browser, origin, screen),
    [Symbol.asyncDispose]: async () => browser.close(),
  };
}

function majorOf(browser: Browser): string {
  return browser.version().split(".")[0] ?? "";
}

function fontSettings(scratch: string): string {
  const alias = (family: string, font: string): string =>
    `<alias binding="same"><family>${family}</family><prefer><family>${font}</family></prefer></alias>`;
  return [
    '<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig>',
    `<dir>${resolve("node_modules/@expo-google-fonts")}</dir><cachedir>${join(scratch, "fonts")}</cachedir>`,
    alias("sans-serif", "Inter") + alias("monospace", "JetBrains Mono"),
    '<match target="font"><edit name="hinting"><bool>false</bool></edit></match></fontconfig>',
  ].join("\n");
}

async function takePicture(browser: Browser, origin: string, { route, width, mode }: FirstScreen): Promise<Buffer> {
  await using context = await browser.newContext({ viewport: { width, height: 720 }, reducedMotion: "reduce" });
  const page = await context.newPage();
  await page.addInitScript(`
    localStorage.setItem("theme", "${mode}");
    localStorage.setItem("docs.announcement", "cents-2025");
  `);
  if (route === misplacedRoute) await misplaceSite(page, origin);
  await page.goto(origin + route, { waitUntil: "networkidle" });
  // Suggestions for a lost address come from the search.
  if (route === lostRoute) await page.locator("[data-lost] .rows-title").waitFor();
  // On wide screens, the menu of the reference follows the reader.
  if (route.includes("#") && width > 996)
    await page.locator(`#page\\:menu a[href$="${new URL(origin + route).hash}"][aria-current]`).waitFor();
  return await page.screenshot({ animations: "disabled", caret: "hide" });
}

/** Serves the site below another path only. */
async function misplaceSite(page: Page, origin: string): Promise<void> {
  await page.route(`${origin}/**`, async (route) => {
    const path = route.request().url().slice(origin.length);
    if (!path.startsWith(misplacedRoute)) await route.fulfill({ status: 404 });
    else
      await route.fulfill({ response: await route.fetch({ url: `${origin}/${path.slice(misplacedRoute.length)}` }) });
  });
}

export interface Difference {
  /** The share of pixels that differ; 1 for pictures of two sizes. */
  readonly share: number;
  /** The picture that shows them, as PNG. */
  readonly picture: Buffer;
}

/** Compares a new picture with the committed one. */
export async function comparePictures(committed: Buffer, current: Buffer): Promise<Difference> {
  const [before, now] = [PNG.sync.read(committed), PNG.sync.read(current)];
  const { width, height } = now;
  if (before.width !== width || before.height !== height) return { share: 1, picture: current };
  const difference = new PNG({ width, height });
  const count = pixelmatch(before.data, now.data, difference.data, width, height, { threshold: 0.05, includeAA: true });
  return { share: count / (width * height), picture: PNG.sync.write(difference) };
}

const committedFolder = "tests/pictures";

/** The pictures that are committed, and the major version of the Chromium that they were taken with. */
export const committedPictures = {
  pathOf: (name: string) => join(committedFolder, `${name}.png`),
  chromium: async () => (await readFile(join(committedFolder, "chromium.txt"), "utf8")).trim(),
  recordChromium: async (major: string) => writeFile(join(committedFolder, "chromium.txt"), `${major}\n`),
};
