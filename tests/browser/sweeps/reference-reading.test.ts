import { expect, inject, test } from "vitest";

import { readSite } from "../visit.ts";

const site = readSite(inject("small"));

test("at every width, anchors land below the sticky bar, the head line has the button, and samples keep their width", async () => {
  const { page, faults } = await site.visit("/api/");
  const section = page.locator("#post-loads");
  const boxOf = async (selector: string) => (await section.locator(selector).first().boundingBox()) ?? expect.fail();
  for (const width of [390, 996, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    for (const anchor of [
      "post-broker-invoices",
      "get-debtor-credit",
      "delete-loads-load-number",
      "tag-loads",
      "schema-load",
      "schema-approval-status",
      "schema-load.weight",
      "post-loads",
    ]) {
      await page.goto(`${site.origin}/api/#${anchor}`);
      const { bar, target } = await page.evaluate((id) => {
        const element = document.getElementById(id);
        const heading = element?.querySelector("h2, h3") ?? element;
        return {
          bar: document.querySelector(".navbar")?.getBoundingClientRect().bottom ?? 0,
          target: heading?.getBoundingClientRect().top ?? 0,
        };
      }, anchor);
      expect(target, `${anchor} at ${width}`).toBeGreaterThanOrEqual(bar);
      expect(target, `${anchor} at ${width}`).toBeLessThan(bar + 100);
    }
    const [path, button] = [await boxOf(".op-path"), await boxOf(".try-it")];
    expect(button.y, `at ${width}`).toBeLessThan(path.y + path.height);
    expect(button.y + button.height, `at ${width}`).toBeGreaterThan(path.y);
    const [request, response] = [await boxOf(".tabs"), await boxOf(".tabs:has([aria-label=Response])")];
    expect([response.x, response.width], `at ${width}`).toEqual([request.x, request.width]);
    expect(response.y, `at ${width}`).toBeGreaterThanOrEqual(request.y + request.height);
  }
  const shown = await boxOf("pre");
  await section
    .getByText(/^Show all \d+ lines$/)
    .first()
    .click();
  expect((await boxOf("pre")).height).toBeGreaterThan(shown.height + 100);
  // The focus is on the button that closes it. No other sample has opened, and nothing is stored.
  await page.keyboard.press("Space");
  expect((await boxOf("pre")).height).toBe(shown.height);
  expect(await section.getByText("Show less").filter({ visible: true }).count()).toBe(0);
  expect(await page.evaluate(() => localStorage.getItem("docs.language"))).toBe(null);
  await section.getByRole("button", { name: "Copy the path /loads/" }).click();
  await page.waitForFunction(async () => (await navigator.clipboard.readText()) === "/loads/");
  expect(faults).toEqual([]);
});

test("choosing a language applies to all samples without moving the clicked one, and each response has its own tabs", async () => {
  const { page } = await site.visit("/api/");
  const shown = () =>
    page.evaluate(() =>
      [...document.querySelectorAll<HTMLInputElement>("[data-sync=language] :checked")].map(({ value }) => value),
    );
  const responses = () =>
    page.evaluate(() =>
      [...document.querySelectorAll<HTMLInputElement>(".tabs:not([data-sync]) :checked")].map(({ value }) => value),
    );
  const section = page.locator("#get-broker-invoices");
  const top = async () => (await section.locator(".tabs").first().boundingBox())?.y;
  await section.scrollIntoViewIfNeeded();
  const before = await top();
  await section.getByRole("radio", { name: "Python" }).check();
  await expect.poll(async () => new Set(await shown())).toEqual(new Set(["python"]));
  // A page scrolls by whole pixels, but its elements have fractional heights.
  expect(Math.abs(((await top()) ?? 0) - (before ?? 0))).toBeLessThan(1);
  await section.getByRole("radiogroup", { name: "Response" }).getByRole("radio").nth(1).check();
  expect((await responses()).filter((value) => value !== "0")).toHaveLength(1);
});

test("a language that isn't on the page loads once chosen, for all samples, and is shown on the next visit", async () => {
  const { page, faults } = await site.visit("/api/#post-loads");
  const section = page.locator("#post-loads");
  const more = (name: string) => section.getByRole("button", { name, exact: true });
  const fetched = () =>
    page.evaluate(
      () => performance.getEntriesByType("resource").filter(({ name }) => /assets\/code/.test(name)).length,
    );
  expect(await fetched()).toBe(0);
  const position = async () => (await more("Go").boundingBox())?.y ?? 0;
  const before = await position();
  await more("Go").click();
  await section.getByText("http.NewRequest(").waitFor();
  expect(Math.abs((await position()) - before)).toBeLessThan(1);
  expect(await section.locator(".added .show-all").innerText()).toMatch(/^Show all \d+ lines$/);
  const chosen = await page
    .locator("[data-sync=language] :checked")
    .evaluateAll((all) => all.map((tab) => tab.getAttribute("value")));
  expect(chosen).toEqual(Array(await page.locator("[data-sync=language]").count()).fill("go"));
  await more("Ruby").click();
  await section.getByText("Net::HTTP.start(").waitFor();
  expect(await section.getByRole("radio", { name: "Go" }).count()).toBe(0);
  await section.getByRole("radio", { name: "curl" }).check();
  expect(await section.getByText("--fail-with-body").isVisible()).toBe(true);
  await section.getByRole("radio", { name: "Ruby" }).check();
  expect(await fetched()).toBe(2);
  await page.goto(`${site.origin}/robots.txt`);
  await page.goto(`${site.origin}/api/`);
  await page.locator("#get-loads").getByText("Net::HTTP.start(").waitFor({ state: "visible" });
  await page.route("**/assets/code/php-*", async (route) => route.abort());
  await more("PHP").click();
  await section.getByText("This sample didn't arrive.").waitFor();
  await page.unrouteAll();
  await more("PHP").click();
  await section.getByText("curl_init(").waitFor();
  expect(faults).toHaveLength(1);
});
