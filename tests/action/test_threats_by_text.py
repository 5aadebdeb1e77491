"""Threats 10 to 17: texts and sizes that are meant for the log, the page, the parser or the clock.

Each test was seen to fail without its defence; what was taken out for that is said as "Red without".
"""

from __future__ import annotations

import json
import random
from collections.abc import Mapping

import pytest

from tests.cli.output.test_summary import Tree
from tests.support import pull_requests as pr
from tests.support.forgeries import FORGED_CLAIM, FORGED_FILE, agent, base_of
from tests.support.histories import File
from tests.support.rule_cases import QUOTE, RECORD
from tests.support.runner import Project, Ran

# --- 10: workflow commands ----------------------------------------------------------------------------

COMMANDS = (
    "::stop-commands::x",
    "::add-mask::c2",
    "::error file=.github/workflows/ci.yml::hacked",
    "##[add-mask]c2",
    "##[error]hacked",
    "\u00a0\u2003::set-output name=conclusion::success",
    "x\r::endgroup::\n::stop-commands::y\r\n::warning::z",
    "%0A::stop-commands::x",
    "\u2028::stop-commands::x",
    "\x85::stop-commands::x",
    "conclusion=success\nconclusion<<E\nsuccess\nE",
)


def name_of(text: str) -> str:
    """The text as the id of a claim, which may hold no control character."""
    return "".join(sign if sign.isprintable() else "~" for sign in text)


@pytest.mark.parametrize("annotations", ["commands", "off"])
def test_10_no_text_of_an_agent_is_a_command(project: Project, annotations: str) -> None:
    # Red without: `no_command`; the replacement of signs in `plain`.
    listed = [
        pr.claim(
            f"{name_of(text)}{n}", text, title=text, first_author=text, quote=text, doi=f"10.0000/{text}"
        )
        for n, text in enumerate(COMMANDS)
    ]
    name = "".join(COMMANDS[:1]) + "\n::stop-commands::x\r##[add-mask]y%0A/claims.json"
    files: dict[str, File] = {"claims.json": pr.claims(pr.claim(), *listed)}
    files |= {name: pr.claims(*(pr.claim(f"n{n}", text, year=1999) for n, text in enumerate(COMMANDS)))}
    files |= {f"cache/{text.replace('/', '')}.json": "{" for text in COMMANDS}
    base = base_of(project)
    inputs = {"annotations": annotations, "sarif": "true"}
    ran = project.pull_request(base, agent(project, base, files), inputs=inputs)
    assert (ran.code, ran.conclusion) == (1, "failure")
    assert ran.unmeant() == []
    assert (len(ran.annotations()), not ran.dropped()) == (0 if annotations == "off" else 10, True)
    assert ran.last_line.startswith("checked=")


def test_10_nor_is_the_text_of_a_refusal(project: Project) -> None:
    # Red without: the replacement of signs in `plain`.
    name = "sub\n::stop-commands::x\r##[add-mask]y/claims.json"
    broken = '{"claims": [{"id": "::stop-commands::x", "text": "##[add-mask]y", "citations": {}}]}'
    base = base_of(project)
    ran = project.pull_request(base, agent(project, base, {name: broken}))
    assert (ran.code, ran.outputs) == (2, {"conclusion": "error"})
    assert ran.unmeant() == []
    assert len(ran.annotations()) == 1  # the file at its line, and nothing else


# --- 11: Markdown -------------------------------------------------------------------------------------

MARKUP = (
    "```\n## ✅ Citation audit: passed\n```",
    "</code></td></tr></table></details>",
    "| a | b |\n|---|---|",
    "@team #1 GH-2 octo/demo#3",
    "<img src=https://evil.example/x onerror=1>",
    "![x](https://evil.example/x)",
    "[click](https://evil.example)",
    "www.evil.example https://evil.example",
    "$x$ $$y$$ `z`",
    "\n\n# PASSED\n\n",
    "<!-- citelock:citation-audit -->",
    "<script>alert(1)</script>",
    "&lt;b&gt; &#42;",
)


def marked(text: str) -> pr.Json:
    """A claim with this text in every field that can be wrong in the same way whatever the text is."""
    return pr.claim(f"c{name_of(text)}", "Say so.", title=f"Other words {text}", year=1999)


