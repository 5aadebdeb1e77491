"""Recorded answers of a review: `review/<sha256 of the question>.json`, one each, written as it comes.

What is there is the answer, as long as the question is the same to the byte; a killed run has lost nothing
but the answer it waited for (verify.md, section 9). Recorded is what the model said, not what it was shown.
"""

from __future__ import annotations

import os
from hashlib import sha256
from typing import NamedTuple

from citelock.checks.canonical import dumps
from citelock.checks.errors import InputError, UsageError
from citelock.checks.fields import WrongField
from citelock.checks.jsontext import parse
from citelock.checks.review.opinions import read_opinion
from citelock.checks.review.values import Opinion
from citelock.checks.text.excerpt import shown
from citelock.checks.verification.recorded import model_object, read_model
from citelock.checks.verification.values import Model
from citelock.snapshotter.files import need_folder, write_atomically
from citelock.snapshotter.listing import Unreadable, read_regular
from citelock.snapshotter.verification.recording import NotRecorded

_LIMIT = 4 * 1024 * 1024  # bytes of one recorded answer


class Given(NamedTuple):
    """An answer that was given, and the sha256 (hex) of its file."""

    opinion: Opinion
    sha256: str


class AnswerFolder:
    """The folder of recorded answers. Threads may write different ones."""

    def __init__(self, path: str) -> None:
        self._path = path

    def prepare(self) -> None:
        """Makes the folder, sees whether it can be written, and removes what killed runs have left.

        Raises UsageError: before anybody is asked, and paid.
        """
        try:
            need_folder(self._path)
        except OSError as error:
            raise UsageError(
                f"cannot write answers to {shown(self._path)}: {error.strerror or error}. Name a folder with "
                "--records."
            ) from error

    def get(self, digest: str, model: str) -> Given | str:
        """The answer to a question, or why there is none that can be used: "is missing", …."""
        path = self._place(digest)
        content = read_regular(path, _LIMIT)
        if isinstance(content, Unreadable):
            return content.reason if os.path.lexists(path) else "is missing"
        try:
            found = read_model(parse(content, path))
        except (InputError, WrongField) as error:
            return f"is not as it was written: {error}"
        if found.prompt_sha256 != digest or found.model != model or not found.answers:
            return "is the answer to another question"
        opinion = read_opinion(found.answers[-1])
        if isinstance(opinion, str):
            return f"cannot be used: {opinion}"
        return Given(opinion, sha256(content).hexdigest())

    def need(self, digest: str, model: str) -> Given:
        """The answer to a question. Raises NotRecorded."""
        found = self.get(digest, model)
        if isinstance(found, str):
            raise NotRecorded(f"{digest}.json", f"it {found}")
        return found

    def put(self, digest: str, model: Model) -> None:
        """Records an answer, whole or not at all. Raises UsageError."""
        write_atomically(self._place(digest), (dumps(model_object(model)) + "\n").encode("utf-8"))

    def _place(self, digest: str) -> str:
        return os.path.join(self._path, f"{digest}.json")
