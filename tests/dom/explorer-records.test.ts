import { waitFor, within } from "@testing-library/dom";
import { expect, test } from "vitest";

import {
  callAs,
  explorerPages,
  open,
  outcome,
  pressSend,
  responseView,
  send,
  shows,
  showsNot,
} from "./explorer-page.ts";
import { choose, click, fill } from "./open-page.ts";

/* What the response's area shows before a response, the records shown after it, and what the form says before sending. */
const site = await explorerPages();

test("a list response is a table with rows that expand and link on; JSON, headers and code are other tabs", async () => {
  const page = await site.visit();
  const create = await open("post-broker-invoices");
  const parts = (explorer: HTMLElement) => within(explorer);
  await shows(create, "Documented: 201.");
  expect(create.querySelectorAll(".expected pre i").length).toBeGreaterThan(9);
  await send(create);
  expect(create.querySelector(".expected")).toBe(null);
  // A single record is rendered by the same component.
  await shows(create, "$2,400.00 240000");

  const list = await open("get-broker-invoices");
  await send(list);
  const names = parts(list).getAllByRole("columnheader");
  expect(names.map(({ textContent }) => textContent)).toEqual([
    ...["invoice_number", "status", "created_at", "amount", "carrier_amount"],
  ]);
  await shows(list, /\d+ records · page 1 of 1/);
  const openers = [...list.querySelectorAll<HTMLElement>(".record-opener")];
  const last = openers.at(-1);
  const row = last?.closest("tbody");
  if (!last || !row) throw new Error("no records");
  expect(row.textContent).toContain("$2,400.00");
  expect(row.textContent).not.toContain("240000");
  await click(last);
  expect(last.ariaExpanded ?? last.getAttribute("aria-expanded")).toBe("true");
  expect(row.textContent).toContain("$2,400.00 240000");
  expect(row.textContent).not.toContain('"');
  const calls = within(row).getAllByRole("link");
  expect(calls.map(({ textContent }) => textContent)).toEqual([
    ...["GET Read it", "PATCH Update it", "DELETE Delete it", "POST Attach a document to a broker invoice"],
  ]);
  expect(decodeURIComponent(calls[1]?.getAttribute("href") ?? "")).toContain('"amount":240000');
  await click(last);
  expect(row.textContent).not.toContain("240000");
  // A click works anywhere in the row.
  await click(row.querySelector("td:last-child") ?? row);
  expect(row.textContent).toContain("240000");

  expect((await responseView(list, /^Records/)).checked).toBe(true);
  await click(await responseView(list, "Code"));
  await shows(list, "curl");
  // The reader's choice also applies to the next response.
  await click(await responseView(list, "JSON"));
  await pressSend(create);
  await outcome(create);
  expect((await responseView(create, "JSON")).checked).toBe(true);
  expect(page.faults()).toEqual([]);
});

test("a record is shown in readable form, with value names, places, units and nested parts", async () => {
  await site.visit();
  await send(await open("post-loads"));
  const explorer = await open("get-loads");
  await send(explorer);
  await shows(explorer, /\d records? · page/);
  const row = within(explorer).getByRole("button", { name: "LD-20417" }).closest("tbody");
  if (row === null) throw new Error("no record");
  const cells = () => [...row.querySelectorAll("tr:first-child td")].map(({ textContent }) => textContent);
  expect(cells()).toEqual(["LD-20417", "Reefer", "Salinas, CA → Reno, NV", "Mar 10, 2025, 15:00 Z", "38,500 lb"]);
  await click(within(row).getByRole("button"));
  const valueOf = (name: string) => within(row).getByText(name).nextElementSibling?.textContent;
  expect([valueOf("trailer_type"), valueOf("length")]).toEqual(["Reefer R", "53 ft"]);
  const [part] = row.querySelectorAll<HTMLElement>(".record-fields details");
  expect(part?.querySelector("summary")?.textContent).toBe("1 Harvest Valley Packing · Salinas, CA");
  expect(part?.querySelector("dl")?.textContent).toContain("1200 Orchard Road");
  expect(row.querySelector(".record-fields")?.textContent).not.toMatch(/["{}[\]]/);
});

test("the request folds into one line when its response arrives, and can be reopened", async () => {
  await site.visit();
  const explorer = await open("get-loads");
  const line = within(explorer).getByRole("button", { name: /^Try it: GET/ });
  await waitFor(() => expect(document.activeElement === line).toBe(true));
  const isOpen = () => line.getAttribute("aria-expanded") === "true";
  expect(isOpen()).toBe(true);
  await send(explorer);
  expect([isOpen(), explorer.dataset["view"]]).toEqual([false, "response"]);
  await click(line);
  expect([isOpen(), explorer.dataset["view"]]).toEqual([true, "request"]);
  const [field, leaveOut] = [
    within(explorer).getByLabelText("page_size"),
    within(explorer).getByRole("button", { name: "Leave out page_size" }),
  ];
  expect(field.compareDocumentPosition(leaveOut)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  await fill(field, "3");
  await shows(line, "page_size=3");
  await shows(explorer, "Outdated:");
  await click(line);
  await click(within(explorer).getByRole("button", { name: "Start over" }));
  expect(isOpen()).toBe(true);
  await showsNot(explorer, "Outdated:");
});

test("the sandbox gets a sample file but a server doesn't, and missing credentials are reported before sending", async () => {
  await site.visit();
  const explorer = await open("post-broker-invoices-invoice-number-attachments");
  await shows(explorer, "sample.pdf");
  await fill(within(explorer).getByLabelText("invoice_number"), "BI-100490");
  expect(await send(explorer)).toContain("201 Created");
  await choose(within(explorer).getByLabelText("Server"), "Odd");
  await within(explorer).findByText("Choose a file");
  await showsNot(explorer.querySelector<HTMLElement>(".explorer-fields") ?? explorer, "sample.pdf");
  await shows(explorer, "to Odd, without credentials");
  await shows(explorer, "Nothing is set for ApiAuth: Odd will most likely refuse the call.");
  await callAs(explorer, "Odd", "token");
  await showsNot(explorer, "to Odd, without credentials");
  await showsNot(explorer, "Nothing is set for");
});
