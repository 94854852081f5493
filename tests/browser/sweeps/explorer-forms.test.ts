import { afterAll, beforeAll, expect, test } from "vitest";

import { tinyFiles } from "../../support/sandbox.ts";
import { responseText, type ExplorerSite, outcome, send, serveExplorerSite, writeJson } from "../explorer-site.ts";

/* Rarer forms of the explorer: lists of objects, parameters of which one is enough, files, fields that are only read. */
let site: ExplorerSite;

beforeAll(async () => {
  site = await serveExplorerSite();
});

afterAll(async () => site[Symbol.asyncDispose]());

test("a load gets a second origin, which is moved and sent", async () => {
  const visit = await site.visit();
  const explorer = await visit.open("post-loads");
  await explorer.getByLabel("load_number").fill("LD-TWO");
  await explorer.getByRole("button", { name: "Add to origin_locations" }).click();
  const second = explorer.getByRole("group", { name: "2 of 2" });
  for (const [name, value] of [
    ["street_one", "1 Pier"],
    ["city", "Oakland"],
    ["state", "CA"],
    ["country", "US"],
  ] as const) {
    await second.getByLabel(name).fill(value);
  }
  await explorer.getByRole("button", { name: "Up 2 of 2 in origin_locations" }).click();
  await explorer.locator(":focus", { hasText: "Down 1 of 2 in origin_locations" }).waitFor();
  await explorer.getByRole("button", { name: "Add to origin_locations" }).click();
  await explorer.getByRole("button", { name: "Remove 3 of 3 in origin_locations" }).click();
  await explorer.getByText("1 of 2 1 Pier, Oakland, CA, US").click();
  expect(await explorer.getByRole("group", { name: "1 of 2" }).getByLabel("city").inputValue()).toBe("Oakland");
  expect(await send(explorer)).toContain("201 Created");
  const { origin_locations: origins } = JSON.parse(await responseText(explorer));
  expect(origins.map(({ city }: { city: string }) => city)).toEqual(["Oakland", "Salinas"]);
  expect(visit.faults()).toEqual([]);
});

test("debtor credit: 404 for no match and 400 for several, each with what the contract says about it", async () => {
  const visit = await site.visit();
  const explorer = await visit.open("get-debtor-credit");
  for (const name of ["mc", "user_id"]) {
    const leaveOut = explorer.getByRole("button", { name: `Leave out ${name}` });
    if (await leaveOut.isVisible()) await leaveOut.click();
  }
  if (!(await explorer.getByLabel("dot", { exact: true }).isVisible()))
    await explorer.getByRole("button", { name: "Add dot" }).click();
  await explorer.getByLabel("dot", { exact: true }).fill("99009999");
  expect(await send(explorer)).toContain("404 Not Found");
  expect(await explorer.locator(".response-meaning").textContent()).toBe("No match.");
  await explorer.getByLabel("dot", { exact: true }).fill("99007000");
  expect(await send(explorer)).toContain("400 Bad Request");
  expect(await explorer.locator(".response-meaning").textContent()).toBe("Several matches.");
  expect(visit.faults()).toEqual([]);
});

test("a PDF is uploaded; a file that is not what its name says is not", async () => {
  const visit = await site.visit();
  const explorer = await visit.open("post-broker-invoices-invoice-number-attachments");
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
  expect(visit.faults()).toEqual([]);
});

test("read-only fields are not offered, a wrong call can be sent anyway, and starting over brings the example back", async () => {
  const visit = await site.visit();
  const explorer = await visit.open("post-loads");
  expect(await explorer.getByText("created_at").count()).toBe(0);
  // Nothing here may be null.
  expect(await explorer.getByRole("button", { name: "null for" }).count()).toBe(0);
  // Units are called as in the reference.
  for (const unit of ["feet", "pounds"]) expect(await explorer.locator(".field-facts").getByText(unit).count()).toBe(1);
  await explorer.getByRole("button", { name: "Leave out load_number" }).click();
  await explorer.getByLabel("length").fill("53.5");
  await explorer.getByRole("button", { name: "Send POST" }).click();
  await explorer.getByText("2 things are not as documented").waitFor();
  await explorer.getByText("load_number is required.").waitFor();
  await explorer.getByRole("button", { name: "load_number", exact: true }).click();
  await visit.page.waitForFunction(() => document.activeElement?.textContent === "Add load_number");
  await explorer.getByRole("button", { name: "Send anyway" }).click();
  expect(await outcome(explorer)).toContain("400 Bad Request");

  // In JSON there is no field to say it: the summary does, as to a writer.
  await explorer.getByRole("button", { name: "Start over" }).click();
  await explorer.getByRole("radio", { name: "JSON" }).check();
  const editor = explorer.getByLabel("Body as JSON");
  await editor.fill((await editor.inputValue()).replace("pickup_open_at", "pickup_opens_at"));
  await explorer.getByRole("button", { name: "Send POST" }).click();
  await explorer
    .getByRole("button", { name: "LoadCreate has no field pickup_opens_at. Did you mean pickup_open_at?" })
    .click();
  expect(await editor.evaluate((element) => element === document.activeElement)).toBe(true);
  await writeJson(explorer, "{ broken");
  await explorer.getByRole("button", { name: "Start over" }).click();
  expect(await explorer.getByLabel("load_number").inputValue()).toBe("LD-20417");
});
