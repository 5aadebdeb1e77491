"""What kind of site a page is on: documentation, reference, media, community, aggregator or unknown.

Kind of site, not truth. The table is `tiers.tsv`; a configuration may add rows, which win over equal ones of
the table. Of several rows that match, the longest decides (verify.md, section 5). A host pattern such as
`docs.*` counts only where the site names its hosts: on one that gives names to users anybody may be `docs`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import NamedTuple

from citelock.checks.verification.values import TIERS, Tier

_USERS = "users"  # in place of a tier: the names of hosts below it are its users'


def _is_nobodys(_host: str) -> bool:
    return False


class Table(NamedTuple):
    """Rows by domain, each with its path prefixes ("" for all of the site); host patterns by first label.

    `users` are sites whose users name the hosts, `is_given` says of a host whether its first label is a name
    that anybody may take.
    """

    sites: Mapping[str, tuple[tuple[str, Tier], ...]]
    labels: Mapping[str, Tier]
    users: frozenset[str] = frozenset()
    is_given: Callable[[str], bool] = _is_nobodys


def read_table(
    text: str, more: Iterable[tuple[str, Tier]] = (), is_given: Callable[[str], bool] = _is_nobodys
) -> Table:
    """The table in the text of `tiers.tsv`, with further rows (pattern, tier) over it.

    `is_given` as in Table. Raises ValueError for a row that is none.
    """
    sites: dict[str, dict[str, Tier]] = {}
    labels: dict[str, Tier] = {}
    rows = list(_rows(text))
    users = frozenset(pattern for pattern, tier in rows if tier is None)
    for pattern, tier in [*((pattern, tier) for pattern, tier in rows if tier is not None), *more]:
        site, _, path = pattern.partition("/")
        if site.endswith(".*"):
            labels[site[:-2]] = tier
        else:
            sites.setdefault(site, {})[f"/{path}" if path else ""] = tier
    longest_first = {
        site: tuple(sorted(paths.items(), key=lambda row: (-len(row[0]), row[0])))
        for site, paths in sites.items()
    }
    return Table(longest_first, labels, users, is_given)


def tier_of(table: Table, host: str, path: str = "/") -> Tier:
    r"""The kind of site of a page: by the longest domain with a fitting path, then by the first label.

    >>> table = read_table("a.example\treference\na.example/docs\tdocs\nforum.*\tcommunity\n")
    >>> tier_of(table, "www.a.example", "/docs/x"), tier_of(table, "forum.b.example")
    ('docs', 'community')
    """
    labels = host.split(".")
    for start in range(len(labels)):
        for prefix, tier in table.sites.get(".".join(labels[start:]), ()):
            if not prefix or path == prefix or path.startswith(f"{prefix}/"):
                return tier
        if not start and len(labels) > 2 and labels[0] in table.labels and not _is_taken(table, host):
            return table.labels[labels[0]]
    return "unknown"


def _is_taken(table: Table, host: str) -> bool:
    """Whether some user may have taken the first label of a host as a name."""
    labels = host.split(".")
    sites = (".".join(labels[start:]) for start in range(1, len(labels)))
    return any(site in table.users for site in sites) or table.is_given(host)


def _rows(text: str) -> Iterable[tuple[str, Tier | None]]:
    """Pattern and tier of each row; None for a site whose users name its hosts."""
    for number, line in enumerate(text.split("\n"), 1):
        if line and not line.startswith("#"):
            pattern, tab, name = line.partition("\t")
            tier = next((known for known in TIERS if known == name), None)
            if not tab or (tier is None and name != _USERS) or not is_pattern(pattern):
                raise ValueError(f"line {number} of the tiers is no row: {line!r}")
            yield pattern, tier


def is_pattern(pattern: str) -> bool:
    """Whether a text is a domain in lower case, with or without a path, or a pattern such as `docs.*`."""
    site = pattern.partition("/")[0]
    return (
        pattern == pattern.lower()
        and pattern.isascii()
        and pattern.isprintable()
        and not set(pattern) & set(" :@?#\\")
        and "." in site.strip(".")
        and ("*" not in pattern or (site.endswith(".*") and pattern == site and site.count("*") == 1))
    )
