import type { Page } from "playwright-core";
import { expect, inject, test } from "vitest";

import { weightOf } from "./script-weight.ts";
import { readSite } from "./visit.ts";

/* From the front page to a response, without leaving it. */
const site = readSite(inject("hostedWithHeaders"));

test("Run works by keyboard, shows and announces the sandbox's response in place, and moves nothing", async () => {
  const { page, faults } = await site.visit("/");
  expect(await page.locator(".live").evaluate((card) => getComputedStyle(card).boxShadow)).toContain(
    "rgba(22, 33, 58,",
  );
  await tabTo(page, "Run");
  const before = await positionOfGuides(page);
  await page.keyboard.press("Enter");
  const live = page.locator(".live > .code");
  await live.getByText("200 OK").waitFor();
  await page
    .locator("#page\\:announcer", { hasText: "200 OK from the sandbox in this page" })
    .waitFor({ state: "attached" });
  expect(JSON.parse((await live.locator("code").textContent()) ?? "")).toMatchObject({
    client_id: "cli_harborline",
    contract_types: { allowed: expect.arrayContaining(["STD_BROKER"]) },
  });
  expect(await positionOfGuides(page)).toBe(before);
  expect(page.url()).toBe(`${site.origin}/`);
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe("Run again");
  expect(await live.locator("figcaption").textContent()).toMatch(/^200 OK\s\d+ ms · sandbox in this page$/);
  expect(await page.locator(".live > .first").getByRole("link").allTextContents()).toEqual([
    "Open in the explorer",
    "Next: create a broker invoice →",
  ]);
  await page.keyboard.press("Enter");
  await page.locator(".live .sample-title:not(:has([data-loading]))").waitFor();
  expect(faults).toEqual([]);
});

test("Run loads at most 57 kB of script with the sandbox, and nothing of the explorer", async () => {
  const { page } = await site.visit("/");
  const requested = new Set<string>();
  page.on("request", (request) => requested.add(request.url()));
  await page.getByRole("link", { name: "Run" }).click();
  await page.locator(".live").getByText("200 OK").waitFor();
  const scripts = [...requested].filter((name) => name.endsWith(".js"));
  expect(scripts.some((name) => name.includes("page-worker"))).toBe(true);
  expect(await weightOf(scripts), scripts.join("\n")).toBeLessThanOrEqual(57_000);
});

/** Presses Tab until the control of this name has the focus; it starts from the main text. */
async function tabTo(page: Page, name: string): Promise<void> {
  await page.locator("#page\\:main").focus();
  for (let presses = 0; presses < 8; presses += 1) {
    await page.keyboard.press("Tab");
    if ((await page.evaluate(() => document.activeElement?.textContent)) === name) return;
  }
  expect.fail(`Tab doesn't come to ${name}`);
}

async function positionOfGuides(page: Page): Promise<number> {
  return page.locator("#choose-your-guide").evaluate((heading) => heading.getBoundingClientRect().top + scrollY);
}

test("the claim breaks between its sentences wherever one of them fits on a line", async () => {
  const { page } = await site.visit("/");
  for (const width of [1440, 1280, 1240, 1239, 996, 844, 390, 360]) {
    await page.setViewportSize({ width, height: 900 });
    const lines = await page.locator(".claim span").evaluateAll((sentences) =>
      sentences.map((sentence) => {
        const { height } = sentence.getBoundingClientRect();
        return Math.round(height / Number.parseFloat(getComputedStyle(sentence).lineHeight));
      }),
    );
    expect(lines, `at ${width}`).toEqual([1, 1]);
  }
});

/** Answers with the front page up to a part of it, as if the rest were on its way. */
async function cutBefore(tab: Page, part: string): Promise<void> {
  await tab.route(`${site.origin}/`, async (route) => {
    const response = await route.fetch();
    const html = await response.text();
    expect(html).toContain(part);
    await route.fulfill({ response, body: html.slice(0, html.indexOf(part)) });
  });
}

test("the top of the page has its final position before the rest has arrived", async () => {
  const headOf = async (page: Page) => page.locator(".hero-words").boundingBox();
  const whole = await site.visit("/");
  const expected = await headOf(whole.page);
  const { page } = await site.visit("/", { script: false, prepare: async (tab) => cutBefore(tab, '<nav class="toc"') });
  expect(await headOf(page)).toEqual(expected);
});

test("a table appears when its last row has arrived or after a second, since each row may move the columns", async () => {
  const opacityOf = async (page: Page) =>
    page
      .locator("table")
      .first()
      .evaluate((table) => getComputedStyle(table).opacity);
  const whole = await site.visit("/");
  expect(await opacityOf(whole.page)).toBe("1");
  const { page } = await site.visit("/", { script: false, prepare: async (tab) => cutBefore(tab, "</tbody>") });
  const opacities = await page
    .locator("table")
    .first()
    .evaluate((table) => {
      const [wait] = table.getAnimations();
      const at = (time: number) => {
        if (wait) wait.currentTime = time;
        return getComputedStyle(table).opacity;
      };
      return [at(0), at(999), at(1000)];
    });
  expect(opacities).toEqual(["0", "0", "1"]);
});
