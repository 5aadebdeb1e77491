"""A repository with a server of its own for the tests of the Action."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.runner import Project


@pytest.fixture
def project(tmp_path: Path) -> Project:
    return Project(tmp_path)
