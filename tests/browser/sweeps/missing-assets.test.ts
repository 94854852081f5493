import type { Page, Route } from "playwright-core";
import { afterAll, expect, test } from "vitest";

import { publishSite } from "../published-site.ts";

/* Pages whose styles and scripts don't arrive. */
const files = { "content/index.md": "# Home\n\nHello.\n", "content/guide.md": "# Guide\n\nWords.\n" };
const site = await publishSite(files);

afterAll(async () => site[Symbol.asyncDispose]());

const banner = (page: Page) => page.getByRole("alert").filter({ hasText: "This site didn't load properly." });
const wayHere = (page: Page) => page.evaluate(() => performance.getEntriesByType("navigation")[0]?.toJSON().type);

test.each([
  ["/", "/docs/", "/docs/guide/"],
  ["/docs/", "/", "/"],
])("a site built for %s and published at %s says so, and how to fix it", async (built, published, path) => {
  await using misplaced = await publishSite({ ...files, "content/site.yaml": `baseUrl: ${built}\n` }, published);
  const { page } = await misplaced.visit(path);
  expect(await banner(page).textContent()).toBe(
    `This site didn't load properly. Its base URL is ${built}. Build it with --base-url ${published}`,
  );
  expect(await wayHere(page)).toBe("navigate");
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  expect(await banner(page).boundingBox()).toMatchObject({ x: 0, y: 0 });
});

test("a page older than the site reloads once, without showing a banner", async () => {
  const loaded: string[] = [];
  const { page } = await site.visit("/guide/", {
    prepare: async (tab) =>
      tab.route(`${site.origin}/guide/`, async (route) => {
        const response = await route.fetch();
        const html = await response.text();
        loaded.push(html);
        const body = loaded.length === 1 ? html.replaceAll(/assets\/(styles|boot)-\w+/g, "assets/$1-OLD") : html;
        await route.fulfill({ response, body });
      }),
  });
  await page.waitForFunction(() => performance.getEntriesByType("navigation")[0]?.toJSON().type === "reload");
  await page.waitForLoadState();
  expect(loaded).toHaveLength(2);
  expect(await banner(page).count()).toBe(0);
  expect(loaded[1]?.replace(/<script>.*?<\/script>/s, "")).not.toContain("didn't load properly");
});

test("if files stay missing, the page reloads once and then says that something is wrong", async () => {
  const { page } = await site.visit("/guide/", {
    prepare: async (tab) => tab.route("**/assets/**", async (route) => route.fulfill({ status: 404 })),
  });
  await banner(page).waitFor();
  expect(await banner(page).textContent()).toBe("This site didn't load properly.");
  await page.waitForLoadState();
  expect(await wayHere(page)).toBe("reload");
});

/** The script that is blocked, and the handler that gets its request instead of a failure. */
interface ScriptRule {
  stopped: string;
  onStopped: ((route: Route) => void) | null;
}

/** One route for the page's whole life, since requests may slip past a route that is just being added. */
async function routeScripts(page: Page): Promise<ScriptRule> {
  const rule: ScriptRule = { stopped: "none", onStopped: null };
  await page.route("**/assets/*.js", async (route) => {
    const isStopped = route.request().url().includes(`/assets/${rule.stopped}-`);
    if (isStopped && rule.onStopped !== null) rule.onStopped(route);
    else if (isStopped) await route.abort();
    else await route.continue();
  });
  return rule;
}

test("a control whose script doesn't arrive says so, with a button to try again", async () => {
  const { page } = await site.visit("/");
  const rule = await routeScripts(page);
  rule.stopped = "shell-islands";
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
  // The dialog closes once its script fails. Text typed before that is kept.
  const stoppedRoute = new Promise<Route>((resolve) => (rule.onStopped = resolve));
  await page.keyboard.press("Control+k");
  await page.keyboard.type("hello");
  await (await stoppedRoute).abort();
  await page.getByText("Failed to fetch dynamically imported module").waitFor();
  expect(await page.getByRole("button", { name: "Retry" }).count()).toBe(1);
  rule.stopped = "none";
  await page.getByRole("button", { name: "Retry" }).click();
  await page.locator("dialog.search [role=option]").filter({ hasText: "Hello" }).waitFor();
});
