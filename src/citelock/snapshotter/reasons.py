"""The words for why a text could not be had, and which of them are no facts (web.md, section 1.1)."""

from __future__ import annotations

NO_COPY = "no_legal_copy"  # no step of the ladder has one
BLOCKED = "ssrf_blocked"  # an address that is never asked: nobody has looked (E_URL_BLOCKED)
# One bad minute must not become a fact: these are recorded only when a person says so.
TEMPORARY = frozenset({"timeout", "http_429", "http_5xx", "host_unresolved", "tls", "reset"})
