"""A repository for each attack."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.histories import History


@pytest.fixture
def history(tmp_path: Path) -> History:
    return History(tmp_path / "origin")
