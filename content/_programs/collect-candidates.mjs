// Collects the next batch into a file of its own. What an earlier batch holds is left out.
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";

const { API_BASE, API_AUTH } = process.env;
if (!API_BASE || !API_AUTH) throw new Error("Set API_BASE and API_AUTH first.");
const types = new Set(["SELF_FINANCE_NO_INVOICE", "SELF_FINANCE_WITH_INVOICE"]);
const ready = new Set(["PENDING"]); // your choice, see the table below

// Invoice numbers: `--without` leaves one out, `--again` takes one out of an earlier batch.
const numbers = { type: "string", multiple: true, default: [] };
const options = { without: numbers, again: numbers };
const { without, again } = parseArgs({ options }).values;

const invoices = new Map(); // by invoice number, so that no invoice counts twice
for (let page = 1, list = { next: "" }; list.next !== null; page += 1) {
  const response = await fetch(`${API_BASE}/broker_invoices/?page=${page}&page_size=25`, {
    headers: { Authorization: API_AUTH },
    signal: AbortSignal.timeout(30_000),
  });
  if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
  list = await response.json();
  for (const invoice of list.results) invoices.set(invoice.invoice_number, invoice);
  if (list.next === null && invoices.size !== list.count)
    throw new Error("List changed: run again");
}
for (const number of without.concat(again))
  if (!invoices.has(number)) throw new Error(`There is no invoice ${number}`);

const earlier = readdirSync(".")
  .filter((name) => /^batch-.*\.json$/.test(name))
  .flatMap((name) => JSON.parse(readFileSync(name, "utf8")))
  .map((invoice) => invoice.invoice_number)
  .filter((number) => !again.includes(number));
const leftOut = new Set(earlier.concat(without));
const batch = [...invoices.values()]
  .filter((one) => types.has(one.contract_type) && ready.has(one.status))
  .filter((one) => !leftOut.has(one.invoice_number));
const total = batch.reduce((sum, invoice) => sum + invoice.carrier_amount, 0);
if (!Number.isSafeInteger(total)) throw new Error("The total isn't a safe integer");

if (batch.length > 0) {
  const name = `batch-${new Date().toISOString().slice(0, 10)}`;
  let file = `${name}.json`;
  for (let count = 2; existsSync(file); count += 1) file = `${name}-${count}.json`;
  writeFileSync(file, JSON.stringify(batch, null, 2), { flag: "wx" }); // wx overwrites nothing
  console.log(file);
}
console.log(`Count ${batch.length}, carrier_amount ${total} cents`);
