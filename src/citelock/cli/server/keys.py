"""Who may ask: a file of names and hashes of keys, compared without telling how much of one is right.

A line is `name:sha256hex`; a key itself is never stored (verify.md, section 7).
"""

from __future__ import annotations

import hmac
import re
from collections.abc import Mapping
from hashlib import sha256

from citelock.checks.errors import InputError
from citelock.snapshotter.listing import Unreadable, read_regular

_LINE = re.compile(r"([A-Za-z0-9._-]{1,64}):([0-9a-fA-F]{64})")
_BYTES = 1024 * 1024
_BEARER = re.compile(rb"[Bb]earer +([!-~]{1,512})")


class Keys:
    """The keys by name; without any, everybody on this machine may ask under the name ""."""

    def __init__(self, hashes: Mapping[str, str]) -> None:
        self._hashes = dict(hashes)

    def __bool__(self) -> bool:
        return bool(self._hashes)

    def name_of(self, authorization: bytes | None) -> str | None:
        """The name behind the value of an Authorization header, None where there is none."""
        if not self._hashes:
            return ""
        match = _BEARER.fullmatch(authorization or b"")
        if match is None:  # also a line break, or a letter that no key has
            return None
        given = sha256(match[1]).hexdigest()
        found = None
        for name, known in self._hashes.items():  # all of them, whichever fits
            if hmac.compare_digest(known, given):
                found = name
        return found


def read_keys(path: str) -> Keys:
    """The keys of a file; blank lines and comments (#) count for nothing. Raises InputError."""
    content = read_regular(path, _BYTES)
    if isinstance(content, Unreadable):
        raise InputError(path, f"{content.reason}. Name a file of lines such as name:sha256.")
    hashes: dict[str, str] = {}
    for number, line in enumerate(content.decode("utf-8", "replace").split("\n"), 1):
        text = line.strip()
        if not text or text.startswith("#"):
            continue
        match = _LINE.fullmatch(text)
        if match is None:
            what = "this is no key. Write name:sha256, the hash of the key in 64 hexadecimal digits."
            raise InputError(path, what, line=number, column=1)
        if match[1] in hashes:
            raise InputError(path, f"the name {match[1]} stands twice.", line=number, column=1)
        hashes[match[1]] = match[2].lower()
    if not hashes:
        raise InputError(path, "there is no key in it. Write a line such as name:sha256.")
    return Keys(hashes)
