"""Texts and quotations made to be slow end in seconds: a guard against hanging, not a measure of speed."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

sys.path.append(str(Path(__file__).resolve().parents[3]))

from bench.hostile import CASES

ROOT = Path(__file__).resolve().parents[3]
HANG = 40  # seconds of processor time, which other work does not use up, for what takes well below two
LIMITED = (
    "import resource, runpy, sys; del sys.argv[0];"
    f" resource.setrlimit(resource.RLIMIT_CPU, ({HANG}, {HANG}));"
    " runpy.run_path(sys.argv[0], run_name='__main__')"
)


@pytest.mark.parametrize("name", CASES)
def test_hostile_input_of_a_megabyte_is_answered(name: str) -> None:
    command = [sys.executable, "-c", LIMITED, str(ROOT / "bench" / "hostile.py"), name]
    done = subprocess.run(command, capture_output=True, check=False)
    assert done.returncode == 0, done.stderr.decode("utf-8", "replace")[-3000:]
    assert json.loads(done.stdout)["case"] == name
