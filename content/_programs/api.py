"""Calls the API, and decides by the class of the status what may be done next."""

import os
import time

import requests

API_BASE = os.environ["API_BASE"]
session = requests.Session()
session.headers["Authorization"] = os.environ["API_AUTH"]


class ApiError(Exception):
    """is_open is true when nobody can tell whether the request took effect."""

    def __init__(self, message, status=None, is_open=False, retry_after=0):
        super().__init__(message)
        self.status = status
        self.is_open = is_open
        self.retry_after = retry_after


def call(method, path, pause=1, **options):
    """Sends a request. When its outcome is open, a GET is sent again, later each time.

    Anything else is not: look for the record first. Times are in seconds.
    """
    attempt = 1
    while True:
        try:
            return send(method, path, **options)
        except ApiError as error:
            if method != "GET" or attempt == 4 or not error.is_open:
                raise
            time.sleep(max(pause * 2**attempt, error.retry_after))
            attempt += 1


def send(method, path, timeout=30, **options):
    request = f"{method} {path}"
    try:
        # Following a redirect can lose the body.
        options = {**options, "timeout": timeout, "allow_redirects": False}
        response = session.request(method, API_BASE + path, **options)
    except requests.RequestException as error:
        raise ApiError(f"{request}: no complete response", is_open=True) from error
    status = response.status_code
    if not 200 <= status <= 299:
        is_open = status in (408, 429) or status >= 500
        later = response.headers.get("Retry-After", "")
        retry_after = int(later) if later.isdecimal() else 0  # in seconds; no date
        raise ApiError(f"{request}: {status} {response.text}", status, is_open, retry_after)
    try:
        return response.json() if response.content else None
    except ValueError as error:
        message = f"{request}: {status} with a body that isn't JSON"
        raise ApiError(message, status, is_open=True) from error
