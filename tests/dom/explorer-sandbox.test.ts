import { fireEvent, waitFor, within } from "@testing-library/dom";
import { expect, test } from "vitest";

import { explorerPages, open, outcome, pressSend, send, shows, showsNot } from "./explorer-page.ts";
import { choose, click, fill, valueOf } from "./open-page.ts";

/* Errors that a reader can simulate in the page's sandbox, and how its responses are marked. */
const site = await explorerPages();

const menu = (explorer: HTMLElement) => within(explorer).getByLabelText("Simulate");
const badge = (explorer: HTMLElement) => explorer.querySelector(".explorer-server")?.textContent?.trim();

async function edit(explorer: HTMLElement): Promise<void> {
  const line = within(explorer).getByRole("button", { name: /^Try it: / });
  if (line.getAttribute("aria-expanded") === "false") await click(line);
}

test("a simulated status is returned and marked as simulated, and the call changes no records", async () => {
  const page = await site.visit();
  const create = await open("post-broker-invoices");
  expect(Array.from(menu(create).querySelectorAll("option"), (option) => option.textContent)).toEqual([
    ...["normal", "with 201", "after 3 seconds", "in part, cut off"],
  ]);
  await choose(menu(create), "with 201");
  expect(await send(create)).toContain("201 Created");
  await shows(create, "as asked (code=201): nothing was done");
  const list = await open("get-broker-invoices");
  await choose(menu(list), "normal");
  await send(list);
  await shows(list, "3 records");
  expect(list.querySelector(".response-facts")?.textContent).toMatch(/· simulated$/);
  expect(page.faults()).toEqual([]);
});

test("a simulated status applies to every operation, shows in the folded line, and ends with the page", async () => {
  const page = await site.visit();
  const first = await open("post-broker-invoices");
  expect(badge(first)).toBe("Sandbox in this page");
  await choose(menu(first), "with 201");
  expect(badge(first)).toBe("Sandbox in this page answers with 201");
  const other = await open("get-client-info");
  // This operation doesn't declare that status, so its calls show their real result.
  expect(valueOf(menu(other))).toBe("code=201");
  expect(await send(other)).toContain("201 Created");
  expect(
    within(other)
      .getByRole("button", { name: /^Try it: / })
      .getAttribute("aria-expanded"),
  ).toBe("false");
  expect(badge(other)).toBe("Sandbox in this page answers with 201");
  // A real server doesn't know about the simulation.
  await edit(other);
  await choose(within(other).getByLabelText("Server"), "Odd");
  expect(badge(other)).toBe("Odd");
  await page.reload();
  const again = await open("get-client-info");
  expect([badge(again), valueOf(menu(again))]).toEqual(["Sandbox in this page", ""]);
});

test("a cut connection is reported as cut for any response, and the call still takes effect", async () => {
  await site.visit();
  const remove = await open("delete-broker-invoices-invoice-number");
  await fill(within(remove).getByLabelText("invoice_number"), "BI-100490");
  await choose(menu(remove), "in part");
  expect(badge(remove)).toBe("Sandbox in this page answers in part, cut off");
  expect(await send(remove)).toContain("No response");
  await shows(remove, "The connection was cut before the response was whole, as you chose.");
  await edit(remove);
  await choose(menu(remove), "normal");
  expect(await send(remove)).toContain("404 Not Found");
  await showsNot(remove, "as you chose");
  await choose(menu(remove), "in part");
  const list = await open("get-broker-invoices");
  expect(await send(list)).toContain("No response");
  await shows(list, "as you chose");
});

test("a reopened form shows a call that is still running, and a slow response can be canceled", async () => {
  await site.visit();
  const closed = await open("post-broker-invoices");
  await choose(menu(closed), "after 3 seconds");
  expect(badge(closed)).toBe("Sandbox in this page answers after 3 seconds");
  await pressSend(closed);
  await within(closed).findByRole("button", { name: "Cancel" });
  await click(within(closed).getByRole("button", { name: "Close the explorer" }));
  const explorer = await open("post-broker-invoices");
  expect(within(explorer).queryByRole("button", { name: /^Send/ })).toBe(null);
  await click(within(explorer).getByRole("button", { name: "Cancel" }));
  expect(await outcome(explorer)).toContain("Canceled");
});

test("on a phone, tapping Cancel too late doesn't send the call again", async () => {
  await site.visit({ width: 390 });
  const explorer = await open("post-broker-invoices");
  await pressSend(explorer);
  expect(await outcome(explorer)).toContain("201 Created");
  const again = within(explorer).getByRole("button", { name: "Send again" });
  fireEvent.click(again, { detail: 1 });
  await fill(within(explorer).getByLabelText("load_number"), "LD-LATER");
  // A key press acts on what the button says now.
  await click(again);
  await waitFor(() => expect(explorer.querySelector(".response")?.textContent).toContain("LD-LATER"));
  await shows(explorer, "History (2)");
});

test("a response that is the documented example says so where a record would be shown", async () => {
  await site.visit();
  const explorer = await open("get-client-info");
  await send(explorer);
  await waitFor(() =>
    expect(explorer.querySelector(".response-facts")?.textContent).toMatch(/· the documented example$/),
  );
});
