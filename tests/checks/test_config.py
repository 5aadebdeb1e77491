"""Settings from parsed values: what is refused, and the digest."""

from __future__ import annotations

import pytest

from citelock.checks.config import COMMITTED, Config, config_from_value
from citelock.checks.errors import ConfigError
from citelock.checks.findings import Severity
from citelock.checks.licences import COMMITTED_BY_DEFAULT
from citelock.checks.limits import Limits
from citelock.checks.nearest_word import nearest
from citelock.checks.verification.settings import VerifySettings

CODES = ("E_TITLE_MISMATCH", "E_YEAR_MISMATCH")


def test_nothing_gives_the_defaults() -> None:
    assert config_from_value(None, "citelock.yml", codes=CODES) == Config()
    assert config_from_value({"limits": None}, "citelock.yml", codes=CODES) == Config()


def test_every_setting_is_read() -> None:
    value = {
        "severity": {"E_YEAR_MISMATCH": "warning", "E_TITLE_MISMATCH": "note"},
        "limits": {
            "claims_bytes": 1,
            "claim_bytes": 2,
            "snapshot_bytes": 3,
            "record_bytes": 4,
            "json_depth": 5,
        },
        "min_quote": 40,
        "fail_on": "warning",
        "require_label": "verified",
        "paths": {"cache": "evidence/cache/", "sources": "./texts"},
        "licences": {"commit": ["permission", "cc-by", "cc-by"], "seal": ["closed", "cc-by-nc"]},
        "snapshots": {"private_dir": "../private"},
        "network": {"ports": [8443, 443, 8443]},
    }
    assert config_from_value(value, "citelock.yml", codes=CODES) == Config(
        severities={"E_TITLE_MISMATCH": Severity.NOTE, "E_YEAR_MISMATCH": Severity.WARNING},
        limits=Limits(1, 2, 3, 4, 5),
        min_quote=40,
        fail_on="warning",
        require_label="verified",
        cache="evidence/cache",
        sources="texts",
        commit_licences=("cc-by", "permission"),
        seal_licences=("cc-by-nc", "closed"),
        private_dir="../private",
        ports=(443, 8443),
    )


def test_a_preset_moves_one_severity_and_what_is_written_has_the_last_word() -> None:
    codes = ("E_A", "E_B", "W_C", "W_D", "N_E")

    def severities(**keys: object) -> dict[str, str]:
        config = config_from_value(keys, "citelock.yml", codes=codes)
        return {code: severity.value for code, severity in config.severities.items()}

    assert severities(preset="default") == {}
    assert severities(preset="strict") == {"W_C": "error", "W_D": "error"}
    assert severities(preset="advisory") == {"E_A": "warning", "E_B": "warning"}
    assert severities(preset="advisory", severity={"E_B": "error", "N_E": "warning"}) == {
        "E_A": "warning",
        "E_B": "error",
        "N_E": "warning",
    }


@pytest.mark.parametrize("preset", ["loose", "Strict", True, 3, ["strict"]])
def test_an_unknown_preset_is_refused_with_those_there_are(preset: object) -> None:
    with pytest.raises(ConfigError, match=r"preset: .* Write strict, default or advisory\."):
        config_from_value({"preset": preset}, "citelock.yml", codes=CODES)


@pytest.mark.parametrize(
    "path",
    ["", ".", "..", "a/../b", "/etc", "\\\\host\\x", "C:\\x", "a:b", ".git", ".git/objects", "a\nb", 7, True],
)
def test_a_folder_outside_of_the_root_is_refused(path: object) -> None:
    with pytest.raises(ConfigError, match=r"paths\.cache: .* is not a folder below the root"):
        config_from_value({"paths": {"cache": path}}, "citelock.yml", codes=CODES)


def test_equal_settings_have_equal_digests_whatever_their_order() -> None:
    one = config_from_value({"min_quote": 31, "severity": {"E_TITLE_MISMATCH": "note"}}, "a", codes=CODES)
    other = config_from_value({"severity": {"E_TITLE_MISMATCH": "note"}, "min_quote": 31}, "b", codes=CODES)
    assert one.digest == other.digest
    assert one.digest != Config().digest
    assert config_from_value({"limits": {"json_depth": 65}}, "a", codes=CODES).digest != Config().digest


