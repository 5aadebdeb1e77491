"""One audit in every way it can be run gives the same rows, and looks at each text once."""

from __future__ import annotations

import json
import multiprocessing
import os
import subprocess
from itertools import groupby
from pathlib import Path

import pytest

from citelock.checks.catalogue import BY_CODE
from citelock.checks.errors import EvidenceDiffers, InputError, UsageError
from citelock.checks.kept_rows import expand
from citelock.checks.report import ReportWriter
from citelock.checks.rows import Row
from citelock.snapshotter.merge import assemble
from citelock.snapshotter.positions import ClaimsFile
from citelock.snapshotter.roots import open_project
from citelock.snapshotter.run import Plan, audited
from citelock.snapshotter.shard import Settings, ShardSpec, Versions, audit_shard

SENTENCE = (
    "In sample {0} the treated group of {0}{0} patients recovered {0} days earlier than all of the others did"
)
SOURCES = 11


def citation(number: int, **changed: object) -> dict[str, object]:
    """A faithful citation of source `number`."""
    return {
        "doi": f"10.5555/run.{number}",
        "title": f"Paper {number}",
        "year": 2000 + number,
        "first_author": "Family",
        "quote": SENTENCE.format(number),
        **changed,
    }


def write_corpus(folder: Path, claims: int = 120) -> Path:
    """Claims of every outcome in a shuffled order: faithful, altered, of two sources, uncited, unknown."""
    (folder / "cache").mkdir()
    (folder / "sources").mkdir()
    for number in range(SOURCES):
        stem = f"10.5555_run.{number}"
        record = {"status": "found", "title": f"Paper {number}", "year": 2000 + number, "authors": ["Family"]}
        (folder / "cache" / f"{stem}.json").write_text(json.dumps(record), encoding="utf-8")
        if number != 4:
            text = f"Введение к тексту {number}.\n{SENTENCE.format(number)}.\nEnd.\n"
            (folder / "sources" / f"{stem}.txt").write_text(text, encoding="utf-8")
    kinds: list[list[dict[str, object]]] = [
        [citation(1)],
        [citation(2, year=1999, first_author="Other")],
        [citation(3, quote=SENTENCE.format(3).replace("earlier", "later")), citation(5)],
        [],
        [citation(99)],
        [citation(6, doi="not a doi")],
        [{"url": "https://example.org/page", "quote": "words that nobody has frozen anywhere at all"}],
        [citation(4)],
        [citation(7, quote=None, quotes=[SENTENCE.format(7)]), citation(7), citation(8, title="Another")],
        [citation(9, status="verified", quote="changed words that are long enough to be looked for")],
    ]
    listed = []
    for number in range(claims):
        place = (number * 37) % claims
        text = f"Group {place % SOURCES} recovered, «ёлка» {place}."
        claim: dict[str, object] = {"id": f"c{place}", "text": text, "citations": kinds[place % len(kinds)]}
        if place % 20 == 9:
            claim["status"] = "partial"
        listed.append(claim)
    path = folder / "claims.json"
    path.write_text(json.dumps({"claims": listed}, ensure_ascii=False, indent=1), encoding="utf-8")
    return path


@pytest.fixture(scope="module")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_corpus(tmp_path_factory.mktemp("corpus"))


def settings_for(path: Path, *, store: bool = False, short: bool = False) -> Settings:
    project = open_project(str(path), codes=BY_CODE)
    files = (ClaimsFile.at(str(path), project.shown(str(path))),)
    return Settings(project.evidence, project.config, files, "", store, project.root, short)


def rows_of(path: Path, plan: Plan, *, store: bool = False, short: bool = False) -> tuple[list[Row], int]:
    with audited(settings_for(path, store=store, short=short), plan) as result:
        rows = list(result.rows)
        assert len(rows) == result.size
        for row in rows:
            expand(row)
        return rows, result.folds


def test_every_way_gives_the_same_rows(corpus: Path) -> None:
    expected, folds = rows_of(corpus, Plan())

    for plan in (
        Plan(buckets=2),
        Plan(buckets=7),
        Plan(jobs=2, serial_below=0),
        Plan(jobs=2, serial_below=0, buckets=3),
        Plan(jobs=3, serial_below=0, start_method="spawn"),
    ):
        assert rows_of(corpus, plan) == (expected, folds), plan


