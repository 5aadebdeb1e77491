"""The files of a record as JSON values, and back: strictly, since a replay rests on them (verify.md, 1).

Reading raises WrongField with the path of the field. Times and counts are whole numbers; what a model was
given as parameters are strings and whole numbers, so that the canonical form has no floats.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from hashlib import sha256
from typing import TypeVar
from urllib.parse import urlsplit

from citelock.checks.canonical import line
from citelock.checks.fields import (
    Fields,
    WrongField,
    count_field,
    described,
    kind,
    list_field,
    object_field,
    one_of,
    text_field,
    texts_field,
)
from citelock.checks.verification.values import (
    DROPPED,
    READ,
    TIME_RANGES,
    UNREAD,
    Hit,
    Model,
    Page,
    Query,
    Run,
    Search,
    Span,
    TimeRange,
)

Json = dict[str, object]
_Item = TypeVar("_Item")
_MOST_PAGES = 16  # five picks and three spares, each tried once more


def search_object(search: Search) -> Json:
    """`search.json`."""
    return {
        "provider": search.provider,
        "date": search.date,
        "earliest": search.earliest,
        "filters": search.filters,
        "queries": [
            {"text": each.text, "timeRange": each.time_range, "language": each.language, "found": each.found}
            for each in search.queries
        ],
        "hits": [dict(each._asdict()) for each in search.hits],
        "unresponsive": [list(each) for each in search.unresponsive],
    }


def read_search(value: object) -> Search:
    """The search of `search.json`."""
    fields = _object(value)
    queries = _each(fields, "queries", _query)
    if not queries:
        raise WrongField("queries: there is none, and a search has at least one")
    return Search(
        provider=text_field(fields, "provider"),
        queries=queries,
        hits=_each(fields, "hits", _hit),
        unresponsive=_each(fields, "unresponsive", _engine),
        filters=_flag(fields, "filters"),
        date=text_field(fields, "date"),
        earliest=text_field(fields, "earliest"),
    )


def pages_object(pages: tuple[Page, ...]) -> list[Json]:
    """`pages.json`."""
    return [
        {
            "url": page.url,
            "finalUrl": page.final_url,
            "chain": list(page.chain),
            "host": page.host,
            "domain": page.domain,
            "wave": page.wave,
            "slot": page.slot,
            "status": page.status,
            "reason": page.reason,
            "title": page.title,
            "contentType": page.content_type,
            "published": page.published,
            "sha256": page.sha256,
            "chars": page.chars,
            "main": [list(span) for span in page.main],
        }
        for page in pages
    ]


def read_pages(value: object) -> tuple[Page, ...]:
    """The pages of `pages.json`."""
    pages = _each({"pages": value}, "pages", _page)
    if len(pages) > _MOST_PAGES:
        raise WrongField(f"there are {len(pages)} pages; no check tries more than {_MOST_PAGES}")
    return pages


def model_object(model: Model) -> Json:
    """`model.json`."""
    return {
        "provider": model.provider,
        "model": model.model,
        "prompt": {"version": model.prompt, "sha256": model.prompt_sha256},
        "parameters": dict(model.parameters),
        "answers": list(model.answers),
        "usage": {"inputTokens": model.input_tokens, "outputTokens": model.output_tokens},
    }


def read_model(value: object) -> Model:
    """The model of `model.json`."""
    fields = _object(value)
    prompt, usage = object_field(fields, "prompt"), object_field(fields, "usage")
    answers = list_field(fields, "answers")
    if not all(isinstance(each, str) for each in answers):
        raise WrongField("answers: these are not all strings")
    return Model(
        provider=text_field(fields, "provider"),
        model=text_field(fields, "model"),
        prompt=text_field(prompt, "version", "prompt."),
        prompt_sha256=text_field(prompt, "sha256", "prompt."),
        parameters=object_field(fields, "parameters"),
        answers=tuple(str(each) for each in answers),
        input_tokens=_count(usage, "inputTokens", "usage."),
        output_tokens=_count(usage, "outputTokens", "usage."),
    )


def run_object(run: Run) -> Json:
    """`run.json`."""
    return {"tookMs": run.took_ms, "steps": dict(run.steps), "version": run.version}


def read_run(value: object) -> Run:
    """The run of `run.json`."""
    fields = _object(value)
    steps = object_field(fields, "steps")
    return Run(
        took_ms=_count(fields, "tookMs"),
        steps={name: _count(steps, name, "steps.") for name in sorted(steps)},
        version=text_field(fields, "version"),
    )


def evidence_key(search: Search, pages: tuple[Page, ...], model: Model | None) -> str:
    """The first 8 hex digits of the sha256 over search, pages and model as they are recorded."""
    parts = [line(search_object(search)), line(pages_object(pages))]
    if model is not None:
        parts.append(line(model_object(model)))
    return sha256("\n".join(parts).encode("utf-8")).hexdigest()[:8]


# -- parts -------------------------------------------------------------------------------------------------


def _query(fields: Fields, where: str) -> Query:
    return Query(
        text_field(fields, "text", where),
        _time_range(fields, where),
        text_field(fields, "language", where),
        _count(fields, "found", where),
    )


def _hit(fields: Fields, where: str) -> Hit:
    return Hit(
        rank=_count(fields, "rank", where),
        **{name: text_field(fields, name, where) for name in Hit._fields if name != "rank"},
    )


def _page(fields: Fields, where: str) -> Page:
    page = Page(
        url=text_field(fields, "url", where),
        final_url=text_field(fields, "finalUrl", where),
        chain=texts_field(fields, "chain", where),
        host=text_field(fields, "host", where),
        domain=text_field(fields, "domain", where),
        wave=_count(fields, "wave", where),
        slot=_count(fields, "slot", where),
        status=text_field(fields, "status", where),
        reason=text_field(fields, "reason", where),
        title=text_field(fields, "title", where),
        content_type=text_field(fields, "contentType", where),
        published=text_field(fields, "published", where),
        sha256=text_field(fields, "sha256", where),
        chars=_count(fields, "chars", where),
        main=tuple(_span(each, where) for each in list_field(fields, "main", where)),
    )
    if page.status not in (READ, UNREAD, DROPPED) or (page.status == READ) != bool(page.sha256):
        raise WrongField(f"{where}status: {described(page.status)} does not fit the page")
    try:
        urlsplit(page.final_url)
    except ValueError as error:
        raise WrongField(f"{where}finalUrl: {described(page.final_url)} is no address") from error
    return page


def _span(value: object, where: str) -> Span:
    if isinstance(value, list) and len(value) == 2:
        start, end = value
        if type(start) is int and type(end) is int and 0 <= start <= end:
            return start, end
    raise WrongField(f"{where}main: {described(value)} is no span; it is a list of a start and an end")


def _engine(value: object, where: str) -> tuple[str, str]:
    if isinstance(value, list) and len(value) == 2 and all(isinstance(each, str) for each in value):
        return str(value[0]), str(value[1])
    raise WrongField(f"{where.rstrip('.')}: {described(value)} is no engine with a reason")


def _time_range(fields: Fields, where: str) -> TimeRange:
    value = text_field(fields, "timeRange", where)
    known = one_of(TIME_RANGES, value)
    if known is None:
        raise WrongField(f"{where}timeRange: {described(value)} is no time range")
    return known


def _each(fields: Fields, key: str, read: Callable[..., _Item]) -> tuple[_Item, ...]:
    found = []
    for place, value in enumerate(list_field(fields, key)):
        where = f"{key}[{place}]."
        if read is not _engine and not isinstance(value, dict):
            raise WrongField(f"{key}[{place}]: this is {kind(value)}, not an object")
        found.append(read(value, where))
    return tuple(found)


def _object(value: object) -> Mapping[str, object]:
    if not isinstance(value, dict):
        raise WrongField(f"this is {kind(value)}, not an object")
    return value


def _count(fields: Fields, key: str, where: str = "") -> int:
    value = count_field(fields, key, where)
    if value is None:
        raise WrongField(f"{where}{key}: it is missing")
    return value


def _flag(fields: Fields, key: str) -> bool:
    value = fields.get(key)
    if not isinstance(value, bool):
        raise WrongField(f"{key}: {described(value)} is neither true nor false")
    return value
