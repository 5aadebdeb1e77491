"""Licences: what statements mean, which counts, and the recorded answers of the registries."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest

from citelock.checks.licence_statements import (
    class_of_code,
    class_of_url,
    of_crossref,
    of_europepmc,
    of_unpaywall,
    read_statement,
)
from citelock.checks.licences import (
    COMMITTED_BY_DEFAULT,
    MAY_BE_COMMITTED,
    NAMES,
    Statement,
    decide,
    may_commit,
)

RECORDED = json.loads((Path(__file__).parents[1] / "data" / "licence_answers.json").read_text("utf-8"))


@pytest.mark.parametrize(
    ("url", "name"),
    [
        ("http://creativecommons.org/licenses/by/4.0/", "cc-by"),
        ("https://creativecommons.org/licenses/by-nc-nd/3.0", "cc-by-nc-nd"),
        ("creativecommons.org/licenses/by-nd/2.0/de", "cc-by-nd"),
        ("https://www.creativecommons.org/licenses/by-nc-sa/4.0/legalcode", "cc-by-nc-sa"),
        ("https://creativecommons.org/publicdomain/zero/1.0/", "cc0"),
        ("https://creativecommons.org/publicdomain/mark/1.0/", "public-domain"),
        ("http://arxiv.org/licenses/nonexclusive-distrib/1.0/", "arxiv-default"),
        ("https://arxiv.org/licenses/assumed-1991-2003/", "arxiv-default"),
        ("http://www.elsevier.com/open-access/userlicense/1.0/", "free-to-read"),
        ("http://doi.wiley.com/10.1002/tdm_license_1.1", "publisher-tdm"),
        ("http://iopscience.iop.org/info/page/text-and-data-mining", "publisher-tdm"),
        ("https://creativecommons.org/licenses/bye/4.0", None),
        ("https://creativecommons.org/licenses/", None),
        ("http://onlinelibrary.wiley.com/termsAndConditions#vor", None),
        ("//creativecommons.org/licenses/by/4.0/", "cc-by"),
        ("http://evil.example/creativecommons.org/licenses/by/4.0/", None),
        ("https://evil.example/?u=https://creativecommons.org/licenses/by/4.0/", None),
        ("https://creativecommons.org.evil.example/licenses/by/4.0/", None),
        ("https://evilcreativecommons.org/licenses/by/4.0/", None),
        ("https://creativecommons.org@evil.example/licenses/by/4.0/", None),
        ("javascript:creativecommons.org/licenses/by/4.0", None),
        ("ftp://creativecommons.org/licenses/by/4.0", None),
        ("https://evil.example/arxiv.org/licenses/nonexclusive-distrib/1.0/", None),
        ("https://evil.example/elsevier.com/open-access/userlicense/1.0/", None),
    ],
)
def test_an_address_stands_for_one_class_or_for_none(url: str, name: str | None) -> None:
    assert class_of_url(url) == name


@pytest.mark.parametrize(
    ("code", "name"),
    [
        ("cc by", "cc-by"),
        ("cc by-nc-nd", "cc-by-nc-nd"),
        ("CC BY-NC-SA 4.0", "cc-by-nc-sa"),
        ("cc_by_nd", "cc-by-nd"),
        ("cc-by-sa", "cc-by-sa"),
        ("cc0", "cc0"),
        ("CC0 1.0", "cc0"),
        ("pd", "public-domain"),
        ("other-oa", "free-to-read"),
        ("publisher-specific, author manuscript", "author-manuscript"),
        ("implied-oa", None),
        ("by the authors", None),
        ("", None),
    ],
)
def test_a_short_form_is_read_without_blanks_dashes_and_versions(code: str, name: str | None) -> None:
    assert class_of_code(code) == name


@pytest.mark.parametrize(
    ("words", "names"),
    [
        ("distributed under the Creative Commons Attribution License, which permits", ["cc-by"]),
        ("the Creative Commons Attribution-NonCommercial-NoDerivs License", ["cc-by-nc-nd"]),
        ("Creative Commons Attribution Non-Commercial License (CC BY-NC)", ["cc-by-nc"]),
        ("Creative Commons Attribution-ShareAlike 4.0", ["cc-by-sa"]),
        (
            "This is an open access article under the CC BY license. Non-commercial use only.",
            ["cc-by", "cc-by-nc"],
        ),
        ("CC BY: any commercial and non-commercial use is permitted", ["cc-by"]),
        ("The data are in the public domain.", []),
        ("This is a work of the U.S. Government and is in the public domain.", ["public-domain"]),
        ("All rights reserved.", []),
        ("no further reproduction by anybody", []),
    ],
)
def test_the_words_of_a_licence_are_read_as_they_stand(words: str, names: list[str]) -> None:
    assert [each.name for each in read_statement("jats:license", words=words)] == names


@pytest.mark.parametrize(
    ("words", "names"),
    [
        ("The terms are at http://evil.example/creativecommons.org/licenses/by/4.0/ and nowhere else.", []),
        ("The terms are at javascript:creativecommons.org/licenses/by/4.0/ and nowhere else at all.", []),
        ("The terms are at evil.example/creativecommons.org/licenses/by/4.0/ and nowhere else at all.", []),
        (
            "The terms (creativecommons.org/licenses/by/4.0/) are those of the whole of this article.",
            ["cc-by"],
        ),
        (
            "The terms: //creativecommons.org/licenses/by-nd/4.0/ are those of this whole article.",
            ["cc-by-nd"],
        ),
    ],
)
def test_an_address_in_the_words_of_a_licence_says_one_only_by_its_host(words: str, names: list[str]) -> None:
    assert [each.name for each in read_statement("jats:license", "", words)] == names


def test_the_narrowest_statement_counts_and_all_are_kept() -> None:
    said = read_statement("jats:license", "http://creativecommons.org/licenses/by/4.0/", "CC0 for the data")
    decision = decide(said)
    assert decision.name == "cc-by"
    assert [each.name for each in decision.statements] == ["cc-by", "cc0"]
    assert decide([*said, Statement("cc-by-nc-nd", "europepmc:license")]).name == "cc-by-nc-nd"


def test_an_address_without_a_scheme_is_one_of_the_web() -> None:
    (said,) = read_statement("html:rel=license", "//creativecommons.org/licenses/by-sa/3.0/")
    assert (said.name, said.url) == ("cc-by-sa", "https://creativecommons.org/licenses/by-sa/3.0/")


def test_nothing_said_is_unknown_and_unknown_is_nothing_said() -> None:
    assert decide([]).name == "unknown"
    assert (
        decide([Statement("unknown", "unpaywall:license"), Statement("cc-by", "jats:license")]).name
        == "cc-by"
    )


def test_the_permission_of_the_holder_stands_above_the_public_licence() -> None:
    said = [
        Statement("cc-by-nc-nd", "jats:license"),
        Statement("permission", "user", words="letter of 3 May"),
    ]
    assert decide(said).name == "permission"


def test_the_list_of_the_configuration_decides_and_cannot_take_in_what_no_extract_may_be_made_of() -> None:
    assert COMMITTED_BY_DEFAULT == ("public-domain", "cc0", "cc-by", "cc-by-sa")
    assert set(NAMES) - set(MAY_BE_COMMITTED) == {
        "cc-by-nd", "cc-by-nc-nd", "arxiv-default", "author-manuscript", "free-to-read", "publisher-tdm",
        "unknown", "closed",
    }  # fmt: skip
    assert may_commit("cc-by", COMMITTED_BY_DEFAULT)
    assert not may_commit("cc-by-nc", COMMITTED_BY_DEFAULT)
    assert may_commit("cc-by-nc", ("cc-by-nc",))
    assert not may_commit("cc-by-nd", ("cc-by-nd",))
    assert not may_commit("", NAMES)


def test_the_recorded_lists_of_crossref_come_to_the_counted_classes() -> None:
    counts: Counter[str] = Counter()
    for times, licences in RECORDED["crossref"]:
        counts[decide(of_crossref(licences)).name] += times
    assert counts.total() == 497
    assert {name: count for name, count in counts.items() if name.startswith("cc")} == {
        "cc-by": 252, "cc-by-nc-nd": 20, "cc-by-nc-sa": 7, "cc-by-nc": 6, "cc0": 3, "cc-by-nd": 2,
        "cc-by-sa": 2,
    }  # fmt: skip


def test_a_creative_commons_licence_on_another_version_says_nothing_of_the_published_text() -> None:
    of_the_manuscript = {"URL": "http://creativecommons.org/licenses/by-nc-nd/3.0", "content-version": "am"}
    assert decide(of_crossref([of_the_manuscript])).name == "unknown"


def test_a_licence_that_has_not_begun_does_not_count() -> None:
    later = {
        "URL": "http://creativecommons.org/licenses/by/4.0/",
        "content-version": "vor",
        "start": {"date-parts": [[2030, 5]]},
    }
    assert decide(of_crossref([later], "2026-11-30")).name == "unknown"
    assert decide(of_crossref([later], "2030-05-01")).name == "cc-by"


@pytest.mark.parametrize(
    "odd",
    [
        None,
        "cc-by",
        [None, 3, {}, {"URL": 7}],
        [{"URL": "x", "start": {"date-parts": [["a"]]}}, {"URL": "y", "start": {"date-parts": [[]]}}],
    ],
)
def test_an_odd_list_is_no_licence(odd: object) -> None:
    assert decide(of_crossref(odd, "2026-11-30")).name == "unknown"


def test_the_recorded_articles_of_europe_pmc_count_by_their_licence_and_not_by_their_open_access_flag() -> (
    None
):
    counts = Counter(decide(of_europepmc(article)).name for article in RECORDED["europepmc"])
    assert counts == {"cc-by-nc-nd": 3, "cc-by": 2, "author-manuscript": 1, "unknown": 7}


def test_a_location_of_unpaywall_without_a_licence_is_not_open() -> None:
    found = {
        each["doi"]: decide(of_unpaywall(each["best_oa_location"] or {})).name
        for each in RECORDED["unpaywall"]
    }
    assert found == {
        "10.1016/j.addr.2015.01.008": "cc-by-nc-nd",
        "10.1016/j.xgen.2025.100814": "cc-by",
        "10.1023/a:1007154515475": "unknown",
        "10.1038/nature12373": "unknown",
        "10.1073/pnas.1414271111": "unknown",
    }


def test_the_licence_elements_of_open_articles_are_all_read() -> None:
    for each in RECORDED["jats"]:
        assert decide(read_statement("jats:license", each["url"], each["words"])).name == "cc-by", each[
            "from"
        ]


def test_a_million_characters_cost_little() -> None:
    for unit in (
        "creative commons attribution ",
        "https://",
        "cc by",
        "non-",
        "creativecommons.org/licenses/by",
    ):
        assert len(read_statement("html:meta", words=unit * (1_000_000 // len(unit)))) < 5
