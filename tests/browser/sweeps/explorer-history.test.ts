import { expect, test } from "vitest";

import { tinyFiles } from "../../support/sandbox.ts";
import { inSettings, callAs, edit, outcome, send, serveExplorerSite } from "../explorer-site.ts";

const site = await serveExplorerSite();

test("a call from another page of the site opens there, and each tab has its own history", async () => {
  const visit = await site.visit();
  const { page } = visit;
  const loads = await visit.open("get-loads");
  await loads.getByLabel("page_size").fill("4");
  await send(loads);
  await page.goto(`${site.origin}/api/v1/`);
  const other = await visit.open("get-client-info");
  await send(other);
  await other.getByText("History (2)").click();
  await other.getByRole("link", { name: /Open again on \/api\/: GET \/loads\// }).click();
  await page.waitForURL("**/api/#try-get-loads");
  expect(await outcome(loads)).toContain("200 OK GET /loads/?page=1&page_size=4");
  expect(await loads.getByLabel("page_size").inputValue()).toBe("4");

  const newTab = await page.context().newPage();
  await newTab.goto(`${site.origin}/api/`);
  await newTab.locator("#get-loads").getByRole("button", { name: "Try it" }).click();
  await newTab.locator("#get-loads .explorer").waitFor();
  expect(await newTab.getByText(/^History \(/).count()).toBe(0);
  expect(visit.faults()).toEqual([]);
});

test("the tab stores part of a long response and of an upload, and says what it left out", async () => {
  const visit = await site.visit();
  const info = await visit.open("get-client-info");
  await callAs(info, "Odd", "big");
  await send(info);
  const upload = await visit.open("post-broker-invoices-invoice-number-attachments");
  await inSettings(upload, async () => upload.getByLabel("Server", { exact: true }).selectOption({ index: 0 }));
  await upload
    .locator("input[type=file]")
    .setInputFiles({ name: "pod.pdf", mimeType: "application/pdf", buffer: Buffer.from(tinyFiles.pdf) });
  await upload.locator(".field-file .note", { hasText: "pod.pdf" }).waitFor();
  await send(upload);
  expect(await visit.page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain("%PDF");
  await visit.page.reload();
  await visit.open("get-client-info");
  await info.getByText("History (2)").click();
  await info.getByRole("button", { name: /Open again: GET \/client_info\// }).click();
  await info.getByRole("radio", { name: "Body" }).click();
  await info.getByText(/This tab kept the first 60 kB of \d\.\d MB\./).waitFor();
  await info.getByText("Only a whole body is compared with the documentation.").waitFor();
  await info.getByRole("button", { name: /Open again: POST/ }).click();
  await upload.getByText("This tab didn't keep pod.pdf.", { exact: false }).waitFor();
  // The sandbox uses a sample file instead, and says so.
  await edit(upload);
  await upload.locator(".field-file .note", { hasText: "sample.pdf" }).waitFor();
  expect(visit.faults()).toEqual([]);
});
