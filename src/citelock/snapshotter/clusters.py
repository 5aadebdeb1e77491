"""Somebody else's workers: a Dask cluster by its address, or any executor that a function makes.

They run the same function on the same small values as our own processes do (`executors.py`), so a cluster is
a way to run an audit and never changes it. All of them must see the files of the project and the work folder
under the same paths, and have the same citelock installed; a part that finds other evidence refuses to judge
(performance.md, section 7). Nothing of a cluster is imported unless one is named.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from citelock.checks.errors import CollectionError, UsageError
from citelock.checks.text.excerpt import shown

if TYPE_CHECKING:
    from concurrent.futures import Executor

DASK = "dask:"
# How often a part is given to another worker when the one that had it is gone.
RETRIES = 3
_PATIENCE = 15  # seconds for the scheduler to answer
_FACTORY = re.compile(r"[A-Za-z_][A-Za-z0-9_.]*:[A-Za-z_][A-Za-z0-9_]*")


@contextmanager
def executor_at(spec: str) -> Iterator[Executor]:
    """The executor that `dask:ADDRESS` or `module:factory` names, let go of at the end.

    Raises UsageError for what names none, CollectionError where the cluster does not answer.
    """
    if spec.startswith(DASK) and len(spec) > len(DASK):
        with _dask(spec.removeprefix(DASK)) as executor:
            yield executor
        return
    if not _FACTORY.fullmatch(spec):
        raise UsageError(
            f"--executor: “{shown(spec, 80)}” names no executor. Write dask:tcp://HOST:PORT, or "
            "module:factory of a function that makes one."
        )
    with _made(spec) as executor:
        yield executor


@contextmanager
def _dask(address: str) -> Iterator[Executor]:
    try:
        from distributed import Client
    except ImportError as error:
        raise UsageError(
            "--executor dask: the package distributed is not installed: pip install 'citelock[dask]'."
        ) from error
    try:
        client = Client(address, timeout=_PATIENCE, set_as_default=False)  # type: ignore[no-untyped-call]
    except (OSError, ValueError, TimeoutError) as error:
        raise CollectionError(
            f"no Dask scheduler answers at {shown(address, 100)}. Start one with `dask scheduler`, or see "
            "whether the address is right."
        ) from error
    try:
        if not client.scheduler_info()["workers"]:
            raise CollectionError(
                f"the Dask scheduler at {shown(address, 100)} has no workers. Start some with `dask worker "
                f"{shown(address, 100)}`."
            )
        yield client.get_executor(pure=False, retries=RETRIES)  # type: ignore[no-untyped-call]
    finally:
        client.close(timeout=_PATIENCE)  # type: ignore[no-untyped-call]


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
