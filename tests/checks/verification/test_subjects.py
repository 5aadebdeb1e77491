"""What a claim is about, and whether a page speaks of it (verify.md, sections 5 and 10.7)."""

from __future__ import annotations

import pytest

from citelock.checks.verification import subjects
from citelock.checks.verification.caveats import Grounds, caveats
from citelock.checks.verification.subjects import has_names_unseen, is_on_subject, subject_terms, words_of
from tests.support.speed import at_most

DOMAINS = frozenset(("openai.com", "example.org", "3m.com"))


def terms(claim: str) -> tuple[str, ...]:
    return subject_terms(claim, lambda word: word.lower() in DOMAINS)


@pytest.mark.parametrize(
    ("claim", "found"),
    [
        ("GPT-4 was released in March 2023", ("GPT-4",)),
        ("GPT-4 вышла в марте 2023 года", ("GPT-4",)),
        ("GPT-4在2023年3月发布", ("GPT-4",)),
        ("Redis быстрее Memcached на любых нагрузках", ("Redis", "Memcached")),
        ("the sky is blue and water is wet", ()),
        ("The harbour was dredged", ()),
        ("The New York Times was founded in 1851", ("New York Times",)),
        ("In May the council of Bergen counted 12,400 trips", ("Bergen",)),
        ("Росстат сообщил о росте ВВП на 3,6 % в 2023 году", ("Росстат", "ВВП")),
        ("В Москве построили стадион «Лужники»", ("Москве", "Лужники")),
        ("openai.com is owned by OpenAI", ("openai.com", "OpenAI")),
        ("the readme.txt of node.js says so", ()),
        ('"Dune" won six Oscars', ("Dune", "Oscars")),
        ("《三体》获得雨果奖", ("三体",)),
        ("Water boils at 100 degrees, water is wet", ()),
        ("On Monday, 5 km of road were closed", ()),
        ("Python 3.10 was released on October 4, 2021", ("Python",)),
        ("iPhone sales fell", ("iPhone",)),
        ("However, Tesla lost 3 % in Q2", ("Tesla", "Q2")),
    ],
)
def test_names_of_a_claim(claim: str, found: tuple[str, ...]) -> None:
    assert terms(claim) == found


def is_about(claim: str, text: str, title: str = "", host: str = "a.example") -> bool:
    return is_on_subject(terms(claim), words_of(text, title, host))


@pytest.mark.parametrize(
    ("claim", "text", "about"),
    [
        ("Bergen was founded in 1070", "The town was founded in 1070.", False),
        ("Bergen was founded in 1070", "BERGEN was founded in 1070.", True),
        ("Bergen was founded in 1070", "Bergenhus was founded in 1070.", False),
        ("GPT-4 was released in 2023", "GPT-3 was released in 2020.", False),
        ("GPT-4 was released in 2023", "OpenAI's GPT-4 is new.", True),
        ("Росстат сообщил о росте", "Rosstat reported growth.", True),
        ("Rosstat reported growth", "По данным Росстата, рост продолжился.", True),
        ("Росстат сообщил о росте", "По данным Росстата, рост продолжился.", True),
        ("Росстат сообщил о росте", "По данным Росатома, рост продолжился.", False),
        ("В Москве открыли станцию", "Станцию открыли в центре Москвы.", True),
        ("The New York Times reported it", "New York Times, 1999.", True),
        ("The New York Times reported it", "The Times of New Delhi.", False),
        ("example.org has many readers", "another-example.org has many readers.", False),
        ("example.org has many readers", "badexample.org has many readers, example.organic too.", False),
        ("example.org has many readers", "See www.example.org, or http://example.org/x.", True),
        ("GPT-4 was released in 2023", "GPT\u20114 was released in 2023.", True),
        ("GPT\u20114 was released in 2023", "GPT-4 was released in 2023.", True),
        ("GPT\u20114 was released in 2023", "GPT-3 was released in 2020.", False),
        ("GPT-4 was released in 2023", "GPT–4 was released in 2023, and GPT 4 it was.", True),
        ("GPT4 was released in 2023", "GPT-4 was released in 2023.", True),
        ("GPT-4 was released in 2023", "GPT-4.5, GPT-4o and GPT-40 were released in 2025.", False),
        ("Jean-Luc came in first", "Jean Luc came in first.", True),
        ("Jean-Luc came in first", "Jean came in first.", False),
        ("Tesla's sales fell", "Sales of Tesla fell.", True),
        ("Tesla’s sales fell", "Teslas fell.", True),
        ("U.S. exports fell", "US exports fell.", True),
        ("The US exports fell", "U.S. exports fell.", True),
        ("U.S. exports fell", "All of us saw exports fall.", False),
        ("Café Noir opened in May", "The Cafe Noir opened in May.", True),
        ("İzmir grew in May", "Izmir grew in May.", True),
        ("3m.com is down", "another-3m.com is down.", False),
        ("Зайцев пришёл", "Заицев пришел, и Заи\u0306цев.", True),
        ("the sky is blue", "Nothing of it.", True),
        ("《三体》获得雨果奖", "小说三体很有名。", True),
    ],
)
def test_a_page_speaks_of_the_claim_or_does_not(claim: str, text: str, about: bool) -> None:
    assert is_about(claim, text) is about


