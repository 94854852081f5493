import { fireEvent, waitFor, within } from "@testing-library/dom";
import { expect, test } from "vitest";

import {
  responseText,
  explorerPages,
  open,
  pressSend,
  send,
  shownExplorer,
  shows,
  showsNot,
  writeJson,
} from "./explorer-page.ts";
import { click, fill, valueOf } from "./open-page.ts";

/* What a reader fills in, field by field or as JSON, and what the form says about it. */
const site = await explorerPages();

test("the form sends left out, null, an empty string and a value as four different things", async () => {
  await site.visit();
  const explorer = await open("post-carrier-invoices");
  const form = within(explorer);
  await click(form.getByText(/^\d+ optional fields/));
  await click(await form.findByRole("button", { name: "Leave out purchase_order_number" }));
  await click(form.getByRole("button", { name: "null for invoice_date" }));
  await fill(form.getByLabelText("client_invoice_number"), "");
  await click(form.getByRole("radio", { name: "JSON" }));
  const body = JSON.parse(valueOf(await form.findByLabelText("Body as JSON")));
  expect(body).not.toHaveProperty("purchase_order_number");
  expect(body).toMatchObject({ invoice_date: null, client_invoice_number: "" });
  expect(await send(explorer)).toContain("201 Created");
  expect(JSON.parse(await responseText(explorer)).invoice_date).toBe(null);
});

test("form and JSON stay in sync, and broken JSON stays in the editor with its error marked", async () => {
  await site.visit();
  const explorer = await open("post-broker-invoices");
  const form = within(explorer);
  const show = async (view: "Form" | "JSON") => click(form.getByRole("radio", { name: view }));
  const editor = async () => form.findByLabelText("Body as JSON");
  await fill(form.getByLabelText("load_number"), "LD-STEP");
  await show("JSON");
  expect(JSON.parse(valueOf(await editor())).load_number).toBe("LD-STEP");

  const broken = '{ "amount": 1,\n  "load_number": "LD-STEP" "x" }';
  await fill(await editor(), broken);
  await shows(explorer, "The JSON breaks at line 2, column 28: a comma or a closing bracket is expected here.");
  await show("Form");
  await shows(explorer, "The JSON breaks at line 2, column 28: a comma");
  await click(form.getByRole("button", { name: "Show the JSON" }));
  expect(valueOf(await editor())).toBe(broken);

  const own = '{ "amount": 9007199254740993, "carrier_amount": 1, "load_number": "LD-STEP", "own": [1] }';
  await fill(await editor(), own);
  await show("Form");
  expect(valueOf(await form.findByLabelText("amount"))).toBe("9007199254740993");
  await show("JSON");
  expect(valueOf(await editor())).toBe(own);
  await show("Form");
  await fill(await form.findByLabelText("carrier_amount in dollars"), "$1,234.50");
  await show("JSON");
  expect(valueOf(await editor())).toContain('"amount": 9007199254740993,\n  "carrier_amount": 123450,');
  expect(valueOf(await editor())).toContain('"own": [\n    1\n  ]');
});

test("an amount can be typed in cents or dollars, and a fraction of a cent is refused", async () => {
  await site.visit();
  const explorer = await open("post-broker-invoices");
  const form = within(explorer);
  const cents = form.getByLabelText("amount");
  const dollars = form.getByLabelText("amount in dollars");
  await fill(cents, "1999");
  await waitFor(() => expect(valueOf(dollars)).toBe("$19.99"));
  await fill(dollars, "12.345");
  await waitFor(() => expect(valueOf(cents)).toBe("1234.5"));
  await pressSend(explorer);
  await waitFor(() => expect(focusedText()).toContain("Not sent."));
  await shows(explorer, "amount is a whole number of cents, not 1234.5.");
  await click(form.getByRole("link", { name: /^amount\s+is a whole number of cents, not 1234\.5\./ }));
  await waitFor(() => expect(document.activeElement?.id).toBe(cents.id));
  // A thousand dollars in scientific notation would be read as a thousand cents.
  await fill(dollars, "1e3");
  await shows(explorer, "1e3 isn't a number.");
  await fill(dollars, "12.34");
  await showsNot(explorer, "Not sent.");
  expect(await send(explorer)).toContain("201 Created");
});

