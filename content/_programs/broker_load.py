"""The whole broker guide for one load. Run it as often as you like: it makes each record once."""

from urllib.parse import quote

from api import call
from connect import connect
from create_once import create_once, first, list_all

TERMS = {
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
    {"code": "LUMPER", "amount": 12_500, "adjust_invoice_amount": False},  # codes of your setting
    {"code": "DETENTION", "amount": 7_500, "adjust_invoice_amount": True},
]
FINAL_CARRIER_AMOUNT = 202_500

# 1. The contract type is one of yours.
if TERMS["contract_type"] not in call("GET", "/client_info/")["contract_types"]["allowed"]:
    raise RuntimeError("This contract type isn't yours.")

# 2. Carrier and debtor carry your own IDs.
connect("carrier", TERMS["carrier_id"], {"mc": "9900142"})
connect("debtor", TERMS["debtor_id"], {"search": "Lakeshore"})

# 3. The invoice.
key = TERMS["client_invoice_number"]
number = create_once(
    f"invoice {key}",
    lambda: call("POST", "/broker_invoices/", json=TERMS),
    lambda: first(
        list_all("/broker_invoices/"), lambda one: one.get("client_invoice_number") == key
    ),
)["invoice_number"]
path = f"/broker_invoices/{quote(number, safe='')}/"


# 4. The document.
def attach():
    with open(FILENAME, "rb") as file:
        return call(
            "POST",
            f"{path}attachments?visible_to=carrier,debtor",
            files={"attachment": (FILENAME, file, "application/pdf")},
            data={"category": CATEGORY},
        )


def is_ours(file):
    return (file["filename"], file["category"]) == (FILENAME, CATEGORY)


create_once(
    f"document {FILENAME} of {key}",
    attach,
    lambda: first(call("GET", path)["attachments"], is_ours),
)

# 5. The charges. Two may be alike, so each is known by the ID that came back.
names = {category["code"]: category["name"] for category in list_all("/line_item_categories/")}
ids = []


def create_charge(code, amount, adjust_invoice_amount):
    if code not in names:
        raise RuntimeError(f"There is no category {code}: correct your setting.")
    fields = {
        "invoice_number": number,
        "amount": amount,
        "adjust_invoice_amount": adjust_invoice_amount,
        "external_category": {"name": names[code], "code": code},
    }

    def is_new(item):
        known = (item["external_category"]["code"], item["amount"])
        return known == (code, amount) and item["id"] not in ids

    item = create_once(
        f"charge {len(ids) + 1} of {key}",
        lambda: call("POST", "/line_items/", json=fields),
        lambda: first(call("GET", path)["line_items"], is_new),
    )
    ids.append(item["id"])


for charge in CHARGES:
    create_charge(**charge)

# 6. What the carrier is owed in the end.
call("PATCH", path, json={"carrier_amount": FINAL_CARRIER_AMOUNT})
invoice = call("GET", path)
documents, count = len(invoice["attachments"]), len(invoice["line_items"])
print(number, invoice["status"], invoice["amount"], invoice["carrier_amount"])
print(f"{documents} documents, {count} charges")
