import { waitFor, within } from "@testing-library/dom";
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";

import { buildSite, type TestSite } from "../support/build-site.ts";
import { listen, type Listening } from "../support/listen.ts";
import { click, fill, openPage, type OpenPage } from "./open-page.ts";

/* The search's results for what a reader types. Browser tests cover its keyboard focus and layout. */
const numbers = Array.from({ length: 20 }, (_, index) => index + 1);

const operations = numbers.flatMap((number) =>
  ["load", "carrier"].map(
    (thing) => `  /${thing}s/${number}/:
    post: { operationId: ${thing}_${number}, summary: Create a ${thing} of kind ${number}, responses: { "201": { description: Made. } } }`,
  ),
);

const sources = {
  "content/index.md": "# Home\n\n## Glossary\n\nWords.\n\n## Webhooks\n\nWe call you.\n",
  "content/carrier-api.md": `---\ndescription: Haul and bill.\n---\n\n# Carrier API\n\n## What this API has no call for\n\n${"Some things take a letter. ".repeat(40)}Undo a delete: write to us.\n`,
  "content/site.yaml": `title: Trees
sidebar: [/, /carrier-api]
contracts: [{ id: v1, document: openapi/api.yaml, route: /api/ }]
`,
  "openapi/api.yaml": `openapi: 3.1.0
info: { title: API, version: "1" }
servers: [{ url: /v1 }]
paths:
${operations.join("\n")}
components: { schemas: { Truck: { type: object, properties: { weight: { type: integer } } } } }
`,
};

let site: TestSite;
let host: Listening;
let page: OpenPage | null = null;
/** The paths that the test's page requested, in order. */
let requested: string[] = [];

beforeAll(async () => {
  site = await buildSite(sources);
});

beforeEach(async () => {
  // Late requests of an earlier test's page go to the earlier host.
  const own: string[] = [];
  requested = own;
  host = await listen((request, response) => {
    const path = (request.url ?? "").slice(1);
    own.push(path);
    response.writeHead(site.paths.includes(path) ? 200 : 404, { "content-type": "application/json" });
    response.end(site.bytes(path));
  });
});

afterEach(async () => {
  page?.[Symbol.dispose]();
  await host[Symbol.asyncDispose]();
});

async function visit(path: string, file = "index.html"): Promise<OpenPage> {
  page = await openPage({ address: `${host.origin}/${path}`, html: site.read(file) });
  return page;
}

function press(key: string, modifiers: KeyboardEventInit = {}): boolean {
  const target = document.activeElement ?? document.body;
  const keyCode = key === "k" ? 75 : 0;
  return target.dispatchEvent(
    new KeyboardEvent("keydown", { key, keyCode, bubbles: true, cancelable: true, ...modifiers }),
  );
}

const body = () => within(document.body);
const field = () => body().getByRole<HTMLInputElement>("combobox", { name: "Search" });
const dialog = () => body().getByRole("dialog", { name: "Search" });
const options = () => body().queryAllByRole("option");
const status = () => within(dialog()).getByRole("status").textContent ?? "";
const active = () => document.getElementById(field().getAttribute("aria-activedescendant") ?? "");

/** Waits until an option has these words, and returns the first one. */
async function option(words: string | RegExp): Promise<HTMLElement> {
  return (await body().findAllByRole("option", { name: words }))[0] ?? document.body;
}

async function searchFor(query: string): Promise<void> {
  await fill(field(), query);
  await waitFor(() => expect(status()).toMatch(/^\d+ results?\b|^Nothing for /));
}

async function openSearch(key = "k", modifiers: KeyboardEventInit = { ctrlKey: true }): Promise<void> {
  press(key, modifiers);
  await option(/^Carrier API/);
  // Browsers do so when they open a dialog.
  field().focus();
}

