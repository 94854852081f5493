import { waitFor, within } from "@testing-library/dom";
import { expect, test } from "vitest";

import { callAs, explorerPages, open, outcome, responseText, send, shownExplorer } from "./explorer-page.ts";
import { click, fill, valueOf } from "./open-page.ts";

/* The calls made earlier, on this page and before a reload. */
const site = await explorerPages();

test("history survives a reload, and an entry reopens its form and response, even for another operation", async () => {
  const page = await site.visit();
  const secret = "tok-7c1d-SECRET";
  const before = await open("get-loads");
  await callAs(before, "Odd", secret);
  await fill(within(before).getByLabelText("page_size"), "3");
  await send(before);
  const response = await responseText(before);
  await page.reload();
  const stored = JSON.stringify(Object.entries(sessionStorage));
  expect(stored).toContain("page_size");
  expect(stored).not.toContain(secret);

  const info = await open("get-client-info");
  await click(await within(info).findByText("History (1)"));
  const earlier = await within(info).findByRole("button", { name: /Open again: GET \/loads\// });
  expect(earlier.textContent).toMatch(/page_size=3 Odd.* 200 \d+ ms now$/);
  await click(earlier);
  const loads = await shownExplorer("get-loads");
  expect(await outcome(loads)).toContain("200 OK GET /loads/?page=1&page_size=3");
  const form = within(loads);
  expect(valueOf(form.getByLabelText("page_size"))).toBe("3");
  expect(valueOf(form.getByLabelText("Server"))).toContain(site.odd.origin);
  expect(valueOf(await form.findByLabelText("ApiAuth"))).toBe("");
  expect(await responseText(loads)).toBe(response);

  await click(form.getByText("History (1)"));
  await click(await form.findByRole("button", { name: "Forget them" }));
  await waitFor(() => expect(within(document.body).queryByText(/^History \(/)).toBe(null));
  await waitFor(() => expect(document.activeElement?.textContent).toBe("Send again"));
  expect(sessionStorage.getItem("docs.history")).toBe(null);
  expect(page.faults()).toEqual([]);
});
