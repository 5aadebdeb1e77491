"""The origin of a snapshot asked again: nobody is set up to be asked before the first one that needs it."""

from __future__ import annotations

from contextlib import ExitStack
from typing import TYPE_CHECKING

from citelock.checks.config import Config
from citelock.checks.identifiers import Identifier
from citelock.cli.progress import Ticker
from citelock.snapshotter.rederiving import Again, Foreign, Unreached

if TYPE_CHECKING:
    from citelock.snapshotter.copies.interface import Services


class Origins:
    """Fetches what provenances name; `stack` closes the connections."""

    def __init__(
        self,
        config: Config,
        mailto: str | None,
        registries: tuple[str, ...],
        allowed: tuple[str, ...],
        ticker: Ticker,
        stack: ExitStack,
    ) -> None:
        self._settings = (config, mailto, registries, allowed, ticker)
        self._stack = stack
        self._services: Services | None = None

    def fetch(self, url: str, channel: str, identifier: Identifier | None) -> Again | Unreached | Foreign:
        """The bytes at this address now, or why they were not had."""
        if self._services is None:
            from citelock.cli.snapshots.asking import services_for

            self._services = self._stack.enter_context(services_for(*self._settings))
        from citelock.snapshotter.copies.again import fetched_again

        return fetched_again(self._services, url, channel, identifier)
