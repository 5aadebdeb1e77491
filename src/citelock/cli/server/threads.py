"""Blocking work beside the event loop, so many pieces at once, and given up when nobody waits any more.

A thread cannot be stopped. One whose request was cut off goes on alone, and the process may end without it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

import anyio.to_thread

Value = TypeVar("Value")
Result = TypeVar("Result")


async def in_thread(work: Callable[[Value], Result], value: Value) -> Result:
    """What `work` makes of `value`. When this is cancelled, it is left to itself."""
    return await anyio.to_thread.run_sync(work, value, abandon_on_cancel=True)
