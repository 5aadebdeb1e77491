"""Which citations a collecting command cannot do anything for: they name no work and no page."""

from __future__ import annotations

from collections.abc import Sequence

from citelock.cli.errors import tell

_MOST_NAMED = 5  # in one line


def tell_passed_over(places: Sequence[str]) -> None:
    """Says which citations have no identifier that anybody could be asked for; `places` are like `c3[0]`."""
    if places:
        named = ", ".join(places[:_MOST_NAMED]) + (", …" if len(places) > _MOST_NAMED else "")
        count = "1 citation" if len(places) == 1 else f"{len(places)} citations"
        was = "was" if len(places) == 1 else "were"
        tell(f"citelock: {count} without a usable identifier {was} passed over: {named}. An audit says why.")
