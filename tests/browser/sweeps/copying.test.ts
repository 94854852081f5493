import type { Page } from "playwright-core";
import { expect, inject, test } from "vitest";

import { readSite } from "../visit.ts";

const site = readSite(inject("hosted"));

const clipboard = (page: Page) => page.evaluate(() => navigator.clipboard.readText());

/** Waits until it's announced to screen readers. */
async function hear(page: Page, words: string): Promise<void> {
  await page.locator("#page\\:announcer", { hasText: words }).waitFor({ state: "attached" });
}

test("a heading's link goes to the heading, copies its address and says so", async () => {
  const { page } = await site.visit("/");
  const heading = page.locator("h2").nth(1);
  await heading.hover();
  await heading.locator(".anchor").click();
  await hear(page, "Link copied");
  expect(await clipboard(page)).toBe(page.url());
  expect(page.url()).toContain(`/#${await heading.getAttribute("id")}`);
});

test("wrapped code on a phone is indented by four characters, and copied as written, by selection and by button", async () => {
  const { page } = await site.visit("/", { width: 390 });
  const codes = await page.$$eval(".code:is([data-language=bash], [data-language=json]) code", (elements) =>
    Promise.all(
      elements
        .filter((code) => code.checkVisibility())
        .map(async (code) => {
          getSelection()?.selectAllChildren(code);
          const parts = Array.from(getSelection()?.getRangeAt(0).getClientRects() ?? []);
          const tops = new Set(parts.map(({ top }) => Math.round(top)));
          const first = Math.min(...parts.map(({ left }) => left));
          const letter = document.createElement("span");
          letter.textContent = "0";
          const selected = getSelection()?.toString();
          code.append(letter);
          const hung = first + 4 * letter.getBoundingClientRect().width;
          letter.remove();
          code.closest(".code")?.querySelector<HTMLElement>(".copy")?.click();
          const hanging = parts.filter(({ left }) => Math.abs(left - hung) < 0.5).length;
          return {
            text: code.textContent ?? "",
            lines: tops.size,
            hanging,
            copies: [selected, await navigator.clipboard.readText()],
          };
        }),
    ),
  );
  const markdown = await (await fetch(`${site.origin}/index.md`)).text();
  const wrapped = codes.filter(({ text, lines }) => lines > text.split("\n").length);
  expect(wrapped.length).toBeGreaterThan(3);
  for (const { text, lines, hanging, copies } of wrapped) {
    expect(hanging, text).toBeGreaterThanOrEqual(lines - text.split("\n").length);
    expect(copies).toEqual([text, text]);
    expect(markdown).toContain(`\n${text}\n\`\`\``);
  }
});

test("guides, the reference and operations are copied as Markdown, and the menu shows it and copies the link", async () => {
  const { page, faults } = await site.visit("/broker-api");
  const requests: string[] = [];
  page.on("request", (request) => requests.push(new URL(request.url()).pathname));
  await page.getByRole("link", { name: "Copy page" }).click();
  await hear(page, "Copied page");
  expect(await clipboard(page)).toBe(await (await fetch(`${site.origin}/broker-api.md`)).text());
  expect(requests.filter((path) => !path.startsWith("/assets/"))).toEqual(["/broker-api.md"]);
  await page.getByRole("button", { name: "More ways to take this page" }).click();
  await page.getByRole("link", { name: "Copy link" }).click();
  await hear(page, "Copied link");
  expect(await clipboard(page)).toBe(`${site.origin}/broker-api`);
  await page.getByRole("link", { name: "View as Markdown" }).click();
  await page.waitForURL("**/broker-api.md");
  await page.goto(`${site.origin}/api/`);
  await page.getByRole("link", { name: "Copy page" }).click();
  await hear(page, "Copied page");
  expect(await clipboard(page)).toContain("# API\n");
  await page.getByRole("button", { name: "Copy: Create a load", exact: true }).click();
  await page.getByRole("link", { name: "Copy as Markdown" }).click();
  await hear(page, "Copied as Markdown");
  expect(await clipboard(page)).toContain("# Create a load\n");
  expect(faults).toEqual([]);
});

test("without a clipboard, the same link opens the Markdown", async () => {
  const small = readSite(inject("small"));
  const { page } = await small.visit("/api/", {
    isFirst: true,
    prepare: async (tab) =>
      tab.addInitScript(() => Object.defineProperty(navigator, "clipboard", { value: undefined })),
  });
  await page.getByRole("button", { name: "Copy: Create a load", exact: true }).click();
  await page.getByRole("link", { name: "Copy as Markdown" }).click();
  await page.waitForURL("**/api/post-loads.md");
});
