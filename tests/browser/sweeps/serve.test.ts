import { rm } from "node:fs/promises";
import { join } from "node:path";

import type { Locator, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";

import { temporaryFolder, type TemporaryFolder } from "../../support/temporary-folder.ts";
import { type ServeProcess, startServe } from "../../support/serve-process.ts";
import { connectBrowser } from "../visit.ts";

const long = Array.from({ length: 60 }, (_, index) => `Paragraph ${index} of many.`).join("\n\n");
const details = (body: string) => `<details>\n<summary>More</summary>\n\n${body}\n\n</details>`;
const guide = (word: string, heading = "Part") =>
  `# Guide\n\nThe word is ${word}.\n\n${details("Inside.")}\n\n## ${heading}\n\n${long}\n\n## End\n\nThe end.\n`;

const sources = {
  "content/index.md": "# Home\n\nHello.\n",
  "content/guide.md": guide("first"),
  "templates/styles/mentions.css": "",
};

let page: Page;
let folder: TemporaryFolder;
let server: ServeProcess;
/** The guide as it is when a test begins. */
let version: string | null;
let faults: string[] = [];

beforeAll(async () => {
  folder = await temporaryFolder(sources);
  server = await startServe(["--port", "0", "--watch", "--root", folder.path]);
  using channel = server.listen("/guide");
  ({ version } = await channel.next(() => true));
  const browser = await connectBrowser();
  page = await browser.newPage({ viewport: { width: 1200, height: 700 } });
  page.on("pageerror", (error) => faults.push(error.message));
  page.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning") faults.push(message.text());
  });
});

/** Restores the files that the test has edited. */
afterEach(async () => {
  await page.evaluate(() => sessionStorage.clear());
  await page.goto("about:blank");
  faults = [];
  using channel = server.listen("/guide");
  for (const name of ["content/site.yaml", "content/renamed.md", "openapi/api.yaml"])
    await rm(join(folder.path, name), { force: true });
  await folder.write(sources);
  await channel.next((now) => now.kind === "fresh" && now.problems.length === 0 && now.version === version);
});

afterAll(async () => {
  await page.context().close();
  await server[Symbol.asyncDispose]();
  await folder[Symbol.asyncDispose]();
});

/** Opens a page and sets a mark that only a reload removes. */
async function visit(path: string): Promise<void> {
  const connected = page.waitForResponse((response) => response.url().includes("/__docs-build/events"));
  await page.goto(server.origin + path);
  await connected;
  await mark();
}

async function mark(): Promise<void> {
  await page.evaluate(() => Object.assign(window, { mark: true }));
}

async function isSameLoad(): Promise<boolean> {
  return page.evaluate(() => "mark" in window);
}

const overlay = () => page.locator("docs-build-overlay");

test("a change that scripts only see at load reloads the page, which keeps its scroll position and open folds", async () => {
  await visit("/guide");
  await page.locator("main summary", { hasText: "More" }).click();
  await page.evaluate(() => window.scrollTo(0, 900));
  await folder.write({ "content/guide.md": guide("first", "Another heading") });
  await page.locator("h2", { hasText: "Another heading" }).waitFor({ state: "attached" });
  expect(await isSameLoad()).toBe(false);
  await page.waitForFunction(() => window.scrollY === 900);
  expect(await page.getByText("Inside.").isVisible()).toBe(true);
  await mark();
  await folder.write({ "content/guide.md": guide("after the load", "Another heading") });
  await page.getByText("The word is after the load.").waitFor({ state: "attached" });
  expect(await isSameLoad()).toBe(true);
});

test("a page whose bytes stay the same is left alone", async () => {
  await visit("/");
  const requests: string[] = [];
  page.on("request", (request) => requests.push(request.url()));
  using channel = server.listen("/");
  await channel.next(() => true);
  await folder.write({ "content/guide.md": guide("elsewhere") });
  await server.untilPage("/guide", (html) => html.includes("elsewhere"));
  await folder.write({ "content/index.md": "# Home\n\nBye.\n" });
  await page.getByText("Bye.").waitFor();
  expect(requests).toEqual([]);
  expect(await isSameLoad()).toBe(true);
});

test("the reader's choices stay when the page around them changes", async () => {
  await visit("/guide");
  await page.locator(".theme-toggle").click();
  await page.waitForFunction(() => document.documentElement.dataset["theme"] === "dark");
  await folder.write({ "content/guide.md": guide("dark") });
  await page.getByText("The word is dark.").waitFor();
  expect(await page.evaluate(() => document.documentElement.dataset["theme"])).toBe("dark");
  await page.locator(".theme-toggle").click();
  await page.waitForFunction(() => document.documentElement.dataset["theme"] === "light");
  expect(await isSameLoad()).toBe(true);
});

