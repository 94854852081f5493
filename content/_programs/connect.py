"""Connects a carrier or a debtor under your own ID, once, and heeds the relationship's status."""

import sys
from urllib.parse import quote

from api import ApiError, call
from create_once import create_once, first, list_all


def connect(kind, own_id, search):
    """kind is "carrier" or "debtor", search what the search must find it by, and only it."""
    path = f"/{kind}_relationships/"

    def look():
        if kind == "carrier":
            return first(list_all(path, external_id=own_id), lambda one: True)
        try:
            return call("GET", f"{path}{quote(own_id, safe='')}/")
        except ApiError as error:
            if error.status == 404:  # what we expect where there is no such record
                return None
            raise

    def create():
        found = list_all(f"/{kind}s/", **search)
        if len(found) != 1:
            raise RuntimeError(f"The search finds not exactly one {kind}.")
        fields = {f"{kind}_id": found[0]["id"], "external_id": own_id}
        return call("POST", path, json=fields)

    status = (look() or create_once(f"{kind} {own_id}", create, look))["status"]
    if status == "PENDING":
        print(f"{own_id} is PENDING: a real load may have to wait.", file=sys.stderr)
    elif status != "APPROVED":
        raise RuntimeError(f"{own_id} is {status}: ask first.")
