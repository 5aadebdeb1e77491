"""Whether the seal of a snapshot is that of its text: its own hash says only that nobody changed it since.

Who replaces a seal writes the hash of the new one beside it. With the text at hand, or taken again from its
bytes, the same salt gives the same seal, to the byte (snapshots.md, section 7).
"""

from __future__ import annotations

from base64 import urlsafe_b64decode
from hashlib import sha256
from typing import NamedTuple

from citelock.snapshotter.evidence import Evidence
from citelock.snapshotter.snapshot_table import Kept


class SealFault(NamedTuple):
    """What is wrong with a seal; `other_rules`: nothing but that nobody can compare it any more."""

    reason: str
    other_rules: bool = False


def seal_fault(kept: Kept, evidence: Evidence, text: str | None, line: int | None) -> SealFault | None:
    """What is wrong with the seal of a sealed snapshot; None if nothing is, or it is not sealed.

    `text` is the text that it is to be made of, None where there is none to compare; `line` is where its
    furniture begins.
    """
    provenance = kept.provenance
    if provenance is None or provenance.storage != "sealed" or provenance.seal is None:
        return None
    name = f"{kept.stem}.seal"
    path, said = evidence.sources.shown(name), provenance.seal
    content = evidence.snapshot_content(name)
    if content is None:
        return SealFault(f"{path}: it is missing, or cannot be read")
    digest = sha256(content).hexdigest()
    if digest != said.sha256:
        return SealFault(f"{path}: its sha256 is {digest}, {kept.file.provenance_path} says {said.sha256}")
    from citelock.checks.sealing import BadSeal, OtherRules, make_seal, read_seal  # few texts are sealed

    try:
        read_seal(content, said.salt, said.windows)
    except OtherRules as error:
        return SealFault(f"{path}: {error}", other_rules=True)
    except BadSeal as error:
        return SealFault(f"{path}: {error}")
    if text is None:
        return None
    made, windows = make_seal(text, line, urlsafe_b64decode(f"{said.salt}=="))
    if (made, windows) == (content, said.windows):
        return None
    return SealFault(f"{path}: it is not the seal of this text")