test("styles are replaced without a reload", async () => {
  await visit("/guide");
  await page.evaluate(() => window.scrollTo(0, 500));
  const sheets = await page.locator("link[rel=stylesheet]").count();
  await folder.write({ "templates/styles/mentions.css": "h1 { color: rgb(1, 2, 3); }" });
  await page.waitForFunction(
    () => getComputedStyle(document.querySelector("h1") ?? document.body).color === "rgb(1, 2, 3)",
  );
  await page.waitForFunction((count) => document.querySelectorAll("link[rel=stylesheet]").length === count, sheets);
  expect(await isSameLoad()).toBe(true);
  expect(await page.evaluate(() => window.scrollY)).toBe(500);
});

test("a changed image is shown", async () => {
  const picture = (size: number) => `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}"/>`;
  await folder.write({
    "content/picture.svg": picture(10),
    "content/guide.md": "# Guide\n\n![Square](./picture.svg)\n",
  });
  await server.untilPage("/guide", (html) => html.includes("picture.svg"));
  await visit("/guide");
  await page.waitForFunction(() => document.images[0]?.naturalWidth === 10);
  await folder.write({ "content/picture.svg": picture(20) });
  await page.waitForFunction(() => document.images[0]?.naturalWidth === 20);
});

const marks = () => page.locator("docs-build-marks");
const decoration = (selector: string) =>
  page.evaluate((at) => getComputedStyle(document.querySelector(at) ?? document.body).textDecorationStyle, selector);

test("a broken link has a wavy underline and explains itself on hover and focus, until its page exists", async () => {
  await visit("/guide");
  const text = "# Guide\n\nSee [the new one](/renamed), [home](/) and [that](./missing.md).\n";
  await folder.write({ "content/guide.md": text });
  const link = page.locator('main p a[href="/renamed"]');
  await link.and(page.locator("[data-docs-build-finding]")).waitFor();
  expect([await decoration('main a[href="/renamed"]'), await decoration('main p a[href="/"]')]).toEqual([
    "wavy",
    "solid",
  ]);
  expect(await link.getAttribute("title")).toContain("there is no page or file /renamed");
  const tip = () => link.evaluate((element) => getComputedStyle(element, "::after").content);
  expect(await tip()).toBe("none");
  await link.focus();
  expect(await tip()).toContain("there is no page or file");
  await marks().locator("button.warning", { hasText: "missing.md" }).waitFor();
  await folder.write({ "content/renamed.md": "# Renamed\n" });
  await link.and(page.locator(":not([data-docs-build-finding], [title])")).waitFor();
  expect(faults).toEqual([]);
});

/** Words of the page that something covers. */
const covered = async (label: Locator): Promise<string> => {
  const box = await label.boundingBox();
  return page.evaluate((over) => {
    const walker = document.createTreeWalker(document.querySelector("main") ?? document.body, NodeFilter.SHOW_TEXT);
    const words: string[] = [];
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const range = new Range();
      range.selectNodeContents(node);
      const lies = [...range.getClientRects()].some(
        ({ left, right, top, bottom }) =>
          over !== null &&
          left < over.x + over.width &&
          over.x < right &&
          top < over.y + over.height &&
          over.y < bottom,
      );
      if (lies) words.push(node.textContent?.trim() ?? "");
    }
    return words.join("");
  }, box);
};

test.each([1200, 390])("a finding in a sentence leaves its words visible, in a window of %i pixels", async (width) => {
  await page.setViewportSize({ width, height: 700 });
  await visit("/guide");
  const text =
    "Words before it, [that](./missing.md) and [this](./gone.md), then words that go on to the end of the line.";
  await folder.write({ "content/guide.md": `# Guide\n\n${text}\n\n- ${text}\n` });
  const labels = marks().locator("button.warning");
  await labels.first().waitFor();
  const all = await labels.all();
  expect(all).toHaveLength(4);
  for (const label of all) expect(await covered(label)).toBe("");
  await labels.first().focus();
  expect((await labels.first().boundingBox())?.width).toBeGreaterThan(200);
  expect(await labels.first().innerText()).toContain("missing.md");
  await page.setViewportSize({ width: 1200, height: 700 });
});

test("the overlay leaves room for every link of the page, and Escape folds it", async () => {
  await visit("/guide");
  const text = `# Guide\n\n${long}\n\n[One](/) [two](/two)\n`;
  await folder.write({ "content/guide.md": text });
  await overlay().locator("li").waitFor();
  await page.locator('main p a[href="/"]').waitFor();
  const top = async (): Promise<number> => (await overlay().locator("details").boundingBox())?.y ?? 0;
  for (const link of [page.locator("main a").last(), page.locator('main p a[href="/"]')]) {
    await link.focus();
    const box = await link.boundingBox();
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThan(await top());
  }
  await page.keyboard.press("Escape");
  await overlay().locator("li").waitFor({ state: "hidden" });
});

const api = `openapi: 3.1.0
info: { title: API, version: "1" }
paths: {}
components:
  schemas:
    Load: { type: object, additionalProperties: false, properties: { amount: { type: integer }, name: { type: string } } }
`;
const sample = (key: string) => '# Guide\n\n```json schema=Load\n{\n  "name": "x",\n  "' + key + '": 240000\n}\n```\n';

