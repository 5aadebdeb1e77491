"""Judgements of a commit: regular files directly in the folder, and what is left out is said."""

from __future__ import annotations

import json
from types import SimpleNamespace
from typing import cast

from citelock.snapshotter.sheet_judgements import FILE_BYTES, judged_in_tree
from citelock.snapshotter.trees import Tree

ONE = json.dumps(
    {
        "schema": "citelock-judgements/1",
        "judgements": [{"fingerprint": "0" * 64, "verdict": "unclear", "note": "n"}],
    }
).encode()


def tree(**entries: tuple[bool, int]) -> Tree:
    """A tree of files by path, each a regular file or not, and its size; all hold the same judgement."""
    made = {path: SimpleNamespace(regular=regular, size=size) for path, (regular, size) in entries.items()}
    return cast("Tree", SimpleNamespace(entries=made, reader=SimpleNamespace(read=lambda _: ONE)))


def test_only_regular_files_directly_in_the_folder_are_read() -> None:
    judged = judged_in_tree(
        tree(
            **{
                "judgements/b.json": (True, 9),
                "judgements/a.json": (True, 9),
                "judgements/link.json": (False, 9),
                "judgements/large.json": (True, FILE_BYTES + 1),
                "judgements/deeper/c.json": (True, 9),
                "judgements/readme.md": (True, 9),
                "docs/judgements/d.json": (True, 9),
            }
        )
    )
    assert [each.file for each in judged.judgements] == ["judgements/a.json", "judgements/b.json"]
    assert judged.problems == (
        "judgements/large.json: is larger than 1,048,576 bytes",
        "judgements/link.json: is not a regular file",
    )
