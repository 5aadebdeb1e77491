"""Citations by `url` from end to end: pages taken from a server, claims audited offline, labels computed."""

from __future__ import annotations

import json
import socket
from pathlib import Path
from typing import Any

import pytest

from citelock.cli.main import run
from examples.replay.messages import Answer
from examples.replay.web import WebServer
from tests.support.pdfs import lines, pdf

HOST = "pages.example"
FILLER = {
    "en": "The council has published the figures of its counters every month since the bridges are new. ",
    "ru": "Городской совет публикует данные счётчиков каждый месяц с тех пор, как мосты были перестроены. ",
    "de": "Der Rat veröffentlicht die Zahlen seiner Zählstellen jeden Monat, seit die Brücken neu sind. ",
    "zh": "自从桥梁重建以来，市议会每个月都会公布计数器的数据，供所有市民查阅和核对。",
}
QUOTES = {
    "en": "The council counted 12,400 cycling trips a day in May, 8 % more than a year before.",
    "ru": "Совет насчитал 12 400 велосипедных поездок в день в мае, на 8 % больше, чем годом ранее.",
    "de": "Der Rat zählte im Mai täglich 12.400 Fahrten, 8 % mehr als ein Jahr zuvor.",
    "zh": "市议会在五月份每天统计到一万二千四百次骑行，比上一年同期增加了百分之八。",
}
CLAIMS = {
    "en": "In May there were 12,400 trips a day.",
    "ru": "В мае было 12 400 поездок в день.",
    "de": "Im Mai gab es täglich 12.400 Fahrten.",
    "zh": "五月份骑行次数有所增加。",
}
ENCODINGS = {"en": "utf-8", "ru": "windows-1251", "de": "iso-8859-1", "zh": "gb18030"}


def html(language: str) -> bytes:
    encoding = ENCODINGS[language]
    body = (
        FILLER[language] * 4
        + f"<b>{QUOTES[language][:20]}</b>{QUOTES[language][20:]} "
        + FILLER[language] * 4
    )
    text = (
        f'<html lang="{language}"><head><meta charset="{encoding}"><title>Figures</title></head>'
        f"<body><nav>Home</nav><h1>Figures</h1><p>{body}</p></body></html>"
    )
    return text.encode(encoding)


def answered(content: bytes, status: int = 200, kind: str = "text/html") -> Answer:
    return Answer(status, (("Content-Type", kind),), content)


@pytest.fixture
def site(pages: WebServer, monkeypatch: pytest.MonkeyPatch) -> WebServer:
    """The server under a name: an address that is literally a private one is no citation at all."""
    look_up = socket.getaddrinfo

    def named(host: object, *arguments: object, **options: object) -> object:
        name = "127.0.0.1" if host in (HOST, HOST.encode()) else host
        return look_up(name, *arguments, **options)  # type: ignore[arg-type] # whatever the caller gave

    monkeypatch.setattr(socket, "getaddrinfo", named)
    for language in CLAIMS:
        pages.pages[f"/{language}"] = answered(html(language))
    sentences = [
        FILLER["en"].strip(),
        QUOTES["en"][:55],
        QUOTES["en"][55:].strip(),
        *[FILLER["en"].strip()] * 6,
    ]
    pages.pages["/paper.pdf"] = answered(pdf(lines(sentences, 72, 700)), kind="application/pdf")
    pages.pages["/forbidden"] = answered(b"no", 403)
    pages.pages["/gone"] = answered(b"no", 404)
    login = "<html><title>Log in</title><h1>Log in to continue</h1><form><input type=password></form></html>"
    pages.pages["/login"] = answered(login.encode())
    spa = '<html><title>App</title><script src="/app.js"></script><div id="root"></div></html>'
    pages.pages["/app"] = answered(spa.encode())
    return pages


def address(site: WebServer, path: str) -> str:
    return f"http://{HOST}:{site.endpoint.rpartition(':')[2]}{path}"


def audit(folder: Path, *arguments: str) -> tuple[int, dict[str, Any]]:
    code = run(["audit", "claims.json", *arguments])
    return code, json.loads((folder / "report.json").read_text("utf-8"))


