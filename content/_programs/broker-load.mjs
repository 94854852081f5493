// The whole broker guide for one load. Run it as often as you like: it makes each record once.
import { openAsBlob } from "node:fs";

import { call } from "./api.mjs";
import { connect } from "./connect.mjs";
import { createOnce, find, listAll } from "./create-once.mjs";

const terms = {
  load_number: "LD-20417",
  amount: 240_000,
  carrier_amount: 195_000,
  carrier_id: "CARR-1042",
  debtor_id: "CUST-2077",
  client_invoice_number: "HL-INV-3391",
  contract_type: "STD_BROKER",
};
const filename = "pod-LD-20417.pdf";
const category = "Signed Bill of Lading (Delivered)";
const charges = [
  { code: "LUMPER", amount: 12_500, adjust_invoice_amount: false }, // codes of your setting
  { code: "DETENTION", amount: 7_500, adjust_invoice_amount: true },
];
const finalCarrierAmount = 202_500;

// 1. The contract type is one of yours.
const { contract_types } = await call("GET", "/client_info/");
if (!contract_types.allowed.includes(terms.contract_type))
  throw new Error("This contract type isn't yours.");

// 2. Carrier and debtor carry your own IDs.
await connect("carrier", terms.carrier_id, { mc: "9900142" });
await connect("debtor", terms.debtor_id, { search: "Lakeshore" });

// 3. The invoice.
const key = terms.client_invoice_number;
const { invoice_number } = await createOnce(
  `invoice ${key}`,
  () => call("POST", "/broker_invoices/", { json: terms }),
  () => find("/broker_invoices/", (one) => one.client_invoice_number === key),
);
const path = `/broker_invoices/${encodeURIComponent(invoice_number)}/`;
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

// 5. The charges. Two may be alike, so each is known by the ID that came back.
const categories = await listAll("/line_item_categories/");
const ids = [];
for (const { code, amount, adjust_invoice_amount } of charges) {
  const { name } = categories.find((one) => one.code === code) ?? {};
  if (!name) throw new Error(`There is no category ${code}: correct your setting.`);
  const external_category = { name, code };
  const json = { invoice_number, amount, adjust_invoice_amount, external_category };
  const isNew = (one) =>
    one.external_category.code === code && one.amount === amount && !ids.includes(one.id);
  const { id } = await createOnce(
    `charge ${ids.length + 1} of ${key}`,
    () => call("POST", "/line_items/", { json }),
    async () => (await read()).line_items.find(isNew) ?? null,
  );
  ids.push(id);
}

// 6. What the carrier is owed in the end.
await call("PATCH", path, { json: { carrier_amount: finalCarrierAmount } });
const { status, amount, carrier_amount, attachments, line_items } = await read();
console.log(invoice_number, status, amount, carrier_amount);
console.log(`${attachments.length} documents, ${line_items.length} charges`);
