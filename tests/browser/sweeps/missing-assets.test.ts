import { join } from "node:path";

import type { Browser, BrowserContext, Page, Route } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";

import { spawnCli } from "../../support/run-command.ts";
import { temporaryFolder, type TemporaryFolder } from "../../support/temporary-folder.ts";
import { serveFolder } from "../../support/serve-folder.ts";
import { connectBrowser } from "../visit.ts";

let browser: Browser;
let context: BrowserContext;
let page: Page;
let site: TemporaryFolder;

beforeAll(async () => {
  browser = await connectBrowser();
  site = await temporaryFolder({ "content/index.md": "# Home\n\nHello.\n", "content/guide.md": "# Guide\n\nWords.\n" });
});

afterEach(async () => context.close());

afterAll(async () => {
  await site[Symbol.asyncDispose]();
});

async function build(out: string, ...args: readonly string[]): Promise<string> {
  const { code, stderr } = await spawnCli(["--quiet", "--out", out, ...args], { cwd: site.path });
  expect(`${code}${stderr}`).toBe("0");
  return join(site.path, out);
}

async function newPage(): Promise<Page> {
  context = await browser.newContext();
  page = await context.newPage();
  return page;
}

const banner = () => page.getByRole("alert").filter({ hasText: "This site didn't load properly." });

test.each([
  ["/", "/docs/", "/docs/guide/"],
  ["/docs/", "/", "/guide/"],
  ["/docs/", "/", "/"],
])("a site built for %s and published at %s says so, and what would be right", async (built, published, path) => {
  const folder = await build(`dist-${built.length}`, "--base-url", built);
  await using server = await serveFolder(folder, { baseUrl: published });
  await newPage();
  await page.goto(server.origin + path);
  expect(await banner().textContent()).toBe(
    `This site didn't load properly. Its base URL is ${built}. Build it with --base-url ${published}`,
  );
  expect(await page.evaluate(() => performance.getEntriesByType("navigation")[0]?.toJSON().type)).toBe("navigate");
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  expect(await banner().boundingBox()).toMatchObject({ x: 0, y: 0 });
});

test("a page that is older than the site is loaded anew once, and no banner is shown", async () => {
  await using server = await serveFolder(await build("dist"));
  await newPage();
  let loads = 0;
  await page.route(`${server.origin}/guide/`, async (route) => {
    loads += 1;
    const response = await route.fetch();
    const html = await response.text();
    await route.fulfill({
      response,
      body: loads === 1 ? html.replaceAll(/assets\/(styles|boot)-\w+/g, "assets/$1-OLD") : html,
    });
  });
  await page.goto(`${server.origin}/guide/`);
  await page.waitForFunction(() => performance.getEntriesByType("navigation")[0]?.toJSON().type === "reload");
  await page.waitForLoadState();
  expect(loads).toBe(2);
  expect(await banner().count()).toBe(0);
});

test("files that stay away make no loop: the page is loaded anew once and then says that something is wrong", async () => {
  await using server = await serveFolder(await build("dist"));
  await newPage();
  await page.route("**/assets/**", async (route) => route.fulfill({ status: 404 }));
  await page.goto(`${server.origin}/guide/`);
  await banner().waitFor();
  expect(await banner().textContent()).toBe("This site didn't load properly.");
  await page.waitForLoadState();
  expect(await page.evaluate(() => performance.getEntriesByType("navigation")[0]?.toJSON().type)).toBe("reload");
});

/** The script of a page that doesn't arrive, and who gets its request in place of a failure. */
interface ScriptRule {
  stopped: string;
  held: ((route: Route) => void) | null;
}

/** One route for all the page's life: what is asked for as one begins may pass it by. */
async function routeScripts(): Promise<ScriptRule> {
  const rule: ScriptRule = { stopped: "none", held: null };
  await page.route("**/assets/*.js", async (route) => {
    const isMeant = route.request().url().includes(`/assets/${rule.stopped}-`);
    if (isMeant && rule.held !== null) rule.held(route);
    else if (isMeant) await route.abort();
    else await route.continue();
  });
  return rule;
}

test("a control whose script does not arrive says so, with a button to try again", async () => {
  await using server = await serveFolder(await build("dist"));
  await newPage();
  const rule = await routeScripts();
  rule.stopped = "shell-islands";
  await page.goto(server.origin);
  await page.getByRole("button", { name: "Switch to dark mode" }).click();
  await page.locator(".navbar").getByText("Failed to fetch dynamically imported module").waitFor();
  rule.stopped = "none";
  await page.getByRole("button", { name: "Retry" }).click();
  await page.waitForFunction(() => document.documentElement.dataset["theme"] === "dark");
  await page.reload();
  rule.stopped = "on-demand";
  await page.locator(".sidebar-toggle").click();
  await page.getByText("Failed to fetch dynamically imported module").waitFor();
  rule.stopped = "none";
  await page.getByRole("button", { name: "Retry" }).click();
  await page.waitForFunction(() => document.documentElement.dataset["sidebar"] === "collapsed");
  rule.stopped = "search-dialog";
  await page.keyboard.press("Control+k");
  await page.getByText("Failed to fetch dynamically imported module").waitFor();
  expect(await page.locator("dialog.search").isVisible()).toBe(false);
  // The dialog gives way once its script fails: what is typed before that is kept.
  const asked = new Promise<Route>((resolve) => (rule.held = resolve));
  await page.keyboard.press("Control+k");
  await page.keyboard.type("hello");
  await (await asked).abort();
  await page.getByText("Failed to fetch dynamically imported module").waitFor();
  expect(await page.getByRole("button", { name: "Retry" }).count()).toBe(1);
  rule.stopped = "none";
  await page.getByRole("button", { name: "Retry" }).click();
  await page.locator("dialog.search [role=option]").filter({ hasText: "Hello" }).waitFor();
});

test("a healthy page shows no banner, and none is in its HTML", async () => {
  await using server = await serveFolder(await build("dist"));
  await newPage();
  const response = await page.goto(server.origin);
  await page.waitForLoadState();
  expect(await banner().count()).toBe(0);
  expect((await response?.text())?.replace(/<script>.*?<\/script>/s, "")).not.toContain("didn't load properly");
});
