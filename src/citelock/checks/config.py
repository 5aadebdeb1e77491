"""The settings of an audit: severities, limits, folders.

It takes parsed values and gives settings; `snapshotter/configuration.py` reads the file. Every key of
`citelock.yml` is here and nowhere else: an unknown one is refused, and nothing can be switched off (design
README, sections 3 and 5; limits: action.md, section 10).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from hashlib import sha256
from typing import TYPE_CHECKING, NoReturn

from citelock.checks.errors import ConfigError
from citelock.checks.fields import described, kind
from citelock.checks.findings import Severity
from citelock.checks.limits import DEFAULT_LIMITS, MIB, Limits
from citelock.checks.named import NamedTuple
from citelock.checks.nearest_word import nearest
from citelock.checks.text.patterns import late

if TYPE_CHECKING:
    from citelock.checks.verification.settings import VerifySettings

Steps = tuple[str, ...]
Positions = Mapping[Steps, tuple[int, int]]

_AS_IN_THE_CATALOGUE: Mapping[str, Severity] = {}
_USUAL: Mapping[str, str] = {}
# As in `licences.py`, which an audit without a list of its own need not import (a test holds them equal).
COMMITTED = ("public-domain", "cc0", "cc-by", "cc-by-sa")
ALL = "all"
WEB_PORTS = (80, 443)  # of the web (web.md, section 6)


class Config(NamedTuple):
    """The settings in force.

    `require_label` is "", "partial" or "verified"; `cache` and `sources` are folders relative to the root.
    `mailto` is the address that registries see, `registries` their base addresses where they are not the
    usual ones; `claims` are the claims files, relative to the root, that `refresh` looks up when it is given
    none. None of these touches a verdict. Texts of the classes `commit_licences` may stand in the tree; those
    of `seal_licences` ("all": of every class) may be sealed. `private_dir` is the folder of the texts that
    may not, relative to the root; "" is `.private` in the folder of sources. Pages are fetched from `ports`
    only. `verify` is the section of that name, None without one.
    """

    severities: Mapping[str, Severity] = _AS_IN_THE_CATALOGUE
    limits: Limits = DEFAULT_LIMITS
    min_quote: int = 30
    fail_on: str = "error"
    require_label: str = ""
    cache: str = "cache"
    sources: str = "sources"
    mailto: str = ""
    registries: Mapping[str, str] = _USUAL
    claims: tuple[str, ...] = ()
    commit_licences: tuple[str, ...] = COMMITTED
    seal_licences: tuple[str, ...] = (ALL,)
    private_dir: str = ""
    ports: tuple[int, ...] = WEB_PORTS
    verify: VerifySettings | None = None

    @property
    def digest(self) -> str:
        """The sha256 (hex) of all settings of an audit, in one canonical form."""
        limits = [f"limits.{name}={getattr(self.limits, name)}" for name in Limits._fields]
        severities = [f"severity.{code}={severity.value}" for code, severity in self.severities.items()]
        others = [
            f"{name}={getattr(self, name)}"
            for name in ("min_quote", "fail_on", "require_label", "cache", "sources")
        ]
        if self.commit_licences != COMMITTED:
            others.append(f"commit_licences={','.join(self.commit_licences)}")
        return sha256("\n".join(sorted(limits + severities + others)).encode("utf-8")).hexdigest()


REGISTRIES = (
    "arxiv", "biorxiv", "crossref", "datacite", "doi_org", "europepmc", "idconv", "pmc", "unpaywall",
)  # fmt: skip
_MAIL = late(r"[A-Za-z0-9._+-]{1,64}@[A-Za-z0-9.-]{1,200}")
_BASE = late(
    r"https?://(?:[A-Za-z0-9.-]{1,253}|\[[0-9A-Fa-f:.]{2,45}\])(?::[0-9]{1,5})?(?:/[A-Za-z0-9._~/-]{0,500})?"
)

FAIL_ON = ("error", "warning", "never")
REQUIRE_LABEL = ("partial", "verified")
# What a preset makes of the codes whose default is one severity; `severity` still has the last word.
_PRESETS: Mapping[str, Mapping[str, Severity]] = {
    "strict": {"W": Severity.ERROR},
    "default": {},
    "advisory": {"E": Severity.WARNING},
}
PRESETS = tuple(_PRESETS)
SEVERITIES = tuple(severity.value for severity in Severity)

KEYS = (
    "preset",
    "severity",
    "limits",
    "min_quote",
    "fail_on",
    "require_label",
    "paths",
    "mailto",
    "registries",
    "claims",
    "licences",
    "snapshots",
    "network",
    "verify",
)
# The keys of those that hold others; limits, verify, severity and registries have theirs elsewhere.
SECTIONS: Mapping[str, tuple[str, ...]] = {
    "paths": ("cache", "sources"),
    "licences": ("commit", "seal"),
    "snapshots": ("private_dir",),
    "network": ("ports",),
}
_GIB = 1024 * MIB
# The most a limit may be raised to: above, a run would not fit into the memory of an ordinary machine. JSON
# nested deeper than 200 would come near the interpreter's own recursion limit.
_HIGHEST = {
    "claims_bytes": 4 * _GIB,
    "claim_bytes": 64 * MIB,
    "snapshot_bytes": 256 * MIB,
    "record_bytes": 64 * MIB,
    "json_depth": 200,
}
_LONGEST_QUOTE = 10_000
_MOST_FILES = 1000
_MOST_PORTS = 20
_PATHS = {"folder": "evidence/cache", "file": "report/claims.json"}


def config_from_value(
    value: object, path: str, *, codes: Collection[str], positions: Positions | None = None
) -> Config:
    """The settings in `value`: what a YAML or JSON parser makes of the file (mappings, lists, scalars, None).

    `codes` are the finding codes that a severity may be given for, `positions` the line and column (from 1)
    of values by their keys. Raises ConfigError.
    """
    return _Reader(path, positions or {}, codes).config(value)


class _Reader:
    """The checks of one file; it only saves every method the path and the positions."""

    def __init__(self, path: str, positions: Positions, codes: Collection[str]) -> None:
        self.path = path
        self.positions = positions
        self.codes = codes

    def config(self, value: object) -> Config:
        keys = self.mapping(value, (), KEYS)
        paths, licences, snapshots, network = (
            self.mapping(keys.get(name), (name,), allowed) for name, allowed in SECTIONS.items()
        )
        limits = self.mapping(keys.get("limits"), ("limits",), Limits._fields)
        return Config(
            severities=self.severities(
                keys.get("severity"), self.word(keys.get("preset", "default"), ("preset",), PRESETS)
            ),
            limits=Limits(
                **{
                    name: self.number(limit, ("limits", name), _HIGHEST[name])
                    for name, limit in limits.items()
                }
            ),
            min_quote=self.number(keys.get("min_quote", 30), ("min_quote",), _LONGEST_QUOTE),
            fail_on=self.word(keys.get("fail_on", "error"), ("fail_on",), FAIL_ON),
            require_label=self.word(keys["require_label"], ("require_label",), REQUIRE_LABEL)
            if "require_label" in keys
            else "",
            cache=self.folder(paths.get("cache", "cache"), ("paths", "cache")),
            sources=self.folder(paths.get("sources", "sources"), ("paths", "sources")),
            mailto=self.address(keys.get("mailto")),
            registries=self.registries(keys.get("registries")),
            claims=self.files(keys.get("claims")),
            commit_licences=self.committed(licences["commit"]) if "commit" in licences else COMMITTED,
            seal_licences=self.sealed(licences["seal"]) if "seal" in licences else (ALL,),
            private_dir=self.any_folder(snapshots.get("private_dir"), ("snapshots", "private_dir")),
            ports=self.ports(network["ports"]) if "ports" in network else WEB_PORTS,
            verify=self.verify(keys["verify"]) if "verify" in keys else None,
        )

    def mapping(self, value: object, steps: Steps, allowed: Iterable[str]) -> dict[str, object]:
        """The keys and values of a mapping, those with an empty value left out; an unknown key is refused."""
        if value is None:
            return {}
        if not isinstance(value, dict):
            self.refuse(steps, f"this is {_kind(value)}. Write keys with values: {', '.join(allowed)}.")
        known = tuple(allowed)
        for key in value:
            if key not in known:
                self.refuse((*steps, str(key)), _unknown("key", key, known))
        return {key: inner for key, inner in value.items() if inner is not None}

    def severities(self, value: object, preset: str) -> dict[str, Severity]:
        """Severity by code, sorted by code: those of the preset, and over them those that are written."""
        if value is not None and not isinstance(value, dict):
            self.refuse(
                ("severity",),
                f"this is {_kind(value)}. Write a line such as E_TITLE_MISMATCH: warning below it.",
            )
        given = self.mapping(value, ("severity",), value or ())
        for code, severity in given.items():
            steps = ("severity", code)
            if code not in self.codes:
                self.refuse(steps, _unknown("code", code, self.codes))
            if severity not in SEVERITIES:
                self.refuse(
                    steps,
                    f"{_value(severity)} is not a severity. A finding cannot be switched off, only"
                    " weighed: write error, warning or note.",
                )
        changed = {code: _PRESETS[preset][code[0]] for code in self.codes if code[0] in _PRESETS[preset]}
        changed.update((code, Severity(str(severity))) for code, severity in given.items())
        return {code: changed[code] for code in sorted(changed)}

    def number(self, value: object, steps: Steps, highest: int) -> int:
        if isinstance(value, bool) or not isinstance(value, int) or not 1 <= value <= highest:
            self.refuse(steps, f"{_value(value)} does not fit. Write a whole number from 1 to {highest}.")
        return value

    def word(self, value: object, steps: Steps, words: tuple[str, ...]) -> str:
        if not isinstance(value, str) or value not in words:
            self.refuse(steps, f"{_value(value)} is not known here. Write {alternatives(words)}.")
        return value

    def folder(self, value: object, steps: Steps, what: str = "folder") -> str:
        """A folder, or a file, below the root, with `/`.

        It is joined to the root's path, so nothing may lead out of it.
        """
        text = (
            value.replace("\\", "/").strip("/")
            if isinstance(value, str) and not value.startswith(("/", "\\"))
            else ""
        )
        parts = [part for part in text.split("/") if part not in ("", ".")]
        if (
            not parts
            or ".." in parts
            or ":" in text
            or not text.isprintable()
            or parts[0] == ".git"
            or len(text) > 200
        ):
            self.refuse(
                steps,
                f"{_value(value)} is not a {what} below the root. Write a path such as {_PATHS[what]}.",
            )
        return "/".join(parts)

    def files(self, value: object) -> tuple[str, ...]:
        """Paths of files below the root, with `/`."""
        if value is None:
            return ()
        if not isinstance(value, list) or len(value) > _MOST_FILES:
            self.refuse(
                ("claims",), f"{_value(value)} is not a list of at most {_MOST_FILES} paths of claims files."
            )
        return tuple(self.folder(each, ("claims",), "file") for each in value)

    def address(self, value: object) -> str:
        """A contact address, "" without one."""
        if value is None:
            return ""
        if not isinstance(value, str) or not is_mail_address(value):
            self.refuse(
                ("mailto",), f"{_value(value)} is no mail address. Write one such as you@example.org."
            )
        return value

    def registries(self, value: object) -> Mapping[str, str]:
        """Base addresses by the name of the registry."""
        given = self.mapping(value, ("registries",), REGISTRIES)
        return {name: self.base(given[name], ("registries", name)) for name in sorted(given)}

    def base(self, value: object, steps: Steps) -> str:
        if not isinstance(value, str) or not is_base_address(value):
            self.refuse(
                steps, f"{_value(value)} is no base address. Write one such as https://registry.example/api."
            )
        return value.rstrip("/")

    def ports(self, value: object) -> tuple[int, ...]:
        """Ports from which pages may be fetched, in order; which addresses may be is no setting."""
        steps = ("network", "ports")
        if not isinstance(value, list) or not 0 < len(value) <= _MOST_PORTS:
            self.refuse(
                steps,
                f"{_value(value)} is not a list of 1 to {_MOST_PORTS} ports. Write one such as [80, 443].",
            )
        return tuple(
            sorted({self.number(port, (*steps, str(place)), 65535) for place, port in enumerate(value)})
        )

    def verify(self, value: object) -> VerifySettings:
        from citelock.checks.verification.settings import KEYS, verify_settings

        return verify_settings(self.mapping(value, ("verify",), KEYS), self.refuse)

    def committed(self, value: object) -> tuple[str, ...]:
        """Classes whose texts may stand in the tree; those that allow no extract are refused."""
        from citelock.checks.licences import BY_NAME, MAY_BE_COMMITTED

        steps = ("licences", "commit")
        for place, name in enumerate(names := self.classes(value, steps)):
            if name not in MAY_BE_COMMITTED:
                self.refuse(
                    (*steps, str(place)),
                    f"a text under {name} may not be published: {BY_NAME[name].duties}. Take it off.",
                )
        return tuple(name for name in MAY_BE_COMMITTED if name in names)

    def sealed(self, value: object) -> tuple[str, ...]:
        """Classes whose texts may be sealed; the word "all" alone means every class."""
        from citelock.checks.licences import NAMES

        if value == ALL:
            return (ALL,)
        given = self.classes(value, ("licences", "seal"))
        return tuple(name for name in NAMES if name in given)

    def classes(self, value: object, steps: Steps) -> list[str]:
        from citelock.checks.licences import NAMES

        if not isinstance(value, list):
            self.refuse(steps, f"this is {_kind(value)}. Write a list such as [cc0, cc-by].")
        for place, name in enumerate(value):
            if name not in NAMES:
                self.refuse((*steps, str(place)), _unknown("licence class", name, NAMES))
        return value

    def any_folder(self, value: object, steps: Steps) -> str:
        """A folder anywhere, relative to the root unless absolute; texts read there are pinned by hash."""
        if value is None:
            return ""
        if not isinstance(value, str) or not value.strip() or not value.isprintable() or len(value) > 1000:
            self.refuse(steps, f"{_value(value)} is no folder. Write a path such as ../private-texts.")
        return value

    def refuse(self, steps: Steps, what: str) -> NoReturn:
        line, column = self.positions.get(steps, (None, None))
        raise ConfigError(
            self.path, what, line=line, column=column, pointer=described(".".join(steps)) if steps else ""
        )


def is_mail_address(text: str) -> bool:
    """Whether a text can stand as a contact address in a header: plain, one @, nothing else."""
    return _MAIL.fullmatch(text) is not None


def is_base_address(text: str) -> bool:
    """Whether a text is an address of the web to which a path can be added: no query, no user, no blank."""
    return _BASE.fullmatch(text) is not None


def _unknown(what: str, key: object, known: Collection[str]) -> str:
    near = nearest(str(key), known)
    if near:
        hint = f"Did you mean {near}?"
    elif what == "code":  # too many to list them all, and some of them would look like all
        hint = "`citelock rules` lists the codes."
    else:
        hint = f"Known are {', '.join(sorted(known))}."
    return f"{_value(key)} is not a known {what}. {hint}"


def alternatives(words: Sequence[str]) -> str:
    """A closed choice in words.

    >>> alternatives(("error", "warning", "never"))
    'error, warning or never'
    """
    return " or ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)


def _kind(value: object) -> str:
    return "a mapping" if isinstance(value, dict) else kind(value)


def _value(value: object) -> str:
    """A value as the file has it: YAML reads `off`, `no` and `on`, `yes` as truth values."""
    return (
        "off (a truth value)"
        if value is False
        else "on (a truth value)"
        if value is True
        else described(value)
    )
