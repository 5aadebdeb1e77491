"""Two thousand hostile texts in every text field of claims and records, through the whole Action."""

from __future__ import annotations

import json
import random

import pytest

from tests.support import pull_requests as pr
from tests.support.forgeries import agent, base_of
from tests.support.histories import File
from tests.support.log_oracle import is_cut
from tests.support.rule_cases import QUOTE, RECORD, TEXT
from tests.support.runner import Project

TEXTS = 2000
RUNS = 4
PIECES = (
    *(
        "::",
        "::error::x",
        "::stop-commands::x",
        "::add-mask::",
        "##[",
        "##[add-mask]",
        "##[error]x",
        "##",
        "#",
    ),
    *("[", "]", "%", "%0A", "%0D", "%25", "%3A", "\n", "\r", "\r\n", "\u2028", "\u2029", "\x85", "\u00a0"),
    *("\u2003", " ", "\t", ",", "=", ":", "file=x", "line=1", "\x00", "\x1b[31m", "\u202e", "\u200b"),
    *("\U000e0041", "\U0001f600", "|", "\\", "</details>", "</code>", "<!--", "```", "@team", "<<E\nE"),
    *("conclusion=success", "checked=0 failed=0 report=x", "word", "é", "１", "\ufeff", "\u0301"),
)


def texts(seed: int, count: int) -> list[str]:
    """Different texts of pieces that mean something to a runner, none of them empty."""
    chance = random.Random(seed)
    found: dict[str, None] = {}
    while len(found) < count:
        found["".join(chance.choices(PIECES, k=chance.randint(1, 9)))] = None
    return list(found)


def claim(number: int, text: str) -> pr.Json:
    """The text in every field of a claim and of its citations; the id may hold no control character."""
    name = "".join(sign if sign.isprintable() else "~" for sign in text)
    of_paper = {
        "title": text,
        "first_author": text,
        "year": 1999,
        "quote": f"{QUOTE} {text}",
        "container": text,
        "locator": text,
        "note": text,
        text or "x": text,
    }
    unknown = {
        "doi": f"10.0000/{text}",
        "title": text,
        "quotes": [text, f"{text} … {text}"],
        "authors": [text],
    }
    address = {"url": f"https://example.org/{text}", "quote": text}
    known = {"doi": "10.0000/demo.1", **of_paper}
    return {
        "id": f"{name}{number}",
        "text": f"{text} 42",
        text or "x": [text],
        "citations": [known, unknown, address],
    }


@pytest.mark.parametrize("part", range(RUNS))
def test_two_thousand_hostile_texts_in_every_field_give_no_command_of_their_own(
    project: Project, part: int
) -> None:
    listed = texts(part, TEXTS // RUNS)
    hostile: dict[str, File] = {}
    for number, text in enumerate(listed[:60]):
        # Records and texts of the base are shown too: as what was found, and as the nearest passage.
        stem = f"10.0000_hostile.{number}"
        record = RECORD | {"title": text, "authors": [text], "container": text, "year": 2001}
        hostile[f"cache/{stem}.json"] = json.dumps(record)
        hostile[f"sources/{stem}.txt"] = (
            f"{TEXT}{text} and then {QUOTE.replace('18', '81')} {text}\n".replace("\0", " ")
        )
    base = base_of(project, files=hostile)
    of_records = [
        pr.claim(f"r{number}", f"Say {text}", doi=f"10.0000/hostile.{number}", quote=f"and then {QUOTE}")
        for number, text in enumerate(listed[:60])
    ]
    written = pr.claims(pr.claim(), *(claim(number, text) for number, text in enumerate(listed)), *of_records)
    odd = listed[0].replace("/", "").replace("\0", "") + "x"
    head = agent(
        project, base, {"claims.json": written, f"{odd}/claims.json": pr.claims(pr.claim("n", odd, year=1))}
    )
    inputs = {"annotations": ("commands", "auto", "check-run", "off")[part % 4], "sarif": "true"}
    ran = project.pull_request(base, head, inputs=inputs)
    assert (ran.code, ran.conclusion) == (1, "failure"), ran.stdout[:2000]
    assert ran.unmeant() == []
    assert not ran.dropped()
    assert not [
        seen for level in ("error", "warning", "notice") for seen in ran.annotations(level) if is_cut(seen)
    ]
    assert ran.last_line.startswith("checked=")
    assert ran.outputs["claims"] == str(len(listed) + len(of_records) + 2)
    assert len([line for line in ran.stdout.splitlines() if line.startswith("checked=")]) == 1
    assert ran.raw_outputs.count(b"\n") == len(ran.outputs)
    assert ran.summary
    assert ran.other_commands == b""
