"""The services of the web that may be asked, each in the words of its own documents (verify.md, section 3).

None is asked by default. Answers and summaries of their own are not wanted: a hit is an address with a title.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from citelock.checks.fields import Fields
from citelock.snapshotter.verification.search.asking import text_of
from citelock.snapshotter.verification.search.interface import MOST, Asked, RawHit
from citelock.snapshotter.verification.search.service import Question, Service

_ANY = "auto"  # language


def _names(
    url: str = "url", title: str = "title", snippet: str = "content", published: str = "published_date"
) -> Callable[[Fields], RawHit]:
    """A reader of hits whose parts have these names."""
    return lambda hit: RawHit(*(text_of(hit, name) for name in (url, title, snippet, published)))


# -- SearXNG, a process of one's own -----------------------------------------------------------------------


def _searxng(asked: Asked, _key: str) -> Question:
    query = {"q": asked.text, "format": "json", "language": asked.language, "pageno": "1"}
    if asked.time_range:  # one that cannot filter by time answers with nothing, and does not say why
        query["time_range"] = asked.time_range
    return Question("/search", query)


def _unresponsive(answer: Fields) -> tuple[tuple[str, str], ...]:
    listed = answer.get("unresponsive_engines")
    found = set()
    for each in listed if isinstance(listed, list) else ():
        if isinstance(each, list) and each and isinstance(each[0], str):
            found.add((each[0], each[1] if len(each) > 1 and isinstance(each[1], str) else ""))
    return tuple(sorted(found))


SEARXNG = Service(
    "searxng",
    "",
    _searxng,
    ("results",),
    _names(published="publishedDate"),
    has_key=False,
    forbidden="Its administrator has to allow JSON: search.formats must list json in its settings.yml.",
    failed=_unresponsive,
)

# -- Brave: at most 20 hits, and 50 words of at most 400 characters in all ---------------------------------

_FRESHNESS = {"day": "pd", "week": "pw", "month": "pm", "year": "py"}
# Its own names of languages; any other is refused (422), so a language it does not know is left out.
_BRAVE_LANGUAGES: Mapping[str, str] = {
    **{name: name for name in (
        "ar bg bn ca cs da de el en es et eu fi fr gl gu he hi hr hu is it kn ko lt lv ml mr ms nb nl pa pl "
        "ro ru sk sl sr sv ta te th tr uk vi"
    ).split()},
    "ja": "jp", "zh": "zh-hans", "pt": "pt-br", "no": "nb", "nn": "nb", "iw": "he",
}  # fmt: skip


def _brave(asked: Asked, key: str) -> Question:
    query = {"q": asked.text, "count": str(MOST), "text_decorations": "false"}
    if asked.time_range:
        query["freshness"] = _FRESHNESS[asked.time_range]
    if asked.language in _BRAVE_LANGUAGES:
        query["search_lang"] = _BRAVE_LANGUAGES[asked.language]
    return Question("/res/v1/web/search", query, headers={"X-Subscription-Token": key})


BRAVE = Service(
    "brave",
    "https://api.search.brave.com",
    _brave,
    ("web", "results"),
    _names(snippet="description", published="page_age"),
    words=50,
)

# -- Tavily ------------------------------------------------------------------------------------------------


def _tavily(asked: Asked, key: str) -> Question:
    body: dict[str, object] = {"query": asked.text, "max_results": MOST, "include_answer": False}
    if asked.time_range:
        body["time_range"] = asked.time_range
    return Question("/search", body=body, headers={"Authorization": f"Bearer {key}"})


TAVILY = Service("tavily", "https://api.tavily.com", _tavily, ("results",), _names())

# -- Serper, an interface to Google's results --------------------------------------------------------------


def _serper(asked: Asked, key: str) -> Question:
    body: dict[str, object] = {"q": asked.text, "num": MOST}
    if asked.time_range:
        body["tbs"] = f"qdr:{asked.time_range[0]}"
    if asked.language != _ANY:
        body["hl"] = asked.language
    return Question("/search", body=body, headers={"X-API-KEY": key})


SERPER = Service(
    "serper",
    "https://google.serper.dev",
    _serper,
    ("organic",),
    _names(url="link", snippet="snippet", published="date"),
)

# -- OpenAlex: works by title and abstract; an abstract is no page, so nothing of it becomes a snippet -----


def _openalex(asked: Asked, key: str) -> Question:
    filters = []
    if asked.earliest:
        filters.append(f"from_publication_date:{asked.earliest}")
    if asked.language != _ANY:
        filters.append(f"language:{asked.language}")
    query = {"search": asked.text, "per-page": str(MOST), "api_key": key}
    if filters:
        query["filter"] = ",".join(filters)
    return Question("/works", query)


def _openalex_hit(work: Fields) -> RawHit:
    """Where the work is open, else its DOI."""
    place = work.get("best_oa_location")
    location = place if isinstance(place, dict) else {}
    url = text_of(location, "landing_page_url") or text_of(location, "pdf_url") or text_of(work, "doi")
    return RawHit(url, text_of(work, "display_name"), "", text_of(work, "publication_date"))


OPENALEX = Service("openalex", "https://api.openalex.org", _openalex, ("results",), _openalex_hit)

# -- Crossref: works by bibliographic words, without a key; the hit is the DOI -----------------------------


def _crossref(asked: Asked, _key: str) -> Question:
    query = {"query.bibliographic": asked.text, "rows": str(MOST), "select": "DOI,URL,title,issued"}
    if asked.earliest:
        query["filter"] = f"from-pub-date:{asked.earliest}"
    return Question("/works", query)


def _crossref_hit(work: Fields) -> RawHit:
    titles = work.get("title")
    title = titles[0] if isinstance(titles, list) and titles and isinstance(titles[0], str) else ""
    doi = text_of(work, "DOI")
    return RawHit(text_of(work, "URL") or (f"https://doi.org/{doi}" if doi else ""), title, "", _issued(work))


def _issued(work: Fields) -> str:
    """The day on which it appeared, as far as it is known: `2024`, `2024-03`, `2024-03-01`."""
    issued = work.get("issued")
    parts = issued.get("date-parts") if isinstance(issued, dict) else None
    first = parts[0] if isinstance(parts, list) and parts else None
    if not isinstance(first, list):
        return ""
    numbers = [part for part in first[:3] if isinstance(part, int) and not isinstance(part, bool)]
    return "-".join(f"{number:02d}" if place else f"{number:04d}" for place, number in enumerate(numbers))


CROSSREF = Service(
    "crossref", "https://api.crossref.org", _crossref, ("message", "items"), _crossref_hit, has_key=False
)

SERVICES: Mapping[str, Service] = {
    service.name: service for service in (SEARXNG, BRAVE, TAVILY, SERPER, OPENALEX, CROSSREF)
}