def test_pages_of_many_kinds_get_the_labels_that_they_deserve(
    site: WebServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    english = QUOTES["en"]
    cited: dict[str, tuple[str, str, dict[str, object]]] = {
        **{language: ("/" + language, CLAIMS[language], {"quote": QUOTES[language]}) for language in CLAIMS},
        "pdf": ("/paper.pdf", CLAIMS["en"], {"quote": english}),
        "any-order": (
            "/en",
            CLAIMS["en"],
            {"quotes": ["8 % more than a year before", "counted 12,400 cycling trips a day"]},
        ),
        "figure": ("/en", "In May there were 13,400 trips a day.", {"quote": english}),
        "altered": ("/en", CLAIMS["en"], {"quote": english.replace("more", "fewer")}),
        "403": ("/forbidden", CLAIMS["en"], {"quote": english}),
        "404": ("/gone", CLAIMS["en"], {"quote": english}),
        "login": ("/login", CLAIMS["en"], {"quote": english}),
        "app": ("/app", CLAIMS["en"], {"quote": english}),
    }
    claims = [
        {"id": name, "text": text, "citations": [{"url": address(site, path), **quote}]}
        for name, (path, text, quote) in cited.items()
    ]
    (tmp_path / "claims.json").write_text(json.dumps({"claims": claims}, ensure_ascii=False), "utf-8")
    (tmp_path / "sources").mkdir()

    code, report = audit(tmp_path)
    assert code == 1
    assert {row["errors"][0] for row in report["results"]} == {"E_NO_SNAPSHOT"}

    port = address(site, "").rpartition(":")[2]
    (tmp_path / "citelock.yml").write_text(f"network:\n  ports: [80, 443, {port}]\n", "utf-8")
    run(["snapshot", "add", "--missing", "claims.json", "--allow-host", f"{HOST}:{port}"])
    capsys.readouterr()

    code, report = audit(tmp_path)
    assert code == 1
    labels = {each["claim"]: each["label"] for each in report["claims"]}
    told = {
        row["claim"]: [name for name in row["errors"] + row["warnings"] if not name.startswith("N_")]
        for row in report["results"]
    }
    assert {name: (labels[name], told[name]) for name in cited} == {
        "en": ("verified", []),
        "ru": ("verified", []),
        "de": ("verified", []),
        "zh": ("verified", []),
        "pdf": ("verified", []),
        "any-order": ("verified", []),
        "figure": ("partial", ["E_NUMBER_UNSUPPORTED:13400"]),
        "altered": ("unverified", ["E_QUOTE_NOT_FOUND"]),
        "403": ("not-machine-checked", ["W_NOT_MACHINE_CHECKED:http_403"]),
        "404": ("not-machine-checked", ["W_URL_GONE:404"]),
        "login": ("not-machine-checked", ["W_NOT_MACHINE_CHECKED:login"]),
        "app": ("not-machine-checked", ["W_NOT_MACHINE_CHECKED:empty_text"]),
    }
    printed = capsys.readouterr().out
    assert "not machine-checked: 4 of 12 claims" in printed
    assert "labels: verified 6, partial 1, unverified 1, not-machine-checked 4" in printed


@pytest.mark.parametrize(
    ("arguments", "code"),
    [((), 0), (("--fail-on", "warning"), 1), (("--require-label", "partial"), 1), (("--strict",), 1)],
)
def test_only_pages_that_could_not_be_read_pass_unless_more_is_asked_for(
    site: WebServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: tuple[str, ...], code: int
) -> None:
    monkeypatch.chdir(tmp_path)
    url = address(site, "/forbidden")
    claim = {"id": "c1", "text": CLAIMS["en"], "citations": [{"url": url, "quote": QUOTES["en"]}]}
    (tmp_path / "claims.json").write_text(json.dumps({"claims": [claim]}), "utf-8")
    port = url.partition(f"{HOST}:")[2].partition("/")[0]
    (tmp_path / "citelock.yml").write_text(f"network:\n  ports: [80, 443, {port}]\n", "utf-8")
    assert run(["snapshot", "add", url, "--allow-host", f"{HOST}:{port}"]) == 3
    assert audit(tmp_path, *arguments)[0] == code
    claim["status"] = "verified"
    (tmp_path / "claims.json").write_text(json.dumps({"claims": [claim]}), "utf-8")
    result, report = audit(tmp_path)
    assert (result, report["results"][0]["errors"]) == (1, ["E_LABEL_OVERCLAIM"])


def test_pages_that_could_not_be_read_are_counted_in_every_output_though_the_quotation_is_missing_too(
    site: WebServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    links = [address(site, path) for path in ("/forbidden", "/gone")]
    sentences = (f"Cycling rose last year ([council]({link}))." for link in links)
    (tmp_path / "report.md").write_text("# Report\n\n" + "\n\n".join(sentences) + "\n", "utf-8")
    port = links[0].partition(f"{HOST}:")[2].partition("/")[0]
    (tmp_path / "citelock.yml").write_text(f"network:\n  ports: [80, 443, {port}]\n", "utf-8")
    run(["snapshot", "add", *links, "--allow-host", f"{HOST}:{port}"])
    capsys.readouterr()

    def printed(name: str) -> str:
        assert run(["audit", "report.md", "--format", name]) == 1
        return capsys.readouterr().out

    assert "could not be checked: 2 of 2 citations\n" in printed("text")
    assert "machine-checked 0 of 2 citations; does not exist 0; could not be checked 2 (" in printed("github")
    counted = "| 0 of 2 citations | **2** | 0 | 2<br>"
    assert counted in printed("markdown")
    printed("html")
    assert "<p>2 of 2 could not be checked.</p>" in (tmp_path / "report.html").read_text("utf-8")
