import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { gzipSync } from "node:zlib";

import { afterAll, beforeAll, expect, test } from "vitest";

import { answerText, callAs, type ExplorerSite, outcome, send, serveExplorerSite, writeJson } from "./explorer-site.ts";

let site: ExplorerSite;

beforeAll(async () => {
  site = await serveExplorerSite();
});

afterAll(async () => site[Symbol.asyncDispose]());

test("a broker invoice is created, listed, read with all that an answer tells, changed and deleted in the sandbox", async () => {
  const visit = await site.visit();
  const create = await visit.open("post-broker-invoices");
  expect(await send(create)).toContain("201 Created");
  await create.getByText("As documented.").waitFor();
  const { invoice_number: number } = JSON.parse(await answerText(create));

  const list = await visit.open("get-broker-invoices");
  expect(await send(list)).toContain("200 OK");
  expect(await answerText(list)).toContain(number);
  await list.getByText("As documented.").waitFor();

  const read = await visit.open("get-broker-invoices-invoice-number");
  await read.getByLabel("invoice_number").fill(number);
  expect(await send(read)).toContain(`200 OK GET /broker_invoices/${number}/`);
  const facts = await read.locator(".response .response-facts").first().textContent();
  expect(facts).toMatch(/^\d+ ms · [\d.]+ (?:bytes|kB) · application\/json.* · simulated$/);
  await read.getByText(/^\d+ headers$/).click();
  expect(await read.locator(".response-headers").innerText()).toMatch(/x-sandbox\s+simulated/);
  const { amount } = JSON.parse(await answerText(read));
  const shown = read.locator(".response-text [data-usd]", { hasText: String(amount) }).first();
  expect(await shown.evaluate((element) => getComputedStyle(element, "::after").content)).toContain(
    new Intl.NumberFormat("en-US", { style: "currency", currency: "USD" }).format(amount / 100),
  );
  const colors = await read
    .locator(".response-text")
    .evaluate((body) => new Set([...body.querySelectorAll("span")].map((span) => getComputedStyle(span).color)).size);
  expect(colors).toBeGreaterThan(2);

  const patch = await visit.open("patch-broker-invoices-invoice-number");
  await patch.getByLabel("invoice_number").fill(number);
  await writeJson(patch, { amount: 300_000 });
  expect(await send(patch)).toContain("200 OK");
  expect(JSON.parse(await answerText(patch)).amount).toBe(300_000);

  const remove = await visit.open("delete-broker-invoices-invoice-number");
  await remove.getByLabel("invoice_number").fill(number);
  expect(await send(remove)).toContain("204 No Content");
  await remove.getByText("No body.").waitFor();
  await read.getByRole("button", { name: "Send GET" }).click();
  expect(await outcome(read)).toContain("404 Not Found");
  expect(visit.faults()).toEqual([]);
});

test("an answer is folded, searched, wrapped, copied whole, downloaded, and outdated once the form changes", async () => {
  const visit = await site.visit();
  const { page } = visit;
  const explorer = await visit.open("post-loads");
  expect(await send(explorer)).toContain("201 Created");
  const whole = await answerText(explorer);
  const city = explorer.locator(".response-line", { hasText: "Salinas" });
  await explorer.getByRole("button", { name: "Fold all" }).click();
  expect(await city.isVisible()).toBe(false);
  const answer = explorer.getByRole("region", { name: "Response" });
  await answer.getByRole("button", { name: "Copy", exact: true }).click();
  expect(await page.evaluate(async () => navigator.clipboard.readText())).toBe(whole);

  const search = explorer.getByLabel("Search the response");
  const found = explorer.locator(".response-search output");
  await search.fill("salinas");
  await city.waitFor();
  expect(await found.textContent()).toBe("1 of 1");
  await search.fill('"city": "');
  expect(await found.textContent()).toBe("1 of 2");
  await search.press("Enter");
  expect(await found.textContent()).toBe("2 of 2");
  await explorer.locator(".response-line", { hasText: "Reno" }).waitFor();
  await search.press("Shift+Enter");
  expect(await found.textContent()).toBe("1 of 2");
  await search.fill("nowhere");
  expect(await found.textContent()).toBe("none");

  await explorer.locator(".response-text summary").first().focus();
  const focused = async () => page.evaluate(() => document.activeElement?.textContent?.trim());
  await page.keyboard.press("ArrowDown");
  expect(await focused()).toBe('"origin_locations": [');
  await page.keyboard.press("ArrowLeft");
  expect(await city.isVisible()).toBe(false);
  await page.keyboard.press("Enter");
  expect(await city.isVisible()).toBe(true);
  await page.keyboard.press("ArrowUp");
  expect(await focused()).toBe("{");

  const isWrapped = async () => city.evaluate((line) => getComputedStyle(line).whiteSpace === "pre-wrap");
  expect(await isWrapped()).toBe(true);
  await explorer.getByRole("button", { name: "Wrap lines" }).click();
  expect(await isWrapped()).toBe(false);
  const download = page.waitForEvent("download");
  await explorer.getByRole("button", { name: "Download", exact: true }).click();
  expect((await download).suggestedFilename()).toBe("post-loads-201.json");

  const outdated = explorer.getByText("Outdated: the request has changed since.");
  expect(await outdated.count()).toBe(0);
  await explorer.getByLabel("load_number").fill("LD-OTHER");
  await outdated.waitFor();
  await explorer.getByLabel("load_number").fill("LD-20417");
  await outdated.waitFor({ state: "hidden" });
  expect(visit.faults()).toEqual([]);
});

