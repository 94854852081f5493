import { waitFor } from "@testing-library/dom";
import { afterEach, expect, test } from "vitest";

import { buildSite } from "../support/build-site.ts";
import { openPage, type OpenPage } from "./open-page.ts";

/* The page stores a reader's choices in local storage, which can contain anything. */
const contract = `openapi: 3.1.0
info: { title: API, version: "1" }
servers: [{ url: /v1 }]
paths:
  /trees/:
    get: { operationId: trees_list, summary: List trees, responses: { "200": { description: Trees. } } }
`;

const html = buildSite({
  "content/index.md": "# Home\n\n```http op=trees_list\nGET /trees/\n```\n",
  "content/site.yaml": `colorMode: light
announcement: { id: cents, text: Amounts are in cents. }
sidebar: [/]
navbar: [{ label: API, to: /api/ }]
contracts:
  - { id: v2, document: openapi/api.yaml, route: /api/ }
  - { id: v1, document: openapi/api.yaml, route: /api/v1/ }
`,
  "openapi/api.yaml": contract,
}).then((site) => site.read("index.html"));

let page: OpenPage | null = null;

afterEach(() => page?.[Symbol.dispose]());

async function visit(storage: Readonly<Record<string, string>>): Promise<OpenPage> {
  page = await openPage({ address: "http://docs.example/", html: await html, storage });
  return page;
}

/** The five choices as the page shows them. */
function readChoices() {
  const { theme, announcement, sidebar } = document.documentElement.dataset;
  const language = document.querySelector<HTMLInputElement>("[data-sync=language] input:checked")?.value;
  const api = document.querySelector<HTMLAnchorElement>("[data-versions]")?.getAttribute("href");
  return { theme, announcement, isCollapsed: sidebar === "collapsed", language, api };
}

const untouched = { theme: "light", announcement: undefined, isCollapsed: false, language: "curl", api: "/api/" };
const keys = ["theme", "docs.announcement", "docs.sidebar", "docs.version", "docs.language"];

/** A storage in which every choice has this value. */
const everyChoice = (value: string) => Object.fromEntries(keys.map((key) => [key, value]));

test.each([
  ["nonsense", "nonsense"],
  ["empty texts", ""],
  ["__proto__", "__proto__"],
  ["constructor", "constructor"],
  ["JSON", "null"],
  ["very long texts", "x".repeat(100_000)],
])("stored values that aren't valid choices are ignored, and an unknown version is removed (%s)", async (_, value) => {
  const { faults } = await visit(everyChoice(value));
  await waitFor(() => expect(localStorage.getItem("docs.version") ?? "").toBe(""));
  expect(readChoices()).toEqual(untouched);
  expect(faults()).toEqual([]);
});

test("a reader's earlier choices are restored", async () => {
  const { faults } = await visit({
    theme: "dark",
    "docs.announcement": "cents",
    "docs.sidebar": "collapsed",
    "docs.version": "v1",
    "docs.language": "python",
  });
  const chosen = { theme: "dark", announcement: "dismissed", isCollapsed: true, language: "python", api: "/api/v1/" };
  await waitFor(() => expect(readChoices()).toEqual(chosen));
  expect(faults()).toEqual([]);
});
