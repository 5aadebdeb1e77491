"""Licence classes: what a statement about a copy means, which of several counts, what a class allows.

A conservative reading, and no legal advice (snapshots.md, sections 5 and 6). What is not known is `unknown`,
which allows nothing. How a statement is read from a document or an answer is `licence_statements.py`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from citelock.checks.named import NamedTuple


class LicenceClass(NamedTuple):
    """What one class allows.

    `fetch` is yes, api (through the interface of the archive), robots (where robots.txt allows it) or no
    (a copy of one's own only). `commit`: the text may stand in a public tree; `opt_in`: it may if the
    maintainer says so in `citelock.yml`.
    """

    name: str
    fetch: str
    commit: bool
    opt_in: bool
    duties: str = ""


# From the widest to the narrowest: of several statements about one copy the last in this order counts.
CLASSES: tuple[LicenceClass, ...] = (
    LicenceClass("public-domain", "yes", True, True, "cite it"),
    LicenceClass("cc0", "yes", True, True, "cite it"),
    LicenceClass("cc-by", "yes", True, True, "attribution, licence link, note that the text was extracted"),
    LicenceClass("cc-by-sa", "yes", True, True, "attribution, licence link, the same licence for the text"),
    LicenceClass("permission", "no", False, True, "keep who gave it and when"),
    LicenceClass("cc-by-nc", "yes", False, True, "attribution, no commercial use"),
    LicenceClass("cc-by-nc-sa", "yes", False, True, "attribution, no commercial use, the same licence"),
    LicenceClass("cc-by-nd", "yes", False, False, "an extract is a change, which it does not allow"),
    LicenceClass("cc-by-nc-nd", "yes", False, False, "an extract is a change, which it does not allow"),
    LicenceClass("arxiv-default", "yes", False, False, "it grants third parties nothing"),
    LicenceClass("author-manuscript", "api", False, False, "for reading and text mining only"),
    LicenceClass("free-to-read", "robots", False, False, "for reading only"),
    LicenceClass("publisher-tdm", "no", False, False, "for text mining under the publisher's terms only"),
    LicenceClass("unknown", "no", False, False, "nothing was found that allows anything"),
    LicenceClass("closed", "no", False, False, "it is not open"),
)
BY_NAME: Mapping[str, LicenceClass] = {each.name: each for each in CLASSES}
NAMES: tuple[str, ...] = tuple(BY_NAME)
COMMITTED_BY_DEFAULT: tuple[str, ...] = tuple(each.name for each in CLASSES if each.commit)
MAY_BE_COMMITTED: tuple[str, ...] = tuple(each.name for each in CLASSES if each.opt_in)
UNKNOWN = "unknown"
TDM = "publisher-tdm"
PERMISSION = "permission"
_RANK = {each.name: place for place, each in enumerate(CLASSES)}
OPEN = frozenset(("public-domain", "cc0", *(name for name in NAMES if name.startswith("cc-by"))))


class Statement(NamedTuple):
    """What one place says.

    The class, where it was read (`jats:license`), the address and the words, if any.
    """

    name: str
    read_from: str
    url: str = ""
    words: str = ""


class Decision(NamedTuple):
    """The statement that counts, and all that were found, in the order in which they were read."""

    name: str
    deciding: Statement | None
    statements: tuple[Statement, ...]


def decide(statements: Iterable[Statement]) -> Decision:
    """The class of a copy: the narrowest of what is said about it; `unknown` if nothing is.

    The holder's permission, stated by the user, is an agreement of its own and stands above the rest.

    >>> decide([Statement("cc-by", "jats:license"), Statement("cc0", "jats:license")]).name
    'cc-by'
    """
    given = tuple(statements)
    said = [each for each in given if each.name != UNKNOWN]
    if not said:
        return Decision(UNKNOWN, given[0] if given else None, given)
    permitted = next((each for each in said if each.name == PERMISSION), None)
    deciding = permitted or max(said, key=lambda each: _RANK[each.name])
    return Decision(deciding.name, deciding, given)


def may_commit(name: str, allowed: Iterable[str]) -> bool:
    """Whether a text of this class may stand in the tree, by the list of `citelock.yml`."""
    known = BY_NAME.get(name)
    return known is not None and known.opt_in and name in allowed


def may_publish_original(name: str, allowed: Iterable[str]) -> bool:
    """Whether the file that a text was made of may stand in the tree.

    Where its text may; by-nd allows copies that are not changed as well (snapshots.md, section 6).
    """
    return name == "cc-by-nd" or may_commit(name, allowed)
