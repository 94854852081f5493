// Reads each invoice of a batch again: node reconcile.mjs batch-2025-03-18.json
import { readFileSync } from "node:fs";

const { API_BASE, API_AUTH } = process.env;
if (!API_BASE || !API_AUTH) throw new Error("Set API_BASE and API_AUTH first.");
const watched = [
  "load_number",
  "carrier_id",
  "amount",
  "carrier_amount",
  "contract_type",
];

for (const sent of JSON.parse(readFileSync(process.argv[2], "utf8"))) {
  const number = encodeURIComponent(sent.invoice_number);
  const response = await fetch(`${API_BASE}/broker_invoices/${number}/`, {
    headers: { Authorization: API_AUTH },
    signal: AbortSignal.timeout(30_000),
  });
  if (!response.ok) {
    console.log(
      `${sent.invoice_number}: the API returned ${response.status}, check by hand`,
    );
    continue;
  }
  const now = await response.json();
  const changed = watched.filter((field) => now[field] !== sent[field]).join(", ");
  console.log(`${sent.invoice_number}: ${now.status}, changed: ${changed || "nothing"}`);
}
