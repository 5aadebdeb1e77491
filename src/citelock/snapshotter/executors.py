"""Runs independent parts of an audit: one after the other, or in worker processes.

A part is a call of one top-level function with one small picklable value; results come back in the order in
which the parts finish, and nothing may depend on that order (performance.md, section 7). The serial way
imports neither multiprocessing nor concurrent.futures.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, TypeVar

from citelock.checks.errors import CollectionError
from citelock.snapshotter import signals

if TYPE_CHECKING:
    from concurrent.futures import Executor, ProcessPoolExecutor

Part = TypeVar("Part")
Answer = TypeVar("Answer")


def run_parts(
    function: Callable[[Part], Answer],
    parts: Sequence[Part],
    *,
    jobs: int = 1,
    start_method: str | None = None,
    executor: Executor | None = None,
) -> Iterator[Answer]:
    """The answers of `function` for all parts; with `jobs` above 1 from as many worker processes.

    `start_method` is that of `multiprocessing` (None: the platform's default). With an `executor` its workers
    do it, whose lives are its own. An error of a part ends the run and is raised here; a worker that dies is
    a CollectionError. No worker of ours outlives the iterator.
    """
    if executor is not None:
        return _by(executor, function, parts)
    if jobs <= 1 or len(parts) <= 1:
        return map(function, parts)
    return _in_processes(function, parts, min(jobs, len(parts)), start_method)


def _by(executor: Executor, function: Callable[[Part], Answer], parts: Sequence[Part]) -> Iterator[Answer]:
    from concurrent.futures import CancelledError, as_completed

    from citelock.checks.errors import CitelockError

    futures = [executor.submit(function, part) for part in parts]
    try:
        for future in as_completed(futures):
            yield future.result()
    except CitelockError:
        raise
    except (Exception, CancelledError) as error:
        # Whatever a cluster raises when it has given up: its own errors are of many kinds.
        raise CollectionError(
            f"the executor did not do its work ({type(error).__name__}: {error}), so nothing was written. "
            "See whether its workers are alive and have the same citelock."
        ) from error
    finally:
        for future in futures:
            future.cancel()


def _in_processes(
    function: Callable[[Part], Answer], parts: Sequence[Part], jobs: int, start_method: str | None
) -> Iterator[Answer]:
    import multiprocessing
    from concurrent.futures import ProcessPoolExecutor, as_completed
    from concurrent.futures.process import BrokenProcessPool

    context = multiprocessing.get_context(start_method)
    pool = ProcessPoolExecutor(jobs, mp_context=context, initializer=_begin_worker)
    try:
        with signals.held():
            futures = [pool.submit(function, part) for part in parts]
        for future in as_completed(futures):
            yield future.result()
        pool.shutdown()
    except BrokenProcessPool as error:
        _stop(pool)
        raise CollectionError(
            "a worker process ended unexpectedly (killed, or out of memory), so nothing was written. "
            "Run again with fewer --jobs."
        ) from error
    except BaseException:  # also an interrupt, and a caller that stops iterating
        _stop(pool)
        raise


def _stop(pool: ProcessPoolExecutor) -> None:
    """Ends the workers now: what they do is worthless once one part has failed."""
    import multiprocessing

    for worker in multiprocessing.active_children():
        worker.terminate()
    # The pool's own thread waits for them: a second waiter would take the exit status away from it.
    pool.shutdown(cancel_futures=True)


def _begin_worker() -> None:
    """Leaves interrupts to the parent and watches it: if it is killed, no worker may wait for ever."""
    import signal
    import threading

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    signals.let_through()
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    import multiprocessing
    import os

    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
