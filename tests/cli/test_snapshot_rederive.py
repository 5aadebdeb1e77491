"""`citelock snapshot check --rederive`: the proof that a text comes from its origin, and what is none."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import pytest

from citelock.checks.sealing import make_seal, salt_text
from citelock.cli.main import run
from citelock.snapshotter.extract.interface import Extracted
from examples.replay.messages import Answer, page
from examples.replay.web import WebServer
from tests.support import papers

HTML = (("Content-Type", "text/html; charset=utf-8"),)
XML = (("Content-Type", "application/xml"),)
STEM = "10.5555_demo.paper"


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "cache").mkdir()
    (tmp_path / "sources").mkdir()
    record = {"status": "found", "title": papers.TITLE, "year": 2024, "authors": [papers.AUTHOR]}
    (tmp_path / "cache" / f"{STEM}.json").write_text(json.dumps(record), "utf-8")
    return tmp_path


def add(project: Path, *arguments: str) -> None:
    path = project / "paper.xml"
    path.write_bytes(papers.jats())
    assert run(["snapshot", "add", papers.DOI, "--file", str(path), *arguments]) == 0


def forge(project: Path, **changes: object) -> None:
    """Another text, and a provenance that agrees with it in the hash of the text and in `changes`."""
    text = (project / "sources" / f"{STEM}.txt").read_bytes().replace(b"from 18 to 7", b"from 81 to 7")
    (project / "sources" / f"{STEM}.txt").write_bytes(text)
    path = project / "sources" / f"{STEM}.json"
    value = json.loads(path.read_text("utf-8"))
    value["text"]["sha256"] = hashlib.sha256(text).hexdigest()
    for part, members in changes.items():
        assert isinstance(members, dict)
        value[part].update(members)
    path.write_text(json.dumps(value), "utf-8")


def check(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, list[str]]:
    capsys.readouterr()
    code = run(["snapshot", "check", "--rederive", *arguments])
    return code, capsys.readouterr().out.splitlines()


def edit(project: Path, section: str, **members: object) -> None:
    """The provenance with these members of one of its sections, as somebody would write them by hand."""
    path = next((project / "sources").glob("*.json"))
    value = json.loads(path.read_text("utf-8"))
    (value if section == "" else value[section]).update(members)
    path.write_text(json.dumps(value), "utf-8")


def first(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    """Exit code, and the word and the sentence of the first line."""
    code, lines = check(capsys, *arguments)
    word, _, said = lines[0].partition(": ")[2].partition(": ")
    return code, word, said


def test_a_kept_original_gives_the_same_text_again_and_is_called_no_proof(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    add(project, "--keep-original")
    assert (project / "sources" / "originals" / f"{STEM}.xml").read_bytes() == papers.jats()
    assert check(capsys) == (
        0,
        [
            f"doi:{papers.DOI}: reproduced_from_kept_file: from sources/originals/{STEM}.xml, a file beside"
            " the text: the two agree, which does not prove their origin",
            "snapshots=1 findings=0 without_text=0 proved=0 not_proved=1",
        ],
    )


def test_the_original_of_a_text_that_is_kept_apart_is_too(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    add(project, "--keep-original", "--private")
    path = project / "sources" / f"{STEM}.json"
    assert json.loads(path.read_text("utf-8"))["source"]["original"] == f"originals/{STEM}.xml"
    path.unlink()
    (project / "paper.xml").write_bytes(papers.jats(licence=None))
    arguments = ["snapshot", "add", papers.DOI, "--file", str(project / "paper.xml"), "--keep-original"]
    assert run([*arguments, "--replace"]) == 0
    assert json.loads(path.read_text("utf-8"))["source"]["original"] == f"private/originals/{STEM}.xml"
    assert (project / "sources" / ".private" / "originals" / f"{STEM}.xml").exists()
    assert check(capsys)[0] == 0


def test_a_file_of_which_no_original_is_kept_is_no_error(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    add(project)
    code, lines = check(capsys)
    assert (code, lines[0]) == (
        0,
        f"doi:{papers.DOI}: not_reproducible: a file of the user's, of which no original is kept",
    )


def test_a_forged_text_with_a_matching_hash_is_found(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    add(project, "--keep-original")
    forge(project)
    code, lines = check(capsys)
    assert code == 1
    assert lines[0] == (
        f"doi:{papers.DOI}: E_SNAPSHOT_ALTERED: this text does not come from these bytes"
        f" (sources/originals/{STEM}.xml)"
    )
    assert any(line.startswith("    - ") and "from 81 to 7" in line for line in lines)


def test_nor_does_another_reader_or_other_bytes_excuse_it(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    add(project, "--keep-original")
    forge(project, extraction={"backend": "lxml 5.0.0"})
    code, word, said = first(capsys)
    assert (code, word) == (1, "extractor_changed")
    assert "which may be why, if nobody wrote that by hand" in said
    for extraction in ({"extractor": "jats/0"}, {"extractor": "pdf/1"}, {"backend": "parser 3"}):
        forge(project, extraction={"extractor": "jats/1", "backend": "lxml 5.0.0", **extraction})
        code, word, said = first(capsys)
        assert (code, word) == (1, "E_SNAPSHOT_ALTERED")
        assert "which there never was for such a document" in said
    forge(project, source={"sha256": "0" * 64})
    code, word, said = first(capsys)
    assert (code, word) == (1, "E_SNAPSHOT_ALTERED")
    assert said.startswith(f"sources/originals/{STEM}.xml: its sha256 is ")


def test_the_facts_that_follow_from_the_bytes_are_compared_too(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    page = papers.html(licence=papers.BY).replace(
        b"</body>", b"<p hidden>Nobody sees these words.</p></body>"
    )
    (project / "page.html").write_bytes(page)
    arguments = ["snapshot", "add", papers.DOI, "--file", str(project / "page.html"), "--keep-original"]
    assert run(arguments) == 0
    path = project / "sources" / f"{STEM}.json"
    whole = json.loads(path.read_text("utf-8"))
    for section, members in (
        ("quality", {"hidden": []}),
        ("quality", {"hidden": None}),
        ("quality", {"flags": ["ocr_layer"]}),
        ("quality", {"pages": 3}),
        ("text", {"pages": [[0, 1]]}),
        ("text", {"furniture_line": 3}),
        ("document", {"title": "Another"}),
        ("document", {"declared_doi": "10.5555/another"}),
        ("extraction", {"verdict": "partial"}),
    ):
        value = json.loads(json.dumps(whole))
        value[section].update(members)
        path.write_text(json.dumps(value), "utf-8")
        capsys.readouterr()
        assert run(["snapshot", "check", "--rederive"]) == 1
        out = capsys.readouterr().out
        (name,) = members
        assert ": E_SNAPSHOT_ALTERED: the text comes from these bytes (" in out
        assert f"and these facts about it do not: {section}.{name}\n" in out
        assert f"    + {section}.{name}: " in out
    del whole["quality"]["letters"]  # figures that only inform may be missing
    path.write_text(json.dumps(whole), "utf-8")
    assert first(capsys)[:2] == (0, "reproduced_from_kept_file")


def test_facts_of_another_reader_are_told_apart_from_altered_ones(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    add(project, "--keep-original")
    edit(project, "extraction", backend="lxml 5.0.0")
    assert first(capsys)[:2] == (0, "reproduced_from_kept_file")
    edit(project, "document", title="Another")
    assert first(capsys)[:2] == (1, "extractor_changed")
    edit(project, "", extraction=None)
    code, word, said = first(capsys)
    assert (code, word) == (1, "extractor_changed")
    assert "its provenance names no reader" in said


@pytest.mark.parametrize("discard", [True, False])
def test_a_seal_of_other_words_is_found_though_its_hash_agrees(
    discard: bool, project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    options = ["--discard-text"] if discard else []
    add(project, "--seal", "--keep-original", *options)
    assert first(capsys)[:2] == (0, "reproduced_from_kept_file")
    salt = b"0" * 16
    invented = (
        "In plain words the treatment cured every single patient within three short days of the trial.\n"
    )
    seal, windows = make_seal(invented, None, salt)
    (project / "sources" / f"{STEM}.seal").write_bytes(seal)
    described = {"salt": salt_text(salt), "windows": windows, "sha256": hashlib.sha256(seal).hexdigest()}
    edit(project, "", seal=described)
    code, lines = check(capsys)
    assert code == 1
    said = f"E_SNAPSHOT_ALTERED: sources/{STEM}.seal: it is not the seal of this text"
    assert f"doi:{papers.DOI}: {said}" in lines
    # With the text at hand nobody has to be asked.
    capsys.readouterr()
    assert run(["snapshot", "check"]) == (0 if discard else 1)
    assert (said in capsys.readouterr().out) is not discard


def test_a_seal_that_was_changed_is_found_beside_the_text_at_hand(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    add(project, "--seal")
    path = project / "sources" / f"{STEM}.seal"
    path.write_bytes(path.read_bytes().replace(b"\nP ", b"\nP A", 1))
    capsys.readouterr()
    assert run(["snapshot", "check"]) == 1
    assert f"E_SNAPSHOT_ALTERED: sources/{STEM}.seal: its sha256 is " in capsys.readouterr().out
    path.unlink()
    assert run(["snapshot", "check"]) == 1
    assert "E_SNAPSHOT_ALTERED" in capsys.readouterr().out


def test_a_text_without_an_origin_is_counted_as_not_proved_and_can_be_made_a_finding(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    add(project, "--keep-original")
    assert check(capsys, "--require-proof")[0] == 1
    edit(project, "source", original=None)
    code, word, _ = first(capsys)
    assert (code, word) == (0, "not_reproducible")
    edit(project, "source", channel="europepmc")
    code, lines = check(capsys)
    assert lines == [
        f"doi:{papers.DOI}: not_reproducible: its provenance says europepmc, and names no address",
        "snapshots=1 findings=0 without_text=0 proved=0 not_proved=1",
    ]
    assert check(capsys, "--require-proof")[0] == 1
    (project / "sources" / f"{STEM}.json").unlink()
    code, lines = check(capsys)
    assert code == 0
    assert f"{STEM}: not_reproducible: it has no provenance, so nothing says where it came from" in lines
    assert lines[-1] == "snapshots=1 findings=0 without_text=0 proved=0 not_proved=1"
    assert check(capsys, "--require-proof")[0] == 1
    assert run(["snapshot", "check", "--require-proof"]) == 2


def test_a_text_that_is_altered_is_not_called_reproduced_besides(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    add(project, "--keep-original")
    path = project / "sources" / f"{STEM}.txt"
    path.write_bytes(path.read_bytes().replace(b"from 18 to 7", b"from 81 to 7"))
    code, lines = check(capsys)
    assert code == 1
    assert lines[0].startswith(f"doi:{papers.DOI}: E_SNAPSHOT_ALTERED: ")
    assert lines[1:] == ["snapshots=1 findings=1 without_text=0 proved=0 not_proved=1"]


def test_an_address_is_asked_whatever_original_lies_beside_the_text(
    project: Path, pages: WebServer, capsys: pytest.CaptureFixture[str]
) -> None:
    pages.pages["/paper"] = Answer(200, XML, papers.jats())
    allowed = ["--allow-host", pages.endpoint]
    forged = papers.jats(paragraphs=("Every patient was cured.", *papers.PARAGRAPHS[1:]))
    (project / "paper.xml").write_bytes(forged)
    path = str(project / "paper.xml")
    assert run(["snapshot", "add", papers.DOI, "--file", path, "--keep-original"]) == 0
    url = f"{pages.base}/paper"
    edit(project, "source", channel="unpaywall", url=url, final_url=url, status=200)
    assert first(capsys, *allowed) == (
        1, "source_changed", f"other bytes and another text from {pages.endpoint} (unpaywall)"
    )  # fmt: skip
    pages.pages["/paper"] = Answer(200, XML, forged)
    assert first(capsys, *allowed) == (0, "reproduced", f"from {pages.endpoint} (unpaywall)")
    pages.pages["/paper"] = page("gone", 404)
    assert first(capsys, *allowed)[:2] == (3, "unreachable")
    forge(project)
    assert first(capsys, *allowed)[:2] == (1, "E_SNAPSHOT_ALTERED")  # the two beside each other differ


def test_the_text_of_a_registry_comes_from_the_registry(
    project: Path, pages: WebServer, capsys: pytest.CaptureFixture[str]
) -> None:
    pages.pages["/paper"] = Answer(200, XML, papers.jats())
    pages.pages["/rest/PMC1/fullTextXML"] = Answer(200, XML, papers.jats())
    allowed = ["--allow-host", pages.endpoint]
    add(project)
    for channel in ("europepmc", "arxiv"):
        for url in (f"{pages.base}/paper", f"{pages.base}/rest/../paper", f"{pages.base}/rest/%2e%2e/paper"):
            edit(project, "source", channel=channel, url=url, final_url="https://www.ebi.ac.uk/x")
            mirror = ["--registry", f"{channel}={pages.base}/rest"]
            code, word, said = first(capsys, *allowed, *mirror)
            assert (code, word) == (1, "foreign_address"), url
            assert said.startswith(f"its provenance says {channel}, and its address {url} is not below ")
    assert pages.log == []
    edit(project, "source", channel="europepmc", url=f"{pages.base}/rest/PMC1/fullTextXML")
    assert first(capsys, *allowed, "--registry", f"europepmc={pages.base}/rest") == (
        0, "reproduced", f"from {pages.endpoint} (europepmc)"
    )  # fmt: skip


def test_a_page_is_asked_at_the_address_that_is_cited(
    project: Path, pages: WebServer, capsys: pytest.CaptureFixture[str]
) -> None:
    pages.pages["/report"] = Answer(200, HTML, papers.html(licence=papers.BY))
    allowed = ["--allow-host", pages.endpoint]
    assert run(["snapshot", "add", f"{pages.base}/report?utm_source=x#top", *allowed]) == 0
    assert check(capsys, *allowed)[0] == 0
    edit(project, "source", url=f"{pages.base}/elsewhere")
    code, lines = check(capsys, *allowed)
    assert code == 1
    assert lines[0].endswith("/elsewhere, which is not the page that is cited; it was not asked")


def test_a_finding_is_not_hidden_behind_an_address_that_is_not_reached(
    project: Path, pages: WebServer, capsys: pytest.CaptureFixture[str]
) -> None:
    pages.pages["/report"] = Answer(200, HTML, papers.html(licence=papers.BY))
    allowed = ["--allow-host", pages.endpoint]
    assert run(["snapshot", "add", f"{pages.base}/report", *allowed]) == 0
    pages.pages["/report"] = page("gone", 404)
    assert check(capsys, *allowed)[0] == 3
    add(project, "--keep-original")
    forge(project)
    code, lines = check(capsys, *allowed)
    assert code == 1
    assert any(": unreachable: " in line for line in lines)


def test_a_document_that_this_machine_cannot_read_is_no_sign_of_a_forgery(
    project: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    add(project, "--keep-original")
    slow = Extracted("resource_limit", "it was not read within 60 seconds", extractor="jats/1")
    monkeypatch.setattr("citelock.snapshotter.rederiving.extract", lambda *_, **__: slow)
    assert first(capsys)[:2] == (3, "unreachable")


def test_a_page_is_asked_again(project: Path, pages: WebServer, capsys: pytest.CaptureFixture[str]) -> None:
    pages.pages["/report"] = Answer(200, HTML, papers.html(licence=papers.BY))
    allowed = ["--allow-host", pages.endpoint]
    assert run(["snapshot", "add", f"{pages.base}/report", *allowed]) == 0
    origin = f"from {pages.endpoint} (url)"
    assert check(capsys, *allowed)[1] == [
        f"url:{pages.base}/report: reproduced: {origin}",
        "snapshots=1 findings=0 without_text=0 proved=1 not_proved=0",
    ]
    stamped = papers.html(licence=papers.BY).replace(b"<body>", b"<body><!-- at noon -->")
    pages.pages["/report"] = Answer(200, HTML, stamped)
    assert check(capsys, *allowed)[1][0] == f"url:{pages.base}/report: reproduced_text: {origin}"
    pages.pages["/report"] = Answer(200, HTML, stamped.replace(b"from 18 to 7", b"from 17 to 7"))
    before = sorted((path.name, path.read_bytes()) for path in (project / "sources").iterdir())
    code, lines = check(capsys, *allowed)
    assert code == 1
    assert lines[0] == f"url:{pages.base}/report: source_changed: other bytes and another text {origin}"
    pages.pages["/report"] = page("gone", 404)
    code, lines = check(capsys, *allowed)
    assert code == 3
    assert lines[0].startswith(f"url:{pages.base}/report: unreachable: ")
    assert sorted((path.name, path.read_bytes()) for path in (project / "sources").iterdir()) == before


def test_the_name_of_an_original_leads_nowhere_else(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    add(project, "--keep-original")
    path = project / "sources" / f"{STEM}.json"
    value = json.loads(path.read_text("utf-8"))
    for name in (
        "../paper.xml", "originals/../../paper.xml", "/etc/passwd", "originals/..", "private/x",
        "originals/\0x", "private/originals/x\0.xml",
    ):  # fmt: skip
        value["source"]["original"] = name
        path.write_text(json.dumps(value), "utf-8")
        assert check(capsys)[0] == 3


def test_originals_behind_a_link_are_neither_written_nor_read(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    outside = project / "outside"
    outside.mkdir()
    for folder, options in (("originals", []), (".private/originals", ["--private"])):
        path = project / "sources" / folder
        path.parent.mkdir(exist_ok=True)
        path.symlink_to(outside)
        (project / "paper.xml").write_bytes(papers.jats(licence=None))
        arguments = ["--file", str(project / "paper.xml"), "--keep-original", *options]
        if folder == "originals":
            arguments += ["--licence", "cc-by", "--licence-from", "the journal"]
        assert run(["snapshot", "add", papers.DOI, *arguments]) == 2
        assert capsys.readouterr().err.startswith(f"citelock: sources/{folder} is a link. ")
        assert list(outside.iterdir()) == []
        assert [each.name for each in (project / "sources").iterdir() if each.is_file()] == []
        path.unlink()
    add(project, "--keep-original")
    (project / "sources" / "originals").rename(outside / "kept")
    (project / "sources" / "originals").symlink_to(outside / "kept")
    code, word, said = first(capsys)
    assert (code, word) == (3, "unreachable")
    assert said == "sources/originals: is a symbolic link, which is not followed"
