import { expect, test } from "vitest";

import { runCommand } from "../../support/run-command.ts";
import { codeOf, inSettings, edit, responseText, callAs, outcome, send, serveExplorerSite } from "../explorer-site.ts";

/* Failures around an explorer, and what is copied from it. `explorer` tests how it works. */
const site = await serveExplorerSite();

test("a response of 5 MB is shown in part and downloaded whole, and the page stays responsive", async () => {
  const visit = await site.visit();
  const explorer = await visit.open("get-client-info");
  await callAs(explorer, "Odd", "big");
  expect(await send(explorer)).toContain("200 OK");
  await explorer.getByText(/Shown up to 300 kB of \d\.\d MB\./).waitFor();
  expect((await responseText(explorer)).length).toBeLessThan(310_000);
  const download = visit.page.waitForEvent("download");
  await explorer.getByRole("button", { name: "Download" }).click();
  expect((await download).suggestedFilename()).toBe("get-client-info-200.json");
  await explorer.getByLabel("Search the response").fill("x");
  await explorer.getByText("1 of 1000+").waitFor();
  expect(visit.faults()).toEqual([]);
});

test("a call can be canceled, and times out by itself", async () => {
  const visit = await site.visit();
  const explorer = await visit.open("get-client-info");
  await callAs(explorer, "Odd", "silent");
  await explorer.getByRole("button", { name: "Send GET" }).click();
  await explorer.getByRole("button", { name: "Cancel" }).click();
  expect(await outcome(explorer)).toContain("Canceled");
  await edit(explorer);
  await inSettings(explorer, async () => explorer.getByLabel("Timeout").selectOption("5 s"));
  await explorer.getByRole("button", { name: "Send GET" }).press("Enter");
  expect(await outcome(explorer)).toContain("Timed out");
  await explorer.getByText("didn't answer within 5 seconds").waitFor();
});

test("an unreachable server, an offline browser and a blocking policy are reported differently", async () => {
  const visit = await site.visit();
  const explorer = await visit.open("get-client-info");
  await callAs(explorer, "Down", "token");
  expect(await send(explorer)).toContain("No response");
  await explorer.getByText("nothing listens there", { exact: false }).waitFor();
  await visit.page.context().setOffline(true);
  try {
    // By key, because a mouse press right after the call's end counts as a late Cancel.
    await explorer.getByRole("button", { name: "Send again" }).press("Enter");
    await explorer.getByText("This computer is offline.").waitFor();
  } finally {
    await visit.page.context().setOffline(false);
  }
});

test("a call that the site's own policy blocks is explained as such", async () => {
  const visit = await site.visit({
    prepare: async (page) =>
      page.route("**/assets/try/get-client-info-*.json", async (route) => {
        const response = await route.fetch();
        const data = await response.json();
        const url = "http://127.0.0.2:9/v1";
        const servers = [{ name: "Unlisted", kind: "staging", url, template: url, variables: [] }];
        await route.fulfill({ response, json: { ...data, servers } });
      }),
  });
  const explorer = await visit.open("get-client-info");
  await callAs(explorer, "Unlisted", "token");
  expect(await send(explorer)).toContain("No response");
  await explorer.getByText("Content-Security-Policy doesn't allow calls to 127.0.0.2:9").waitFor();
});

test("the copied JavaScript sends the same request as the page, with the secret from the environment", async () => {
  const visit = await site.visit();
  const explorer = await visit.open("post-loads");
  await callAs(explorer, "Odd", "tok-env");
  await explorer.getByLabel("load_number").fill(`quotes ' " \\ \${id} ü`);
  await send(explorer);
  const sent = site.odd.seen.at(-1);
  const code = await codeOf(explorer);
  await code.getByRole("radio", { name: "JavaScript" }).check();
  await code.getByRole("button", { name: "Copy" }).click();
  const copied = await visit.page.evaluate(async () => navigator.clipboard.readText());
  expect(copied).not.toContain("tok-env");
  const run = ["--input-type=module", "-e", copied];
  const { stderr } = await runCommand(process.execPath, run, { cwd: ".", env: { API_AUTH: "tok-env" } });
  expect(stderr).toBe("");
  const again = site.odd.seen.at(-1);
  expect(again).not.toBe(sent);
  expect([again?.method, again?.url, again?.headers["authorization"]]).toEqual([sent?.method, sent?.url, "tok-env"]);
  expect(JSON.parse(utf8(again?.body))).toEqual(JSON.parse(utf8(sent?.body)));
});

