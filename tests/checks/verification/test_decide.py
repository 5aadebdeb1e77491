"""Whole decisions from made-up records: what no answer of a model may bring about (verify.md, section 10)."""

from __future__ import annotations

import json
import random
from collections.abc import Sequence
from hashlib import sha256
from typing import Any

from citelock.checks.verification.decide import Evidence, decide
from citelock.checks.verification.tables import Tables
from citelock.checks.verification.tiers import read_table
from citelock.checks.verification.values import (
    READ,
    STANCES,
    WORDS,
    Hit,
    Model,
    Page,
    Pages,
    Query,
    Request,
    Run,
    Search,
)

CLAIM = "The harbour of Bergen was dredged to nine metres in 1998"
FOR = "The harbour of Bergen was dredged to nine metres in 1998, as the council had decided."
AGAINST = "The harbour of Bergen was never dredged at all, the council said in 1999."
NEUTRAL = "The council of Bergen met on a Monday in the old town hall."
TABLES = Tables(read_table("site1.example\tmedia\n"), "0" * 64, "2026-01-01")
ORDER = ("unverified", "mixed", "refuted", "supported")

GivenQuote = tuple[str, str, str]  # source, words, stance


def text(number: int, *, reprint: bool = False) -> str:
    """A page with all three sentences, and words of its own unless it is a reprint of the first."""
    dice = random.Random(0 if reprint else number)
    own = " ".join(f"w{dice.randrange(10**6)}" for _ in range(120))
    return f"{FOR}\n{AGAINST}\n{NEUTRAL}\n{own}\n"


def result(
    verdict: str, confidence: float, quotes: Sequence[GivenQuote], pages: int = 4, reprints: int = 0
) -> dict[str, Any]:
    """The result for these quotations on so many pages, the last ones of which are reprints of the first."""
    hits, read, texts = [], [], {}
    for number in range(1, pages + 1):
        url, host = f"https://site{number}.example/", f"site{number}.example"
        words = text(number, reprint=number == 1 or number > pages - reprints)
        digest = sha256(words.encode()).hexdigest()
        texts[digest] = words
        hits.append(Hit(number, url, "", "", "", host, host))
        page = Page(url, url, (), host, host, 1, number, READ, sha256=digest, chars=len(words))
        read.append(page)
    answer = {
        "verdict": verdict,
        "confidence": confidence,
        "quotes": [dict(zip(("source", "quote", "stance"), each, strict=True)) for each in quotes],
        "caveats": [],
    }
    model = Model("openai", "m", "verify-1", "0" * 64, {}, (json.dumps(answer),))
    search = Search("file", (Query(CLAIM, "", "auto", pages),), tuple(hits), (), False, "2026-01-02")
    evidence = Evidence(search, Pages(tuple(read), texts), model)
    return decide(Request(CLAIM), evidence, Run(1, {}, "0"), TABLES, lambda _: False)


def test_one_text_that_all_pages_carry_is_one_source() -> None:
    quotes = [(f"S{number}", FOR, "supports") for number in (1, 3, 4)]
    found = result("supported", 1.0, quotes, reprints=2)
    meta = found["meta"]
    assert (found["verdict"], str(found["confidence"]), found["agreeing"]) == ("supported", "0.50", 3)
    assert (meta["independentDomains"], meta["mirrors"], meta["independentSources"]) == (3, 2, 1)


def test_quotes_in_front_of_one_do_not_take_it_out_of_the_way() -> None:
    """Red without: twelve others, and a quotation that refutes was over the limit, so the verdict rose."""
    front = [(f"S{number}", f"{FOR} {words}", "supports") for number in (1, 2, 3) for words in "abcd"][:9]
    front += [(f"S{number}", FOR, "supports") for number in (1, 2, 3)]
    found = result("supported", 1.0, [*front, ("S4", AGAINST, "refutes")])
    assert found["verdict"] == "mixed"
    assert (found["agreeing"], found["disagreeing"], found["meta"]["quotesRejected"]) == (3, 1, 9)
    assert [each["stance"] for each in found["evidence"]] == ["supports"] * 3 + ["refutes"]
    forged = [*front, ("S4", f"{AGAINST} Really.", "refutes")]
    assert result("supported", 1.0, forged)["verdict"] == "supported"


def test_no_answer_is_worth_more_than_its_quotations() -> None:
    """Sixty answers, each with forged quotations put into it anywhere: bounds, and never stronger."""
    dice = random.Random(11)
    sentences = (FOR, AGAINST, NEUTRAL)
    for _ in range(60):
        pages, said, confidence = dice.randint(1, 5), dice.choice(WORDS), dice.randint(0, 100) / 100
        reprints = dice.randint(0, pages - 1)
        real = [
            (f"S{dice.randint(1, pages)}", dice.choice(sentences), dice.choice(STANCES))
            for _ in range(dice.randint(0, 12))
        ]
        mixed = list(real)
        for _ in range(max(1, round(len(real) * dice.choice((0.1, 0.3, 0.5))))):
            words = dice.choice(sentences).split()
            words.insert(dice.randrange(1, len(words)), "reportedly")
            forged = (f"S{dice.randint(1, pages + 2)}", " ".join(words), dice.choice(STANCES))
            mixed.insert(dice.randint(0, len(mixed)), forged)
        before = result(said, confidence, real, pages, reprints)
        after = result(said, confidence, mixed, pages, reprints)
        assert after["confidence"] <= before["confidence"]
        assert ORDER.index(after["verdict"]) <= ORDER.index(before["verdict"]) or (
            after["verdict"] == before["verdict"]
        )
        for found in (before, after):
            meta = found["meta"]
            assert float(found["confidence"]) <= min(confidence, 0.9)
            assert meta["independentDomains"] - meta["mirrors"] == meta["independentSources"]
            if meta["independentSources"] < 2:
                assert float(found["confidence"]) <= 0.5
            if not found["evidence"]:
                assert (found["verdict"], found["confidence"]) == ("unverified", 0)
            for each in found["evidence"]:
                assert text(int(each["source"][4:-8]))[each["start"] : each["end"]] == each["quote"]
                assert each["tier"] == ("media" if each["source"] == "site1.example" else "unknown")
