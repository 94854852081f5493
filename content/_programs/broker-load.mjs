// The whole broker guide for one load. Run it as often as you like: it makes each record once.
import { openAsBlob } from "node:fs";

import { call } from "./api.mjs";
import { findOrCreate, listAll } from "./find-or-create.mjs";

const load = {
  carrier: { mc: "9900142", id: "CARR-1042" },
  debtor: { search: "Lakeshore", id: "CUST-2077" },
  invoice: {
    load_number: "LD-20417",
    amount: 240_000,
    carrier_amount: 195_000,
    carrier_id: "CARR-1042",
    debtor_id: "CUST-2077",
    client_invoice_number: "HL-INV-3391",
    contract_type: "STD_BROKER",
  },
  document: {
    filename: "pod-LD-20417.pdf",
    category: "Signed Bill of Lading (Delivered)",
  },
  charges: [
    { code: "LUMPER", amount: 12_500, adjust_invoice_amount: false },
    { code: "DETENTION", amount: 7_500, adjust_invoice_amount: true },
  ],
  carrierAmount: 202_500,
};

// 1. The contract type is one of yours.
const { contract_types } = await call("GET", "/client_info/");
if (!contract_types.allowed.includes(load.invoice.contract_type))
  throw new Error("This contract type is not yours.");

// 2. Carrier and debtor carry your own ids.
await connect("carrier", load.carrier.id, { mc: load.carrier.mc });
await connect("debtor", load.debtor.id, { search: load.debtor.search });

// 3. The invoice.
const isOurs = (invoice) =>
  invoice.client_invoice_number === load.invoice.client_invoice_number;
const { invoice_number } = await findOrCreate("/broker_invoices/", isOurs, load.invoice);
const path = `/broker_invoices/${encodeURIComponent(invoice_number)}/`;
const invoice = await call("GET", path);

// 4. The document and the charges, unless they are there.
const { filename, category } = load.document;
if (
  !invoice.attachments.some(
    (file) => file.filename === filename && file.category === category,
  )
) {
  const form = new FormData();
  form.append(
    "attachment",
    await openAsBlob(filename, { type: "application/pdf" }),
    filename,
  );
  form.append("category", category);
  await call("POST", `${path}attachments?visible_to=carrier,debtor`, { form });
}
const categories = await all("/line_item_categories/");
for (const { code, amount, adjust_invoice_amount } of load.charges) {
  if (
    invoice.line_items.some(
      (item) => item.external_category.code === code && item.amount === amount,
    )
  )
    continue;
  const { name } = categories.find((one) => one.code === code) ?? {};
  if (!name) throw new Error(`There is no category ${code}.`);
  const external_category = { name, code };
  await call("POST", "/line_items/", {
    json: { invoice_number, amount, adjust_invoice_amount, external_category },
  });
}

// 5. What the carrier is owed in the end.
await call("PATCH", path, { json: { carrier_amount: load.carrierAmount } });
const { status, amount, carrier_amount, attachments, line_items } = await call(
  "GET",
  path,
);
console.log(invoice_number, status, amount, carrier_amount);
console.log(`${attachments.length} documents, ${line_items.length} charges`);

async function connect(kind, external_id, filters) {
  const [company, another] = await all(`/${kind}s/`, filters);
  if (!company || another)
    throw new Error(`Not exactly one ${kind} has ${JSON.stringify(filters)}.`);
  const fields = { [`${kind}_id`]: company.id, external_id };
  await findOrCreate(
    `/${kind}_relationships/`,
    (one) => one.external_id === external_id,
    fields,
  );
}

async function all(list, filters) {
  const records = [];
  for await (const record of listAll(list, filters)) records.push(record);
  return records;
}
