"""Interrupts wait while a child process is started.

One that came in between would leave a child that nobody knows of yet: it runs, and nobody ends it.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def held() -> Iterator[None]:
    """Lets SIGINT and SIGTERM wait until the block is over, in this thread.

    Children that are started meanwhile take this over, so that none does with a signal what its parent does,
    and tells of it on stderr, before it has begun: each calls `let_through`.
    """
    import signal

    if not hasattr(signal, "pthread_sigmask"):  # Windows has no signals to hold
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, (signal.SIGINT, signal.SIGTERM))
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def let_through() -> None:
    """What a child does that was started within `held`, once it has set what its signals do."""
    import signal

    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, (signal.SIGINT, signal.SIGTERM))