@pytest.mark.parametrize("plan", [Plan(), Plan(buckets=3), Plan(jobs=2, serial_below=0)])
def test_rows_in_short_are_the_same_rows(corpus: Path, plan: Plan) -> None:
    expected, folds = rows_of(corpus, Plan())

    assert rows_of(corpus, plan, short=True) == (expected, folds)


def test_each_text_that_is_needed_is_looked_at_once(corpus: Path) -> None:
    _, folds = rows_of(corpus, Plan())

    assert folds == len({1, 2, 3, 5, 7, 8, 9})


@pytest.mark.parametrize("shards", [2, 4, 7])
@pytest.mark.parametrize("buckets", [None, 3])
def test_the_rows_of_all_shards_are_the_rows_of_the_whole(
    corpus: Path, shards: int, buckets: int | None
) -> None:
    expected, _ = rows_of(corpus, Plan())

    parts = [
        row
        for number in range(1, shards + 1)
        for row in rows_of(corpus, Plan(shard=(number, shards), buckets=buckets))[0]
    ]
    assert sorted(parts, key=str) == sorted(expected, key=str)


def test_findings_stand_where_the_file_has_them(corpus: Path) -> None:
    rows, _ = rows_of(corpus, Plan())
    lines = corpus.read_text(encoding="utf-8").split("\n")

    placed = 0
    for row in rows:
        for finding in row["findings"]:  # type: ignore[attr-defined] # JSON values
            rest = lines[finding["line"] - 1][finding["column"] - 1 :]
            if finding["code"] == "E_YEAR_MISMATCH":
                assert rest.startswith("1999")
                placed += 1
            elif finding["code"] == "E_AUTHOR_MISMATCH":
                assert rest.startswith('"Other"')
                placed += 1
            elif finding["code"] == "E_DOI_SYNTAX":
                assert rest.startswith('"not a doi"')
                placed += 1
    assert placed == 36


def test_the_store_changes_no_row(corpus: Path) -> None:
    expected, _ = rows_of(corpus, Plan())

    assert rows_of(corpus, Plan(), store=True)[0] == expected
    assert rows_of(corpus, Plan(), store=True)[0] == expected
    assert rows_of(corpus, Plan(jobs=2, serial_below=0), store=True)[0] == expected
    folds = Path(os.environ["CITELOCK_CACHE_DIR"])
    for entry in folds.rglob("*"):
        if entry.is_file() and entry.stat().st_size > 1000:
            entry.write_bytes(entry.read_bytes()[:-3] + b"xyz")
    assert rows_of(corpus, Plan(), store=True)[0] == expected


def test_kept_rows_follow_claims_that_move(tmp_path: Path) -> None:
    path = write_corpus(tmp_path)
    rows_of(path, Plan(), store=True)
    listed = json.loads(path.read_text(encoding="utf-8"))["claims"]
    moved = [{"id": "new", "text": "A new one."}, *reversed(listed)]
    path.write_text(json.dumps({"claims": moved}, ensure_ascii=False, indent=1), encoding="utf-8")

    assert rows_of(path, Plan(), store=True) == rows_of(path, Plan())


@pytest.mark.parametrize(
    ("name", "old", "new"),
    [
        ("claims.json", "Group 1 recovered", "Group 2 recovered"),
        ("claims.json", '"Other"', '"Family"'),
        ("cache/10.5555_run.1.json", "2001", "2002"),
        ("cache/10.5555_run.1.json", '"found"', '"not-found"'),
        ("sources/10.5555_run.1.txt", "recovered", "died"),
        ("sources/10.5555_run.1.json", "", '{"status": "ok"}'),
        ("citelock.yml", "", "severity: {E_QUOTE_NOT_FOUND: warning, N_SNAPSHOT_NO_PROVENANCE: error}"),
        ("citelock.yml", "", "min_quote: 200"),
    ],
)
def test_no_row_is_kept_beyond_what_it_follows_from(tmp_path: Path, name: str, old: str, new: str) -> None:
    path = write_corpus(tmp_path)
    before, _ = rows_of(path, Plan(), store=True)
    changed = tmp_path / name
    content = changed.read_text(encoding="utf-8") if changed.exists() else ""
    assert old in content
    changed.write_text(content.replace(old, new) if old else new, encoding="utf-8")

    after = rows_of(path, Plan())
    assert after[0] != before
    assert rows_of(path, Plan(), store=True) == after
    assert rows_of(path, Plan(), store=True) == after


