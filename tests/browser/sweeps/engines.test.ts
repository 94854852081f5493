import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, test } from "vitest";

import type { EngineWindow } from "../engines/engine-window.ts";
import { startFirefox } from "../engines/firefox.ts";
import { startWebKit } from "../engines/webkit.ts";
import { installDebian } from "../../support/install-debian.ts";
import { listen } from "../../support/listen.ts";
import { canRun, runCommand } from "../../support/run-command.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

/* The most frequent reader actions in engines other than Chromium, which the other files use. */
const engines = [
  { name: "Firefox", start: startFirefox, packages: "firefox-esr", width: 1440, prints: true },
  { name: "WebKit", start: startWebKit, packages: "webkit2gtk-driver and xvfb", width: 390, prints: false },
];

/** The shipped site. Its pages record their errors, because WebDriver doesn't report them. */
const site = await listen(async ({ url = "/" }, response) => {
  const answer = await fetch(inject("hosted") + url, { redirect: "manual" });
  const location = answer.headers.get("location");
  const type = answer.headers.get("content-type") ?? "";
  const body = Buffer.from(await answer.arrayBuffer());
  response.writeHead(answer.status, { "content-type": type, ...(location !== null && { location }) });
  response.end(type.startsWith("text/html") ? String(body).replace("<head>", `<head><script>${watch}</script>`) : body);
});

const watch = `
  window.faults = [];
  const note = ({ target, reason, message = reason ?? target.outerHTML }) => faults.push(String(message));
  for (const kind of ["error", "unhandledrejection"]) addEventListener(kind, note, true);
  addEventListener("securitypolicyviolation", (event) => faults.push(event.violatedDirective));
  console.error = (...words) => faults.push(words.join(" "));
`;

afterAll(async () => site[Symbol.asyncDispose]());

