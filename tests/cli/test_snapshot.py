"""`citelock snapshot`: from a file to text and provenance, and what is refused on the way."""

from __future__ import annotations

import hashlib
import json
import subprocess
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from citelock.checks.canonical import dumps
from citelock.cli.main import run
from tests.support import papers

ROOT = Path(__file__).parents[2]
STEM = "10.5555_demo.paper"
RECORD = {
    "status": "found",
    "doi": papers.DOI,
    "title": papers.TITLE,
    "year": 2024,
    "authors": [papers.AUTHOR, "Second"],
}


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A repository prepared by `init`, with the record of the demo paper, and everything committed."""
    folder = tmp_path / "project"
    folder.mkdir()
    monkeypatch.chdir(folder)
    git(folder, "init", "-q")
    assert run(["init"]) == 0
    (folder / "cache" / f"{STEM}.json").write_text(json.dumps(RECORD), "utf-8")
    git(folder, "add", "-A")
    git(folder, "commit", "-q", "-m", "prepared")
    return folder


def git(folder: Path, *arguments: str) -> str:
    return subprocess.run(
        ["git", *arguments], cwd=folder, check=True, capture_output=True, encoding="utf-8"
    ).stdout


def provenance(project: Path, stem: str = STEM) -> dict[str, Any]:
    path = project / "sources" / f"{stem}.json"
    value = json.loads(path.read_text("utf-8"))
    schema = json.loads((ROOT / "src/citelock/checks/schemas/provenance.schema.json").read_text("utf-8"))
    jsonschema.Draft202012Validator(schema).validate(value)
    assert path.read_text("utf-8") == dumps(value) + "\n"
    assert isinstance(value, dict)
    return value


def saved(project: Path, name: str, content: bytes) -> str:
    path = project.parent / name
    path.write_bytes(content)
    return str(path)


def claims(project: Path, quote: str = papers.QUOTE) -> None:
    citation = {
        "doi": papers.DOI,
        "title": papers.TITLE,
        "year": 2024,
        "first_author": papers.AUTHOR,
        "quote": quote,
    }
    value = {"claims": [{"id": "c1", "text": "Fewer claims without a source.", "citations": [citation]}]}
    (project / "claims.json").write_text(json.dumps(value), "utf-8")


def test_an_open_copy_is_written_with_its_provenance_and_the_audit_finds_the_quotation(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = saved(project, "paper.xml", papers.jats())
    capsys.readouterr()
    assert run(["snapshot", "add", papers.DOI, "--file", path]) == 0
    text = (project / "sources" / f"{STEM}.txt").read_bytes()
    assert capsys.readouterr().out == (
        f"ok doi:{papers.DOI} cc-by file {len(text.decode()):,} characters sources/{STEM}.txt\n"
        "asked=1 added=1 unchanged=0 refused=0 failed=0\n"
    )
    written = provenance(project)
    assert written["licence"]["class"] == "cc-by"
    assert written["licence"]["url"] == papers.BY
    assert written["licence"]["attribution"] == (
        f"Example, Second: {papers.TITLE}. 2024. https://doi.org/{papers.DOI}. {papers.BY}. Text extracted."
    )
    assert written["text"]["sha256"] == hashlib.sha256(text).hexdigest()
    assert written["text"]["storage"] == "committed"
    assert written["source"]["channel"] == "file"
    assert written["source"]["sha256"] == hashlib.sha256(papers.jats()).hexdigest()
    assert written["identity"] == {"status": "ok", "doi": True, "title_words": [7, 7], "author": True}
    claims(project)
    assert run(["audit", "claims.json"]) == 0
    assert json.loads((project / "report.json").read_text("utf-8"))["labels"]["verified"] == 1


def test_a_pdf_keeps_its_pages(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = saved(project, "paper.pdf", papers.pdf())
    assert run(["snapshot", "add", papers.DOI, "--file", path]) == 0
    assert provenance(project)["quality"]["pages"] == 3
    capsys.readouterr()
    assert run(["snapshot", "show", papers.DOI, "--page", "2"]) == 0
    page = capsys.readouterr().out
    assert papers.QUOTE in page.replace("\n", " ")
    assert papers.PARAGRAPHS[0] not in page
    assert run(["snapshot", "show", papers.DOI, "--page", "4"]) == 2
    assert capsys.readouterr().err == "citelock: --page 4: it has the pages 1 to 3.\n"


def test_a_second_run_rewrites_nothing(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = saved(project, "paper.xml", papers.jats())
    run(["snapshot", "add", papers.DOI, "--file", path])
    before = {each: each.stat().st_mtime_ns for each in (project / "sources").iterdir()}
    capsys.readouterr()
    assert run(["snapshot", "add", papers.DOI, "--file", path]) == 0
    assert {each: each.stat().st_mtime_ns for each in (project / "sources").iterdir()} == before
    assert capsys.readouterr().out.startswith(f"unchanged doi:{papers.DOI} ")


@pytest.mark.parametrize("licence", [None, papers.BY_NC_ND])
def test_a_text_that_may_not_be_published_is_kept_apart_and_never_committed(
    project: Path, licence: str | None, capsys: pytest.CaptureFixture[str]
) -> None:
    path = saved(project, "paper.xml", papers.jats(licence=licence))
    assert run(["snapshot", "add", papers.DOI, "--file", path, "--commit"]) == 0
    written = provenance(project)
    assert written["text"]["storage"] == "private"
    assert not (project / "sources" / f"{STEM}.txt").exists()
    assert (project / "sources" / ".private" / f"{STEM}.txt").exists()
    git(project, "add", "-A")
    blobs = git(project, "rev-list", "--objects", "--all", "--no-object-names").split()
    contents = "".join(
        git(project, "cat-file", "-p", blob) for blob in [*blobs, git(project, "write-tree").strip()]
    )
    assert papers.QUOTE not in contents
    claims(project)
    assert run(["audit", "claims.json"]) == 0
    assert json.loads((project / "report.json").read_text("utf-8"))["labels"]["verified"] == 1
    (project / "sources" / ".private" / f"{STEM}.txt").unlink()
    assert run(["audit", "claims.json"]) == 0
    report = json.loads((project / "report.json").read_text("utf-8"))
    assert report["results"][0]["warnings"] == ["W_NOT_MACHINE_CHECKED:private"]
    assert report["unchecked"] == 1
    capsys.readouterr()
    assert run(["quote", papers.DOI, papers.QUOTE]) == 3
    said = capsys.readouterr().err
    assert "may not be published and is not on this machine (private)" in said
    assert "sources/" not in said


def test_a_private_store_that_git_would_take_is_refused(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (project / ".gitignore").unlink()
    path = saved(project, "paper.xml", papers.jats())
    assert run(["snapshot", "add", papers.DOI, "--file", path]) == 2
    assert capsys.readouterr().err == (
        "citelock: sources/.private is not ignored by git, so texts that may not be published could be"
        " committed. Run `citelock init`, which adds the line to .gitignore, or name a folder elsewhere with"
        " --private-dir.\n"
    )
    assert not (project / "sources" / f"{STEM}.json").exists()
    elsewhere = str(project.parent / "texts")
    assert run(["snapshot", "add", papers.DOI, "--file", path, "--private", "--private-dir", elsewhere]) == 0
    assert (project.parent / "texts" / f"{STEM}.txt").exists()


def test_the_word_of_the_user_is_recorded_as_such(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = saved(project, "paper.txt", papers.text())
    assert run(["snapshot", "add", papers.DOI, "--file", path, "--licence", "cc-by"]) == 2
    said = ["--licence", "cc-by", "--licence-from", "CC BY 4.0 on the first page"]
    assert run(["snapshot", "add", papers.DOI, "--file", path, *said]) == 0
    assert provenance(project)["licence"] == {
        "class": "cc-by",
        "url": None,
        "read_from": "user",
        "statement": "CC BY 4.0 on the first page",
        "attribution": (
            f"Example, Second: {papers.TITLE}. 2024. https://doi.org/{papers.DOI}. Text extracted."
        ),
        "evidence": [{"class": "cc-by", "read_from": "user", "url": None}],
    }


def test_the_address_of_the_licence_is_taken_from_the_words_of_the_user(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = saved(project, "paper.txt", papers.text())
    said = ["--licence", "cc-by", "--licence-from"]
    narrower = "the footer: https://creativecommons.org/licenses/by-nc/4.0/"
    assert run(["snapshot", "add", papers.DOI, "--file", path, *said, narrower]) == 2
    assert capsys.readouterr().err == (
        "citelock: --licence says cc-by, --licence-from cc-by-nc. Which of them is it?\n"
    )
    words = "Free for all (https://creativecommons.org/licenses/by/4.0/), on the first page"
    assert run(["snapshot", "add", papers.DOI, "--file", path, *said, words]) == 0
    licence = provenance(project)["licence"]
    assert (licence["url"], licence["statement"]) == ("https://creativecommons.org/licenses/by/4.0/", words)
    assert "https://creativecommons.org/licenses/by/4.0/. Text extracted." in licence["attribution"]


def test_the_cached_record_says_the_licence_of_a_file_that_is_the_work(project: Path) -> None:
    record = {
        "schema": "citelock-record/1", "id": f"doi:{papers.DOI}", "doi": papers.DOI, "status": "found",
        "source": "crossref", "titles": [papers.TITLE],
        "licenses": [{"url": papers.BY, "version": "vor", "start": "2024-01-01"}],
    }  # fmt: skip
    (project / "cache" / f"{STEM}.json").write_text(json.dumps(record), "utf-8")
    path = saved(project, "paper.txt", papers.text())
    assert run(["snapshot", "add", papers.DOI, "--file", path]) == 0
    assert provenance(project)["licence"]["read_from"] == "crossref:license[vor]"
    assert provenance(project)["text"]["storage"] == "committed"


def test_another_work_is_refused_and_the_refusal_recorded(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    other = papers.jats("10.5555/other", "On quite different matters of another field", author="Nobody")
    path = saved(project, "paper.xml", other)
    capsys.readouterr()
    assert run(["snapshot", "add", papers.DOI, "--file", path]) == 3
    assert capsys.readouterr().out.startswith(
        f"failed doi:{papers.DOI} wrong_work: it is not the work: it declares the DOI 10.5555/other; recorded"
        f" in sources/{STEM}.json\n"
    )
    written = provenance(project)
    assert (written["status"], written["reason"]) == ("unavailable", "wrong_work")
    assert all(written[part] is None for part in ("licence", "extraction", "text", "quality", "identity"))
    claims(project)
    assert run(["audit", "claims.json"]) == 0
    report = json.loads((project / "report.json").read_text("utf-8"))
    assert report["results"][0]["warnings"] == ["W_NOT_MACHINE_CHECKED:wrong_work"]


def test_force_takes_it_with_the_reason_and_the_audit_says_so(project: Path) -> None:
    path = saved(project, "paper.xml", papers.jats("10.5555/other"))
    assert run(["snapshot", "add", papers.DOI, "--file", path, "--force", "a reprint"]) == 0
    assert provenance(project)["forced"] == "a reprint"
    claims(project)
    assert run(["audit", "claims.json"]) == 0
    report = json.loads((project / "report.json").read_text("utf-8"))
    assert report["results"][0]["warnings"] == ["W_SNAPSHOT_IDENTITY"]
    assert report["labels"]["partial"] == 1


def test_an_abstract_is_taken_only_when_that_is_allowed(project: Path) -> None:
    path = saved(project, "paper.xml", papers.jats(body=False))
    assert run(["snapshot", "add", papers.DOI, "--file", path]) == 3
    assert provenance(project)["reason"] == "abstract_only"
    assert run(["snapshot", "add", papers.DOI, "--file", path, "--allow", "abstract"]) == 0
    assert provenance(project)["text"]["scope"] == "abstract"
    claims(project, "words of the body that no abstract of any paper holds")
    assert run(["audit", "claims.json"]) == 0
    report = json.loads((project / "report.json").read_text("utf-8"))
    assert report["results"][0]["warnings"] == ["W_SNAPSHOT_ABSTRACT_ONLY"]


@pytest.mark.parametrize(
    ("name", "content", "reason"),
    [
        ("a.pdf", papers.html(), "not_pdf"),
        ("a.pdf", b"<html><head><title>Just a moment...</title></head></html>", "not_pdf"),
        ("a.pdf", b"", "broken"),
        ("a.pdf", b" \n\0", "broken"),
        (
            "a.html",
            b"<html><head><title>Just a moment...</title></head><body>wait</body></html>",
            "challenge",
        ),
        ("a.txt", b"\x0c\x0c\x0c\n", "no_text_layer"),
        ("a.txt", b"(cid:20)(cid:21)(cid:18)(cid:19) (cid:23)(cid:18)(cid:21)", "garbled"),
        ("a.txt", b"(cid:7) word " * 2000, "garbled"),
        ("a.html", b"<html><title>T</title><p>" + b"(cid:12) " * 2000, "garbled"),
        ("a.txt", b"--- ---\n", "empty_text"),
        ("a.pdf", papers.pdf()[:700], "broken"),
    ],
)
def test_what_is_no_text_is_named(project: Path, name: str, content: bytes, reason: str) -> None:
    path = saved(project, name, content)
    assert run(["snapshot", "add", papers.DOI, "--file", path]) == 3
    assert provenance(project)["reason"] == reason
    assert not (project / "sources" / f"{STEM}.txt").exists()


def test_a_good_snapshot_is_never_replaced_by_a_failure(project: Path) -> None:
    run(["snapshot", "add", papers.DOI, "--file", saved(project, "paper.xml", papers.jats())])
    before = (project / "sources" / f"{STEM}.json").read_bytes()
    assert run(["snapshot", "add", papers.DOI, "--file", saved(project, "a.pdf", b"nothing")]) == 3
    assert (project / "sources" / f"{STEM}.json").read_bytes() == before
    assert (project / "sources" / f"{STEM}.txt").exists()


def test_another_text_is_refused_with_its_lines_and_the_claims_it_would_fail(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run(["snapshot", "add", papers.DOI, "--file", saved(project, "paper.xml", papers.jats())])
    claims(project)
    changed = (papers.PARAGRAPHS[0], "Nothing of that was seen again in any group.", papers.PARAGRAPHS[2])
    path = saved(project, "second.xml", papers.jats(paragraphs=changed))
    before = (project / "sources" / f"{STEM}.txt").read_bytes()
    capsys.readouterr()
    assert run(["snapshot", "add", papers.DOI, "--file", path]) == 2
    out = capsys.readouterr().out
    assert out.startswith(
        f"refused doi:{papers.DOI}: another text is there already; --replace takes the new one\n"
    )
    assert "    + Nothing of that was seen again in any group.\n" in out
    assert "    with the new text these would fail:\n        claims.json: c1[0] E_QUOTE_NOT_FOUND\n" in out
    assert (project / "sources" / f"{STEM}.txt").read_bytes() == before
    assert run(["snapshot", "add", papers.DOI, "--file", path, "--replace"]) == 0
    assert b"Nothing of that" in (project / "sources" / f"{STEM}.txt").read_bytes()


def test_a_commit_holds_the_snapshot_and_nothing_else(project: Path) -> None:
    (project / "other.txt").write_text("staged", "utf-8")
    git(project, "add", "other.txt")
    path = saved(project, "paper.xml", papers.jats())
    assert run(["snapshot", "add", papers.DOI, "--file", path, "--commit"]) == 0
    digest = hashlib.sha256(papers.jats()).hexdigest()
    assert git(project, "log", "-1", "--format=%B").strip() == (
        f"snapshot: doi:{papers.DOI} (file, cc-by)\n\n"
        f"Citelock-Tool: citelock 0.1.0 snapshot add\nCitelock-Id: doi:{papers.DOI}\n"
        f"Citelock-Source-SHA256: {digest}"
    )
    assert git(project, "show", "--name-only", "--format=", "HEAD").split() == [
        f"sources/{STEM}.json",
        f"sources/{STEM}.txt",
    ]
    assert git(project, "status", "--short") == "A  other.txt\n"


def test_the_files_of_a_killed_run_are_committed_by_the_next(project: Path) -> None:
    path = saved(project, "paper.xml", papers.jats())
    run(["snapshot", "add", papers.DOI, "--file", path])
    (project / "sources" / f"{STEM}.json").unlink()  # the text was written, its provenance was not
    assert run(["snapshot", "add", papers.DOI, "--file", path, "--commit"]) == 0
    assert git(project, "status", "--short") == ""


def test_the_list_says_where_each_text_is(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run(["snapshot", "add", papers.DOI, "--file", saved(project, "paper.xml", papers.jats())])
    (project / "sources" / "10.5555_bare.txt").write_text("A text.\n", "utf-8")
    run(["snapshot", "add", "10.5555/other", "--file", saved(project, "a.pdf", b"x")])
    capsys.readouterr()
    assert run(["snapshot", "list"]) == 0
    characters = len((project / "sources" / f"{STEM}.txt").read_text("utf-8"))
    today = provenance(project)["source"]["retrieved"]
    assert capsys.readouterr().out == (
        "10.5555_bare: no provenance; 8 bytes\n"
        f"doi:{papers.DOI}: committed; cc-by; full; {characters:,} characters\n"
        f"doi:10.5555/other: unavailable: not_pdf on {today}\n"
    )
    assert run(["snapshot", "list", "--attribution"]) == 0
    assert f"{papers.TITLE}. 2024. https://doi.org/{papers.DOI}" in capsys.readouterr().out


def test_the_check_finds_a_changed_letter_a_wrong_place_and_a_cited_work_without_text(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run(["snapshot", "add", papers.DOI, "--file", saved(project, "paper.xml", papers.jats())])
    capsys.readouterr()
    assert run(["snapshot", "check"]) == 0
    assert capsys.readouterr().out == "snapshots=1 findings=0 without_text=0\n"
    path = project / "sources" / f"{STEM}.json"
    path.write_text(path.read_text("utf-8").replace('"class": "cc-by"', '"class": "cc-by-nd"'), "utf-8")
    assert run(["snapshot", "check"]) == 1
    assert f"doi:{papers.DOI}: E_SNAPSHOT_LICENCE: " in capsys.readouterr().out
    text = project / "sources" / f"{STEM}.txt"
    text.write_bytes(text.read_bytes().replace(b"from 18 to 7", b"from 19 to 7"))
    assert run(["snapshot", "check"]) == 1
    assert (
        f"doi:{papers.DOI}: E_SNAPSHOT_ALTERED: sources/{STEM}.txt: its sha256 is " in capsys.readouterr().out
    )
    claims(project)
    (project / "claims.json").write_text(
        (project / "claims.json").read_text("utf-8").replace(papers.DOI, "10.5555/none"), "utf-8"
    )
    assert run(["snapshot", "check", "claims.json"]) == 1
    assert "doi:10.5555/none: cited, and there is no text of it\n" in capsys.readouterr().out
    (project / "report.md").write_text("It fell (doi:10.5555/other-none).\n", "utf-8")
    assert run(["snapshot", "check", "report.md"]) == 1
    assert "doi:10.5555/other-none: cited, and there is no text of it\n" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("abc".encode("utf-16") * 50, "is not UTF-8 (byte 0)"),
        (b"a " * (5 << 20), "has 10,485,760 bytes; at most "),
    ],
    ids=["UTF-16", "too large"],
)
def test_the_check_finds_a_text_that_no_audit_could_read(
    project: Path, capsys: pytest.CaptureFixture[str], content: bytes, said: str
) -> None:
    (project / "sources" / "10.5555_bare.txt").write_bytes(content)
    capsys.readouterr()
    assert run(["snapshot", "check"]) == 1
    out = capsys.readouterr().out
    assert out.startswith(f"10.5555_bare: E_SNAPSHOT_ALTERED: sources/10.5555_bare.txt: {said}")
    assert out.endswith("snapshots=1 findings=1 without_text=0\n")


def test_two_swapped_snapshots_are_found(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run(["snapshot", "add", papers.DOI, "--file", saved(project, "paper.xml", papers.jats())])
    other = papers.jats("10.5555/other", "On quite different matters of another field")
    run(["snapshot", "add", "10.5555/other", "--file", saved(project, "other.xml", other)])
    first, second = (project / "sources" / f"{name}.txt" for name in (STEM, "10.5555_other"))
    texts = first.read_bytes(), second.read_bytes()
    first.write_bytes(texts[1])
    second.write_bytes(texts[0])
    capsys.readouterr()
    assert run(["snapshot", "check"]) == 1
    assert capsys.readouterr().out.count("E_SNAPSHOT_ALTERED") == 2


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ([], "nothing to take. Name identifiers, or claims files with --missing."),
        (["10.5555/a", "10.5555/b", "--file", "x"], "--file is the text of one work. Name one ID with it."),
        (["10.5555/a", "--file", "absent.pdf"], "--file absent.pdf: there is no such file."),
        (["10.5555/a", "--file", "."], "--file .: it is not a regular file."),
    ],
)
def test_a_wrong_call_says_what_is_wrong(
    project: Path, arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["snapshot", "add", *arguments]) == 2
    assert capsys.readouterr().err == f"citelock: {said}\n"


def test_a_sealed_text_is_checked_and_not_published(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = saved(project, "paper.xml", papers.jats(licence=papers.BY_NC_ND))
    arguments = ["snapshot", "add", papers.DOI, "--file", path, "--seal"]
    assert run([*arguments, "--discard-text", "--commit"]) == 0
    assert sorted(each.name for each in (project / "sources").iterdir() if each.suffix != "") == [
        f"{STEM}.json",
        f"{STEM}.seal",
    ]
    assert not list((project / "sources" / ".private").iterdir())
    assert papers.QUOTE.encode() not in (project / "sources" / f"{STEM}.seal").read_bytes()
    assert provenance(project)["text"]["storage"] == "sealed"
    before = (project / "sources" / f"{STEM}.seal").read_bytes()
    assert run([*arguments, "--discard-text"]) == 0
    assert (project / "sources" / f"{STEM}.seal").read_bytes() == before
    claims(project)
    assert run(["audit", "claims.json"]) == 0
    report = json.loads((project / "report.json").read_text("utf-8"))
    assert (report["results"][0]["notes"], report["labels"]["verified"]) == (["N_SNAPSHOT_SEALED"], 1)
    claims(project, papers.QUOTE.replace("18", "19"))
    assert run(["audit", "claims.json"]) == 1
    capsys.readouterr()
    assert run(["quote", papers.DOI, papers.QUOTE]) == 0
    assert capsys.readouterr().out == f"verbatim: doi:{papers.DOI} in sources/{STEM}.seal\n"
    assert run(["snapshot", "check"]) == 0
    value = (project / "sources" / f"{STEM}.json").read_text("utf-8")
    salt = str(provenance(project)["seal"]["salt"])
    (project / "sources" / f"{STEM}.json").write_text(
        value.replace(salt, "B" + salt[1:] if salt[0] != "B" else "C" + salt[1:]), "utf-8"
    )
    claims(project)
    assert run(["audit", "claims.json"]) == 1
    report = json.loads((project / "report.json").read_text("utf-8"))
    assert report["results"][0]["errors"] == ["E_SNAPSHOT_ALTERED"]


def test_which_classes_may_be_sealed_is_a_setting(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (project / "citelock.yml").write_text("licences:\n  seal: [cc-by]\n", "utf-8")
    path = saved(project, "paper.xml", papers.jats(licence=papers.BY_NC_ND))
    assert run(["snapshot", "add", papers.DOI, "--file", path, "--seal"]) == 2
    assert "licences.seal of citelock.yml does not name its class, cc-by-nc-nd" in capsys.readouterr().out
    assert not (project / "sources" / f"{STEM}.json").exists()


def test_a_text_that_is_missing_on_this_machine_is_put_back_and_its_provenance_left_alone(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = saved(project, "paper.xml", papers.jats(licence=None))
    assert run(["snapshot", "add", papers.DOI, "--file", path]) == 0
    apart = project / "sources" / ".private" / f"{STEM}.txt"
    before = (project / "sources" / f"{STEM}.json").stat().st_mtime_ns, apart.read_bytes()
    apart.unlink()
    capsys.readouterr()
    assert run(["snapshot", "add", papers.DOI, "--file", path]) == 0
    assert capsys.readouterr().out.startswith(f"unchanged doi:{papers.DOI} unknown file ")
    assert ((project / "sources" / f"{STEM}.json").stat().st_mtime_ns, apart.read_bytes()) == before


def tracked(project: Path) -> list[str]:
    return git(project, "ls-files", "sources").split()


@pytest.mark.parametrize(
    "narrower",
    [
        ["--licence", "cc-by-nc-nd"],
        ["--licence", "closed"],
        ["--licence", "closed", "--keep-original"],
        ["--licence", "cc-by", "--private"],
        ["--licence", "cc-by", "--private", "--keep-original"],
        ["--licence", "cc-by-nd", "--private", "--keep-original"],
        ["--licence", "cc-by", "--seal", "--keep-original"],
    ],
)
def test_a_kept_original_leaves_the_tree_when_it_may_not_stand_there_any_more(
    narrower: list[str], project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = saved(project, "paper.pdf", papers.pdf())
    arguments = ["snapshot", "add", papers.DOI, "--file", path, "--licence-from", "page 1", "--commit"]
    assert run([*arguments, "--licence", "cc-by", "--keep-original"]) == 0
    assert f"sources/originals/{STEM}.pdf" in tracked(project)
    assert run([*arguments, *narrower, "--replace"]) == 0
    assert not [each for each in tracked(project) if each.endswith((".pdf", ".txt"))]
    assert not (project / "sources" / "originals" / f"{STEM}.pdf").exists()
    kept = project / "sources" / ".private" / "originals" / f"{STEM}.pdf"
    assert kept.read_bytes() == papers.pdf()  # it was kept, and stays kept
    assert provenance(project)["source"]["original"] == f"private/originals/{STEM}.pdf"
    assert git(project, "status", "--short") == ""
    capsys.readouterr()
    assert run(["snapshot", "check"]) == 0


def test_by_nd_allows_a_copy_that_is_not_changed(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = saved(project, "paper.pdf", papers.pdf())
    arguments = ["snapshot", "add", papers.DOI, "--file", path, "--licence-from", "page 1", "--commit"]
    assert run([*arguments, "--licence", "cc-by-nd", "--keep-original"]) == 0
    assert tracked(project)[-2:] == [f"sources/{STEM}.json", f"sources/originals/{STEM}.pdf"]
    assert run(["snapshot", "check"]) == 0


def test_the_original_of_another_text_goes_with_it(project: Path) -> None:
    arguments = ["snapshot", "add", papers.DOI, "--licence-from", "page 1", "--licence", "cc-by", "--commit"]
    assert run([*arguments, "--file", saved(project, "paper.pdf", papers.pdf()), "--keep-original"]) == 0
    assert run([*arguments, "--file", saved(project, "paper.xml", papers.jats()), "--replace"]) == 0
    assert tracked(project)[-2:] == [f"sources/{STEM}.json", f"sources/{STEM}.txt"]


def test_a_file_of_the_user_s_among_the_originals_is_neither_removed_nor_committed(project: Path) -> None:
    own = project / "sources" / "originals" / f"{STEM}.html"
    own.parent.mkdir()
    own.write_bytes(b"mine")
    arguments = ["snapshot", "add", papers.DOI, "--licence-from", "page 1", "--licence", "cc-by", "--commit"]
    assert run([*arguments, "--file", saved(project, "paper.pdf", papers.pdf())]) == 0
    assert own.read_bytes() == b"mine"
    assert not [each for each in tracked(project) if "originals" in each]


@pytest.mark.parametrize("storage", ["private", "sealed"])
def test_an_original_in_the_tree_against_its_provenance_is_found_and_put_right(
    storage: str, project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = saved(project, "paper.pdf", papers.pdf())
    arguments = ["snapshot", "add", papers.DOI, "--file", path, "--licence-from", "page 1"]
    arguments += ["--licence", "closed", *(["--seal"] if storage == "sealed" else [])]
    assert run(arguments) == 0
    (project / "sources" / "originals").mkdir()
    (project / "sources" / "originals" / f"{STEM}.pdf").write_bytes(papers.pdf())
    shown = f"sources/originals/{STEM}.pdf"
    capsys.readouterr()
    assert run(["snapshot", "check"]) == 1
    said = f"E_SNAPSHOT_LICENCE: {shown} is in the tree under the licence class closed"
    assert said in capsys.readouterr().out
    claims(project)
    (project / "sources" / ".private" / f"{STEM}.txt").unlink()  # as on any other machine
    git(project, "add", "-A")
    git(project, "commit", "-q", "-m", "published")
    for source in ([], ["--evidence-from", "HEAD"]):
        assert run(["audit", "claims.json", *source]) == 1
        report = json.loads((project / "report.json").read_text("utf-8"))
        assert report["results"][0]["errors"] == ["E_SNAPSHOT_LICENCE"]
    assert run([*arguments, "--commit"]) == 0
    assert shown not in tracked(project)
    assert run(["audit", "claims.json"]) == 0


def test_the_text_of_a_sealed_work_can_be_discarded_later(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = saved(project, "paper.xml", papers.jats(licence=papers.BY_NC_ND))
    arguments = ["snapshot", "add", papers.DOI, "--file", path, "--seal"]
    assert run(arguments) == 0
    apart = project / "sources" / ".private" / f"{STEM}.txt"
    assert apart.exists()
    before = (project / "sources" / f"{STEM}.seal").read_bytes()
    capsys.readouterr()
    assert run([*arguments, "--discard-text"]) == 0
    assert "no text is kept" in capsys.readouterr().out
    assert not apart.exists()
    assert (project / "sources" / f"{STEM}.seal").read_bytes() == before
    assert run([*arguments]) == 0  # and kept again when that is asked for
    assert apart.exists()
    assert run([*arguments, "--discard-text", "--replace"]) == 0
    assert not apart.exists()


def test_no_private_text_is_left_beside_the_committed_one(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = saved(project, "paper.pdf", papers.pdf())
    arguments = ["snapshot", "add", papers.DOI, "--file", path, "--licence-from", "page 1", "--licence"]
    apart = project / "sources" / ".private" / f"{STEM}.txt"
    assert run([*arguments, "closed"]) == 0
    before = apart.read_bytes()
    assert run([*arguments, "cc-by", "--replace"]) == 0
    assert not apart.exists()
    apart.write_bytes(before)
    capsys.readouterr()
    assert run(["snapshot", "check"]) == 0
    assert f"sources/.private/{STEM}.txt is left over" in capsys.readouterr().out


def test_what_speaks_against_a_text_is_listed_and_shown(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    other = papers.html("10.5555/other", "Quite different matters", author="Nobody").replace(
        b"</body>", b"<p hidden>Nobody sees this sentence of the page.</p></body>"
    )
    path = saved(project, "other.html", other)
    assert run(["snapshot", "add", papers.DOI, "--file", path, "--force", "I know it", "--seal"]) == 0
    capsys.readouterr()
    assert run(["snapshot", "list"]) == 0
    out = capsys.readouterr().out
    assert out.startswith(f"doi:{papers.DOI}: sealed; unknown; full; ")
    assert out.endswith("; taken by force, it does not look like the work; hidden text in 1 place\n")
    assert run(["snapshot", "list", "--format", "json"]) == 0
    entry = json.loads(capsys.readouterr().out)["snapshots"][0]
    assert (entry["forced"], entry["identity"], entry["hidden"], entry["verdict"]) == (
        "I know it", "wrong", 1, "ok",
    )  # fmt: skip
    assert run(["snapshot", "show", papers.DOI]) == 0
    shown = capsys.readouterr().out
    value = provenance(project)
    start, end = value["quality"]["hidden"][0]
    assert f"    text: sources/.private/{STEM}.txt (sealed)\n" in shown
    assert f"    hidden from readers: characters {start} to {end}\n" in shown
    assert f"    seal: {value['seal']['windows']:,} windows, sha256 {value['seal']['sha256']}\n" in shown
    (project / "sources" / ".private" / f"{STEM}.txt").unlink()
    assert run(["snapshot", "show", papers.DOI]) == 0
    assert "    text: sealed, not on this machine\n" in capsys.readouterr().out


def test_where_the_running_heads_begin_is_shown(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["snapshot", "add", papers.DOI, "--file", saved(project, "paper.pdf", papers.pdf())]) == 0
    path = project / "sources" / f"{STEM}.json"
    value = provenance(project)
    value["text"]["furniture_line"] = 7
    path.write_text(dumps(value) + "\n", "utf-8")
    capsys.readouterr()
    assert run(["snapshot", "show", papers.DOI]) == 0
    assert "    running heads: from line 7 on\n" in capsys.readouterr().out


ABSTRACT = "A title\nAbstract\nWe present a demo. Keywords: demo.\n"


def test_an_abstract_under_a_web_address_is_an_abstract(project: Path) -> None:
    arguments = ["snapshot", "add", "https://example.org/a", "--file"]
    arguments.append(saved(project, "a.txt", ABSTRACT.encode()))
    assert run(arguments) == 3
    (path,) = (project / "sources").glob("url_*.json")
    assert json.loads(path.read_text("utf-8"))["reason"] == "abstract_only"
    assert run([*arguments, "--allow", "abstract"]) == 0
    assert json.loads(path.read_text("utf-8"))["text"]["scope"] == "abstract"
    assert run([*arguments, "--scope", "full"]) == 2
    assert run([*arguments, "--scope", "full", "--replace"]) == 0
    assert json.loads(path.read_text("utf-8"))["text"]["scope"] == "full"


def test_what_was_not_found_before_is_not_lost_with_the_new_text(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    other = saved(project, "other.html", papers.html("10.5555/other", "Quite different matters", author="X"))
    assert run(["snapshot", "add", papers.DOI, "--file", other, "--force", "known"]) == 0
    claims(project, "words that stand in neither of the two texts that are compared")
    short = saved(project, "a.txt", f"{papers.TITLE}\n{ABSTRACT}".encode())
    capsys.readouterr()
    assert run(["snapshot", "add", papers.DOI, "--file", short, "--allow", "abstract"]) == 2
    out = capsys.readouterr().out
    assert "another text is there already" in out
    assert "would fail" not in out


def test_a_record_that_cannot_be_read_is_told_of(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (project / "cache" / f"{STEM}.json").write_text('{"title": ', "utf-8")
    path = saved(project, "paper.pdf", papers.pdf())
    assert run(["snapshot", "add", papers.DOI, "--file", path]) == 0
    printed = capsys.readouterr()
    assert printed.err.startswith(f"citelock: E_CACHE_CORRUPT: cache/{STEM}.json:1:11: ")
    assert "It was not looked at; restore it or collect it again.\n" in printed.err


@pytest.mark.parametrize(
    ("title", "named"),
    [("4104595.dvi", ""), ("Microsoft Word - final2.doc", ""), (papers.TITLE, f"{papers.TITLE}. ")],
)
def test_a_pdf_is_named_by_its_own_title_only_if_that_stands_in_it(
    title: str, named: str, project: Path
) -> None:
    (project / "cache" / f"{STEM}.json").unlink()
    content = papers.pdf().replace(b"/Size", f"/Info << /Title ({title}) >> /Size".encode())
    assert run(["snapshot", "add", papers.DOI, "--file", saved(project, "paper.pdf", content)]) == 0
    value = provenance(project)
    assert value["document"]["title"] == title
    assert value["licence"]["attribution"] == f"{named}https://doi.org/{papers.DOI}. Text extracted."


def test_what_is_known_of_a_licence_is_added_with_replace_and_once(project: Path) -> None:
    path = saved(project, "paper.pdf", papers.pdf())
    arguments = ["snapshot", "add", papers.DOI, "--file", path, "--licence", "cc-by", "--licence-from"]
    assert run([*arguments, "page 1"]) == 0
    assert run([*arguments, papers.BY]) == 0
    assert provenance(project)["licence"]["url"] is None
    assert run([*arguments, papers.BY, "--replace"]) == 0
    assert provenance(project)["licence"]["url"] == papers.BY
    before = (project / "sources" / f"{STEM}.json").stat().st_mtime_ns
    assert run([*arguments, papers.BY, "--replace"]) == 0
    assert (project / "sources" / f"{STEM}.json").stat().st_mtime_ns == before
