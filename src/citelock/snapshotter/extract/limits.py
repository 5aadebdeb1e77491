"""What one extraction may cost: memory, time, bytes in and out, pages (snapshots.md, section 1).

The numbers and how a child binds itself to them. Where the system has no `resource` module (Windows) the wall
clock of the parent stands alone, and the provenance says so.
"""

from __future__ import annotations

from typing import NamedTuple

from citelock.snapshotter.extract.interface import Limited

_MIB = 1024 * 1024


class Limits(NamedTuple):
    """Bytes of memory, seconds, bytes and pages; a configuration may lower them, never raise them.

    400 kB of PDF inflate to 400 MB; of 971 PDFs of a browser's test suite none needed 300 MB, the slowest
    31 s. `text` is all that an audit reads of one snapshot (action.md, section 10).
    """

    memory: int = 1024 * _MIB
    cpu: int = 60
    wall: int = 90
    data: int = 50 * _MIB
    pages: int = 2000
    text: int = 8 * _MIB

    def lowered(self, **to: int) -> Limits:
        """These limits with those named lowered; a higher number changes nothing."""
        own = self._asdict()
        return self._replace(**{name: min(own[name], number) for name, number in to.items()})


LIMITS = Limits()


def bind(limits: Limits) -> Limited:
    """Binds this process to the limits: "full", or "wall" where the system cannot."""
    try:
        import resource  # there is none on Windows
        import signal
    except ImportError:
        return "wall"
    _lower(resource.RLIMIT_AS, limits.memory)
    _lower(resource.RLIMIT_CPU, limits.cpu)
    signal.alarm(limits.wall + 1)  # should the parent be gone
    _lower(resource.RLIMIT_FSIZE, 8 * limits.text)  # the answer, escaped; beyond it the child is ended
    _lower(resource.RLIMIT_CORE, 0)
    return "full"


def _lower(name: int, number: int) -> None:
    import resource

    hard = resource.getrlimit(name)[1]
    if hard != resource.RLIM_INFINITY:
        number = min(number, hard)
    resource.setrlimit(name, (number, number))
