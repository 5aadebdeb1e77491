"""Somebody else's workers: a Dask cluster by its address, or any executor that a function makes.

They run the same function on the same small values as our own processes do (`executors.py`), so a cluster is
a way to run an audit and never changes it. All of them must see the files of the project and the work folder
under the same paths, and have the same citelock installed; a part that finds other evidence refuses to judge
(performance.md, section 7). Nothing of a cluster is imported unless one is named.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, NamedTuple

from citelock.checks.errors import CollectionError, UsageError
from citelock.checks.text.excerpt import shown

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from distributed import Client

DASK = "dask:"
# How often a part is given to another worker when the one that had it is gone.
RETRIES = 3
_PATIENCE = 15  # seconds for the scheduler to answer
_PATIENT = 6  # times in a row that a cluster is asked for its workers and has none, before it is given up
_FACTORY = re.compile(r"[A-Za-z_][A-Za-z0-9_.]*:[A-Za-z_][A-Za-z0-9_]*")


class Workers(NamedTuple):
    """An executor, and `gone`: why no answer of it is to be expected any more, "" as long as one may come.

    `gone` is to be asked now and then where nothing has come for some seconds.
    """

    executor: Executor
    gone: Callable[[], str]


@contextmanager
def executor_at(spec: str) -> Iterator[Workers]:
    """The executor that `dask:ADDRESS` or `module:factory` names, let go of at the end.

    Raises UsageError for what names none, CollectionError where the cluster does not answer.
    """
    if spec.startswith(DASK) and len(spec) > len(DASK):
        with _dask(spec.removeprefix(DASK)) as workers:
            yield workers
        return
    if not _FACTORY.fullmatch(spec):
        raise UsageError(
            f"--executor: “{shown(spec, 80)}” names no executor. Write dask:tcp://HOST:PORT, or "
            "module:factory of a function that makes one."
        )
    with _made(spec) as executor:
        yield Workers(executor, str)


@contextmanager
def _dask(address: str) -> Iterator[Workers]:
    try:
        from distributed import Client
    except ImportError as error:
        raise UsageError(
            "--executor dask: the package distributed is not installed: pip install 'citelock[dask]'."
        ) from error
    name = shown(address, 100)
    with _silent():
        try:
            client = Client(address, timeout=_PATIENCE, set_as_default=False)  # type: ignore[no-untyped-call]
        except (OSError, ValueError, TimeoutError) as error:
            raise CollectionError(
                f"no Dask scheduler answers at {name}. Start one with `dask scheduler`, or see "
                "whether the address is right."
            ) from error
        try:
            if not client.scheduler_info()["workers"]:
                raise CollectionError(
                    f"the Dask scheduler at {name} has no workers. Start some with `dask worker {name}`."
                )
            executor = client.get_executor(pure=False, retries=RETRIES)  # type: ignore[no-untyped-call]
            yield Workers(executor, _watch(client, name))
        finally:
            client.close(timeout=_PATIENCE)  # type: ignore[no-untyped-call]


def _watch(client: Client, address: str) -> Callable[[], str]:
    """The question whether scheduler and workers are gone: a scheduler waits for new workers for ever."""
    without = 0

    def gone() -> str:
        nonlocal without
        if client.status != "running":
            return f"the Dask scheduler at {address} is gone"
        without = 0 if client.scheduler_info()["workers"] else without + 1
        if without < _PATIENT:
            return ""
        return (
            f"all workers of the Dask scheduler at {address} are gone. A worker ends if it is killed, if its "
            "memory is full, and if it has no citelock or another one: see its log"
        )

    return gone


@contextmanager
def _silent() -> Iterator[None]:
    """Keeps the cluster's log from stderr: what is wrong is said once, in our own words."""
    from logging import CRITICAL, getLogger

    levels = [(handler, handler.level) for handler in getLogger("distributed").handlers]
    for handler, _ in levels:
        handler.setLevel(CRITICAL + 1)
    try:
        yield
    finally:
        for handler, level in levels:
            handler.setLevel(level)


@contextmanager
def _made(spec: str) -> Iterator[Executor]:
    from concurrent.futures import Executor
    from importlib import import_module

    module, _, name = spec.partition(":")
    try:
        factory = getattr(import_module(module), name)
    except (ImportError, AttributeError) as error:
        raise UsageError(
            f"--executor: {shown(spec, 80)} is not there ({shown(str(error), 120)}). Name an installed "
            "module and a function of it."
        ) from error
    executor = factory()
    if not isinstance(executor, Executor):
        raise UsageError(
            f"--executor: {shown(spec, 80)} makes no concurrent.futures.Executor but "
            f"{type(executor).__name__}."
        )
    with executor:
        yield executor