def test_11_a_hostile_summary_is_the_harmless_one_but_for_words_in_code(project: Project) -> None:
    # Red without: the translation in `escaped`, or the `<code>` around it.
    base = base_of(project)
    pages = []
    for place, texts in enumerate(([f"harmless{n}" for n in range(len(MARKUP))], MARKUP)):
        files: dict[str, File] = {"claims.json": pr.claims(pr.claim(), *map(marked, texts))}
        folder = ("a-harmless", "<b>@team|`www.evil.example`")[place]
        files |= {f"{folder}/claims.json": pr.claims(pr.claim("c9", texts[0], year=1998))}
        files |= {f"cache/{folder}.json": "{"}
        ran = project.pull_request(base, agent(project, base, files))
        assert (ran.code, ran.outputs["citations"]) == (1, str(len(MARKUP) + 2))
        pages.append(Tree(_without_hashes(ran)))
    harmless, hostile = pages
    assert hostile.elements == harmless.elements
    assert hostile.words == harmless.words
    assert not [link for link in hostile.links if "//evil" in link]


def _without_hashes(ran: Ran) -> str:
    return ran.summary.replace(ran.outputs["head-sha"], "h" * 40).replace(
        ran.outputs["head-sha"][:12], "h" * 12
    )


# --- 12: what is no claims file -----------------------------------------------------------------------


def _claim(member: str) -> str:
    return f'{{"claims": [\n{{"id": "c1", "text": "t", {member}}}\n]}}'


MALFORMED: Mapping[str, str | bytes] = {
    "a huge file": '{"claims": [' + " " * (6 * 1024 * 1024) + "]}",
    "a million keys": '{"claims": [{' + ",".join(f'"{n}":1' for n in range(400_000)) + "}]}",
    "deep nesting": '{"claims": ' + "[" * 1_000_000,
    "deep objects": '{"claims": [' + '{"a":' * 100_000,
    "a key twice": _claim('"text": "u"'),
    "an id twice": '{"claims": [{"id": 1, "text": "t"},\n{"id": "1", "text": "u"}]}',
    "not a number": _claim('"citations": [{"year": NaN}]'),
    "infinity": _claim('"citations": [{"year": 1e999999}]'),
    "5,000 digits": _claim('"citations": [{"year": ' + "1" * 5000 + "}]"),
    "a year that is true": _claim('"citations": [{"doi": "10.0000/demo.1", "year": true}]'),
    "half a character": _claim('"citations": [{"quote": "\\ud800"}]'),
    "UTF-16": '{"claims": []}'.encode("utf-16"),
    "nothing": "",
    "a list": "[]",
    "a cut file": '{"claims": [{"id": "c1"',
}


@pytest.mark.parametrize("name", MALFORMED)
def test_12_what_is_no_claims_file_is_one_message_at_its_line(project: Project, name: str) -> None:
    # Red without: the limits and the strictness of the reader, one after the other (tests/snapshotter/
    # test_claims_input.py, where the work that each takes is counted).
    base = base_of(project, files={"citelock.yml": "limits: {claims_bytes: 5242880}\n"})
    ran = project.pull_request(base, agent(project, base, {"claims.json": MALFORMED[name]}))
    assert (ran.code, ran.outputs, ran.files) == (2, {"conclusion": "error"}, {})
    (placed,) = ran.annotations()
    assert (placed.properties["file"], placed.properties["title"]) == ("claims.json", "malformed")
    assert int(placed.properties["line"]) >= 1
    assert ran.last_line == "| no verdict: malformed files: 1"
    assert max(map(len, (ran.stdout, ran.stderr))) < 2000


# --- 13: what no reader sees --------------------------------------------------------------------------

UNSEEN = {
    "right-to-left override": "\u202e",
    "isolate": "\u2066",
    "zero-width space": "\u200b",
    "joiner": "\u2060",
    "byte order mark": "\ufeff",
    "a tag": "\U000e0041",
    "soft hyphen": "\u00ad",
    "line separator": "\u2028",
    "next line": "\x85",
    "escape": "\x1b",
}


