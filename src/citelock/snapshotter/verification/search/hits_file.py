"""Hits from a file: a JSON list of objects with url, title, snippet and published (verify.md, section 3).

For tests, for CI, for whoever searches by other means.
"""

from __future__ import annotations

import os

from citelock.checks.errors import InputError, UsageError
from citelock.checks.jsontext import parse
from citelock.snapshotter.listing import Unreadable, read_regular
from citelock.snapshotter.verification.fetching import Fetch
from citelock.snapshotter.verification.search.asking import text_of
from citelock.snapshotter.verification.search.interface import ANSWER_BYTES, Asked, Found, RawHit


class HitsFile:
    """The file at `path`; it is read once and answers every question with all of its hits."""

    name = "file"
    filters = False
    fetch: Fetch | None = None

    def __init__(self, path: str) -> None:
        content = read_regular(os.path.abspath(path), ANSWER_BYTES)
        if isinstance(content, Unreadable):
            raise UsageError(f"{path}: {content.reason}. Name a JSON list of hits.")
        value = parse(content, path)
        if not isinstance(value, list):
            raise InputError(path, 'this is no list. Write one of objects such as {"url": "https://…"}.')
        for place, each in enumerate(value):
            if not isinstance(each, dict) or not text_of(each, "url"):
                raise InputError(path, "this is no hit. Write an object with a url.", pointer=f"[{place}]")
        self._hits = tuple(
            RawHit(text_of(each, "url"), text_of(each, "title"), text_of(each, "snippet"),
                   text_of(each, "published"))
            for each in value
        )  # fmt: skip

    def ask(self, asked: Asked) -> Found:
        """All hits of the file, whatever is asked."""
        return Found(self._hits)
