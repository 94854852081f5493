import { expect, inject, test } from "vitest";

import { tinyFiles } from "../../support/sandbox.ts";
import { openExplorer, responseText, send } from "../explorer-site.ts";
import { readSite } from "../visit.ts";

/* Files, which browsers read and send, and what needs layout. The other rarer forms are in dom/explorer-rarer-forms. */
const site = readSite(inject("small"));

test("a PDF is uploaded; a file that isn't what its name says is refused", async () => {
  const { page, faults } = await site.visit("/api/");
  const explorer = await openExplorer(page, "post-broker-invoices-invoice-number-attachments");
  await explorer.getByLabel("invoice_number").fill("BI-100490");
  const file = explorer.locator("input[type=file]");
  expect(await file.getAttribute("accept")).toContain("application/pdf,.pdf");
  expect(await explorer.getByRole("checkbox", { name: "carrier" }).isChecked()).toBe(true);
  await explorer.getByRole("checkbox", { name: "debtor" }).uncheck();
  await explorer.getByText("?visible_to=carrier", { exact: false }).first().waitFor();

  await file.setInputFiles({ name: "photo.png", mimeType: "image/png", buffer: Buffer.from(tinyFiles.pdf) });
  await explorer.getByText("69 bytes · application/pdf").waitFor();
  await explorer.getByRole("button", { name: "Send POST" }).click();
  await explorer.getByText("By its name this file is image/png, by its content application/pdf.").first().waitFor();
  await file.setInputFiles({ name: "notes.txt", mimeType: "text/plain", buffer: Buffer.from("hello") });
  await explorer.getByText("The content of this file is of none of the accepted types.").first().waitFor();

  await file.setInputFiles({ name: "pod.pdf", mimeType: "application/pdf", buffer: Buffer.from(tinyFiles.pdf) });
  await explorer.getByText("Not sent.").waitFor({ state: "hidden" });
  expect(await send(explorer)).toContain("201 Created");
  expect(JSON.parse(await responseText(explorer))).toMatchObject({ filename: "pod.pdf", visible_to: ["carrier"] });
  expect(faults).toEqual([]);
});

test("the text of a list item ends where its buttons begin", async () => {
  const { page } = await site.visit("/api/");
  const explorer = await openExplorer(page, "post-loads");
  const element = explorer.locator(".list-fields > li").first();
  const end = await element
    .locator("summary")
    .evaluate((line) => line.getBoundingClientRect().right - parseFloat(getComputedStyle(line).paddingRight));
  const buttons = await element.locator(".field-actions").boundingBox();
  expect(end).toBeLessThanOrEqual(buttons?.x ?? 0);
});