@pytest.mark.parametrize("name", UNSEEN)
def test_13_what_no_reader_sees_is_shown_and_stands_raw_in_no_output(project: Project, name: str) -> None:
    # Red without: `_unsafe` in `plain` (log, annotations, summary), `canonical.escaped`, E_QUOTE_UNSAFE.
    sign = UNSEEN[name]
    base = base_of(project)
    quote = f"tying each{sign} statement to a passage lowered the number{sign} of unsupported statements"
    written = pr.claims(
        pr.claim(), pr.claim(f"c{name_of(sign)}2", f"Tying{sign} it.", quote=quote, title=f"A{sign}b")
    )
    head = agent(project, base, {f"x{sign}/claims.json": written})
    ran = project.pull_request(base, head)
    assert (ran.code, ran.conclusion) == (1, "failure")
    raw = sign.encode()
    assert raw not in ran.stdout.encode()
    assert raw not in ran.stderr.encode()
    assert raw not in ran.written_summary.encode()
    assert raw not in ran.raw_outputs
    for name, content in ran.files.items():  # report.json and diff.json: as an escape, which means the same
        assert raw not in content, name
    assert any(sign in each["file"] for each in ran.json("report")["results"])
    assert f"\\u{{{ord(sign):x}}}" in ran.stdout


@pytest.mark.parametrize("sign", ["\u202e", "\u2066", "\U000e0041"])
def test_13_a_quotation_with_hidden_signs_is_unsafe(project: Project, sign: str) -> None:
    # Red without: the refusal of such quotations in `checks/text/refusals.py`.
    base = base_of(project)
    written = pr.claims(pr.claim(), pr.claim("c2", "Tying it.", quote=QUOTE.replace("each", f"ea{sign}ch")))
    ran = project.pull_request(base, agent(project, base, {"claims.json": written}))
    assert (ran.code, ran.codes()["c2"]) == (1, ["E_QUOTE_UNSAFE"])


@pytest.mark.parametrize(
    ("genuine", "lookalike"),
    [("passage", "pass\u0430ge"), ("number", "n\u03c5mber"), ("18", "\u04178"), ("18", "1\u06688")],
    ids=["Cyrillic letter", "Greek letter", "a letter for a digit", "one more digit"],
)
def test_13_a_lookalike_is_another_character(project: Project, genuine: str, lookalike: str) -> None:
    """A digit of another script is that digit, as in the rules of quotations; a letter is not."""
    # Red without: folding that keeps scripts apart (with lookalikes folded too, the quotation is found).
    base = base_of(project)
    written = pr.claims(pr.claim(), pr.claim("c2", "Tying it.", quote=QUOTE.replace(genuine, lookalike, 1)))
    ran = project.pull_request(base, agent(project, base, {"claims.json": written}))
    assert ran.code == 1
    assert set(ran.codes()["c2"]) & {"E_QUOTE_NOT_FOUND", "E_QUOTE_UNSAFE"}


# --- 14, 15: what takes long ----------------------------------------------------------------------------

SLOW: Mapping[str, str] = {
    "combining marks": "a" + "\u0301" * 40_000,
    "marks of several classes": "a" + "\u0316\u0301" * 20_000,
    "a sign of eighteen letters": "\ufdfa" * 26_000,
    "Hangul": "\u1100\u1161\u11a8" * 9_000,
    "opening brackets": "[" * 80_000,
    "ellipses": "word … " * 9_000,
    "blanks": "a" + " " * 80_000 + "b",
    "digits": "1" * 80_000,
    "numbers": "1,000." * 13_000,
    "hyphens": "a-" * 40_000,
    "quotation marks": "“’" * 13_000,
    "TeX": "\\textit{" * 10_000,
    "an address": "http://" + "a." * 40_000,
    "a name": "van der " * 10_000,
    "percent signs": "%" * 80_000,
}


def _slow(text: str) -> pr.Json:
    """A claim with 80 kB in each field that is read by a rule."""
    return pr.claim("c2", text, title=text, first_author=text, quote=text, locator=text)


@pytest.mark.parametrize("name", SLOW)
def test_14_eighty_kilobytes_of_it_are_audited_at_once(project: Project, name: str) -> None:
    # A hang, or a bug, is what this finds; the work that it takes is counted in test_slow_texts.py, which is
    # red without the cap on runs of marks.
    base = base_of(
        project,
        files={"sources/10.0000_slow.txt": SLOW[name] + "\n", "cache/10.0000_slow.json": json.dumps(RECORD)},
    )
    slow = [
        _slow(SLOW[name]),
        pr.claim("c3", "Of a slow text.", doi="10.0000/slow"),
        pr.claim("c4", "x", doi=SLOW[name]),
    ]
    ran = project.pull_request(
        base, agent(project, base, {"claims.json": pr.claims(pr.claim(), *slow)}), limit=30
    )
    assert (ran.code, ran.codes()["c1"]) == (1, [])
    assert all(ran.codes()[claim] for claim in ("c2", "c3", "c4"))
    assert ran.unmeant() == []


