import { fireEvent, waitFor, within } from "@testing-library/dom";
import { expect, test } from "vitest";

import { explorerPages, open, outcome, pressSend, send, shows, showsNot } from "./explorer-page.ts";
import { choose, click, fill, valueOf } from "./open-page.ts";

/* What the sandbox in the page is asked to do wrong, and what a response of it is worth. */
const site = await explorerPages();

const menu = (explorer: HTMLElement) => within(explorer).getByLabelText("Simulate");
const badge = (explorer: HTMLElement) => explorer.querySelector(".explorer-server")?.textContent?.trim();

async function edit(explorer: HTMLElement): Promise<void> {
  const line = within(explorer).getByRole("button", { name: /^Try it: / });
  if (line.getAttribute("aria-expanded") === "false") await click(line);
}

test("any declared status comes when it is chosen, is said to be asked for, and nothing is done", async () => {
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

test("what was chosen holds beside every operation, stands in the folded line, and ends with the page", async () => {
  const page = await site.visit();
  const first = await open("post-broker-invoices");
  expect(badge(first)).toBe("Sandbox in this page");
  await choose(menu(first), "with 201");
  expect(badge(first)).toBe("Sandbox in this page answers with 201");
  const other = await open("get-client-info");
  // This operation declares no such status: what its calls come to is shown all the same.
  expect(valueOf(menu(other))).toBe("code=201");
  expect(await send(other)).toContain("201 Created");
  expect(
    within(other)
      .getByRole("button", { name: /^Try it: / })
      .getAttribute("aria-expanded"),
  ).toBe("false");
  expect(badge(other)).toBe("Sandbox in this page answers with 201");
  // A server knows nothing of it.
  await edit(other);
  await choose(within(other).getByLabelText("Server"), "Odd");
  expect(badge(other)).toBe("Odd");
  await page.reload();
  const again = await open("get-client-info");
  expect([badge(again), valueOf(menu(again))]).toEqual(["Sandbox in this page", ""]);
});

test("a cut connection is told as one whatever the response would have been, and the call has been done", async () => {
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

test("a form that is closed and opened while its call is under way shows that; a response that is late can be canceled", async () => {
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

test("on a phone a press that comes too late to cancel does not send once more", async () => {
  await site.visit({ width: 390 });
  const explorer = await open("post-broker-invoices");
  await pressSend(explorer);
  expect(await outcome(explorer)).toContain("201 Created");
  const again = within(explorer).getByRole("button", { name: "Send again" });
  fireEvent.click(again, { detail: 1 });
  await fill(within(explorer).getByLabelText("load_number"), "LD-LATER");
  // A key is meant for what the button is now.
  await click(again);
  await waitFor(() => expect(explorer.querySelector(".response")?.textContent).toContain("LD-LATER"));
  await shows(explorer, "History (2)");
});

test("the documented example says that it is one, where it is read in place of a record", async () => {
  await site.visit();
  const explorer = await open("get-client-info");
  await send(explorer);
  await waitFor(() =>
    expect(explorer.querySelector(".response-facts")?.textContent).toMatch(/· the documented example$/),
  );
});
