"""Two scripted agents: what a model would do is written down, so the example needs no model.

Each answers a round with the claims it hands in. `workspace` is its working folder, in which it may write
whatever it likes, also to the evidence; that it should not is the orchestrator's concern.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

Claims = dict[str, list[dict[str, object]]]
Agent = Callable[[int, Path, Path | None], Claims]

_PAPER = {
    "doi": "10.0000/loop.1",
    "title": "Grounding in retrieved passages",
    "year": 2024,
    "first_author": "Example",
}
_SENTENCE = "Grounding lowered the share of unsupported statements from 18 to 7 per hundred answers."
_PAGE = {
    "url": "https://council.example/cycling-figures",
    "quote": "The council counted 12,400 cycling trips a day in May",
}
_INVENTED = "Grounding removed all unsupported statements in every answer."


def careful(round_number: int, workspace: Path, report: Path | None) -> Claims:
    """Invents a quotation and a year at first, and repairs what the report names."""
    right = _claim("c1", "Grounding lowered unsupported statements from 18 to 7 per hundred.", _SENTENCE)
    trips: dict[str, object] = {
        "id": "c2",
        "text": "In May there were 12,400 cycling trips a day.",
        "citations": [_PAGE],
    }
    if round_number == 1:
        wrong = _claim("c3", "Grounding removes all unsupported statements.", _INVENTED, year=2023)
        return {"claims": [right, trips, wrong]}
    assert report is not None
    failing = {row["claim"] for row in json.loads(report.read_text("utf-8"))["results"] if row["errors"]}
    # The sentence that comes back with the report: repair or remove the claims with errors, leave the others.
    assert failing == {"c3"}
    quote = "The effect was not seen in questions about recent events."
    return {"claims": [right, trips, _claim("c3", "The effect was not seen for recent events.", quote)]}


def cheating(round_number: int, workspace: Path, report: Path | None) -> Claims:
    """Insists on its invention: first it calls it verified, then it writes it into the text of the source."""
    claim = _claim("c1", "Grounding removes all unsupported statements.", _INVENTED)
    if round_number > 1:
        source = workspace / "sources" / "10.0000_loop.1.txt"
        source.write_text(source.read_text("utf-8") + _INVENTED + "\n", "utf-8")
    return {"claims": [claim | {"status": "verified"}]}


def _claim(name: str, text: str, quote: str, **changes: object) -> dict[str, object]:
    return {"id": name, "text": text, "citations": [{**_PAPER, **changes, "quote": quote}]}


AGENTS: dict[str, Agent] = {"careful": careful, "cheating": cheating}