/** The odd API keeps bytes. */
function utf8(body = ""): string {
  return Buffer.from(body, "latin1").toString("utf8");
}

test("a crash leaves the rest of the page and the form's values intact", async () => {
  const visit = await site.visit();
  const { page } = visit;
  const explorer = await visit.open("post-broker-invoices");
  await explorer.getByLabel("load_number").fill("LD-KEPT");
  await page.evaluate(() => {
    // Amounts in dollars need it.
    const { prototype } = String;
    const own = Object.getOwnPropertyDescriptor(prototype, "padEnd") ?? {};
    Object.assign(window, { mend: () => Object.defineProperty(prototype, "padEnd", own) });
    Object.defineProperty(prototype, "padEnd", {
      configurable: true,
      value() {
        throw new Error("no such format");
      },
    });
  });
  await explorer.getByLabel("amount", { exact: true }).focus();
  await page.getByText("This page crashed.").waitFor();
  await page.getByText("no such format").waitFor();
  await page.getByRole("button", { name: "Switch to dark mode" }).click();
  await page.waitForFunction(() => document.documentElement.dataset["theme"] === "dark");
  await page.evaluate(() => (window as unknown as { mend: () => void }).mend());
  await page.getByRole("button", { name: "Try again" }).click();
  expect(await explorer.getByLabel("load_number").inputValue()).toBe("LD-KEPT");
});

test.each(["island", "data"] as const)(
  "a file that fails to load once is named and loads after Retry (%s)",
  async (part) => {
    const address = { island: /assets\/explorer-island-.*\.js$/, data: /assets\/try\/.*\.json$/ }[part];
    let isDown = true;
    const visit = await site.visit({
      prepare: async (page) => page.route(address, async (route) => (isDown ? route.abort() : route.continue())),
    });
    const { page } = visit;
    const operation = page.locator("#get-loads");
    await operation.getByRole("button", { name: "Try it" }).click();
    const failure = operation.getByRole("alert").filter({ hasText: /TypeError: Failed to fetch/ });
    await failure.waitFor();
    // In a row of its own below the path, or at the foot of the window.
    const layout = await failure.evaluate((box) => {
      const { top, bottom, width } = box.getBoundingClientRect();
      const path = box.closest(".op-bar")?.querySelector(".op-path")?.getBoundingClientRect();
      return { isWide: width > 500, isBelow: top >= (path?.bottom ?? Infinity) || innerHeight - bottom === 16 };
    });
    expect(layout).toEqual({ isWide: true, isBelow: true });
    expect(await visit.page.evaluate(() => performance.getEntriesByType("navigation").length)).toBe(1);
    isDown = false;
    await operation.getByRole("button", { name: "Retry" }).click();
    await operation.locator(".explorer").waitFor();
  },
);

