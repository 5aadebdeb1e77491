"""What an author may write to crash, slow or deceive: rows 9 to 16 of the threat table.

Each attack goes through the emulated runner, which itself proves of every step that no command was started by
accident and that no token shows. "Taken out:" says which defence was removed by hand to see the test fail.
"""

from __future__ import annotations

import json
import random
import re
import unicodedata
from pathlib import Path

import pytest

from tests.cli.output.test_summary import Tree
from tests.support import events, log_oracle
from tests.support import pull_requests as pr
from tests.support.histories import File, History
from tests.support.rule_cases import QUOTE, RECORD, TEXT
from tests.support.mine import MEANT, Step, act, pull_request
from tests.support.threats import OTHER, OTHER_QUOTE, base_of, forged_claims

# --- 9: one hostile item --------------------------------------------------------------------------------


def _letters(number: int) -> str:
    return "abcdefghij"[number // 10] + "abcdefghij"[number % 10]


HOSTILE_ITEMS: dict[str, tuple[pr.Json, dict[str, File]]] = {
    "record that is no JSON": (pr.claim("bad", OTHER, doi="10.0000/bad"), {"cache/10.0000_bad.json": "{"}),
    "deep record": (
        pr.claim("bad", OTHER, doi="10.0000/bad"),
        {"cache/10.0000_bad.json": "[" * 5000 + "]" * 5000},
    ),
    "text that is no UTF-8": (
        pr.claim("bad", OTHER, doi="10.0000/bad"),
        {"cache/10.0000_bad.json": json.dumps(RECORD), "sources/10.0000_bad.txt": b"\xff\xfe" * 500},
    ),
    "provenance of nonsense": (
        pr.claim("bad", OTHER, doi="10.0000/bad"),
        {
            "cache/10.0000_bad.json": json.dumps(RECORD),
            "sources/10.0000_bad.txt": TEXT,
            "sources/10.0000_bad.json": json.dumps({"schema": "citelock-provenance/1", "text": [], "id": {}}),
        },
    ),
    "fields of the wrong kind": (
        {"id": "bad", "text": OTHER, "citations": [{"doi": 7, "year": [], "title": {}, "quote": None}]},
        {},
    ),
    "huge quote": (pr.claim("bad", OTHER, quote="a \u0301" * 20_000), {}),
}


@pytest.mark.parametrize("name", HOSTILE_ITEMS)
def test_09_one_hostile_item_in_a_hundred(history: History, tmp_path: Path, name: str) -> None:
    """Taken out: the catch of UnicodeDecodeError in snapshotter/texts.py, for the third item."""
    bad, files = HOSTILE_ITEMS[name]
    good = [pr.claim(f"k{_letters(n)}", f"{OTHER} ({_letters(n)})", **OTHER_QUOTE) for n in range(99)]
    base = base_of(history, files)
    without = pull_request(history, tmp_path, base, {"claims.json": pr.claims(pr.claim(), *good)})
    step = pull_request(history, tmp_path, base, {"claims.json": pr.claims(pr.claim(), *good, bad)})
    if name == "fields of the wrong kind":
        assert step.code == 2  # a malformed claims file has no verdict, and the place is named
        assert any(seen.properties.get("file") == "claims.json" for seen in step.annotations)
        return
    assert step.code == 1
    assert step.errors()["bad"]

    def rows(of: Step) -> dict[str, object]:
        """Everything said of a claim but the line, which is where it stands."""
        found: dict[str, object] = {}
        for row in of.json("report")["results"]:
            findings = [{**each, "line": 0, "column": 0} for each in row["findings"]]
            found[row["claim"]] = {**row, "findings": findings, "line": 0}
        return found

    after = rows(step)
    del after["bad"]
    assert after == rows(without)


# --- 10: commands of the workflow -----------------------------------------------------------------------

PIECES = [
    *(
        "::error::x",
        "::add-mask::y",
        "::stop-commands::z",
        "::set-output name=a::b",
        "::group::g",
        "::debug::d",
    ),
    *("##[error]x", "##[add-path]p", "##[set-env name=A]b", "##[", "]", "%0A", "%25", "%3A%2C", "\n", "\r"),
    *(
        "\r\n",
        "\u0085",
        "\u2028",
        "\u2029",
        "\u00a0",
        "\u2003",
        "\u200b",
        "\u202e",
        "\x00",
        "\x1b[31m",
        "\ufeff",
    ),
    *("| ", " ", "a", "::", ":", ",", "\\", '"', "<b>", "&#58;&#58;", "\U000e0041", "é", "\ud800"),
]


def hostile_texts(count: int) -> list[str]:
    chance = random.Random(6)
    return ["".join(chance.choices(PIECES, k=chance.randint(1, 9))) for _ in range(count)]


def test_10_commands_in_every_text_field(history: History, tmp_path: Path) -> None:
    """2,000 texts. Taken out: `no_command` of cli/output/commands.py.

    Line breaks are made harmless three times over, by the sentences of the rules, by `plain` and by the
    serialiser; that each of them does it alone is shown in tests/cli/output/test_commands.py.
    """
    texts = [text.replace("\ud800", "") for text in hostile_texts(2000)]
    listed = [
        pr.claim(
            f"{number}{name}"[:200],
            f"x{text}",
            doi=f"10.0000/demo.1{text}" if number % 2 else "10.0000/demo.1",
            title=text,
            first_author=text,
            quote=text * 3,
            container=text,
        )
        for number, text in enumerate(texts)
        for name in ["".join(sign for sign in text if unicodedata.category(sign)[0] not in "CZ")]
    ]
    path = "::error::x,line=1%0A/##[error]y/claims.json"
    base = base_of(history)
    changes: dict[str, File] = {path: pr.claims(*listed), f"cache/{texts[0].replace('/', '')}x.json": "{"}
    head = history.commit(changes, base, branch="agent")
    (tmp_path / "none").mkdir()
    step = act(
        tmp_path / "none",
        "pull_request",
        history.merge(base, head, changes),
        events.pull_request(head, base),
        server=tmp_path.as_uri(),
        repository="origin",
        inputs={"sarif": "true"},
    )
    assert step.code == 1, step.out[:2000]
    names = [seen.name for seen in step.commands]
    assert names.count("group") == names.count("endgroup") == 1
    assert sum(names.count(level) for level in log_oracle.LEVELS) <= 30
    assert log_oracle.unmeant(step.out, MEANT) == log_oracle.commands(step.err) == []
    assert set(step.outputs) <= {"conclusion", *step.outputs}
    for value in step.outputs.values():
        assert not set(value) - set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789._/-")


@pytest.mark.parametrize("place", ["pattern", "branch", "event", "claims file"])
def test_10_commands_in_what_is_refused(history: History, tmp_path: Path, place: str) -> None:
    """Taken out: as above."""
    bad = "x\n::error file=a::b\r##[add-mask]c"
    base = base_of(
        history, {"claims.json": '{"claims": [{"id": "' + bad + '"}]}'} if place == "claims file" else {}
    )
    workspace = history.checkout(tmp_path / "w", base)
    payload = events.plain() if place != "branch" else events.pull_request(base, base, base_branch=bad)
    step = act(
        workspace,
        {"event": bad, "branch": "pull_request"}.get(place, "workflow_dispatch"),
        base,
        payload,
        inputs={"claims": "../" + bad.replace("\n", "")} if place == "pattern" else {},
    )
    assert step.code == 2
    errors = [seen for seen in step.commands if seen.name == "error"]
    assert errors
    assert not any(seen.properties.get("file") == "a" for seen in errors)


# --- 11: Markdown ---------------------------------------------------------------------------------------

MARKDOWN = [
    "```\n# PASSED\n```", "</details></table>", "| a | b |\n|---|---|", "@team @octocat", "#1 GH-1 a/b#2",
    "![x](https://evil.test/x.png)", "[x](https://evil.test)", "www.evil.test http://evil.test",
    "$x$ $$y$$", "\n\n# Citation audit: passed\n", "<!-- citelock:citation-audit -->",
    "<img src=x onerror=1>",
    "**bold** ~~gone~~ `code`", "\\| \\`", "&lt;b&gt; &#35;", "- [x] done", ":shipit:",
]  # fmt: skip


def test_11_markdown_that_pretends(history: History, tmp_path: Path) -> None:
    """Taken out: the table of punctuation in cli/output/markdown_text.py.

    In every field at once; single fields and 2,000 texts: tests/cli/output/test_summary.py.
    """
    base = base_of(history)

    def page(texts: list[str]) -> Tree:
        listed = [
            pr.claim(
                f"k{n} {text}".replace("\n", " "),
                OTHER + " " + text.translate(dict.fromkeys(map(ord, "0123456789"))),
                title=f"Quite another matter {text}",
                first_author=f"Nobody {text}",
                year=1900,
                **OTHER_QUOTE,
            )
            for n, text in enumerate(texts)
        ]
        step = pull_request(history, tmp_path, base, {"claims.json": pr.claims(pr.claim(), *listed)})
        assert step.code == 1
        return Tree(step.summary)

    hostile, harmless = page(MARKDOWN), page(["harmless"] * len(MARKDOWN))
    assert hostile.elements == harmless.elements
    assert list(map(_without_commits, hostile.links)) == list(map(_without_commits, harmless.links))
    assert _without_commits(hostile.words) == _without_commits(harmless.words)


def _without_commits(text: str) -> str:
    return re.sub(r"\b[0-9a-f]{12,40}\b", "(commit)", text)


# --- 12: JSON that is too much --------------------------------------------------------------------------

_CLAIM = '{"id": "a", "text": "b", "citations": []}'
JSON_BOMBS: dict[str, bytes] = {
    "huge file": b'{"claims": [' + b" " * (129 << 20) + b"]}",
    "a million keys": b'{"claims": [{' + ",".join(f'"k{n}": 1' for n in range(1_000_000)).encode() + b"}]}",
    "deep nesting": b'{"claims": ' + b"[" * 100_000 + b"]" * 100_000 + b"}",
    "duplicate keys": b'{"claims": [{"id": "a", "id": "b", "text": "c", "citations": []}]}',
    "duplicate ids": f'{{"claims": [{_CLAIM}, {_CLAIM}]}}'.encode(),
    "ids that become equal": b'{"claims": [{"id": 1, "text": "b"}, {"id": "1", "text": "b"}]}',
    "NaN": b'{"claims": [{"id": "a", "text": "b", "citations": [{"year": NaN}]}]}',
    "1e999999": b'{"claims": [{"id": "a", "text": "b", "citations": [{"year": 1e999999}]}]}',
    "an integer of 5,000 digits": b'{"claims": [{"id": "a", "text": "b", "citations": [{"year": '
    + b"9" * 5000
    + b"}]}]}",
    "year: true": b'{"claims": [{"id": "a", "text": "b", "citations": [{"year": true}]}]}',
    "lone surrogate": b'{"claims": [{"id": "\\ud800", "text": "b", "citations": []}]}',
    "UTF-16": json.dumps({"claims": []}).encode("utf-16"),
    "no JSON": b"claims: []",
    "empty": b"",
}


@pytest.mark.parametrize("name", JSON_BOMBS)
def test_12_a_claims_file_made_to_choke_on(history: History, tmp_path: Path, name: str) -> None:
    """Taken out: the refusal of NaN in checks/jsontext.py. Sizes and nesting are refused in two places each.

    One message with a place, exit code 2, and no more work than an honest file of ten claims takes twice.
    """
    base = base_of(history)
    honest = pull_request(history, tmp_path, base, {"x": "y"})
    step = pull_request(history, tmp_path, base, {"claims.json": JSON_BOMBS[name]})
    assert step.code == 2
    (shown,) = (seen for seen in step.annotations if seen.properties.get("file") == "claims.json")
    assert shown.name == "error"
    assert len(shown.data) < 600
    assert step.outputs == {"conclusion": "error"}
    assert step.seconds < honest.seconds + 1


# --- 13: text that looks like another -------------------------------------------------------------------

UNSAFE = {
    "bidi": "\u202e", "isolate": "\u2066", "zero width": "\u200b", "joiner": "\u2060", "tag": "\U000e0041",
    "direction mark": "\u200f",
}  # fmt: skip


@pytest.mark.parametrize("name", UNSAFE)
def test_13_characters_that_nobody_sees(history: History, tmp_path: Path, name: str) -> None:
    """Taken out: the escaping of `plain` in cli/output/plain.py."""
    sign = UNSAFE[name]
    base = base_of(history)
    hidden = QUOTE[:20] + sign + QUOTE[20:]
    written = pr.claims(
        pr.claim(), pr.claim(f"c{sign}2", f"{OTHER}{sign}", quote=hidden, title=f"Wrong {sign} title")
    )
    step = pull_request(history, tmp_path, base, {"claims.json": written}, inputs={"sarif": "true"})
    assert step.code == 1
    for text in (step.out, step.err, step.summary, repr(step.outputs)):
        assert sign not in text
    shown = f"\\u{{{ord(sign):x}}}"
    assert shown.casefold() in step.out.casefold()
    # The others are layout, and are left out of the comparison (docs/quotes.md, step 4).
    unsafe = name in ("bidi", "isolate", "tag")
    assert any("E_QUOTE_UNSAFE" in errors for errors in step.errors().values()) is unsafe


# --- 14 and 15: texts made for slow code ----------------------------------------------------------------

SLOW: dict[str, str] = {
    "marks": "a" + "\u0301" * 40_000,
    "marks out of order": "a" + "\u0301\u0323" * 20_000,
    "U+FDFA": "\ufdfa" * 20_000,
    "blanks": " " * 100_000,
    "digits": "9" * 100_000,
    "digits and commas": "1," * 50_000,
    "brackets": "[" * 100_000,
    "ellipses": "… " * 40_000,
    "quotation marks": "\u201c" * 40_000,
    "hyphens": "a-" * 50_000,
    "dots": "a." * 50_000,
    "percent": "1 % " * 25_000,
    "dollar": "$" * 100_000,
    "backslash": "\\" * 100_000,
    "angle": "<" * 100_000,
    "ampersand": "&" * 100_000,
    "slashes": "10.1/" * 20_000,
    "letters": "a" * 100_000,
    "words": "and of the " * 9_000,
}


@pytest.mark.parametrize("name", SLOW)
@pytest.mark.parametrize("field", ["quote", "title", "doi", "text"])
def test_14_15_a_text_made_for_slow_code(history: History, tmp_path: Path, name: str, field: str) -> None:
    """Taken out: MARK_RUN of checks/text/fold.py, for marks out of order.

    Compared with an honest run, beside which 80 to 100 kB may take a second more.
    """
    base = base_of(history)
    text = SLOW[name]
    changed = {"doi": {"doi": f"10.0000/{text}"}, "text": {}}.get(field, {field: text})
    bad = pr.claim("c2", text if field == "text" else OTHER, **{**OTHER_QUOTE, **changed})
    honest = pull_request(history, tmp_path, base, {"claims.json": pr.claims(pr.claim())}).seconds
    step = pull_request(history, tmp_path, base, {"claims.json": pr.claims(pr.claim(), bad)})
    assert step.code in (0, 1) or (name, field) == ("blanks", "text")
    assert step.seconds < honest + 1.5


def test_14_a_source_made_for_slow_code(history: History, tmp_path: Path) -> None:
    """The same texts in a snapshot of the base, with a quotation that is looked for in them."""
    for name in ("marks", "U+FDFA", "digits and commas", "ellipses", "hyphens"):
        base = base_of(history, {pr.TEXT_PATH: TEXT + SLOW[name] + "\n"})
        step = pull_request(history, tmp_path, base, {"claims.json": forged_claims()})
        assert step.code == 1
        assert step.seconds < 3, name


# --- 16: YAML -------------------------------------------------------------------------------------------

YAML_BOMBS = {
    "aliases": 'claims: [&a "x.json", *a, *a]\n',
    "duplicate keys": "min_quote: 30\nmin_quote: 1\n",
    "20,000 keys": "".join(f"k{n}: 1\n" for n in range(20_000))[:60_000],
    "nesting": "severity: " + "[" * 5_000 + "]" * 5_000,
    "too large": "# " + "x" * 70_000,
    "tag": "min_quote: !!python/object/apply:os.system ['touch canary']\n",
    "unknown key": "allow_all: true\n",
}


@pytest.mark.parametrize("name", YAML_BOMBS)
def test_16_settings_made_to_choke_on(history: History, tmp_path: Path, name: str) -> None:
    """Taken out: the refusals of aliases and of a key that stands twice in snapshotter/configuration.py."""
    base = base_of(history, {"citelock.yml": YAML_BOMBS[name]})
    workspace = history.checkout(tmp_path / "w", base)
    step = act(workspace, "workflow_dispatch", base, events.plain())
    assert step.code == 2
    assert "citelock.yml" in step.out
    assert step.seconds < 2
    assert not list(tmp_path.rglob("canary"))


@pytest.mark.parametrize("name", YAML_BOMBS)
def test_16_settings_of_the_pull_request_are_not_even_read(
    history: History, tmp_path: Path, name: str
) -> None:
    base = base_of(history)
    step = pull_request(history, tmp_path, base, {"citelock.yml": YAML_BOMBS[name]})
    assert (step.code, step.codes_of_files()) == (0, [("citelock.yml", "W_CONFIG_CHANGED")])
