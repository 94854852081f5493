"""The whole carrier guide for one load. Run it as often as you like: it makes each record once."""

from urllib.parse import quote

from api import ApiError, call
from connect import connect
from create_once import create_once, first, list_all

DEBTOR = {"dot": "99005000", "mc": "9900500"}
TERMS = {
    "load_number": "LD-20417",
    "debtor_id": "BRK-500",
    "amount": 195_000,
    "debtor_advance_amount": 30_000,
    "factored": True,
    "purchase_order_number": "PO-55810",
    "client_invoice_number": "PW-INV-912",
    "invoice_date": "2025-03-12T00:00:00Z",
}
FILENAME, CATEGORY = "pod-LD-20417.pdf", "Signed Bill of Lading (Delivered)"
CODE, AMOUNT = "DETENTION", 7_500  # a code of your setting

# 1. What is known of the debtor's credit: no match is no verdict.
try:
    call("GET", "/debtor_credit/", params={"dot": DEBTOR["dot"]})
    print("Credit found: store it with the time")
except ApiError as error:
    if error.status != 404:
        raise
    print("Credit unknown")

# 2. The debtor carries your own ID.
connect("debtor", TERMS["debtor_id"], {"search": DEBTOR["mc"]})

# 3. The invoice.
key = TERMS["client_invoice_number"]
number = create_once(
    f"carrier invoice {key}",
    lambda: call("POST", "/carrier_invoices/", json=TERMS),
    lambda: first(
        list_all("/carrier_invoices/"), lambda one: one.get("client_invoice_number") == key
    ),
)["invoice_number"]
path = f"/carrier_invoices/{quote(number, safe='')}/"


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

# 5. The charge, on top of the amount.
names = {category["code"]: category["name"] for category in list_all("/line_item_categories/")}
if CODE not in names:
    raise RuntimeError(f"There is no category {CODE}: correct your setting.")
charge = {
    "invoice_number": number,
    "amount": AMOUNT,
    "adjust_invoice_amount": True,
    "external_category": {"name": names[CODE], "code": CODE},
}


def is_charge(item):
    return (item["external_category"]["code"], item["amount"]) == (CODE, AMOUNT)


create_once(
    f"charge 1 of {key}",
    lambda: call("POST", "/line_items/", json=charge),
    lambda: first(call("GET", path)["line_items"], is_charge),
)

# 6. How it stands.
invoice = call("GET", path)
documents, count = len(invoice["attachments"]), len(invoice["line_items"])
print(number, invoice["status"], invoice["amount"], invoice["debtor_advance_amount"])
print(f"{documents} documents, {count} charges")