test("the next page of a list is one click away, and goes to the same server whatever the answer says", async () => {
  const visit = await site.visit();
  const explorer = await visit.open("get-loads");
  await explorer.getByLabel("page_size").fill("1");
  await callAs(explorer, "Sandbox (", "any");
  await visit.page.route("**/v1/external_api/loads/?page=1*", async (route) => {
    const response = await route.fetch();
    const body = {
      ...(await response.json()),
      next: "https://elsewhere.example/v1/external_api/loads/?page=2&page_size=1",
    };
    await route.fulfill({ response, json: body });
  });
  await send(explorer);
  const next = visit.page.waitForRequest((request) => request.url().includes("page=2"));
  await explorer.getByRole("button", { name: "Next page" }).click();
  expect(new URL((await next).url()).origin).toBe(site.origin);
  expect(await explorer.getByLabel("page", { exact: true }).inputValue()).toBe("2");
});

test("a call that changes something in production asks first, with method, host and amount", async () => {
  const visit = await site.visit();
  const explorer = await visit.open("post-broker-invoices");
  await callAs(explorer, "Live", "live-token");
  const before = site.odd.seen.length;
  await explorer.getByRole("button", { name: "Send POST" }).click();
  const dialog = visit.page.getByRole("dialog", { name: "Send to production?" });
  await dialog.waitFor();
  const text = await dialog.innerText();
  for (const word of ["POST", "/broker_invoices/", `localhost:${site.odd.port}`, "$2,400.00", "$1,950.00"])
    expect(text).toContain(word);
  await visit.page.keyboard.press("Escape");
  await dialog.waitFor({ state: "hidden" });
  expect(site.odd.seen.length).toBe(before);
  await explorer.getByRole("button", { name: "Send POST" }).click();
  await dialog.getByRole("button", { name: /^Send POST to/ }).click();
  expect(await outcome(explorer)).toContain("200 OK");
  expect(site.odd.seen.at(-1)?.headers["authorization"]).toBe("live-token");
});

test("an HTML answer is text and runs nothing, long numbers keep every digit, broken JSON is text, binary is a download, a redirect is not followed", async () => {
  const visit = await site.visit();
  const explorer = await visit.open("get-client-info");
  await callAs(explorer, "Odd", "html");
  expect(await send(explorer)).toContain("502 Bad Gateway");
  expect(await answerText(explorer)).toContain("<script>window.hacked = true</script>");
  expect(await visit.page.evaluate(() => "hacked" in window)).toBe(false);
  await explorer.getByLabel("ApiAuth").fill("long-number");
  await send(explorer);
  expect(await answerText(explorer)).toBe('{\n  "client_id": 9223372036854775807,\n  "amount": 1.10\n}');
  await explorer.getByText(/Differs from the documentation in \d places/).waitFor();
  await explorer.getByLabel("ApiAuth").fill("broken");
  await send(explorer);
  await explorer.getByText("It says it is JSON, but it breaks in line 2, column 2").waitFor();
  await explorer.getByLabel("ApiAuth").fill("binary");
  await send(explorer);
  await explorer.getByText("Not text.").waitFor();
  await explorer.getByLabel("ApiAuth").fill("redirect");
  expect(await send(explorer)).toContain("No response");
  await explorer.getByText("The server answered with a redirect").waitFor();
  expect(visit.faults()).toEqual([]);
});