def test_the_report_is_the_same_from_kept_rows(corpus: Path) -> None:
    def report(*, store: bool, short: bool) -> str:
        with audited(settings_for(corpus, store=store, short=short), Plan()) as result:
            outcome = assemble(result.rows, ReportWriter(result.inputs, {}))
            text = "".join(outcome.text())
            assert b"".join(outcome.encoded()) == text.encode()
            return text

    cold = report(store=False, short=False)
    for store, short in ((False, True), (True, True), (True, True), (True, False)):
        assert report(store=store, short=short) == cold


def test_a_small_evidence_is_judged_in_this_process(corpus: Path) -> None:
    with audited(settings_for(corpus), Plan(jobs=2)) as result:
        assert result.folder is None


def test_the_work_folder_is_where_it_was_asked_for_and_goes_away(corpus: Path, tmp_path: Path) -> None:
    with audited(settings_for(corpus), Plan(buckets=3, work_dir=str(tmp_path))) as result:
        assert result.folder is not None
        assert Path(result.folder).parent == tmp_path
        assert Path(result.folder).stat().st_mode & 0o077 == 0
        list(result.rows)
    assert list(tmp_path.iterdir()) == []


def test_a_work_folder_that_cannot_be_made_is_a_named_error(corpus: Path, tmp_path: Path) -> None:
    missing = str(tmp_path / "none")
    with (
        pytest.raises(UsageError, match=r"cannot make a work folder in .*none: No such file"),
        audited(settings_for(corpus), Plan(buckets=3, work_dir=missing)),
    ):
        pass


@pytest.mark.parametrize("buckets", [1, 3])
def test_a_malformed_last_claim_is_refused_before_any_verdict(tmp_path: Path, buckets: int) -> None:
    path = write_corpus(tmp_path, 20)
    path.write_text(path.read_text(encoding="utf-8").replace('"id": "c3"', '"id": true'), encoding="utf-8")

    with (
        pytest.raises(InputError, match=r"claims\.json:\d+:\d+: claims\[\d+\]\.id"),
        audited(settings_for(path), Plan(buckets=buckets, work_dir=str(tmp_path / "sources"))),
    ):
        pass
    assert list((tmp_path / "sources").glob("citelock-*")) == []


def test_a_claims_file_that_changes_under_the_run_is_noticed(tmp_path: Path) -> None:
    path = write_corpus(tmp_path, 20)
    settings = settings_for(path)
    path.write_text(path.read_text(encoding="utf-8") + "\n", encoding="utf-8")

    with (
        pytest.raises(EvidenceDiffers, match=r"claims\.json changed while it was audited"),
        audited(settings, Plan()),
    ):
        pass


def spec_for(path: Path, **changed: object) -> ShardSpec:
    settings = settings_for(path)
    spec = ShardSpec(str(path.parent), 0, settings, settings.evidence.identity(), Versions.here())
    return spec._replace(**changed)  # type: ignore[arg-type]


def test_a_worker_that_sees_other_evidence_judges_nothing(tmp_path: Path) -> None:
    path = write_corpus(tmp_path, 20)

    with pytest.raises(EvidenceDiffers, match="worker sees other evidence"):
        audit_shard(spec_for(path, identity="folder:other"))


def test_a_worker_of_another_version_judges_nothing(tmp_path: Path) -> None:
    path = write_corpus(tmp_path, 20)
    versions = Versions.here()._replace(rules="0")

    with pytest.raises(EvidenceDiffers, match=r"worker has other versions: .*rules 1.* instead of .*rules 0"):
        audit_shard(spec_for(path, versions=versions))


def test_evidence_that_vanishes_before_the_workers_start_is_exit_3(tmp_path: Path) -> None:
    path = write_corpus(tmp_path, 40)
    settings = settings_for(path)
    settings.evidence.identity()
    (tmp_path / "sources" / "10.5555_run.1.txt").unlink()

    with pytest.raises(EvidenceDiffers) as caught, audited(settings, Plan(jobs=2, serial_below=0)):
        pass
    assert caught.value.exit_code == 3
    assert multiprocessing.active_children() == []


