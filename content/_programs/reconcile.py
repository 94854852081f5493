"""Reads each invoice of a batch again: python reconcile.py batch-2025-03-18.json"""

import json
import os
import sys
from pathlib import Path
from urllib.parse import quote

import requests

WATCHED = ["load_number", "carrier_id", "amount", "carrier_amount", "contract_type"]

for sent in json.loads(Path(sys.argv[1]).read_text(encoding="utf-8")):
    number = quote(sent["invoice_number"], safe="")
    response = requests.get(
        f"{os.environ['API_BASE']}/broker_invoices/{number}/",
        headers={"Authorization": os.environ["API_AUTH"]},
        timeout=30,
    )
    if not response.ok:
        print(f"{sent['invoice_number']}: the API returned {response.status_code}, check by hand")
        continue
    now = response.json()
    changed = ", ".join(field for field in WATCHED if now.get(field) != sent.get(field))
    print(f"{sent['invoice_number']}: {now['status']}, changed: {changed or 'nothing'}")