test("a misspelled query finds and marks results, and an opened result becomes a recent place", async () => {
  const { faults } = await visit("");
  await openSearch();
  await searchFor("creat laod");
  expect(status()).toMatch(/results for load$/);
  const [first, opened] = [active(), dialog()];
  expect(first).toBe(options()[0]);
  expect(first?.textContent).toMatch(/^POSTCreate a load/);
  expect(first?.querySelector("mark")?.textContent).toBe("Create");
  press("ArrowDown");
  expect(active()).toBe(options()[1]);
  press("ArrowUp");
  expect(active()).toBe(first);
  press("ArrowUp");
  expect(active()).toBe(options().at(-1));
  press("ArrowDown");
  const followed = new Promise<EventTarget | null>((resolve) => {
    const follow = (event: Event): void => {
      event.preventDefault();
      resolve(event.target);
    };
    addEventListener("click", follow, { once: true });
  });
  press("Enter");
  expect(await followed).toBe(first);
  expect(first?.getAttribute("href")).toMatch(/^\/api\/#/);
  expect(opened).toHaveProperty("open", false);
  press("k", { ctrlKey: true });
  await fill(field(), "");
  await option("Clear recent places");
  expect(options()[0]?.getAttribute("href")).toBe(first?.getAttribute("href"));
  expect(options()[0]?.textContent).toMatch(/^POSTCreate a load of kind 1 \/loads\/1\/$/);
  expect(localStorage.getItem("docs.places")).not.toMatch(/laod|Made/);
  await click(await option("Clear recent places"));
  await waitFor(() => expect(body().queryByRole("option", { name: /^POST/ })).toBe(null));
  expect(faults()).toEqual([]);
});

test("a result's mark shows its kind: a method, a section, a page, or a field in code type", async () => {
  await visit("");
  await openSearch();
  const markOf = (row: HTMLElement) => row.firstElementChild?.textContent || row.querySelector("svg")?.outerHTML;
  expect(markOf(await option(/^Carrier API/))).toContain("<path");
  await searchFor("glossary");
  const section = await option(/^Glossary/);
  expect([markOf(section), section.querySelector("small")?.textContent]).toEqual(["#", "Home"]);
  await searchFor("create load");
  const operation = await option(/^POST/);
  expect(operation.querySelector("small > code")?.textContent).toBe("/loads/1/");
  await searchFor("truck weight");
  const row = await option(/Truck\s*\.\s*weight/);
  expect([markOf(row), row.querySelector("b > code")?.textContent]).toEqual(["{}", "Truck.weight"]);
});

test("stored places that are foreign or invalid aren't offered", async () => {
  await visit("");
  const place = { kind: "guide", title: "Stored", trail: "" };
  const foreign = ["javascript:alert(1)", "https://example.com/", "//example.com/"].map((href) => ({ ...place, href }));
  for (const stored of ["{", "{}", JSON.stringify([null, 1, place, { ...place, kind: "x", href: "/" }, ...foreign])]) {
    localStorage.setItem("docs.places", stored);
    await openSearch();
    expect(dialog().textContent).not.toContain("Stored");
    await click(body().getByRole("button", { name: "Close" }));
  }
});

test("a slash typed in the search field is a character", async () => {
  await visit("");
  await openSearch("/", {});
  expect(press("/")).toBe(true);
  await searchFor("POST /loads");
  await option(/^POST\s*Create a load/);
});

test("keys of an input method don't choose or move results, even in Safari's form", async () => {
  await visit("");
  await openSearch();
  await searchFor("create");
  const first = active();
  for (const composing of [{ isComposing: true }, { keyCode: 229 }])
    for (const key of ["ArrowDown", "Enter"]) expect(press(key, composing), key).toBe(true);
  expect([active(), dialog().hasAttribute("open")]).toEqual([first, true]);
});

test("Ctrl+K opens the search on any keyboard layout, and other keys at that position stay the browser's", async () => {
  await visit("");
  expect(press("e", { ctrlKey: true, code: "KeyK", keyCode: 69 })).toBe(true);
  expect(press("K", { ctrlKey: true, shiftKey: true, keyCode: 75 })).toBe(true);
  // Browsers report the number of the letter, or else that of the key's position.
  for (const [key, code] of [
    ["K", "KeyK"],
    ["л", "KeyK"],
    ["k", "KeyV"],
  ] as const) {
    expect(document.querySelector("dialog[open]"), key).toBeNull();
    expect(press(key, { ctrlKey: true, code, keyCode: 75 })).toBe(false);
    expect(dialog()).toHaveProperty("open", true);
    document.querySelector("dialog")?.close();
  }
  await openSearch();
  await searchFor("glossary");
});

test.each(["<select><option>a</option></select>", '<div contenteditable="" tabindex="0">a</div>'])(
  "a slash typed in another input doesn't open the search: %s",
  async (html) => {
    await visit("");
    document.body.insertAdjacentHTML("beforeend", html);
    const last = document.body.lastElementChild;
    if (last instanceof HTMLElement) last.focus();
    expect([document.activeElement, press("/")]).toEqual([last, true]);
  },
);

test("Ctrl+Enter opens the result in a new tab and keeps the search open", async () => {
  await visit("");
  const opening = vi.spyOn(window, "open").mockReturnValue(null);
  await openSearch("k", { metaKey: true });
  await searchFor("glossary");
  press("Enter", { ctrlKey: true });
  expect(opening.mock.calls).toEqual([[`${host.origin}/#glossary`, "_blank", "noopener"]]);
  expect(dialog()).toHaveProperty("open", true);
});

test("an excerpt of a long text shows the part with the query's words", async () => {
  await visit("");
  await openSearch();
  await searchFor("undo delete");
  expect(options()[0]?.querySelector("p")?.textContent).toMatch(/^Undo a delete/);
});

test("each part of the index is fetched once", async () => {
  await visit("");
  await openSearch();
  await searchFor("create load");
  expect(requested).toEqual([...new Set(requested)]);
  requested.length = 0;
  await fill(field(), "");
  await option(/^Carrier API/);
  await searchFor("create load");
  expect(requested).toEqual([]);
});

test("all counted results are shown in order, without late results of an earlier query", async () => {
  await visit("");
  await openSearch();
  await searchFor("create");
  await waitFor(() => expect(options()).toHaveLength(20));
  const typed = new Promise<void>((resolve) => {
    // The next key arrives before this one's first results are painted.
    const observer = new MutationObserver(() => {
      observer.disconnect();
      resolve(fill(field(), "carrier"));
    });
    observer.observe(body().getByRole("listbox", { name: "Results" }), { childList: true });
  });
  await fill(field(), "load");
  await typed;
  await waitFor(() => {
    expect(options()[0]?.textContent).toMatch(/carrier/i);
    expect(options()).toHaveLength(20);
  });
  expect(status()).toBe("20 results");
  expect(options().map(({ id }) => id)).toEqual(Array.from({ length: 20 }, (_, index) => `page:search-${index}`));
  expect(options().filter(({ textContent }) => !/carrier/i.test(textContent ?? ""))).toEqual([]);
  const labels = within(dialog())
    .getAllByRole("group")
    .map((group) => group.getAttribute("aria-label"));
  expect(labels).toEqual([...new Set(labels)]);
  press("ArrowUp");
  expect(active()?.id).toBe("page:search-19");
});

test("a query without results says so, and offers the nearest word and the site's pages", async () => {
  await visit("");
  await openSearch();
  await searchFor("wehboksz");
  expect(status()).toMatch(/^Nothing for “wehboksz”/);
  await option(/^Carrier API/);
  expect(options()[0]?.textContent).toBe("webhooks");
  press("Enter");
  await option(/^Webhooks/);
  expect(field().value).toBe("webhooks");
  await waitFor(() => expect(options()).toHaveLength(parseInt(status(), 10)));
});

test("the not-found page suggests the nearest page, if any, and a search for the address's words", async () => {
  await visit("carrier-apii/", "404.html");
  const rows = (await body().findByText(/^Did you mean/)).nextElementSibling;
  expect(rows?.textContent).toBe("Carrier APIHaul and bill.");
  expect(rows?.querySelector("a")?.getAttribute("href")).toBe("/carrier-api");
  const drawn = [...document.querySelectorAll("main li")].map(
    (row) => row.querySelectorAll(":scope > .icon path").length,
  );
  expect(drawn).toEqual(drawn.map(() => 1));
  await click(body().getByRole("button", { name: "Search for “carrier apii”" }));
  await option(/^Carrier API/);
  expect(field().value).toBe("carrier apii");
  page?.[Symbol.dispose]();
  await visit("nope/at-all/", "404.html");
  await body().findByRole("button", { name: "Search for “nope at all”" });
  expect(body().queryByText(/^Did you mean/)).toBe(null);
});
