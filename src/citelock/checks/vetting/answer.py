"""What vetting a text again comes to; apart from the code that does it, which few audits need to load."""

from __future__ import annotations

from typing import NamedTuple


class Vetting(NamedTuple):
    """`identity` is ok, wrong or not_checkable, `found` what stands there; `scope` full or abstract."""

    identity: str
    found: str
    scope: str
