"""Creates a record once, whatever happens to the connection: no idempotency key is published."""

import time

from api import ApiError, call


def list_all(path, **filters):
    """Every record of a list, page by page."""
    page = 1
    while True:
        body = call("GET", path, params={**filters, "page": page, "page_size": 25})
        yield from body["results"]
        if body["next"] is None:
            return
        page += 1


def find(path, is_wanted):
    return next((record for record in list_all(path) if is_wanted(record)), None)


def find_or_create(path, is_wanted, fields, waits=(0, 5, 60)):
    """The record that is wanted, created from fields when there is none.

    After a POST whose outcome is open it only looks again, after each of waits seconds.
    Let one worker do this for a load.
    """
    found = find(path, is_wanted)
    if found is not None:
        return found
    try:
        return call("POST", path, json=fields)
    except ApiError as error:
        if not error.is_open:
            raise
        for seconds in waits:
            time.sleep(seconds)
            late = find(path, is_wanted)
            if late is not None:
                return late
        raise  # still not there: run the program again, or ask
