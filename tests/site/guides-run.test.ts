import { afterAll, beforeAll, expect, test } from "vitest";

import type { ShownAnswer, Step } from "../support/guide-samples.ts";
import { canRun } from "../support/run-command.ts";
import {
  type Desk,
  findPython,
  noPython,
  type Language,
  openDesk,
  readGuides,
  type RealAnswer,
  runGuides,
  saveFiles,
} from "../support/run-guides.ts";
import { buildShippedSite } from "../support/shipped-site.ts";

/** Every call that a published page tells its reader to make is made here, in order, as copied from the page, in a fresh sandbox. */

const site = await buildShippedSite();
const guides = new Map([...readGuides(site)].filter(([, { steps }]) => steps.length > 0));
const pages = [...guides.keys()];

const languages: readonly Language[] = [
  ...((await canRun("curl", ["--fail-with-body", "--version"])) ? (["curl"] as const) : []),
  "javascript",
  ...((await findPython()) ? (["python"] as const) : []),
];

if (!languages.includes("python")) console.warn(noPython);

let desk: Desk;
const answers = new Map<Language, ReadonlyMap<string, readonly RealAnswer[]>>();

beforeAll(async () => {
  desk = await openDesk();
  await saveFiles(guides, site, desk);
  for (const language of languages) answers.set(language, await runGuides(guides, language, desk));
});
afterAll(async () => desk[Symbol.asyncDispose]());

const headers = { authorization: "any-value" };

test("every guide of the specification has calls", () => {
  for (const page of ["/", "/broker-api", "/carrier-api", "/load-board", "/bulk-approve-self-finance"])
    expect(pages).toContain(page);
});

