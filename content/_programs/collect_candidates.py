"""Collects the next batch into a file of its own. What an earlier batch holds is left out."""

import argparse
import json
import os
import sys
from datetime import datetime, timezone
from pathlib import Path

import requests

TYPES = {"SELF_FINANCE_NO_INVOICE", "SELF_FINANCE_WITH_INVOICE"}
READY = {"PENDING"}  # your choice, see the table below

# Invoice numbers: --without leaves one out, --again takes one out of an earlier batch.
parser = argparse.ArgumentParser()
parser.add_argument("--without", action="append", default=[])
parser.add_argument("--again", action="append", default=[])
options = parser.parse_args()

invoices = {}  # by invoice number, so that no invoice counts twice
page, body = 1, {"next": ""}
while body["next"] is not None:
    response = requests.get(
        os.environ["API_BASE"] + "/broker_invoices/",
        params={"page": page, "page_size": 25},
        headers={"Authorization": os.environ["API_AUTH"]},
        timeout=30,
    )
    if not response.ok:
        sys.exit(f"{response.status_code} {response.text}")
    body = response.json()
    invoices.update((invoice["invoice_number"], invoice) for invoice in body["results"])
    page += 1
if len(invoices) != body["count"]:
    sys.exit("List changed: run again")
for number in options.without + options.again:
    if number not in invoices:
        sys.exit(f"There is no invoice {number}")

earlier = {
    invoice["invoice_number"]
    for file in Path(".").glob("batch-*.json")
    for invoice in json.loads(file.read_text(encoding="utf-8"))
}
left_out = (earlier - set(options.again)) | set(options.without)
batch = [
    invoice
    for number, invoice in invoices.items()
    if number not in left_out
    and invoice.get("contract_type") in TYPES
    and invoice["status"] in READY
]
total = sum(invoice["carrier_amount"] for invoice in batch)

if batch:
    name = f"batch-{datetime.now(timezone.utc):%Y-%m-%d}"
    file, count = Path(f"{name}.json"), 2
    while file.exists():
        file, count = Path(f"{name}-{count}.json"), count + 1
    with file.open("x", encoding="utf-8") as target:  # x overwrites nothing
        json.dump(batch, target, indent=2)
    print(file)
print(f"Count {len(batch)}, carrier_amount {total} cents")
