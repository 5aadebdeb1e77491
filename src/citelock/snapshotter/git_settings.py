"""The environment in which git may write for us: whatever a repository's settings say, it runs no program.

It knows which settings and variables start something, and what switches each off; it starts nothing itself
(metadata.md, section 8; action.md, section 10). The user's own configuration is still read, for the name and
address that a commit bears.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping

# What belongs to the person who commits and redirects nothing. All other GIT_ variables are kept from git.
_KEPT = (
    *("GIT_AUTHOR_NAME", "GIT_AUTHOR_EMAIL", "GIT_AUTHOR_DATE"),
    *("GIT_COMMITTER_NAME", "GIT_COMMITTER_EMAIL", "GIT_COMMITTER_DATE"),
    *("GIT_CONFIG_GLOBAL", "GIT_CONFIG_SYSTEM", "GIT_CONFIG_NOSYSTEM"),
)
_SWITCHES = {
    "GIT_ALLOW_PROTOCOL": "none",  # git before 2.45 ignores GIT_NO_LAZY_FETCH: its fetch has no way out
    "GIT_NO_LAZY_FETCH": "1",
    "GIT_NO_REPLACE_OBJECTS": "1",
    "GIT_TERMINAL_PROMPT": "0",
}
_SETTINGS = (
    ("core.hooksPath", os.devnull),
    ("core.fsmonitor", "false"),
    ("safe.bareRepository", "explicit"),
    ("credential.helper", ""),
    ("core.askPass", ""),
    ("gc.auto", "0"),
    ("maintenance.auto", "false"),
    ("core.safecrlf", "false"),  # it would make a warning of line ends an error
    ("i18n.commitEncoding", "UTF-8"),
    ("user.useConfigOnly", "true"),  # a name made up from the login and the host is no identity
)

Setting = tuple[str, str]


def environment(
    variables: Mapping[str, str], *, discover_in: str | None = None, neutral: Iterable[Setting] = ()
) -> dict[str, str]:
    """The GIT_ variables of a child, from those of this process; nothing else that begins so may reach it.

    `discover_in` is the folder where git has to find the repository, and not above it; without it the caller
    adds GIT_DIR. `neutral` are further settings, as `neutral_settings` gives them.
    """
    chosen = {name: variables[name] for name in _KEPT if name in variables} | _SWITCHES
    if discover_in is not None:
        chosen["GIT_CEILING_DIRECTORIES"] = os.path.dirname(discover_in)
    settings = (*_SETTINGS, *neutral)
    chosen["GIT_CONFIG_COUNT"] = str(len(settings))
    for place, (key, value) in enumerate(settings):
        chosen[f"GIT_CONFIG_KEY_{place}"] = key
        chosen[f"GIT_CONFIG_VALUE_{place}"] = value
    return chosen


def parsed(listing: bytes) -> dict[str, str]:
    """Key and last value of each setting in the output of `git config -z --list`."""
    settings: dict[str, str] = {}
    for item in listing.split(b"\0"):
        key, _, value = item.partition(b"\n")
        if key:
            settings[key.decode("utf-8", "surrogateescape")] = value.decode("utf-8", "surrogateescape")
    return settings


def neutral_settings(configured: Iterable[str]) -> list[Setting]:
    """What switches off the programs that are configured by name: hooks (since git 2.54) and filters."""
    hooks, filters = set(), set()
    for key in configured:
        section, _, rest = key.partition(".")
        name, dot, _ = rest.rpartition(".")
        if dot and section == "hook":
            hooks.add(name)
        elif dot and section == "filter":
            filters.add(name)
    settings = [(f"hook.{name}.enabled", "false") for name in sorted(hooks)]
    for name in sorted(filters):
        settings += [(f"filter.{name}.{part}", "") for part in ("clean", "smudge", "process")]
        settings.append((f"filter.{name}.required", "false"))
    return settings
