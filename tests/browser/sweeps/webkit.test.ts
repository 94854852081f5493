import { afterAll, beforeAll, beforeEach, expect, inject, test } from "vitest";

import { specifiedRoutes } from "../../support/shipped-site.ts";
import { enter, startWebKit, type WebKit } from "../../support/webkit.ts";

/* What readers do most, in the engine of Safari. The other tests of pages run in Chromium. */
const site = inject("hosted");
let window: WebKit | null = null;

beforeAll(async () => {
  window = await startWebKit();
});

afterAll(async () => window?.[Symbol.asyncDispose]());

beforeEach(async ({ skip }) => {
  skip(window === null, "WebKitWebDriver and Xvfb are not installed here");
  await window?.go("about:blank");
  await window?.resize(1440, 900);
});

/** The window; a test without one has been skipped. */
function webKit(): WebKit {
  if (window === null) throw new Error("there is no window");
  return window;
}

test("the search shows its results, and Enter goes to the first", async () => {
  const { go, type, until } = webKit();
  await go(`${site}/broker-api`);
  await until(`document.querySelector(".search-button").checkVisibility()`);
  await type("/");
  await until(`document.activeElement.matches("dialog.search input")`);
  await type("creat laod");
  const seen = `((box) => document.elementFromPoint(box.x + 20, box.y + 10)?.closest(".search-option"))`;
  const first = `document.querySelector("dialog.search .search-option")`;
  await until(`${first}?.textContent.includes("/loads/")`);
  await until(`${seen}(${first}.getBoundingClientRect()) === ${first}`);
  await type(enter);
  await until(`location.href === "${site}/api/#post-loads"`);
});

test.for([
  { width: 1440, operation: "post-loads", status: "201 Created" },
  { width: 390, operation: "get-loads", status: "200 OK" },
])("the explorer sends to the sandbox in the page in a window of $width", async ({ width, operation, status }) => {
  const { go, resize, click, until } = webKit();
  await resize(width, 900);
  await go(`${site}/api/#${operation}`);
  await until(`document.readyState === "complete"`);
  await click(`#try-${operation}`);
  const explorer = `#${operation} .explorer`;
  await until(`document.querySelector("${explorer} .send")?.checkVisibility()`);
  await click(`${explorer} .send`);
  const answer = `[...document.querySelectorAll("${explorer} *")].find((part) => part.textContent.startsWith("${status}"))`;
  await until(`${answer}?.checkVisibility()`);
});

test("the color mode and a dismissed announcement last", async () => {
  const { go, click, until, evaluate } = webKit();
  await go(`${site}/`);
  await until(`document.readyState === "complete"`);
  expect(await evaluate("document.documentElement.dataset.theme")).toBe("light");
  await click(".theme-toggle");
  await until(`document.documentElement.dataset.theme === "dark"`);
  await click(".announcement .icon-button");
  await until(`!document.querySelector(".announcement")?.checkVisibility()`);
  await go(`${site}/carrier-api`);
  expect(await evaluate("document.documentElement.dataset.theme")).toBe("dark");
  expect(await evaluate(`document.querySelector(".announcement")?.checkVisibility() ?? false`)).toBe(false);
});

test("no page is wider than a narrow window", async () => {
  const { go, resize, evaluate } = webKit();
  await resize(390, 844);
  const wider: string[] = [];
  for (const route of specifiedRoutes) {
    await go(site + route);
    if ((await evaluate("document.documentElement.scrollWidth > innerWidth")) === true) wider.push(route);
  }
  expect(wider).toEqual([]);
});
