import { waitFor, within } from "@testing-library/dom";
import { expect, test } from "vitest";

import { explorerPages, open, outcome, pressSend, responseText, send, shows, writeJson } from "./explorer-page.ts";
import { click, fill, valueOf } from "./open-page.ts";

/* Rarer forms of the explorer: lists of objects, parameters of which one is enough, read-only fields. */
const site = await explorerPages();

test("a second origin can be added to a load, moved and sent", async () => {
  const page = await site.visit();
  const explorer = await open("post-loads");
  const form = within(explorer);
  await fill(form.getByLabelText("load_number"), "LD-TWO");
  await click(form.getByRole("button", { name: "Add to origin_locations" }));
  const second = within(await form.findByRole("group", { name: "2 of 2" }));
  for (const [name, value] of [
    ["street_one", "1 Pier"],
    ["city", "Oakland"],
    ["state", "CA"],
    ["country", "US"],
  ] as const)
    await fill(second.getByLabelText(name), value);
  await click(form.getByRole("button", { name: "Up 2 of 2 in origin_locations" }));
  await waitFor(() => expect(document.activeElement?.textContent).toBe("Down 1 of 2 in origin_locations"));
  await click(form.getByRole("button", { name: "Add to origin_locations" }));
  await click(await form.findByRole("button", { name: "Remove 3 of 3 in origin_locations" }));
  const summary = "1 of 2 1 Pier, Oakland, CA, US";
  await shows(explorer, summary);
  for (const fold of explorer.querySelectorAll("summary")) if (fold.textContent?.includes(summary)) await click(fold);
  const first = within(await form.findByRole("group", { name: "1 of 2" }));
  expect(valueOf(first.getByLabelText("city"))).toBe("Oakland");
  expect(await send(explorer)).toContain("201 Created");
  const { origin_locations: origins } = JSON.parse(await responseText(explorer));
  expect(origins.map(({ city }: { city: string }) => city)).toEqual(["Oakland", "Salinas"]);
  expect(page.faults()).toEqual([]);
});

test("debtor credit shows the contract's text for 404 (no match) and for 400 (several matches)", async () => {
  const page = await site.visit();
  const explorer = await open("get-debtor-credit");
  const form = within(explorer);
  for (const name of ["mc", "user_id"]) {
    const leaveOut = form.queryByRole("button", { name: `Leave out ${name}` });
    if (leaveOut !== null) await click(leaveOut);
  }
  if (form.queryByLabelText("dot") === null) await click(form.getByRole("button", { name: "Add dot" }));
  const meaning = () => explorer.querySelector(".response > .note:not(.response-facts, .verdict)")?.textContent;
  await fill(await form.findByLabelText("dot"), "99009999");
  expect(await send(explorer)).toContain("404 Not Found");
  expect(meaning()).toBe("No match.");
  await fill(form.getByLabelText("dot"), "99007000");
  await pressSend(explorer);
  await shows(explorer, "400 Bad Request");
  expect(meaning()).toBe("Several matches.");
  expect(page.faults()).toEqual([]);
});

test("read-only fields aren't offered, an invalid call can be sent anyway, and Start over restores the example", async () => {
  await site.visit();
  const explorer = await open("post-loads");
  const form = within(explorer);
  const edit = async () => form.findByLabelText("Body as JSON");
  expect(form.queryByText("created_at")).toBe(null);
  // None of these fields is nullable.
  expect(form.queryAllByRole("button", { name: /^null for/ })).toEqual([]);
  // Units have the same names as in the reference.
  const facts = [...explorer.querySelectorAll(".field-head > .note")].map(({ textContent }) => textContent ?? "");
  for (const unit of ["feet", "pounds"]) expect(facts.filter((text) => text.includes(unit)).length).toBe(1);
  await click(form.getByRole("button", { name: "Leave out load_number" }));
  await fill(form.getByLabelText("length"), "53.5");
  await pressSend(explorer);
  await waitFor(() => expect(document.activeElement?.textContent).toContain("2 things aren't as documented"));
  await shows(explorer, "load_number is required.");
  await click(form.getByRole("link", { name: /^load_number\s+is required\.$/ }));
  await waitFor(() => expect(document.activeElement?.textContent).toBe("Add load_number"));
  await click(form.getByRole("button", { name: "Send anyway" }));
  expect(await outcome(explorer)).toContain("400 Bad Request");

  // JSON has no field to show the error, so the summary shows it as it does for authors.
  await click(form.getByRole("button", { name: "Start over" }));
  const views = await form.findByRole("radiogroup", { name: "Edit the body as" });
  await click(within(views).getByRole("radio", { name: "JSON" }));
  await fill(await edit(), valueOf(await edit()).replace("pickup_open_at", "pickup_opens_at"));
  await pressSend(explorer);
  const message = /^LoadCreate\s+has no field\s+pickup_opens_at\s*\. Did you mean\s+pickup_open_at\s*\?$/;
  await waitFor(() => expect(document.activeElement?.textContent).toContain("Not sent."));
  await click(await form.findByRole("link", { name: message }));
  await waitFor(async () => expect(document.activeElement?.id).toBe((await edit()).id));
  await writeJson(explorer, "{ broken");
  await click(form.getByRole("button", { name: "Start over" }));
  expect(valueOf(await form.findByLabelText("load_number"))).toBe("LD-20417");
});
