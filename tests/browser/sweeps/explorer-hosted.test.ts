import type { Page } from "playwright-core";
import { expect, inject, test } from "vitest";

import { serveFolder } from "../../support/serve-folder.ts";
import { smallReferenceFolder } from "../../support/small-reference.ts";
import { inSettings, openExplorer, outcome, send } from "../explorer-site.ts";
import { buildIn } from "../published-site.ts";
import { readSite } from "../visit.ts";

/* The explorer of a published site, with the sandbox in the page, on a host that knows nothing but its files. */
const site = readSite(inject("small"));

async function read(page: Page, load: string): Promise<string> {
  const explorer = await openExplorer(page, "get-loads-load-number");
  await explorer.getByLabel("load_number").fill(load);
  const answer = await send(explorer);
  await explorer.getByRole("button", { name: "Close the explorer" }).click();
  return answer;
}

test("calls go to the in-page sandbox first: operations share its records, which last in the tab until a reset", async () => {
  const { page, faults } = await site.visit("/api/");
  const create = await openExplorer(page, "post-loads");
  const chosen = create.getByLabel("Server", { exact: true }).locator("option:checked");
  expect(await chosen.textContent()).toBe("Sandbox in this page: simulated");
  await create.getByLabel("load_number").fill("LD-MINE");
  const elsewhere: string[] = [];
  page.on("request", (request) => request.url().startsWith(`${site.origin}/`) || elsewhere.push(request.url()));
  expect(await send(create)).toContain("201 Created");
  expect(await read(page, "LD-MINE")).toContain("200 OK");
  await page.reload();
  expect(await read(page, "LD-MINE")).toContain("200 OK");
  const again = await openExplorer(page, "post-loads");
  const sending = again.getByRole("button", { name: "Send POST" });
  const box = await sending.boundingBox();
  await inSettings(again, async () => {
    await again.getByRole("button", { name: "Reset" }).click();
    await again.getByText("The first records are back.").waitFor();
  });
  // Nothing may move from under the pointer now.
  expect(await sending.boundingBox()).toEqual(box);
  expect(await read(page, "LD-MINE")).toContain("404 Not Found");
  expect(elsewhere).toEqual([]);
  expect(faults).toEqual([]);
});

test("on an https page, a server without https is explained", async () => {
  const { page } = await site.visit("/");
  await page.route("https://docs.example/**", async (route) => {
    const address = route.request().url().replace("https://docs.example", site.origin);
    const response = await route.fetch({ url: address });
    if (!address.includes("/assets/try/")) return route.fulfill({ response });
    const url = "http://api.internal/v1";
    const servers = [{ name: "Plain", kind: "staging", url, template: url, variables: [] }];
    return route.fulfill({ response, json: { ...(await response.json()), servers, pageSandbox: null } });
  });
  await page.goto("https://docs.example/api/");
  const explorer = await openExplorer(page, "get-client-info");
  await explorer.getByRole("button", { name: "Send GET" }).click();
  expect(await outcome(explorer)).toContain("No response");
  await explorer.getByText("This page came over https", { exact: false }).waitFor();
  await explorer.getByText("curl 'http://api.internal/v1/client_info/'", { exact: false }).waitFor();
});

test("below a base URL, a first call succeeds, and so does an upload", async () => {
  await using folder = await smallReferenceFolder();
  await using server = await serveFolder(await buildIn(folder, "--base-url", "/docs/"), { baseUrl: "/docs/" });
  const below = readSite(server.origin);
  const { page, faults } = await below.visit("/docs/api/");
  for (const anchor of ["post-loads", "post-broker-invoices-invoice-number-attachments"]) {
    const explorer = await openExplorer(page, anchor);
    await inSettings(explorer, async () => explorer.getByRole("button", { name: "Reset" }).click());
    if (anchor.endsWith("-attachments")) await explorer.locator(".field-file .note").getByText("sample.pdf").waitFor();
    expect(await send(explorer), anchor).toMatch(/^2\d\d /);
    await page.keyboard.press("Escape");
    await explorer.waitFor({ state: "detached" });
  }
  expect(faults).toEqual([]);
});
