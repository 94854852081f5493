import { waitFor, within } from "@testing-library/dom";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";

import { buildSite, type TestSite } from "../support/build-site.ts";
import { listen, type Listening } from "../support/listen.ts";
import { fill, openPage, type OpenPage } from "./open-page.ts";

/* The filter above the menu of a large reference. Browser tests cover how the menu opens and looks on a phone. */
const operation = (tag: string, summary: string): string =>
  `{ tags: [${tag}], summary: ${summary}, responses: { "200": { description: Ok. } } }`;
const paths = ["invoices", "loads"].flatMap((tag) =>
  Array.from(
    { length: 30 },
    (_, number) => `  /${tag}_${number}:
    get: ${operation(tag, `List ${tag} ${number}`)}
    post: ${operation(tag, `Create ${tag} ${number}`)}`,
  ),
);

let site: TestSite;
let host: Listening;
let page: OpenPage | null = null;
/** The requested paths, in order. */
let requested: string[] = [];
/** Whether the server delivers the operations. */
let isOnline = true;

beforeAll(async () => {
  site = await buildSite({
    "openapi/api.yaml": `openapi: 3.1.0
info: { title: API, version: "1" }
servers: [{ url: /v1 }]
paths:
${paths.join("\n")}
`,
  });
  host = await listen((request, response) => {
    const path = (request.url ?? "").slice(1);
    requested.push(path);
    response.writeHead(isOnline && site.paths.includes(path) ? 200 : 503, { "content-type": "application/json" });
    response.end(isOnline ? site.bytes(path) : "");
  });
}, 60_000);

afterEach(() => {
  page?.[Symbol.dispose]();
  requested = [];
  isOnline = true;
});

afterAll(async () => host[Symbol.asyncDispose]());

async function visit(): Promise<void> {
  page = await openPage({ address: `${host.origin}/api/`, html: site.read("api/index.html") });
}

const body = () => within(document.body);
const field = () => body().getByRole<HTMLInputElement>("combobox", { name: "Filter operations" });
const status = () => field().parentElement?.querySelector("output")?.textContent ?? "";
const menu = () => document.querySelector(".reference-menu");
const options = () => [...document.querySelectorAll<HTMLElement>("#page\\:filter [role=option]")];
const active = () => document.getElementById(field().getAttribute("aria-activedescendant") ?? "");

function press(key: string): boolean {
  return field().dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
}

/** Types once the field has what it needs. */
async function filterBy(query: string): Promise<void> {
  field().focus();
  await waitFor(() => expect(field().dataset["begun"]).toBe(""));
  await fill(field(), query);
  await waitFor(() => expect(status()).not.toBe(""));
}

test("operations are fetched once, when the field gets focus, and shown with groups and methods", async () => {
  await visit();
  expect(requested).toEqual([]);
  await filterBy("create invoices 29");
  expect(requested.filter((path) => path.startsWith("assets/menu-"))).toHaveLength(1);
  await fill(field(), "invoices_29");
  await waitFor(() => expect(status()).toBe("2 operations"));
  expect(requested.filter((path) => path.startsWith("assets/menu-"))).toHaveLength(1);
  const group = body().getByRole("group", { name: "Invoices" });
  expect(group.contains(options()[1] ?? null)).toBe(true);
  expect(options().map(({ textContent }) => textContent)).toEqual([
    "List invoices 29 GET /invoices_29",
    "Create invoices 29 POST /invoices_29",
  ]);
  expect(options()[1]?.querySelector(".method-post")?.textContent).toBe("POST");
  expect(options()[1]?.getAttribute("href")).toBe("/api/invoices/#post-invoices-29");
  expect([menu()?.hasAttribute("data-filtered"), field().ariaExpanded]).toEqual([true, "true"]);
});

test("arrow keys wrap around, Enter follows the link, and Escape restores the menu before the browser gets it", async () => {
  await visit();
  await filterBy("invoices_29");
  expect(active()).toBe(options()[0]);
  press("ArrowUp");
  expect(active()).toBe(options()[1]);
  press("ArrowDown");
  expect(active()).toBe(options()[0]);
  press("ArrowDown");
  expect([active(), active()?.ariaSelected]).toEqual([options()[1], "true"]);
  const followed = new Promise<EventTarget | null>((resolve) => {
    const follow = (event: Event): void => {
      event.preventDefault();
      resolve(event.target);
    };
    addEventListener("click", follow, { once: true });
  });
  press("Enter");
  expect(await followed).toBe(options()[1]);
  expect(press("Escape")).toBe(false);
  await waitFor(() => expect(options()).toEqual([]));
  expect([field().value, status(), menu()?.hasAttribute("data-filtered"), field().ariaExpanded]).toEqual([
    ...["", "", false, "false"],
  ]);
  expect(press("Escape")).toBe(true);
});

test("choosing an operation on this page restores the menu", async () => {
  await visit();
  await filterBy("create");
  expect([status(), options().length]).toEqual(["60 operations", 60]);
  dispatchEvent(new HashChangeEvent("hashchange"));
  // This module also makes the page follow its fragment.
  await import("#client/on-demand.ts");
  await waitFor(() => expect(field().value).toBe(""));
  expect(menu()?.hasAttribute("data-filtered")).toBe(false);
});

test("no match is reported, and a long list of matches shows the first 100 with the total", async () => {
  await visit();
  await filterBy("no such thing");
  expect([status(), options(), active()]).toEqual(["No operation has “no such thing”.", [], null]);
  await fill(field(), "/");
  await waitFor(() => expect(status()).toBe("120 operations, the first 100 of them below"));
  expect(options()).toHaveLength(100);
});

test("a failed download of the operations is reported, and the next key tries again", async () => {
  await visit();
  isOnline = false;
  await filterBy("invoices_29");
  expect(status()).toBe("The operations didn't load. Check your connection and type again.");
  isOnline = true;
  await fill(field(), "invoices_");
  await waitFor(() => expect(status()).toMatch(/^\d+ operations$/));
});