test("if the browser won't request a file again, Retry reloads the page, and the form is kept", async () => {
  let isDown = true;
  const visit = await site.visit({
    prepare: async (page) =>
      page.route(/assets\/(sending|shell-islands)-.*\.js$/, async (route) =>
        isDown ? route.abort() : route.continue(),
      ),
  });
  const { page } = visit;
  const isReloaded = () => performance.getEntriesByType("navigation")[0]?.toJSON().type === "reload";
  const explorer = await visit.open("post-broker-invoices");
  await explorer.getByLabel("load_number").fill("LD-KEPT");
  await explorer.getByRole("button", { name: "Send POST" }).click();
  await explorer.getByText("A part of this page didn't load, so nothing was sent.").waitFor();
  await explorer.getByText(/TypeError: Failed to fetch/).waitFor();
  expect(await page.evaluate(isReloaded)).toBe(false);
  await explorer.getByRole("button", { name: "Retry" }).click();
  await page.waitForFunction(isReloaded);
  const again = await visit.open("post-broker-invoices");
  expect(await again.getByLabel("load_number").inputValue()).toBe("LD-KEPT");
  await page.goto(page.url().replace(/#.*/, "?anew"));
  await page.getByRole("button", { name: "Switch to dark mode" }).click();
  await page
    .locator(".navbar")
    .getByText(/TypeError: Failed to fetch/)
    .waitFor();
  expect(await page.evaluate(isReloaded)).toBe(false);
  await page.getByRole("button", { name: "Retry" }).click();
  await page.waitForFunction(isReloaded);
  isDown = false;
  await page.getByRole("button", { name: "Switch to dark mode" }).click();
  await page.waitForFunction(() => document.documentElement.dataset["theme"] === "dark");
  expect(await send(await visit.open("post-broker-invoices"))).toContain("201 Created");
});

test("a loading message appears only after a moment", async () => {
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  const visit = await site.visit({
    prepare: async (page) =>
      page.route("**/assets/try/get-loads-*.json", async (route) => {
        await released;
        await route.continue();
      }),
  });
  const operation = visit.page.locator("#get-loads");
  await operation.getByRole("button", { name: "Try it" }).click();
  const loading = operation.locator(".loading");
  await loading.waitFor({ state: "attached" });
  const delay = await loading.evaluate((element) => getComputedStyle(element).animationDelay);
  expect(delay).toBe("0.2s");
  await loading.waitFor({ state: "visible" });
  release();
  await operation.locator(".explorer").waitFor();
});

test("a tab older than the site reloads once", async () => {
  let pages = 0;
  let loads = 0;
  const visit = await site.visit({
    prepare: async (page) => {
      await page.route(/assets\/explorer-island-.*\.js$/, async (route) => route.fulfill({ status: 404 }));
      await page.route(/assets\/boot-NEW-.*\.js$/, async (route) =>
        route.continue({ url: route.request().url().replace("boot-NEW-", "boot-") }),
      );
      await page.route(`${site.origin}/api/`, async (route) => {
        pages += 1;
        if (route.request().isNavigationRequest()) loads += 1;
        const response = await route.fetch();
        const html = await response.text();
        await route.fulfill({ response, body: pages === 1 ? html : html.replace("assets/boot-", "assets/boot-NEW-") });
      });
    },
  });
  const { page } = visit;
  const reloaded = page.waitForEvent("load");
  await page.locator("#get-loads").getByRole("button", { name: "Try it" }).click();
  await reloaded;
  expect(loads).toBe(2);
  await page.locator("#get-loads").getByRole("button", { name: "Try it" }).click();
  await page.getByRole("button", { name: "Retry" }).waitFor();
  expect(loads).toBe(2);
});

test("with storage blocked, everything works, and the page says what it can't store", async () => {
  const visit = await site.visit({ storage: "blocked" });
  const explorer = await visit.open("get-client-info");
  await callAs(explorer, "Sandbox (", "token");
  await explorer.getByLabel("Keep until this tab is closed").click();
  await explorer.getByText("this browser blocks storage", { exact: false }).waitFor();
  expect(await send(explorer)).toContain("200 OK");
  const loads = await visit.open("get-loads");
  await loads.getByText("History (1)").click();
  await loads.getByText("the list is gone when you leave", { exact: false }).waitFor();
  await loads.getByRole("button", { name: /Open again: GET \/client_info\// }).click();
  expect(await outcome(explorer)).toContain("200 OK");
  expect(visit.faults()).toEqual([]);
});
