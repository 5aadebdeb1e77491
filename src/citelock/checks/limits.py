"""The most that is read of anything from outside, unless `citelock.yml` says otherwise."""

from __future__ import annotations

from citelock.checks.named import NamedTuple

MIB = 1024 * 1024


class Limits(NamedTuple):
    """The most that is read: sizes in bytes, depth in nested JSON containers (action.md, section 10)."""

    claims_bytes: int = 128 * MIB
    claim_bytes: int = MIB
    snapshot_bytes: int = 8 * MIB
    record_bytes: int = MIB
    json_depth: int = 64


DEFAULT_LIMITS = Limits()
