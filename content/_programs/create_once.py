"""Creates each record once, whatever happens to the connection: no idempotency key is published."""

import json
import time
from pathlib import Path

from api import call

# What was sent and what came back, by your own key. In your system: a table beside your loads.
FILE = Path("sent.json")
sent = json.loads(FILE.read_text(encoding="utf-8")) if FILE.exists() else {}


def create_once(key, create, look, waits=(0, 5, 60)):
    """The record that create makes. Stored: it is returned as it came.

    Not stored: look gives the record or None, and only then is it sent. Was it sent before? Then
    look is asked after each of waits seconds. Let one worker do this for a load.
    """
    state = sent.get(key)
    if state and "record" in state:
        return state["record"]
    there = look_again(look, waits if state else [0])
    if there is not None:
        return keep(key, there)
    save(key, {"sent_at": time.time()})
    try:
        return keep(key, create())
    except Exception as error:
        is_open = getattr(error, "is_open", False)
        if not is_open:
            save(key, None)  # refused: as if it had not been sent
        found = look_again(look, waits) if is_open else None
        if found is None:
            raise  # still unknown? Run the program again
        return keep(key, found)


def look_again(look, waits):
    for seconds in waits:
        time.sleep(seconds)
        record = look()
        if record is not None:
            return record
    return None


def keep(key, record):
    save(key, {"record": record})
    return record


def save(key, state):
    sent[key] = state
    temporary = FILE.with_suffix(".tmp")
    temporary.write_text(json.dumps(sent, indent=2), encoding="utf-8")
    temporary.replace(FILE)


def list_all(path, **filters):
    """Every record of a list, read page by page."""
    records, page, more = [], 1, True
    while more:
        body = call("GET", path, params={**filters, "page": page, "page_size": 25})
        records += body["results"]
        page, more = page + 1, body["next"] is not None
    return records


def first(records, is_wanted):
    """The first record that is wanted; None when there is none."""
    return next(filter(is_wanted, records), None)
