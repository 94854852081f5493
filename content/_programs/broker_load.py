"""The whole broker guide for one load. Run it as often as you like: it makes each record once."""

from urllib.parse import quote

from api import call
from find_or_create import find_or_create, list_all

CARRIER = {"mc": "9900142", "id": "CARR-1042"}
DEBTOR = {"search": "Lakeshore", "id": "CUST-2077"}
INVOICE = {
    "load_number": "LD-20417",
    "amount": 240_000,
    "carrier_amount": 195_000,
    "carrier_id": "CARR-1042",
    "debtor_id": "CUST-2077",
    "client_invoice_number": "HL-INV-3391",
    "contract_type": "STD_BROKER",
}
FILENAME, CATEGORY = "pod-LD-20417.pdf", "Signed Bill of Lading (Delivered)"
CHARGES = [
    {"code": "LUMPER", "amount": 12_500, "adjust_invoice_amount": False},
    {"code": "DETENTION", "amount": 7_500, "adjust_invoice_amount": True},
]
FINAL_CARRIER_AMOUNT = 202_500


def connect(kind, external_id, **filters):
    found = list(list_all(f"/{kind}s/", **filters))
    if len(found) != 1:
        raise RuntimeError(f"Not exactly one {kind} has {filters}.")
    fields = {f"{kind}_id": found[0]["id"], "external_id": external_id}
    find_or_create(f"/{kind}_relationships/", lambda one: one["external_id"] == external_id, fields)


# 1. The contract type is one of yours.
if INVOICE["contract_type"] not in call("GET", "/client_info/")["contract_types"]["allowed"]:
    raise RuntimeError("This contract type is not yours.")

# 2. Carrier and debtor carry your own ids.
connect("carrier", CARRIER["id"], mc=CARRIER["mc"])
connect("debtor", DEBTOR["id"], search=DEBTOR["search"])

# 3. The invoice.
ours = INVOICE["client_invoice_number"]
number = find_or_create(
    "/broker_invoices/", lambda invoice: invoice.get("client_invoice_number") == ours, INVOICE
)["invoice_number"]
path = f"/broker_invoices/{quote(number, safe='')}/"
invoice = call("GET", path)

# 4. The document and the charges, unless they are there.
attached = {(file["filename"], file["category"]) for file in invoice["attachments"]}
if (FILENAME, CATEGORY) not in attached:
    with open(FILENAME, "rb") as file:
        call(
            "POST",
            f"{path}attachments?visible_to=carrier,debtor",
            files={"attachment": (FILENAME, file, "application/pdf")},
            data={"category": CATEGORY},
        )
names = {category["code"]: category["name"] for category in list_all("/line_item_categories/")}
present = {(item["external_category"]["code"], item["amount"]) for item in invoice["line_items"]}
for charge in CHARGES:
    code = charge["code"]
    if (code, charge["amount"]) not in present:
        item = {
            "invoice_number": number,
            "amount": charge["amount"],
            "adjust_invoice_amount": charge["adjust_invoice_amount"],
            "external_category": {"name": names[code], "code": code},
        }
        call("POST", "/line_items/", json=item)

# 5. What the carrier is owed in the end.
call("PATCH", path, json={"carrier_amount": FINAL_CARRIER_AMOUNT})
invoice = call("GET", path)
documents, charges = len(invoice["attachments"]), len(invoice["line_items"])
print(number, invoice["status"], invoice["amount"], invoice["carrier_amount"])
print(f"{documents} documents, {charges} charges")
