import { fireEvent, waitFor, within } from "@testing-library/dom";
import { expect, test, vi } from "vitest";

import {
  responseText,
  responseView,
  callAs,
  explorerPages,
  open,
  outcome,
  pressSend,
  send,
  shownExplorer,
  shows,
  showsNot,
  writeJson,
} from "./explorer-page.ts";
import { choose, click, fill, valueOf } from "./open-page.ts";

/* Responses, and everything that the page says about them. */
const site = await explorerPages();

test("a broker invoice can be created, listed, read, changed and deleted in the sandbox", async () => {
  const page = await site.visit();
  const create = await open("post-broker-invoices");
  expect(await send(create)).toContain("201 Created");
  await shows(create, "As documented.");
  const { invoice_number: number } = JSON.parse(await responseText(create));

  const list = await open("get-broker-invoices");
  expect(await send(list)).toContain("200 OK");
  expect(await responseText(list)).toContain(number);
  await shows(list, "As documented.");

  const read = await open("get-broker-invoices-invoice-number");
  await fill(within(read).getByLabelText("invoice_number"), number);
  expect(await send(read)).toContain(`200 OK GET /broker_invoices/${number}/`);
  const facts = read.querySelector(".response .response-facts")?.textContent;
  expect(facts).toMatch(/^\d+ ms · [\d.]+ (?:bytes|kB) · application\/json.* · simulated$/);
  await click(await responseView(read, /^Headers/));
  expect(read.querySelector(".response-headers")?.textContent).toMatch(/x-sandbox\s*simulated/i);
  const { amount } = JSON.parse(await responseText(read));
  const dollars = new Intl.NumberFormat("en-US", { style: "currency", currency: "USD" }).format(amount / 100);
  const shown = [...read.querySelectorAll(".response-text [data-usd]")].find(
    (one) => one.textContent === String(amount),
  );
  expect(shown?.getAttribute("data-usd")).toBe(dollars);

  const patch = await open("patch-broker-invoices-invoice-number");
  await fill(within(patch).getByLabelText("invoice_number"), number);
  await writeJson(patch, { amount: 300_000 });
  expect(await send(patch)).toContain("200 OK");
  expect(JSON.parse(await responseText(patch)).amount).toBe(300_000);

  const remove = await open("delete-broker-invoices-invoice-number");
  await fill(within(remove).getByLabelText("invoice_number"), number);
  expect(await send(remove)).toContain("204 No Content");
  await shows(remove, "No body.");
  await pressSend(read);
  await shows(read, "404 Not Found");
  expect(page.faults()).toEqual([]);
});

test("a refusal is reported once, and one click applies its suggested value or opens the call it suggests", async () => {
  const page = await site.visit();
  const read = await open("get-loads-load-number");
  const number = () => within(read).getByLabelText("load_number");
  await fill(number(), "LD-9");
  expect(await send(read)).toContain("404 Not Found");
  await shows(read, 'The sandbox has no record "LD-9" in /loads/.');
  expect(within(read).queryByRole("radio", { name: "Record" })).toBe(null);
  // The rest is in the JSON, which is folded.
  expect(read.querySelector(".response-text")?.firstElementChild?.firstElementChild?.hasAttribute("open")).toBe(false);
  await click(within(read).getByRole("link", { name: "POST Create a load" }));
  const create = await shownExplorer("post-loads");
  expect(await send(create)).toContain("201 Created");
  await pressSend(read);
  await click(await within(read).findByRole("button", { name: "Use LD-20417" }));
  await shows(read, "200 OK");
  expect(valueOf(number())).toBe("LD-20417");
  expect(page.faults()).toEqual([]);
});

test("a response can be searched, and is marked outdated once the form changes", async () => {
  const page = await site.visit();
  const explorer = await open("post-loads");
  expect(await send(explorer)).toContain("201 Created");
  const parts = within(explorer);
  await click(await responseView(explorer, "JSON"));
  await click(parts.getByRole("button", { name: "Fold all" }));
  const line = (words: string) =>
    [...explorer.querySelectorAll(".response-line")].find(({ textContent }) => textContent?.includes(words));
  const isFolded = (words: string) => line(words)?.closest("details:not([open])") !== null;
  expect(isFolded("Salinas")).toBe(true);
  const search = parts.getByLabelText("Search the response");
  const isFound = async (count: string) =>
    waitFor(() => expect(explorer.querySelector(".response-search output")?.textContent).toBe(count));
  await fill(search, "salinas");
  await isFound("1 of 1");
  expect(isFolded("Salinas")).toBe(false);
  await fill(search, '"city": "');
  await isFound("1 of 2");
  fireEvent.keyDown(search, { key: "Enter" });
  await isFound("2 of 2");
  expect(isFolded("Reno")).toBe(false);
  fireEvent.keyDown(search, { key: "Enter", shiftKey: true });
  await isFound("1 of 2");
  await fill(search, "nowhere");
  await isFound("none");

  const outdated = "Outdated: the request has changed since.";
  expect(explorer.textContent).not.toContain(outdated);
  await fill(parts.getByLabelText("load_number"), "LD-OTHER");
  await shows(explorer, outdated);
  await fill(parts.getByLabelText("load_number"), "LD-20417");
  await showsNot(explorer, outdated);
  expect(page.faults()).toEqual([]);
});

