import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, expect, inject, test } from "vitest";

import { outcome } from "./explorer-site.ts";
import { readSite, type Reader } from "./visit.ts";

/* The explorer of a published site: on a host that knows nothing of a sandbox. */
let site: Reader;

beforeAll(async () => {
  site = await readSite(inject("hosted"));
});

afterAll(async () => site[Symbol.asyncDispose]());

async function open(page: Page): Promise<Locator> {
  const operation = page.locator("#get-client-info");
  await operation.getByRole("button", { name: "Try it" }).click();
  const explorer = operation.locator(".explorer");
  await explorer.waitFor();
  return explorer;
}

test("no sandbox is offered where there is none", async () => {
  const { page, faults } = await site.visit("/api/");
  const explorer = await open(page);
  const servers = await explorer.getByLabel("Server", { exact: true }).locator("option").allTextContents();
  expect(servers.length).toBeGreaterThan(0);
  expect(servers.join()).not.toMatch(/sandbox/i);
  expect(faults).toEqual([]);
});

test("on a page that came over https, a server without it is explained", async () => {
  const { page } = await site.visit("/");
  await page.route("https://docs.example/**", async (route) => {
    const address = route.request().url().replace("https://docs.example", site.origin);
    const response = await route.fetch({ url: address });
    if (!address.includes("/assets/try/")) return route.fulfill({ response });
    const url = "http://api.example/v1";
    const servers = [{ name: "Plain", kind: "staging", url, template: url, variables: [] }];
    return route.fulfill({ response, json: { ...(await response.json()), servers } });
  });
  await page.goto("https://docs.example/api/");
  const explorer = await open(page);
  await explorer.getByRole("button", { name: "Send GET" }).click();
  expect(await outcome(explorer)).toContain("No answer");
  await explorer.getByText("This page came over https", { exact: false }).waitFor();
  await explorer.getByText("curl --fail-with-body -i 'http://api.example/v1/client_info/'", { exact: false }).waitFor();
});
