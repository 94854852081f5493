// The whole carrier guide for one load. Run it as often as you like: it makes each record once.
import { openAsBlob } from "node:fs";

import { call } from "./api.mjs";
import { connect } from "./connect.mjs";
import { createOnce, find, listAll } from "./create-once.mjs";

const debtor = { dot: "99005000", mc: "9900500" };
const terms = {
  load_number: "LD-20417",
  debtor_id: "BRK-500",
  amount: 195_000,
  debtor_advance_amount: 30_000,
  factored: true,
  purchase_order_number: "PO-55810",
  client_invoice_number: "PW-INV-912",
  invoice_date: "2025-03-12T00:00:00Z",
};
const filename = "pod-LD-20417.pdf";
const category = "Signed Bill of Lading (Delivered)";
const charge = { code: "DETENTION", amount: 7_500 }; // a code of your setting

// 1. What is known of the debtor's credit: no match is no verdict.
const credit = await call("GET", `/debtor_credit/?dot=${debtor.dot}`).catch((error) => {
  if (error.status === 404) return null;
  throw error;
});
console.log(credit === null ? "Credit unknown" : "Credit found: store it with the time");

// 2. The debtor carries your own ID.
await connect("debtor", terms.debtor_id, { search: debtor.mc });

// 3. The invoice.
const key = terms.client_invoice_number;
const { invoice_number } = await createOnce(
  `carrier invoice ${key}`,
  () => call("POST", "/carrier_invoices/", { json: terms }),
  () => find("/carrier_invoices/", (one) => one.client_invoice_number === key),
);
const path = `/carrier_invoices/${encodeURIComponent(invoice_number)}/`;
const read = () => call("GET", path);

// 4. The document.
const isOurs = (file) => file.filename === filename && file.category === category;
await createOnce(
  `document ${filename} of ${key}`,
  async () => {
    const form = new FormData();
    const file = await openAsBlob(filename, { type: "application/pdf" });
    form.append("attachment", file, filename);
    form.append("category", category);
    return call("POST", `${path}attachments?visible_to=carrier,debtor`, { form });
  },
  async () => (await read()).attachments.find(isOurs) ?? null,
);

// 5. The charge, on top of the amount.
const { code, amount } = charge;
const { name } =
  (await listAll("/line_item_categories/")).find((one) => one.code === code) ?? {};
if (!name) throw new Error(`There is no category ${code}: correct your setting.`);
const external_category = { name, code };
const json = { invoice_number, amount, adjust_invoice_amount: true, external_category };
await createOnce(
  `charge 1 of ${key}`,
  () => call("POST", "/line_items/", { json }),
  async () =>
    (await read()).line_items.find(
      (one) => one.external_category.code === code && one.amount === amount,
    ) ?? null,
);

// 6. How it stands.
const invoice = await read();
console.log(
  invoice_number,
  invoice.status,
  invoice.amount,
  invoice.debtor_advance_amount,
);
console.log(
  `${invoice.attachments.length} documents, ${invoice.line_items.length} charges`,
);