test("a refusal by CORS is explained, with what the server would have to send and the curl", async () => {
  const visit = await site.visit();
  const explorer = await visit.open("post-loads");
  await callAs(explorer, "Closed", "token");
  expect(await send(explorer)).toContain("No response");
  await explorer.getByText("does not allow pages of", { exact: false }).waitFor();
  expect(await explorer.locator(".refusal-headers").textContent()).toBe(
    `Access-Control-Allow-Origin: ${site.origin}\nAccess-Control-Allow-Methods: POST\nAccess-Control-Allow-Headers: authorization, content-type`,
  );
  await explorer.getByText(`curl --fail-with-body -i -X POST '${site.closed.origin}/v1/external_api/loads/'`).waitFor();
  expect(await explorer.getByText("Failed to fetch").count()).toBe(0);
  expect(site.closed.seen.every(({ headers }) => headers["authorization"] === undefined)).toBe(true);
  expect(visit.faults()).toEqual([]);
});

test("a call carries no cookie, and its credentials are nowhere but in its header, and stay with their server", async () => {
  const visit = await site.visit();
  const { page } = visit;
  const secret = "tok-5f0c-SECRET";
  const urls: string[] = [];
  page.on("request", (request) => urls.push(request.url()));
  for (const url of [site.origin, site.odd.origin]) await page.context().addCookies([{ name: "sid", value: "7", url }]);
  const explorer = await visit.open("get-client-info");
  const own = page.waitForRequest("**/v1/external_api/client_info/");
  await callAs(explorer, "Sandbox (", secret);
  expect(await send(explorer)).toContain("200 OK");
  expect(await (await own).allHeaders()).not.toHaveProperty("cookie");
  await callAs(explorer, "Odd", secret);
  await send(explorer);
  expect(site.odd.seen.at(-1)?.headers["authorization"]).toBe(secret);
  expect(site.odd.seen.at(-1)?.headers).not.toHaveProperty("cookie");
  expect(site.odd.seen.at(-1)?.headers).not.toHaveProperty("referer");
  await explorer.getByText('-H "Authorization: $API_AUTH"').waitFor();
  await explorer.getByText("History (2)").click();

  const traces = await page.evaluate(() => [
    document.documentElement.outerHTML,
    JSON.stringify([
      Object.entries(localStorage),
      Object.entries(sessionStorage),
      document.cookie,
      history.state,
      location.href,
      document.title,
    ]),
    JSON.stringify(performance.getEntries()),
  ]);
  for (const trace of [...traces, ...urls]) expect(trace).not.toContain(secret);

  const server = explorer.getByLabel("Server", { exact: true });
  await server.selectOption({
    label: (await server.locator("option").allTextContents()).find((text) => text.startsWith("Closed")) ?? "",
  });
  expect(await explorer.getByLabel("ApiAuth").inputValue()).toBe("");
  await page.reload();
  const again = await visit.open("get-client-info");
  await callAs(again, "Odd", "");
  expect(await again.getByLabel("ApiAuth").inputValue()).toBe("");
});

test("credentials are set once for the page, and kept in the tab only when the reader asks for it", async () => {
  const visit = await site.visit();
  const explorer = await visit.open("get-client-info");
  await callAs(explorer, "Odd", "kept-token");
  const other = await visit.open("get-broker-invoices");
  await other.getByText("Set for this page").waitFor();
  expect(await other.getByLabel("ApiAuth").inputValue()).toBe("kept-token");
  await explorer.getByLabel("Keep until this tab is closed").check();
  await visit.page.reload();
  const again = await visit.open("get-loads");
  const server = again.getByLabel("Server", { exact: true });
  await server.selectOption({
    label: (await server.locator("option").allTextContents()).find((text) => text.startsWith("Odd")) ?? "",
  });
  expect(await again.getByLabel("ApiAuth").inputValue()).toBe("kept-token");
  expect(await visit.page.evaluate(() => Object.keys(sessionStorage).join())).not.toContain("kept-token");
  await again.getByLabel("Keep until this tab is closed").uncheck();
  expect(await visit.page.evaluate(() => JSON.stringify(Object.entries(sessionStorage)))).not.toContain("kept-token");
});