/** Where the results of a page's calls differ from the page, in any language. */
function faultsOf(page: string): readonly string[] {
  const steps = guides.get(page)?.steps ?? [];
  const saved = new Set<string>();
  return steps.flatMap((step, index) => {
    for (const name of step.files.keys()) saved.add(name);
    const sent = [...step.curl.matchAll(/=@([^;']+)/g)].map(([, name = ""]) => name);
    const missing = sent.filter((name) => !saved.has(name)).map((name) => `${name} is sent before the page gives it`);
    const different = languages.flatMap((language) => {
      const real = answers.get(language)?.get(page)?.[index];
      if (step[language] === null || real === undefined) return [];
      return differencesOf(step, real).map((text) => `${language}: ${text}`);
    });
    return [...missing, ...different];
  });
}

test.each(pages)("the calls of %s return what the page shows", (page) => {
  expect(faultsOf(page)).toEqual([]);
});

const paths = { Credit: "/debtor_credit/", Carrier: "/carriers/", Debtor: "/debtors/" };

test("the sandbox's test data match the introduction", async () => {
  const { content = "" } = site.files.find(({ path }) => path === "index.md") ?? {};
  const rows = [
    ...String(Buffer.from(content)).matchAll(/^\| (Credit|Carrier|Debtor) (?:lookup|search) [^|]*\| ([^|]*?) \|$/gm),
  ];
  expect(rows).toHaveLength(5);
  for (const [row, kind = "", returned = ""] of rows) {
    const queries = [...row.matchAll(/`(\w+=\w+)`/g)].map(([, query]) => query);
    for (const query of queries) {
      const path = Object.entries(paths).find(([name]) => name === kind)?.[1] ?? "";
      const response = await fetch(`${desk.address}${path}?${query}`, { headers });
      const body: unknown = await response.json();
      // A query in the second column shows how to avoid the error of the first one.
      const status = returned.includes(query ?? "") ? null : /^\d+/.exec(returned);
      expect([query, response.status]).toEqual([query, Number(status?.[0] ?? 200)]);
      const count = { one: 1, no: 0 }[returned.split(" ")[0] ?? ""];
      if (count !== undefined) expect([query, body]).toEqual([query, expect.objectContaining({ count })]);
    }
  }
});

test("the sandbox fails on demand as the introduction says, and lists the IDs that trigger each status", async () => {
  const { content = "" } = site.files.find(({ path }) => path === "index.md") ?? {};
  const demands = [...String(Buffer.from(content)).matchAll(/`Prefer: ([^`]+)`/g)].map(([, demand = ""]) => demand);
  expect(demands).toEqual(["code=503", "delay=2000", "cut"]);
  const ask = async (prefer: string) => fetch(`${desk.address}/client_info/`, { headers: { ...headers, prefer } });
  expect((await ask("code=503")).status).toBe(503);
  await expect(ask("cut").then(async (response) => response.text())).rejects.toThrow("terminated");
});

test("every invoice that a page tells its reader to create can be found again by its client_invoice_number", () => {
  const creates = [...guides].flatMap(([page, { steps }]) =>
    steps
      .filter(({ curl }) => /"\$API_BASE\/(?:broker|carrier)_invoices\/"/.test(curl) && curl.includes("POST"))
      .map((step) => ({ page, step })),
  );
  expect(creates.length).toBeGreaterThanOrEqual(3);
  const isRefused = ({ answers: shown }: Step) => shown.some(({ status }) => status === 400);
  const lost = creates.filter(({ step }) => !isRefused(step) && !step.curl.includes('"client_invoice_number"'));
  expect(lost.map(({ page }) => page)).toEqual([]);
});

test.each([
  { amount: -1 },
  { amount: 2400.5 },
  { amount: "240000" },
  { contract_type: "NON_FACTORED_STANDARD" },
  { carrier_id: "3f0c2a94-6d1e-4b7a-9c58-2e41d7b6a803" },
])("the sandbox refuses an invoice with %o, as the introduction says", async (fault) => {
  const body = JSON.stringify({ load_number: "LD-1", amount: 1, carrier_amount: 1, ...fault });
  const init = { method: "POST", headers: { ...headers, "content-type": "application/json" }, body };
  expect((await fetch(`${desk.address}/broker_invoices/`, init)).status).toBe(400);
});

test.each([
  ["empty", "a.pdf", ""],
  ["a text", "a.txt", "text"],
  ["named for another type", "a.png", "%PDF-1.4\n"],
])("the sandbox refuses a file that is %s, as the introduction says", async (_, name, content) => {
  const body = new FormData();
  body.append("attachment", new Blob([content]), name);
  body.append("category", "Invoice");
  const path = `${desk.address}/broker_invoices/BI-100490/attachments?visible_to=carrier`;
  expect((await fetch(path, { method: "POST", headers, body })).status).toBe(400);
});

/** Where a response differs from the page. If the page shows none, any success is fine. */
function differencesOf({ curl, answers: shown }: Step, real: RealAnswer): readonly string[] {
  const [line = ""] = curl.replace(/^curl /, "").split(" \\\n");
  const faults = shown.length === 0 && !isSuccess(real) ? [""] : shown.flatMap((answer) => compare(answer, real));
  return faults.map((fault) => `${line}: ${real.status} ${fault === "" ? real.body : fault}`);
}

function isSuccess({ status }: RealAnswer): boolean {
  return status >= 200 && status < 300;
}

function compare({ status, body }: ShownAnswer, real: RealAnswer): readonly string[] {
  if (status === null ? !isSuccess(real) : status !== real.status)
    return [`, shown ${status ?? "any 2xx"}: ${real.body}`];
  if (body === undefined) return [];
  const value: unknown = real.body === "" ? null : JSON.parse(real.body.replaceAll(desk.address, "API_BASE"));
  return differencesIn(value, body, "");
}

/** Each value that the page shows and the answer lacks, by its JSON pointer. Pages name the provider's host. */
function differencesIn(real: unknown, shown: unknown, pointer: string): readonly string[] {
  if (Array.isArray(shown)) {
    if (!Array.isArray(real) || real.length !== shown.length)
      return [`${pointer}: ${toText(real)}, shown ${toText(shown)}`];
    return shown.flatMap((element, index) => differencesIn(real[index], element, `${pointer}/${index}`));
  }
  if (typeof shown === "object" && shown !== null && typeof real === "object" && real !== null) {
    return Object.entries(shown).flatMap(([name, member]) =>
      differencesIn(Reflect.get(real, name), member, `${pointer}/${name}`),
    );
  }
  const expected = typeof shown === "string" ? shown.replace(/^https?:\/\/.*\/v1\/external_api/, "API_BASE") : shown;
  return Object.is(real, expected) ? [] : [`${pointer}: ${toText(real)}, shown ${toText(shown)}`];
}

function toText(value: unknown): string {
  return Array.isArray(value) ? `a list of ${value.length}` : (JSON.stringify(value) ?? "nothing");
}