def test_evidence_of_a_commit_gives_the_same_rows_in_workers(tmp_path: Path) -> None:
    path = write_corpus(tmp_path, 40)
    expected, _ = rows_of(path, Plan())
    for arguments in (["init", "-q"], ["add", "cache", "sources"], ["commit", "-q", "-m", "evidence"]):
        subprocess.run(["git", *arguments], cwd=tmp_path, check=True)
    for text in (tmp_path / "sources").iterdir():
        text.write_text("changed after the commit", encoding="utf-8")

    project = open_project(str(path), codes=(), revision="HEAD")
    files = (ClaimsFile.at(str(path), "claims.json"),)
    settings = Settings(project.evidence, project.config, files, repository=project.root)
    for plan in (Plan(), Plan(jobs=2, serial_below=0), Plan(jobs=2, serial_below=0, start_method="spawn")):
        with audited(settings, plan) as result:
            assert list(result.rows) == expected
    project.evidence.close()


def test_two_works_that_share_a_handmade_file_meet_in_every_partition(tmp_path: Path) -> None:
    path = write_corpus(tmp_path, 20)
    record = {"status": "found", "title": "Paper 1", "year": 2001, "authors": ["Family"]}
    (tmp_path / "cache" / "10.5555_a_b.json").write_text(json.dumps(record), encoding="utf-8")
    claims = json.loads(path.read_text(encoding="utf-8"))["claims"]
    for place, doi in ((0, "10.5555/a/b"), (9, "10.5555/a_b")):
        claims[place]["citations"] = [citation(1, doi=doi)]
    path.write_text(json.dumps({"claims": claims}), encoding="utf-8")

    for plan in (Plan(), Plan(buckets=5), Plan(jobs=2, serial_below=0)):
        rows, _ = rows_of(path, plan)
        found = [row for row in rows if row["doi"] in ("10.5555/a/b", "10.5555/a_b")]
        assert [row["errors"] for row in found] == [["E_SLUG_COLLISION"], ["E_SLUG_COLLISION"]], plan


def stated_corpus(folder: Path) -> list[dict[str, object]]:
    """Claims that call themselves verified: of one citation, of several, uncited; and ones with gaps."""
    write_corpus(folder, 0)
    bare = {"doi": "10.5555/run.3"}
    citations: list[object] = [
        [citation(1)],
        [citation(2, year=1999)],
        [citation(3), citation(4)],
        [citation(3), citation(4), citation(99)],
        [],
        None,
        [bare, {"url": "https://example.org/x"}],
    ]
    claims: list[dict[str, object]] = [
        {"id": f"c{n}", "text": "Ё.", "citations": listed, "status": "Verified"}
        for n, listed in enumerate(citations)
    ]
    del claims[5]["citations"]
    return claims


@pytest.mark.parametrize("buckets", [1, 3])
@pytest.mark.parametrize("indent", [None, 2])
def test_every_pointer_resolves_and_every_overclaim_stands_at_the_status(
    tmp_path: Path, buckets: int, indent: int | None
) -> None:
    claims = stated_corpus(tmp_path)
    path = tmp_path / "claims.json"
    written = json.dumps({"claims": claims}, ensure_ascii=False, indent=indent)
    path.write_text(written, encoding="utf-8")
    writer = ReportWriter([], {})
    lines = written.split("\n")
    rows, _ = rows_of(path, Plan(buckets=buckets))
    overclaimed = []
    for _, group in groupby(rows, key=lambda row: row["claim"]):
        own = list(group)
        writer.add_claim(own)
        for row in own:
            findings = row["findings"]
            assert isinstance(findings, list)
            for finding in findings:
                value: object = {"claims": claims}
                for step in finding["pointer"].split("/")[1:]:
                    value = value[int(step)] if isinstance(value, list) else value[step]  # type: ignore[index]
                there = lines[finding["line"] - 1][finding["column"] - 1 :]
                beginning = json.dumps(value, ensure_ascii=False)[:1]
                assert there.startswith(beginning), finding
                if finding["code"] == "E_LABEL_OVERCLAIM":
                    assert there.startswith('"Verified"')
                    overclaimed.append(row["claim"])
    assert overclaimed == ["c1", "c2", "c3", "c4", "c5", "c6"]