test("an impatient reader sends one call, not two, and the copied curl sends the same, with the secret where that is asked for", async () => {
  const visit = await site.visit();
  const explorer = await visit.open("post-loads");
  await callAs(explorer, "Odd", "it's $HOME `id`");
  await explorer.getByLabel("load_number").fill(`quotes ' " \\ $(id) ü`);
  const before = site.odd.seen.filter(({ method }) => method === "POST").length;
  await explorer.getByRole("button", { name: "Send POST" }).dblclick();
  expect(await outcome(explorer)).toContain("200 OK");
  expect(site.odd.seen.filter(({ method }) => method === "POST").length).toBe(before + 1);
  const sent = site.odd.seen.at(-1);
  await explorer.getByLabel("Show and copy the secret itself").check();
  await explorer.locator(".call-code").getByRole("button", { name: "Copy" }).first().click();
  const curl = await visit.page.evaluate(async () => navigator.clipboard.readText());
  await promisify(execFile)("sh", ["-c", `${curl} --max-time 10`]);
  const copied = site.odd.seen.at(-1);
  expect(copied).not.toBe(sent);
  expect([copied?.method, copied?.url, copied?.body]).toEqual([sent?.method, sent?.url, sent?.body]);
  expect(copied?.headers["authorization"]).toBe("it's $HOME `id`");
});

test("everything is done with the keyboard alone, and the focus is where the work is", async () => {
  const visit = await site.visit();
  const { page } = visit;
  const focused = async () => page.evaluate(() => document.activeElement?.textContent ?? "");
  await page.locator("#post-loads").getByRole("button", { name: "Try it" }).focus();
  await page.keyboard.press("Enter");
  const explorer = page.locator("#post-loads .explorer");
  await explorer.waitFor();
  expect(await focused()).toContain("Try it");
  const tabTo = async (isThere: () => Promise<boolean>) => {
    for (let step = 0; step < 120; step++) {
      if (await isThere()) return;
      await page.keyboard.press("Tab");
    }
    throw new Error("never reached");
  };
  await tabTo(async () => page.evaluate(() => document.activeElement?.id.endsWith("/load_number") === true));
  await page.keyboard.press("Control+A");
  await page.keyboard.type("LD-KEYS");
  await tabTo(async () => (await focused()) === "Add to origin_locations");
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.activeElement?.id.endsWith("origin_locations/1") === true);
  await tabTo(async () => (await focused()) === "Send POST");
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.activeElement?.textContent?.startsWith("Not sent.") === true);
  await tabTo(async () => (await focused()) === "Send anyway");
  await page.keyboard.press("Enter");
  expect(await outcome(explorer)).toContain("400 Bad Request");
  expect(await explorer.locator("output.visually-hidden").textContent()).toMatch(
    /^Response: 400 after \d+ milliseconds$/,
  );
  await explorer.getByRole("button", { name: "Close the explorer" }).focus();
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.activeElement?.textContent === "Try it");
  expect(visit.faults()).toEqual([]);
});

test.each([1440, 1199])(
  "opening the first explorer at %i px loads at most 102 kB of script, and nothing of it before the reader reaches for it",
  async (width) => {
    const visit = await site.visit({ isFirst: true, width });
    const { page } = visit;
    await page.waitForLoadState("networkidle");
    const scripts = async () =>
      page.evaluate(() =>
        performance
          .getEntriesByType("resource")
          .map(({ name }) => name)
          .filter((name) => /\.js$|assets\/try\//.test(name)),
      );
    expect((await scripts()).map((name) => name.replace(/^.*\/(\w+)-.*$/, "$1"))).toEqual(["boot"]);
    await visit.open("post-loads");
    await page.waitForLoadState("networkidle");
    const loaded = (await scripts()).filter((name) => name.endsWith(".js"));
    const sizes = await Promise.all(
      loaded.map(async (name) => gzipSync(new Uint8Array(await (await fetch(name)).arrayBuffer())).length),
    );
    const sum = sizes.reduce((total, size) => total + size, 0);
    expect(loaded.length, loaded.join("\n")).toBeGreaterThan(3);
    expect(sum, loaded.join("\n")).toBeLessThanOrEqual(102_000);
    console.log(`opening the first explorer at ${width} px: ${sum} bytes of script, gzipped`);
  },
);
