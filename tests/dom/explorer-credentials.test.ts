import { waitFor, within } from "@testing-library/dom";
import { expect, test } from "vitest";

import { callAs, explorerPages, open, responseView, send, shows } from "./explorer-page.ts";
import { choose, click, fill, valueOf } from "./open-page.ts";

/* Which server gets which credentials, and what the page stores of them. */
const site = await explorerPages();

test("credentials are set once for the page, and the tab stores them only if the reader asks for it", async () => {
  const page = await site.visit();
  const explorer = await open("get-client-info");
  await callAs(explorer, "Odd", "kept-token");
  const other = await open("get-broker-invoices");
  await shows(other, "Set for this page");
  expect(valueOf(within(other).getByLabelText("ApiAuth"))).toBe("kept-token");
  await click(within(explorer).getByLabelText("Keep until this tab is closed"));
  await page.reload();
  const again = await open("get-loads");
  await choose(within(again).getByLabelText("Server"), "Odd");
  expect(valueOf(await within(again).findByLabelText("ApiAuth"))).toBe("kept-token");
  expect(Object.keys(sessionStorage).join()).not.toContain("kept-token");
  await click(within(again).getByLabelText("Keep until this tab is closed"));
  expect(JSON.stringify(Object.entries(sessionStorage))).not.toContain("kept-token");
});

test("credentials appear only in their header, go only to their server, and end with the page", async () => {
  const secret = "tok-5f0c-SECRET";
  const page = await site.visit();
  const explorer = await open("get-client-info");
  await callAs(explorer, "Sandbox (", secret);
  expect(await send(explorer)).toContain("200 OK");
  await callAs(explorer, "Odd", secret);
  await send(explorer);
  await waitFor(() => expect(site.odd.seen.at(-1)?.headers["authorization"]).toBe(secret));
  await click(await responseView(explorer, "Code"));
  await shows(explorer, '-H "Authorization: $API_AUTH"');
  await click(within(explorer).getByText("History (2)"));
  const stored = [Object.entries(localStorage), Object.entries(sessionStorage), history.state, location.href];
  for (const trace of [document.documentElement.outerHTML, JSON.stringify(stored)]) expect(trace).not.toContain(secret);

  await choose(within(explorer).getByLabelText("Server"), "Closed");
  await waitFor(() => expect(valueOf(within(explorer).getByLabelText("ApiAuth"))).toBe(""));
  await page.reload();
  const again = await open("get-client-info");
  await choose(within(again).getByLabelText("Server"), "Odd");
  expect(valueOf(await within(again).findByLabelText("ApiAuth"))).toBe("");
  await fill(within(again).getByLabelText("ApiAuth"), "");
  expect(page.faults()).toEqual([]);
});
