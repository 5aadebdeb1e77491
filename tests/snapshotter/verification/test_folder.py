"""The texts of the folder as a search: words, hostile words, scripts without blanks, what is kept apart."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path

import pytest

from citelock.checks.catalogue import BY_CODE
from citelock.checks.errors import UsageError
from citelock.checks.identifiers import Identifier, file_stem, parse_identifier
from citelock.checks.verification.values import Request
from citelock.snapshotter.roots import open_project
from citelock.snapshotter.verification.fetching import Got, Missed
from citelock.snapshotter.verification.search.folder import Folder
from citelock.snapshotter.verification.search.interface import SearchUnavailable
from citelock.snapshotter.verification.searching import search

TODAY = "2026-03-15"


def put(root: Path, name: str, text: str) -> None:
    sources = root / "sources"
    sources.mkdir(exist_ok=True)
    (sources / f"{name}.txt").write_text(text, encoding="utf-8")


def put_page(
    root: Path, url: str, text: str, *, storage: str = "committed", furniture_line: int | None = None,
    source: Mapping[str, object] | None = None, page: Mapping[str, object] | None = None,
) -> None:  # fmt: skip
    identifier = parse_identifier(f"url:{url}")
    assert isinstance(identifier, Identifier)
    name = file_stem(identifier)
    put(root, name, text)
    digest = sha256(text.encode()).hexdigest()
    said = {
        "schema": "citelock-provenance/1", "status": "ok", "id": f"url:{url}", "source": source or {},
        "text": {"sha256": digest, "storage": storage, "furniture_line": furniture_line},
        "document": page or {},
    }  # fmt: skip
    (root / "sources" / f"{name}.json").write_text(json.dumps(said), encoding="utf-8")


def folder(root: Path, monkeypatch: pytest.MonkeyPatch) -> Folder:
    monkeypatch.chdir(root)
    return Folder(open_project(None, codes=BY_CODE).evidence)


def found(index: Folder, claim: str) -> list[str]:
    return [hit.url for hit in search(index, Request(claim), TODAY).hits]


def test_the_text_with_more_of_the_words_comes_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    put(tmp_path, "a", "Ships and the sea.\n")
    put(tmp_path, "b", "The harbour of Bergen was dredged for ships.\n")
    put(tmp_path, "c", "Nothing of it.\n")
    index = folder(tmp_path, monkeypatch)
    assert found(index, "Bergen harbour dredged for ships") == ["local:b.txt", "local:a.txt"]
    assert found(index, "zeppelin") == []


@pytest.mark.parametrize(
    "claim",
    [
        '" OR * NEAR(', "NEAR/3 AND NOT harbour*", 'title:harbour ^"', "harbour\0Bergen",
        "'; DROP TABLE words; --", "{a b}: c", "-harbour", "\ud800 harbour", "()" * 400,
    ],
)  # fmt: skip
def test_words_are_words_whatever_the_syntax(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, claim: str
) -> None:
    put(tmp_path, "a", "The harbour of Bergen.\n")
    index = folder(tmp_path, monkeypatch)
    assert found(index, claim) == (["local:a.txt"] if "harbour" in claim else [])
    assert found(index, "harbour") == ["local:a.txt"]


def test_scripts_without_blanks_are_found_by_parts_of_a_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    put(tmp_path, "zh", "市议会在五月份每天统计到一万二千四百次骑行。\n")
    put(tmp_path, "ja", "港は1998年に浚渫された。\n")
    put(tmp_path, "ru", "Гавань Бергена углубили в 1998 году.\n")
    index = folder(tmp_path, monkeypatch)
    assert found(index, "据说市议会在五月份开会") == ["local:zh.txt"]
    assert found(index, "углубили гавань") == ["local:ru.txt"]
    assert "local:ja.txt" in found(index, "に浚渫された")


@pytest.mark.parametrize(
    ("text", "found_by", "not_by"),
    [
        ("北京大学位于海淀区。", "北京", "上海"),
        ("北京大学位于海淀区。", "学", "港"),
        ("北京大学位于海淀区。", "区", "浚"),
        ("GPT模型在2023年发布。", "GPT", "BERT"),
        ("港は1998年に浚渫された。", "港", "船"),
        ("港は1998年に浚渫された。", "1998", "1999"),
        ("กรุงเทพเป็นเมืองหลวง", "เมือง", "ภูเก็ต"),
        ("हिन्दी एक भाषा है।", "हिन्दी", "संस्कृत"),
        ("서울은 수도이다.", "서울", "부산"),
        ("𠮷野家は牛丼屋です。", "𠮷", "𠀋"),
    ],
)
def test_words_of_one_or_two_characters_are_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str, found_by: str, not_by: str
) -> None:
    """Red without: three characters in a row were looked up, and most Chinese words have two."""
    put(tmp_path, "a", f"{text}\n")
    index = folder(tmp_path, monkeypatch)
    assert found(index, found_by) == ["local:a.txt"]
    assert found(index, not_by) == []


def test_a_long_claim_without_blanks_is_looked_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    put(tmp_path, "a", "市议会在五月份\n")
    claim = "".join(chr(0x4E00 + 7 * place) for place in range(390)) + "议会"
    assert found(folder(tmp_path, monkeypatch), claim) == ["local:a.txt"]


def test_address_title_and_date_come_from_the_provenance(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = "Menu\nThe harbour of Bergen.\nEnd\n"
    source = {"url": "https://a.example/x", "final_url": "https://www.a.example/y", "media_type": "text/html"}
    page = {"title": "Harbours", "published": "2024-03-01", "published_from": "meta"}
    put_page(tmp_path, "https://a.example/x", text, source=source, page=page, furniture_line=3)
    index = folder(tmp_path, monkeypatch)
    (hit,) = search(index, Request("Bergen harbour"), TODAY).hits
    assert (hit.url, hit.title, hit.published) == ("https://a.example/x", "Harbours", "2024-03-01")
    assert index.fetch is not None
    got = index.fetch(hit.url, 1)
    assert isinstance(got, Got)
    assert (got.text, got.final_url) == (text, "https://www.a.example/y")
    assert (got.content_type, got.published) == ("text/html", "2024-03-01")
    assert isinstance(index.fetch("local:other.txt", 1), Missed)


@pytest.mark.parametrize("storage", ["private", "sealed"])
def test_what_is_kept_apart_is_not_searched(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, storage: str
) -> None:
    put_page(tmp_path, "https://a.example/x", "The harbour.\n", storage=storage)
    put(tmp_path, "b", "Another harbour.\n")
    assert found(folder(tmp_path, monkeypatch), "harbour") == ["local:b.txt"]


def test_without_a_full_text_index_the_reason_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Bare(sqlite3.Connection):
        def execute(self, *arguments: object) -> sqlite3.Cursor:
            raise sqlite3.OperationalError("no such module: fts5")

    put(tmp_path, "a", "The harbour.\n")
    connect = sqlite3.connect
    monkeypatch.setattr(
        sqlite3, "connect", lambda *names, **options: connect(*names, **options, factory=Bare)
    )
    with pytest.raises(UsageError, match="no such module: fts5"):
        folder(tmp_path, monkeypatch)


def test_a_folder_without_texts_is_no_search_that_found_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Red without: the first line said that nothing was found, as if somebody had looked somewhere."""
    put_page(tmp_path, "https://a.example/x", "The harbour.\n", storage="private")
    index = folder(tmp_path, monkeypatch)
    with pytest.raises(SearchUnavailable, match="nothing to search: sources holds no text"):
        found(index, "harbour")
