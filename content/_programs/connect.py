"""Connects a carrier or a debtor under your own ID, once, and heeds the relationship's status."""

import sys
from urllib.parse import quote

from api import ApiError, call
from create_once import create_once, first, list_all


def connect(kind, own_id, search):
    """kind is "carrier" or "debtor", search what it must be found by, and nothing else."""
    path = f"/{kind}_relationships/"

    def is_ours(one):
        return one["external_id"] == own_id

    def look():
        if kind == "carrier":
            return first(list_all(path, external_id=own_id), is_ours)
        try:
            return call("GET", f"{path}{quote(own_id, safe='')}/")
        except ApiError as error:
            if error.status == 404:  # what we expect where there is no such record
                return None
            raise

    def create():
        companies = [one for one in list_all(f"/{kind}s/", **search) if fits(one, search)]
        if len(companies) != 1:
            raise RuntimeError(f"The search finds not exactly one {kind}.")
        fields = {f"{kind}_id": companies[0]["id"], "external_id": own_id}
        return call("POST", path, json=fields)

    found = look() or create_once(f"{kind} {own_id}", create, look)
    if not is_ours(found):
        raise RuntimeError(f"{own_id} was asked for, {found['external_id']} came.")
    if found["status"] == "PENDING":
        print(f"{own_id} is PENDING: a real load may have to wait.", file=sys.stderr)
    elif found["status"] != "APPROVED":
        raise RuntimeError(f"{own_id} is {found['status']}: ask first.")


def fits(company, search):
    """Whether the company has what was searched for: an API may ignore a filter."""
    values = [str(value).lower() for value in company.values()]
    return all(
        company[name] == word if name in company else any(word.lower() in value for value in values)
        for name, word in search.items()
    )