CHANGED = {
    "severities": {"E_TITLE_MISMATCH": Severity.NOTE},
    "min_quote": 31,
    "fail_on": "never",
    "require_label": "partial",
    "cache": "records",
    "sources": "texts",
    "commit_licences": ("cc0",),
    **{f"limits.{name}": Limits(**{name: 1}) for name in Limits._fields},
}


# What collecting is told, and an audit never asks for.
# A private text is judged by where it was found, with its hash, wherever the setting has led to.
OF_COLLECTING = {
    "mailto": "you@example.org",
    "registries": {"crossref": "https://registry.example"},
    "claims": ("report/claims.json",),
    "seal_licences": ("closed",),
    "private_dir": "../private",
    "ports": (8443,),
    "verify": VerifySettings(search="folder:texts"),
}


@pytest.mark.parametrize("name", CHANGED)
def test_every_setting_of_an_audit_is_part_of_the_digest(name: str) -> None:
    """Judged rows are kept under it: a setting that is not in it would be answered with rows of another."""
    changed = Config()._replace(**{name.partition(".")[0]: CHANGED[name]})  # type: ignore[arg-type] # as the field has it
    assert changed.digest != Config().digest
    assert {name.partition(".")[0] for name in CHANGED} | OF_COLLECTING.keys() == set(Config._fields)


@pytest.mark.parametrize("name", OF_COLLECTING)
def test_whom_to_ask_is_no_part_of_it(name: str) -> None:
    assert Config()._replace(**{name: OF_COLLECTING[name]}).digest == Config().digest  # type: ignore[arg-type] # as above


def test_the_nearest_word_is_offered_only_when_it_is_near() -> None:
    assert nearest("E_TITEL_MISMATCH", CODES) == "E_TITLE_MISMATCH"
    assert nearest("completely different", CODES) == ""
    assert nearest("x", ()) == ""


def test_the_classes_committed_by_default_are_those_of_the_table_of_licences() -> None:
    assert COMMITTED == COMMITTED_BY_DEFAULT


@pytest.mark.parametrize(
    ("commit", "said"),
    [
        (
            ["cc-by-nd"],
            r"licences\.commit\.0: a text under cc-by-nd may not be published: an extract is a change",
        ),
        (["unknown"], r"a text under unknown may not be published: nothing was found"),
        (["ccby"], r"licences\.commit\.0: ccby is not a known licence class\. Did you mean cc-by\?"),
        ("cc-by", r"licences\.commit: this is a string\. Write a list such as"),
        ([7], r"7 is not a known licence class"),
    ],
)
def test_what_may_never_be_published_cannot_be_put_on_the_list(commit: object, said: str) -> None:
    with pytest.raises(ConfigError, match=said):
        config_from_value({"licences": {"commit": commit}}, "citelock.yml", codes=CODES)


def test_the_list_of_classes_is_a_setting_of_the_audit_and_the_private_folder_is_not() -> None:
    listed = config_from_value({"licences": {"commit": ["cc0"]}}, "a", codes=CODES)
    moved = config_from_value({"snapshots": {"private_dir": "x"}}, "a", codes=CODES)
    assert listed.digest != Config().digest
    assert moved.digest == Config().digest


@pytest.mark.parametrize("folder", ["", " ", "a\nb", 7, ["x"]])
def test_an_unusable_private_folder_is_refused(folder: object) -> None:
    with pytest.raises(ConfigError, match=r"snapshots\.private_dir: .* is no folder"):
        config_from_value({"snapshots": {"private_dir": folder}}, "citelock.yml", codes=CODES)


@pytest.mark.parametrize("ports", [[], "80", 443, [0], [65536], [True], ["443"], list(range(1, 22))])
def test_ports_that_are_none_are_refused(ports: object) -> None:
    with pytest.raises(ConfigError, match=r"network\.ports(\.0)?: "):
        config_from_value({"network": {"ports": ports}}, "citelock.yml", codes=CODES)