def test_title_and_host_count() -> None:
    assert is_about("Bergen was founded in 1070", "It was founded.", title="Bergen - a history")
    assert is_about("Bergen was founded in 1070", "It was founded.", host="www.bergen.example")
    assert is_about("openai.com is down", "It is down.", host="openai.com")
    assert not is_about("Bergen was founded in 1070", "It was founded.")


def test_a_page_of_many_words_is_transliterated_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Red without: forty names of a claim had each word of a Cyrillic page written in Latin letters anew."""
    text = " ".join(f"слово{chr(0x430 + n % 32)}{chr(0x430 + n // 32)}" for n in range(1000))
    page = words_of(text, "", "")
    asked: list[str] = []

    def latin(word: str) -> str:
        asked.append(word)
        return word

    monkeypatch.setattr(subjects, "_latin", latin)
    assert not is_on_subject([f"Latinname{chr(97 + n)}" for n in range(26)], page)
    assert len(asked) == 26


@pytest.mark.parametrize("piece", ["a", "A ", "a.b.", "«", "GPT-", "д", "1a-", "\ud800", "三", "'"])
def test_long_pages_are_read_in_a_moment(piece: str) -> None:
    text = piece * (1_000_000 // len(piece))

    def work() -> None:
        is_about("Росстат и GPT-4 в Bergen", text)
        terms(text[:1000])

    at_most(5_000, work)


@pytest.mark.parametrize(
    ("claim", "caveat"),
    [
        ("北京是中国的首都", "its script has no capitals to tell names by"),
        ("القاهرة عاصمة مصر", "its script has no capitals to tell names by"),
        ("ירושלים היא בירה", "its script has no capitals to tell names by"),
        ("กรุงเทพเป็นเมืองหลวง", "its script has no capitals to tell names by"),
        ("दिल्ली भारत की राजधानी है", "its script has no capitals to tell names by"),
        ("서울은 대한민국의 수도이다", "its script has no capitals to tell names by"),
        ("the harbour was dredged to nine metres", "the claim names nothing"),
        ("гавань углубили до девяти метров", "the claim names nothing"),
    ],
)
def test_a_script_without_capitals_is_not_said_to_name_nothing(claim: str, caveat: str) -> None:
    """Red without: a claim about Beijing was said to name nothing."""
    assert subject_terms(claim, lambda _: False) == ()
    grounds = Grounds("unverified", None, no_subject=True, names_unseen=has_names_unseen(claim))
    assert caveats(grounds) == [f"{caveat}: whether the pages are about its subject was not checked"]


@pytest.mark.parametrize(
    ("claim", "page"),
    [
        ("The port of Ber\u00adgen was dredged", "Bergen has a port."),
        ("The port of Bergen was dredged", "Der Hafen von Ber\u00adgen."),
        ("The port of Ber\u200bgen was dredged", "Ber\u2060gen has a port."),
        ("The school of Jean-Claude Vogt", "Jean\u00adClaude Vogt was here."),
        ("The school of Jean-Claude Vogt", "Jean-Claude Vo\u00adgt was here."),
        ("GPT-4 was released", "They released GPT\u00ad4."),
        ("İstanbul'da bir liman kuruldu", "Istanbul has a port."),
    ],
)
def test_what_nobody_sees_divides_no_name(claim: str, page: str) -> None:
    """Red without: a soft hyphen made two names of one, and quotations of the page were off subject."""
    assert is_on_subject(terms(claim), words_of(page, "", "a.example"))