test("the next page of a list is one click away, and always goes to the same server", async () => {
  await site.visit();
  const explorer = await open("get-loads");
  await fill(within(explorer).getByLabelText("page_size"), "1");
  await callAs(explorer, "Sandbox (", "any");
  const { fetch } = globalThis;
  const called: URL[] = [];
  vi.spyOn(globalThis, "fetch").mockImplementation(async (...call) => {
    const url = new URL(new Request(...call).url);
    called.push(url);
    const response = await fetch(...call);
    if (url.searchParams.get("page") !== "1") return response;
    const body = { ...(await response.json()), next: "https://elsewhere.example/loads/?page=2&page_size=1" };
    return new Response(JSON.stringify(body), response);
  });
  await send(explorer);
  await click(await within(explorer).findByRole("button", { name: "Next page" }));
  await shows(explorer, "Not Found GET /loads/?page=2&page_size=1");
  expect(called.map(({ origin }) => origin)).toEqual([site.origin, site.origin]);
  expect(valueOf(within(explorer).getByLabelText("page"))).toBe("2");
});

test("nothing is sent to a placeholder host, and code samples read its address from a variable", async () => {
  await site.visit();
  const sent = vi.spyOn(globalThis, "fetch");
  const explorer = await open("post-broker-invoices");
  await choose(within(explorer).getByLabelText("Server"), "Given");
  await shows(explorer, "$API_BASE/broker_invoices/");
  await shows(explorer, "Given (production, the host you were given)");
  await shows(explorer, "A name to fill in: nothing is sent there.");
  await showsNot(explorer, "api.example.com");
  sent.mockClear();
  expect(await send(explorer)).toContain("Not sent");
  await shows(explorer, "api.example.com is a placeholder, so nothing was sent.");
  expect(explorer.querySelector(".call-code code")?.textContent).toContain(' "$API_BASE/broker_invoices/"');
  expect(sent).not.toHaveBeenCalled();
  sent.mockRestore();
});

test("a call that changes production data asks for confirmation with method, host and amount", async () => {
  await site.visit();
  const explorer = await open("post-broker-invoices");
  await callAs(explorer, "Live", "live-token");
  const before = site.odd.seen.length;
  await pressSend(explorer);
  const dialog = async () => within(document.body).findByRole("dialog", { name: "Send to production?" });
  const text = (await dialog()).textContent;
  for (const word of [
    "POST",
    "/broker_invoices/",
    `localhost:${site.odd.port}`,
    "(Live)",
    "$2,400.00",
    "$1,950.00",
    "moves money",
  ])
    expect(text).toContain(word);
  await click(within(await dialog()).getByRole("button", { name: "Don't send" }));
  await waitFor(() => expect(within(document.body).queryByRole("dialog", { name: "Send to production?" })).toBe(null));
  expect(site.odd.seen.length).toBe(before);
  await pressSend(explorer);
  await click(within(await dialog()).getByRole("button", { name: /^Send POST to/ }));
  expect(await outcome(explorer)).toContain("200 OK");
  expect(site.odd.seen.at(-1)?.headers["authorization"]).toBe("live-token");
});

test("HTML and broken JSON are shown as text, long numbers keep every digit, and binary can be downloaded", async () => {
  const page = await site.visit();
  const explorer = await open("get-client-info");
  const sendAs = async (credentials: string) => {
    await fill(within(explorer).getByLabelText("ApiAuth"), credentials);
    await pressSend(explorer);
  };
  await callAs(explorer, "Odd", "html");
  expect(await send(explorer)).toContain("502 Bad Gateway");
  expect(await responseText(explorer)).toContain("<script>window.hacked = true</script>");
  await sendAs("long-number");
  await shows(explorer, /Differs from the documentation in \d places/);
  expect(await responseText(explorer)).toBe('{  "client_id": 9223372036854775807,  "amount": 1.10}');
  await sendAs("broken");
  await shows(explorer, "It says it is JSON, but it breaks at line 2, column 2");
  await sendAs("binary");
  await shows(explorer, "Not text.");
  expect(page.faults()).toEqual([]);
});
