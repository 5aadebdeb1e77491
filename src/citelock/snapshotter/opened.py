"""What a snapshot has to say once it is open: `texts.py` makes it, `consulted.py` hands it to the checks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from citelock.checks.named import NamedTuple

if TYPE_CHECKING:
    from citelock.checks.sealing import Sealed
    from citelock.checks.text.answers import Answers
    from citelock.checks.vetting.answer import Vetting


class Opened(NamedTuple):
    """What a snapshot has to say, as far as it is at hand: the text, or the seal that stands for it.

    `problem` is what keeps it from being trusted, if anything. `vetting` is None where nobody vetted the text
    before, `page_start` the beginning of a web page's text.
    """

    source: Answers | None = None
    problem: str | None = None
    sealed: Sealed | None = None
    vetting: Vetting | None = None
    page_start: str = ""
