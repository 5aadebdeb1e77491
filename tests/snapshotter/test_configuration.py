"""`citelock.yml`: read strictly, refused with the place and what to do."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citelock.checks.config import Config
from citelock.checks.errors import ConfigError
from citelock.checks.findings import Severity
from citelock.snapshotter.configuration import read_config

CODES = ("E_TITLE_MISMATCH", "E_YEAR_MISMATCH", "W_YEAR_NEAR")


def refusal(text: bytes) -> str:
    with pytest.raises(ConfigError) as caught:
        read_config(text, CODES)
    assert caught.value.exit_code == 2
    return str(caught.value)


def test_without_a_file_the_defaults_hold_and_yaml_is_not_imported(tmp_path: Path) -> None:
    program = (
        "import sys; from citelock.snapshotter.roots import open_project;"
        "print(open_project('claims.json', codes=[]).config.min_quote, 'yaml' in sys.modules)"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True, cwd=tmp_path
    )
    assert done.stdout == "30 False\n"


@pytest.mark.parametrize(
    "text", [b"", b"# nothing\n", b"\xef\xbb\xbf", b"limits:\n", b"severity: {}\r\n"], ids=repr
)
def test_a_file_that_sets_nothing_gives_the_defaults(text: bytes) -> None:
    assert read_config(text, CODES) == Config()


def test_settings_are_read() -> None:
    text = b"# why\nseverity:\n  E_TITLE_MISMATCH: warning\nmin_quote: 40\npaths: {cache: 'evidence/cache'}\n"
    assert read_config(text, CODES) == Config(
        severities={"E_TITLE_MISMATCH": Severity.WARNING}, min_quote=40, cache="evidence/cache"
    )


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            b"min_quote: 30\nsevrity: {}\n",
            "citelock.yml:2:1: sevrity: sevrity is not a known key. Did you mean severity?",
        ),
        (
            b"severity:\n  E_TITEL_MISMATCH: note\n",
            "citelock.yml:2:3: severity.E_TITEL_MISMATCH: E_TITEL_MISMATCH is not a known code."
            " Did you mean E_TITLE_MISMATCH?",
        ),
        (
            b"severity:\n  FAR_FROM_ALL_OF_THEM: note\n",
            "citelock.yml:2:3: severity.FAR_FROM_ALL_OF_THEM: FAR_FROM_ALL_OF_THEM is not a known code."
            " `citelock rules` lists the codes.",
        ),
        (
            b"severity: {E_YEAR_MISMATCH: off}\n",
            "citelock.yml:1:12: severity.E_YEAR_MISMATCH: off (a truth value) is not a severity."
            " A finding cannot be switched off, only weighed: write error, warning or note.",
        ),
        (
            b"severity: [E_YEAR_MISMATCH]\n",
            "citelock.yml:1:1: severity: this is a list."
            " Write a line such as E_TITLE_MISMATCH: warning below it.",
        ),
        (
            b"limits:\n  snapshot_bytes: 8 MiB\n",
            "citelock.yml:2:3: limits.snapshot_bytes: 8 MiB does not fit."
            " Write a whole number from 1 to 268435456.",
        ),
        (
            b"limits:\n  seconds: 8\n",
            "citelock.yml:2:3: limits.seconds: seconds is not a known key. Known are claim_bytes,"
            " claims_bytes, json_depth, record_bytes, snapshot_bytes.",
        ),
        (
            b"min_quote: 0\n",
            "citelock.yml:1:1: min_quote: 0 does not fit. Write a whole number from 1 to 10000.",
        ),
        (
            b"min_quote: yes\n",
            "citelock.yml:1:1: min_quote: on (a truth value) does not fit."
            " Write a whole number from 1 to 10000.",
        ),
        (
            b"fail_on: warnings\n",
            "citelock.yml:1:1: fail_on: warnings is not known here. Write error, warning or never.",
        ),
        (
            b"paths: {sources: ../elsewhere}\n",
            "citelock.yml:1:9: paths.sources: ../elsewhere is not a folder below the root."
            " Write a path such as evidence/cache.",
        ),
        (
            b"- a\n",
            "citelock.yml:1:1: this is a list. Write keys with values: preset, severity, limits, min_quote,"
            " fail_on, require_label, paths, mailto, registries, claims, licences,"
            " snapshots, network, verify.",
        ),
        (
            b"min_quote: 1\nmin_quote: 2\n",
            "citelock.yml:2:1: the key min_quote stands twice. Remove one of the two.",
        ),
        (
            b"a: &x 1\n",
            "citelock.yml:1:4: this is an anchor. Write the value itself where it is needed.",
        ),
        (b"a: *x\n", "citelock.yml:1:4: this is an alias. Write the value itself."),
        (
            b"min_quote: !!python/object/apply:os.system [x]\n",
            "citelock.yml:1:12: a tag has no place here. Write the value without it.",
        ),
        (
            b"min_quote: !x 3\n",
            "citelock.yml:1:12: a tag has no place here. Write the value without it.",
        ),
        (b"? [a]\n: b\n", "citelock.yml:1:3: a key is a word."),
        (
            b"a: [\n",
            "citelock.yml:2:1: this is not YAML: expected the node content, but found '<stream end>'.",
        ),
        (b"a: 1\n---\nb: 1\n", "citelock.yml:2:1: this is not YAML: but found another document."),
        (b"a: \x01\n", "citelock.yml: this is not YAML: it holds a character that no text holds."),
        (b"ok: 1\n\xff", "citelock.yml:2:1: this is not UTF-8. Save the file as UTF-8."),
        (b"#" * 65537, "citelock.yml: this file has more than 65536 bytes. A configuration is a few lines."),
    ],
    ids=lambda value: None if isinstance(value, str) else ascii(value)[:40],
)
def test_a_fault_is_refused_with_its_place(text: bytes, message: str) -> None:
    assert refusal(text) == message


@pytest.mark.parametrize(
    "text",
    [
        b"[" * 60_000,
        b"{a: " * 12_000,
        b"? " * 30_000,
        b"- " * 30_000,
        b"a: &a [x,x]\nb: &b [*a,*a]\nc: &c [*b,*b]\n" * 1000,
        b"\n".join(b"k%d: 1" % number for number in range(6000)),
        b"<<: {min_quote: 3}\n",
        b"a: 'x" * 9000,
    ],
    ids=lambda text: ascii(text)[:20],
)
def test_a_bomb_is_one_message(text: bytes) -> None:
    assert refusal(text).startswith("citelock.yml")


def settled(data: bytes) -> bool:
    """Whether the bytes are settings or are refused with their place; anything else raises."""
    try:
        return isinstance(read_config(data, CODES), Config)
    except ConfigError as error:
        return str(error).startswith("citelock.yml")


@given(st.text(alphabet="abm: -[]{}#&*!|>'\"%@`?,\n\t0129.é\u2028\x85", max_size=60))
def test_any_text_is_settings_or_a_config_error(text: str) -> None:
    assert settled(text.encode("utf-8"))


@given(st.binary(max_size=40))
def test_any_bytes_are_settings_or_a_config_error(data: bytes) -> None:
    assert settled(data)


def test_the_section_of_checks_against_the_web() -> None:
    assert Config().verify is None
    found = read_config(
        b"verify:\n  search: searxng:http://127.0.0.1:8888\n  model: lexical\n  api_key_env: KEY\n"
        b"  tiers:\n    b.example/docs: docs\n    a.example: media\n",
        CODES,
    ).verify
    assert found is not None
    assert (found.search, found.model, found.api_key_env) == (
        "searxng:http://127.0.0.1:8888", "lexical", "KEY",
    )  # fmt: skip
    assert found.tiers == (("a.example", "media"), ("b.example/docs", "docs"))
    assert (found.records, found.search_key_env, found.model_name) == ("verify", "", "")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (b"verify: 3\n", "verify"),
        (b"verify:\n  modl: x\n", "modl"),
        (b"verify:\n  api_key_env: sk-12345\n", "never the key itself"),
        (b"verify:\n  search: 7\n", "7 does not fit"),
        (b"verify:\n  tiers:\n    a.example: good\n", "is no kind of site"),
        (b"verify:\n  tiers:\n    nowhere: docs\n", "this is no site"),
        (b"verify:\n  tiers: [a]\n", "Write lines such as"),
    ],
)
def test_a_fault_of_that_section_is_refused(text: bytes, said: str) -> None:
    message = refusal(text)
    assert said in message
    assert "sk-12345" not in message