describe.for(engines)("in $name", ({ start, packages, width, prints }) => {
  let opened: EngineWindow | null = null;

  // The first run installs the engine from the network.
  beforeAll(async () => {
    opened = await start();
  }, 300_000);

  afterAll(async () => opened?.[Symbol.asyncDispose]());

  // A new reader, at a desk.
  beforeEach(async ({ skip }) => {
    skip(opened === null, `install Debian's ${packages}, and run the tests again`);
    await reader().go(`${site.origin}/robots.txt`);
    await reader().evaluate("(localStorage.clear(), sessionStorage.clear())");
    await reader().resize(1440, 900);
  });

  afterEach(async () => {
    if (opened !== null) expect(await opened.evaluate("window.faults")).toEqual([]);
  });

  /** The window; a test without one has been skipped. */
  function reader(): EngineWindow {
    if (opened === null) throw new Error("there is no window");
    return opened;
  }

  async function open(route: string): Promise<void> {
    await reader().go(site.origin + route);
    // WebKit's driver returns before a redirected page has loaded.
    await until("document.readyState", "complete");
  }

  const visible = (selector: string): string =>
    `document.querySelector(${JSON.stringify(selector)})?.checkVisibility() ?? false`;

  /** Waits until an expression of the page has a value. */
  async function until(expression: string, value: unknown): Promise<void> {
    await expect.poll(async () => reader().evaluate(expression), { message: expression }).toEqual(value);
  }

  test("the color mode and a dismissed announcement persist after a reload and on other pages", async () => {
    await open("/");
    await until("document.documentElement.dataset.theme", "light");
    await reader().click(".theme-toggle");
    await until("document.documentElement.dataset.theme", "dark");
    await reader().click(".announcement .icon-button");
    await until(visible(".announcement"), false);
    for (const again of [async () => reader().reload(), async () => open("/carrier-api")]) {
      await again();
      await until("getComputedStyle(document.documentElement).backgroundColor", "rgb(14, 21, 36)");
      await until(visible(".announcement"), false);
    }
  });

  test("by keyboard, the search finds an operation despite typos, and opens it with the focus there", async () => {
    await open("/broker-api");
    await reader().type("/");
    await until(`document.activeElement.matches("dialog.search input")`, true);
    await reader().type("creat laod");
    const first = `document.querySelector("dialog.search .search-option")`;
    await until(`${first}?.textContent`, expect.stringContaining("/loads/"));
    const topmost = `((box) => document.elementFromPoint(box.x + 20, box.y + 10))(${first}.getBoundingClientRect())`;
    await until(`${first}.contains(${topmost})`, true);
    await reader().press("Enter");
    await until("location.href", `${site.origin}/api/#post-loads`);
    await until("document.readyState", "complete");
    await reader().press("Tab");
    await until(`document.activeElement.closest(".op")?.id`, "post-loads");
  });

  test("a language chosen in one sample applies to all samples and to the next page", async () => {
    const samples = `[...document.querySelectorAll("[data-sync=language] [value=python]")]`;
    const chosen = `[...new Set(${samples}.map(({ checked }) => checked))]`;
    await open("/broker-api");
    await until(chosen, [false]);
    await reader().click("[data-sync=language] label:has([value=python])");
    await until(chosen, [true]);
    const sample = "[data-sync=language] [data-language=python]";
    await until(visible(sample), true);
    // The tab already shows the language.
    await until(`getComputedStyle(document.querySelector("${sample}"), "::before").content`, "none");
    await open("/carrier-api");
    await until(chosen, [true]);
  });

  test("on a phone, the menu opens over the page, closes, and its links work", async () => {
    await reader().resize(390, 844);
    await open("/");
    await until("innerWidth", 390);
    const entry = '#page\\:menu [href="/load-board"]';
    await until(visible(entry), false);
    await reader().click(".menu-button");
    await until(visible(entry), true);
    await reader().click("#page\\:menu .menu-head button");
    await until(visible(entry), false);
    await until("document.activeElement.className", expect.stringContaining("menu-button"));
    await reader().click(".menu-button");
    await reader().click(entry);
    await until("location.pathname", "/load-board/");
    await until(visible(entry), false);
  });

  test(`at ${width} px, the explorer accepts typed values and sends them to the in-page sandbox`, async () => {
    await reader().resize(width, 844);
    await open("/api/#post-loads");
    await reader().click("#try-post-loads");
    const explorer = "#post-loads .explorer";
    await until(visible(`${explorer} .send`), true);
    await reader().click(`${explorer} [id$="body/load_number"]`);
    await reader().press("Control", "a");
    await reader().type("LD-TYPED");
    await reader().click(`${explorer} .send`);
    await until(
      `document.querySelector("${explorer} .response h5")?.textContent`,
      expect.stringContaining("201 Created"),
    );
    await until(`document.querySelector("${explorer} .response").textContent`, expect.stringContaining("LD-TYPED"));
    await until(visible(`${explorer} .response h5`), true);
    await until(`document.activeElement.tagName`, "H5");
  });

  test("Run on the front page shows a response in place", async () => {
    await open("/");
    await reader().click(".live [data-action=run]");
    await until(`document.querySelector(".live > .code figcaption").textContent`, expect.stringContaining("200 OK"));
    await until("location.pathname", "/");
    await until("document.activeElement.textContent", "Run again");
  });

  test("the button above a sample copies it to the clipboard", async () => {
    await open("/broker-api");
    await reader().click("main .code .copy");
    await until(`document.getElementById("page:announcer")?.textContent`, expect.stringContaining("Copied"));
    const code = await reader().evaluate(
      `document.querySelector("main .code:has(.copy) code").textContent.replace(/\\s+/g, "")`,
    );
    await reader().type("/");
    await until(`document.activeElement.matches("dialog.search input")`, true);
    await reader().press("Control", "v");
    await until(`document.activeElement.value.replace(/\\s+/g, "")`, code);
  });

  test("an address with an anchor shows its operation, and marks it in the menu", async () => {
    await open("/api/#post-loads");
    await until(visible('#page\\:menu [href$="#post-loads"][aria-current]'), true);
    const top = `document.querySelector("#post-loads h3").getBoundingClientRect().top`;
    await until(`${top} > 0 && ${top} < innerHeight / 3`, true);
  });

  test("a printed guide has all its sections, including those folded on the screen", async ({ skip }) => {
    skip(!prints, "WebKitWebDriver knows no command for printing");
    if (!(await canRun("pdftotext", ["-v"]))) installDebian("poppler-utils");
    skip(!(await canRun("pdftotext", ["-v"])), "install poppler-utils, and run the tests again");
    await open("/broker-api");
    const parts = await reader().evaluate(
      `[...document.querySelectorAll(".prose :is(h2, h3, summary, details > p)")].map(({ textContent }) => textContent)`,
    );
    await using folder = await temporaryFolder({ "page.pdf": await reader().print() });
    const { stdout } = await runCommand("pdftotext", ["page.pdf", "-"], { cwd: folder.path });
    const letters = (text: unknown) =>
      String(text)
        .normalize("NFKC")
        .replaceAll(/[^\p{L}\p{N}]+/gu, "");
    const paper = letters(stdout);
    expect(Array.isArray(parts) && parts.filter((part) => !paper.includes(letters(part)))).toEqual([]);
    expect(paper).not.toContain("Copypage");
  });

  test("on a phone, a page of each kind loads without an error and fits the width", async () => {
    await reader().resize(390, 844);
    for (const route of ["/", "/broker-api", "/webhooks", "/TAI/tai-pages", "/markdown-page", "/api/"]) {
      await open(route);
      const found = await reader().evaluate("[...window.faults, document.documentElement.scrollWidth > innerWidth]");
      expect(found, route).toEqual([false]);
    }
  });
});