test("a sample that the contract refuses shows its finding at the line", async () => {
  await folder.write({ "openapi/api.yaml": api, "content/guide.md": sample("amount") });
  await server.untilPage("/guide", (html) => html.includes("240000"));
  await visit("/guide");
  await folder.write({ "content/guide.md": sample("amont") });
  const label = marks().locator("button.error", { hasText: "amont" });
  await label.waitFor();
  const line = await page.evaluate(() => {
    const [range] = CSS.highlights.get("docs-build-finding") ?? [];
    return range instanceof Range ? [range.toString(), range.getBoundingClientRect().top] : [];
  });
  expect(line[0]).toBe("amont");
  expect(Math.abs(Number(line[1]) - ((await label.boundingBox())?.y ?? 0))).toBeLessThan(4);
  await folder.write({ "content/guide.md": sample("amount") });
  await label.waitFor({ state: "detached" });
  expect(faults).toEqual([]);
});

test("the overlay lists the page's findings first, stays folded across pages, and opens for a new finding", async () => {
  await folder.write({ "content/index.md": "# Home\n\n[one](/one)\n", "content/guide.md": "# Guide\n\n[two](/two)\n" });
  await server.untilPage("/", (html) => html.includes('"/one"'));
  await server.untilPage("/guide", (html) => html.includes('"/two"'));
  await visit("/");
  const positions = overlay().locator(".position");
  await positions.first().waitFor();
  expect(await positions.allInnerTexts()).toEqual(["content/index.md:3:1", "content/guide.md:3:1"]);
  await overlay().locator("summary").click();
  await positions.first().waitFor({ state: "hidden" });
  await visit("/guide");
  await overlay().getByText("2 errors").waitFor();
  expect(await positions.first().isVisible()).toBe(false);
  await folder.write({ "content/guide.md": "# Guide\n\nWords above.\n\n[two](/two)\n" });
  await page.getByText("Words above.").waitFor();
  expect(await positions.first().isVisible()).toBe(false);
  await folder.write({ "content/guide.md": "# Guide\n\n[two](/two) [three](/three)\n" });
  await overlay().getByText("3 errors").waitFor();
  expect(await positions.allInnerTexts()).toEqual([
    "content/guide.md:3:1",
    "content/guide.md:3:13",
    "content/index.md:3:1",
  ]);
  expect(await positions.first().isVisible()).toBe(true);
});

test("a page that can't be rendered stays as it was, under a bar with the time, while others update", async () => {
  await visit("/guide");
  const bar = page.locator("docs-build-stale").getByRole("status");
  await folder.write({ "content/guide.md": "---\ntitle: [Guide\n---\n\nUnreadable.\n" });
  await bar.waitFor();
  expect(await bar.innerText()).toMatch(/^You see this page as it was before \d.*content\/guide\.md can't be read/);
  await overlay().getByText("content/front-matter").waitFor();
  expect(await page.getByText("The word is first.").isVisible()).toBe(true);
  await folder.write({ "content/index.md": "# Home\n\nStill followed.\n" });
  await server.untilPage("/", (html) => html.includes("Still followed."));
  await page.goto(server.origin);
  await overlay().getByText("1 error").waitFor();
  expect(await bar.count()).toBe(0);
  await folder.write({ "content/site.yaml": "title: [x\n" });
  await bar.getByText("You see the settings as").waitFor();
  await folder.write({ "content/site.yaml": "title: x\n" });
  await bar.waitFor({ state: "detached" });
});

test("warnings are one closed line that opens", async () => {
  await folder.write({ "content/guide.md": "# Guide\n\nSee [this](./missing.md).\n" });
  await server.untilPage("/guide", (html) => !html.includes("The word is"));
  await visit("/guide");
  await overlay().getByText("1 warning").click();
  await overlay().getByText("content/guide.md:3:5").waitFor();
  expect(await overlay().locator("li.warning").innerText()).toContain("content/guide.md:3:5");
});

test("a deleted page becomes the not-found page, and the page again when it comes back", async () => {
  await visit("/guide");
  await folder.write({ "content/renamed.md": guide("renamed") });
  const text = await folder.read("content/guide.md");
  await folder.remove("content/guide.md");
  await page.getByText("couldn't find that page").waitFor();
  await folder.write({ "content/guide.md": text });
  await page.getByText("The word is first.").waitFor();
});

test("a page says when the server is gone, and catches up when it's back", async () => {
  await visit("/guide");
  const { port } = server;
  server.child.kill("SIGINT");
  await overlay().getByText("is lost").waitFor();
  await folder.write({ "content/guide.md": guide("written while it was away") });
  await server.exited;
  server = await startServe(["--port", String(port), "--watch", "--root", folder.path]);
  await page.getByText("The word is written while it was away.").waitFor();
  await overlay().waitFor({ state: "detached" });
  expect(await isSameLoad()).toBe(true);
});
