"""The settings that a run goes by, and whether those that the head brings can be read (action.md, section 5).

Those of the trust root are in force, whatever the head says. The head's are read all the same, and never
used: once merged they are in force, and malformed ones would end every later run without a verdict, also that
of the pull request that repairs them. Where that has happened, a pull request that changes nothing but
`citelock.yml`, to what can be read, is let through: claims, evidence and whatever else there is are those of
the base, so there is nothing in it to audit, and nothing that strict settings could have caught.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from citelock.checks.catalogue import BY_CODE
from citelock.checks.config import Config
from citelock.checks.errors import ConfigError, EvidenceError, InputError, UsageError
from citelock.checks.pull_request.evidence import changed_paths
from citelock.checks.pull_request.globs import Globs
from citelock.checks.text.excerpt import shown
from citelock.snapshotter.roots import NAME, committed_config
from citelock.snapshotter.trees import Tree

_AFTERWARDS = "Once merged it would end every run, so it has to be repaired here."
_REPAIR = "Until a pull request that changes nothing else repairs or deletes it, nothing can be judged."


class InForce(NamedTuple):
    """`config` is that of the trust root; `faults` are what is wrong with the settings of the head.

    `repairs` says what is wrong with those of the trust root, where the head repairs them and does nothing
    else; `config` is the built-in one then, and "" is the usual case.
    """

    config: Config
    faults: tuple[InputError, ...] = ()
    repairs: str = ""


def settings_in_force(root: Tree, landed: Tree, patterns: Sequence[str]) -> InForce:
    """The settings of a run; `landed` is the head as it will be once merged, `patterns` the input `claims`.

    Raises ConfigError where those of the trust root cannot be read and the head is no repair of them.
    """
    changed = landed.entries.get(NAME) != root.entries.get(NAME)
    faults = _faults(landed, patterns) if changed else ()
    try:
        return InForce(_usable(root, patterns), faults)
    except ConfigError as error:
        if faults:
            raise faults[0] from error
        if not changed:
            raise _with(error, f"{error.what} {_REPAIR}") from error
        others = [path for path in changed_paths(root.objects, landed.objects) if path != NAME]
        if others:
            more = f" and {len(others) - 1} more" if len(others) > 1 else ""
            what = (
                f"that of the base is malformed ({error}), and this pull request repairs it, but changes"
                f" {shown(others[0], 120)}{more} too. {_REPAIR}"
            )
            raise ConfigError(NAME, what) from error
        return InForce(Config(), repairs=str(error))


def _faults(landed: Tree, patterns: Sequence[str]) -> tuple[ConfigError, ...]:
    try:
        config = _usable(landed, patterns)
        landed.evidence(config, trusted=True)
    except ConfigError as error:
        return (_with(error, f"{error.what} {_AFTERWARDS}"),)
    except EvidenceError as error:
        return (ConfigError(NAME, f"{error} {_AFTERWARDS}"),)
    return ()


def _usable(tree: Tree, patterns: Sequence[str]) -> Config:
    """The settings of a commit, their patterns proved too. Raises ConfigError."""
    config = committed_config(tree.reader, tree.entries.get(NAME), BY_CODE)
    try:
        Globs(patterns or config.claims, "claims")
    except UsageError as error:
        if patterns:
            raise
        raise ConfigError(NAME, str(error)) from error
    return config


def _with(error: ConfigError, what: str) -> ConfigError:
    return ConfigError(error.path, what, line=error.line, column=error.column, pointer=error.pointer)
