"""Why an answer of a registry cannot become a record.

Both are faults of the answer, never of the work: the identifier stays unchecked (metadata.md, section 4).
"""

from __future__ import annotations

from citelock.checks.errors import CollectionError


class ProjectionError(CollectionError):
    """The answer has not the shape that the registry documents; the message says where (exit 3)."""


class ForeignRecordError(ProjectionError):
    """The answer is a copy of a record that another agency keeps, and copies are not evidence (exit 3)."""