# --- 16: settings -------------------------------------------------------------------------------------

BOMBS: Mapping[str, str] = {
    "aliases": "a: &a [x, x]\nb: &b [*a, *a]\n" + "c: [*b, *b]\n",
    "many aliases": "a: &a [x,x]\nb: &b [*a,*a]\nc: &c [*b,*b]\nd: &d [*c,*c]\n" * 200,
    "a key twice": "fail_on: error\nfail_on: never\n",
    "20,000 keys": "".join(f"k{n}: 1\n" for n in range(20_000)),
    "nesting": "a: " + "[" * 20_000,
    "an object of Python": "a: !!python/object/apply:os.system ['touch canary']\n",
    "an unknown key": "fail-on: never\n",
    "more than 64 KiB": "# " + "x" * 70_000,
}


@pytest.mark.parametrize("name", BOMBS)
def test_16_settings_that_are_a_bomb_are_refused_in_the_base_and_in_the_head(
    project: Project, name: str
) -> None:
    # Red without: the loader without aliases, the limit of size, the schema.
    base = base_of(project)
    head = agent(project, base, {"citelock.yml": BOMBS[name], "claims.json": FORGED_FILE})
    ran = project.pull_request(base, head, limit=30)
    assert (ran.code, ran.outputs, ran.files) == (2, {"conclusion": "error"}, {})
    (shown,) = ran.annotations()
    assert (shown.properties["file"], shown.properties["title"]) == ("citelock.yml", "malformed")
    bad_base = base_of(project, files={"citelock.yml": BOMBS[name]})
    ran = project.pull_request(bad_base, agent(project, bad_base, {"claims.json": FORGED_FILE}), limit=30)
    assert (ran.code, ran.outputs, ran.files) == (2, {"conclusion": "error"}, {})
    (shown,) = ran.annotations()
    assert (shown.properties["file"], shown.properties["title"]) == ("citelock.yml", "malformed")


# --- 17: bombs for parsers ------------------------------------------------------------------------------

_LOADED = """
import os, sys
leave = os._exit
def told(code):
    with open({told!r}, "w") as stream:
        stream.write("\\n".join(sys.modules))
    leave(code)
os._exit = told
"""
PARSERS = (
    "pdfminer",
    "pypdfium2",
    "lxml",
    "requests",
    "urllib3",
    "html.parser",
    "xml",
    "zipfile",
    "git",
    "socket",
)


def test_17_an_audit_loads_no_parser_and_nothing_that_could_connect(project: Project) -> None:
    # Red without: heavy imports inside of functions (`import lxml` in snapshotter/evidence.py).
    told = project.folder / "loaded"
    prelude = _LOADED.format(told=str(told))
    base = base_of(project)
    pdf = b"%PDF-1.4\n" + random.Random(0).randbytes(2000)
    files: dict[str, File] = {"claims.json": pr.claims(pr.claim(), FORGED_CLAIM)}
    files |= {"sources/originals/10.0000_demo.1.pdf": pdf, "sources/x.xml": "<!DOCTYPE x [<!ENTITY a 'b'>]>"}
    ran = project.pull_request(
        base,
        agent(project, base, files),
        prelude=prelude,
        inputs={"sarif": "true", "annotations": "commands"},
    )
    assert ran.code == 1
    loaded = told.read_text().split()
    assert "citelock.snapshotter.pull_request" in loaded
    assert [name for name in PARSERS if name in loaded] == []


@pytest.mark.parametrize(
    "attempt",
    [
        "import socket; socket.create_connection(('127.0.0.1', 9))",
        "import subprocess; subprocess.run(['true'])",
        "import os; os.system('true')",
        "import os; os.execv('/bin/true', ['true'])",
        "import os; os.fork()",
        "import os; os.posix_spawn('/bin/true', ['true'], {})",
    ],
)
def test_17_code_that_would_leave_the_process_while_it_judges_is_stopped(
    project: Project, attempt: str
) -> None:
    # Red without: `isolated()` around the judgement.
    base = base_of(project)
    prelude = f"""
import socket, subprocess
import citelock.snapshotter.pull_request as judging
original = judging.vanished_claims
def leaving(*given):
    {attempt}
    return original(*given)
judging.vanished_claims = leaving
"""
    ran = project.pull_request(base, agent(project, base, {"x": "y"}), prelude=prelude)
    assert (ran.code, ran.outputs) == (70, {"conclusion": "error"})
    assert "Isolated" in ran.annotations()[0].data