test("dollars in a field of cents are reported while the reader types, and when a link fills them in", async () => {
  await site.visit();
  const explorer = await open("post-broker-invoices");
  const cents = within(explorer).getByLabelText("amount");
  await fill(cents, "2400.50");
  await shows(explorer, "amount is a whole number of cents, not 2400.50. Did you mean 240050?");
  expect(cents.getAttribute("aria-invalid")).toBe("true");
  const dollars = within(explorer).getByLabelText<HTMLInputElement>("amount in dollars");
  expect([dollars.value, dollars.placeholder]).toEqual(["", "not whole cents"]);
  await fill(cents, "240050");
  await showsNot(explorer, "is a whole number of cents");
  await writeJson(explorer, '{"amount": 2400.50}');
  await shows(explorer, "amount is a whole number of cents, not 2400.50. Did you mean 240050?");
  await writeJson(explorer, '{"amount": 240050}');
  await showsNot(explorer, "is a whole number of cents");

  const values = encodeURIComponent('{"type":"application/json","body":{"amount":2400.00}}');
  await site.visit({ hash: `#try-post-broker-invoices=${values}` });
  const linked = await shownExplorer("post-broker-invoices");
  await shows(linked, "amount is a whole number of cents, not 2400.00. Did you mean 240000?");
});

test("path parameters that would send a call to another path are never sent", async () => {
  await site.visit();
  const explorer = await open("delete-loads-load-number");
  const form = within(explorer);
  for (const value of ["", ".", ".."]) {
    await fill(form.getByLabelText("load_number"), value);
    await pressSend(explorer);
    await shows(explorer, "the call would go to another path");
    expect(form.queryByRole("button", { name: "Send anyway" })).toBe(null);
  }
  await fill(form.getByLabelText("load_number"), "a/../b?c#d%");
  expect(explorer.querySelector(".explorer-line code")?.textContent).toContain("/loads/a%2F..%2Fb%3Fc%23d%25/");
});

test("optional fields and list entries are folded behind a summary, and unfold to show an error", async () => {
  const page = await site.visit();
  const explorer = await open("post-loads");
  const form = within(explorer);
  const origin = form.getByText(/Harvest Valley Packing, 1200 Orchard Road, Dock 7, /);
  expect(form.queryByLabelText("street_one")).toBe(null);
  await click(origin);
  await fill(await form.findByLabelText("city"), "");
  await click(origin);
  await waitFor(() => expect(isFolded(form.queryByLabelText("city"))).toBe(true));
  fireEvent.keyDown(explorer, { key: "Enter", ctrlKey: true });
  await shows(explorer, "Not sent.");
  await waitFor(() => expect(isFolded(form.queryByLabelText("city"))).toBe(false));
  await fill(form.getByLabelText("city"), "Watsonville");
  await shows(explorer, "1 of 1 Harvest Valley Packing, 1200 Orchard Road, Dock 7, Watsonville");

  const invoice = await open("post-carrier-invoices");
  const others = within(invoice);
  const folded = others.getByText(/^\d+ optional fields/);
  expect(folded.textContent).toContain("purchase_order_number");
  expect(others.queryByLabelText("purchase_order_number")).toBe(null);
  await click(folded);
  expect(isFolded(await others.findByLabelText("purchase_order_number"))).toBe(false);
  expect(page.faults()).toEqual([]);
});

test("a link that isn't a valid request opens no form, or the form with its example", async () => {
  const page = await site.visit({ hash: "#try-nothing=%7B%7D" });
  expect(document.querySelector(".explorer")).toBe(null);
  await open("get-loads");
  expect(page.faults()).toEqual([]);
  const next = await site.visit({ hash: "#try-get-loads=%" });
  const explorer = await shownExplorer("get-loads");
  expect(valueOf(within(explorer).getByLabelText("page"))).toBe("1");
  expect(next.faults()).toEqual([]);
});

function focusedText(): string {
  return document.activeElement?.textContent ?? "";
}

/** Whether something isn't there, or is inside a closed fold. */
function isFolded(element: HTMLElement | null): boolean {
  return element === null || element.closest("details:not([open])") !== null;
}
