import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";

import { beforeAll, expect, test } from "vitest";

import { packageRoot } from "#package.ts";

/** One story runs through all pages: its names, numbers and sums are recomputed here from what is published. */
const texts = new Map<string, string>();

beforeAll(async () => {
  const folder = join(packageRoot, "content");
  const entries = await readdir(folder, { recursive: true });
  for (const name of entries.filter((entry) => entry.endsWith(".md")).sort())
    texts.set(name, await readFile(join(folder, name), "utf8"));
});

/** Rows of three amounts in cents, on all pages: what is owed, what is paid on, what remains. */
function rowsOfThree(): { source: string; amounts: readonly [number, number, number] }[] {
  return [...texts].flatMap(([name, text]) =>
    text.split("\n").flatMap((line, index) => {
      const amounts = line.startsWith("|") ? centsIn(line) : [];
      const [first, second, third] = amounts;
      const isRow = amounts.length === 3 && first !== undefined && second !== undefined && third !== undefined;
      return isRow ? [{ source: `${name}:${index + 1}`, amounts: [first, second, third] as const }] : [];
    }),
  );
}

function centsIn(text: string): number[] {
  return [...text.matchAll(/:cents\[(-?\d+)\]/g)].map(([, cents]) => Number(cents));
}

function bodies(): { source: string; value: Record<string, unknown> }[] {
  return [...texts].flatMap(([name, text]) =>
    [...text.matchAll(/^```(?:json|http)[^\n]*\n([\s\S]*?)^```/gm)].flatMap(([block, code = ""]) => {
      const json = code.slice(code.indexOf("{")).replaceAll(/^\s*…,?\s*$/gm, "");
      if (!json.startsWith("{")) return [];
      const value: unknown = JSON.parse(json);
      return isRecord(value) ? [{ source: `${name}: ${block.split("\n")[0]}`, value }] : [];
    }),
  );
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Every object of a body, at any depth. */
function objectsIn(value: unknown): Record<string, unknown>[] {
  if (Array.isArray(value)) return value.flatMap(objectsIn);
  return isRecord(value) ? [value, ...Object.values(value).flatMap(objectsIn)] : [];
}

const margins = (source: string): boolean => !source.startsWith("internal-docs/obligations");

test("in every row of amounts, the margin is what the debtor owes minus what the carrier is owed", () => {
  const rows = rowsOfThree().filter(({ source }) => margins(source));
  expect(rows.length).toBeGreaterThan(10);
  for (const { source, amounts } of rows)
    expect(`${source} ${amounts[0] - amounts[1]}`).toBe(`${source} ${amounts[2]}`);
});

test("the last row of the batch is the sum of the others, and the wallet covers it", () => {
  const batch = rowsOfThree().filter(({ source }) => source.startsWith("bulk-approve"));
  const invoices = batch.slice(0, -1);
  const sums = [0, 1, 2].map((column) => invoices.reduce((sum, { amounts }) => sum + (amounts[column] ?? 0), 0));
  expect(batch.at(-1)?.amounts).toEqual(sums);
  expect(sums).toEqual([542_500, 440_550, 101_950]);
  const rates = texts.get("internal-docs/rate-calculations.md") ?? "";
  expect(rates).toContain(`:cents[${12_500.5 * 100}]`);
  expect(rates).toContain(`:cents[${12_500.5 * 100 - 440_550}]`);
});

test("every subtraction in a sentence is right", () => {
  const sentence = /:cents\[(\d+)\] less (?:an advance of )?:cents\[(\d+)\]\s+leaves :cents\[(\d+)\]/g;
  const found = [...texts.values()].flatMap((text) => [...text.matchAll(sentence)]);
  expect(found.length).toBeGreaterThanOrEqual(2);
  for (const [words, from, less, leaves] of found)
    expect(`${words} ${Number(from) - Number(less)}`).toBe(`${words} ${leaves}`);
});

test("both halves of the carrier's fee add up, and so do the amounts after it", () => {
  const rates = texts.get("internal-docs/rate-calculations.md") ?? "";
  const rows = rates.split("\n").filter((line) => line.startsWith("|") && centsIn(line).length === 4);
  expect(rows).toHaveLength(3);
  for (const row of rows) {
    const [broker = NaN, carrier = NaN, receives = NaN, margin = NaN] = centsIn(row);
    expect(broker + carrier).toBe(202_500 * 0.02);
    expect(receives).toBe(202_500 - carrier);
    expect(margin).toBe(45_000 - broker);
  }
});

test("an invoice's amounts match its line items", () => {
  const invoices = bodies()
    .flatMap(({ source, value }) => objectsIn(value).map((object) => ({ source, object })))
    .filter(({ object }) => object["invoice_number"] === "BI-100482" && "shipper_invoice_number" in object)
    .filter(({ object }) => Array.isArray(object["line_items"]));
  expect(invoices.length).toBeGreaterThan(0);
  for (const { source, object } of invoices) {
    const added = objectsIn(object["line_items"]).filter((item) => item["adjust_invoice_amount"] === true);
    const sum = added.reduce((total, item) => total + Number(item["amount"]), 240_000);
    expect(`${source} ${Number(object["amount"])}`).toBe(`${source} ${sum}`);
    expect([195_000, 202_500]).toContain(object["carrier_amount"]);
  }
});

test("only the IDs of the running example appear in samples", () => {
  const names =
    "LD-20219 BI-100482 BI-100490 BI-100491 BI-100492 CI-200731 LD-20417 LD-20430 LD-20431 LD-20432 LD-20433 LD-20440 CARR-0733 CARR-1042 CUST-2077 BRK-500 BI-100483 PO-55810 PW-7731 HL-INV-3391 HL-INV-3392 LS-88214 PW-INV-912";
  const cast = new Set(names.split(" "));
  const quoted = /"((?:BI|CI|LD|CARR|CUST|BRK|PO|PW|HL|LS)-[A-Z0-9-]+)"/g;
  const ids = bodies().flatMap(({ source, value }) =>
    Array.from(JSON.stringify(value).matchAll(quoted), ([, name]) => `${name} in ${source}`),
  );
  expect(ids.length).toBeGreaterThan(50);
  expect(ids.filter((id) => !cast.has(id.split(" ")[0] ?? ""))).toEqual([]);
});

test("companies are the fictitious ones, on example hosts", () => {
  const emails = [...texts.values()].flatMap((text) => [...text.matchAll(/[\w.]+@[\w.]+\w/g)].map(([email]) => email));
  expect(emails.filter((email) => !email.endsWith(".example.com") && !email.includes("@pod"))).toEqual([]);
});
