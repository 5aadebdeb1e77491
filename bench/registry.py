#!/usr/bin/env python3
"""The score of the rules on real registry records: each is audited against citations made from itself.

    python -m bench.registry [--material DIR | --records FILE] [--list]

Faithful citations (as displayed, typed plainly, with initials, …) must not be called wrong; changed ones, and
those of another work, must not pass. The asks are those of metadata.md, sections 10.3 to 10.6. Without
options it scores the sample in `tests/data`; `--material` takes a whole folder of registry answers. Exit 1 if
an ask is missed.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from itertools import chain
from pathlib import Path

if __package__ in {None, ""}:  # run as a file: the root, not bench/, is where `bench` is found
    sys.path[0] = str(Path(__file__).resolve().parent.parent)

from bench import registry_people as people
from bench import registry_titles as titles
from bench.registry_records import SAMPLE, Entry, read_material, read_records
from bench.registry_trials import Answer, Ask, Row, Trial, count

# Printed references that differ from the registry in their first author (metadata.md, section 10.6): a
# registry's typing error, and three lists that begin with somebody else.
_DIFFER = frozenset(
    {
        "10.1109/jproc.2003.817150",
        "10.1148/ryai.210315",
        "10.1242/prelights.39803",
        "10.18653/v1/2022.emnlp-main.608",
    }
)


def _is_error(given: Answer) -> bool:
    return given.level == "error"


def _is_no_error(given: Answer) -> bool:
    return given.level != "error"


def _is_silent(given: Answer) -> bool:
    return given.level in {"ok", "note"}


def _is_loud(given: Answer) -> bool:
    return given.level in {"warning", "error"}


def _is_taken(given: Answer) -> bool:
    return given.level != "error" and "W_AUTHOR_SCRIPT" not in given.codes


def _errors(most: float = 0.0, excused: frozenset[str] = frozenset()) -> Ask:
    return Ask(_is_error, "false errors", most, excused)


# "Erratum" or "Questions and Answers" is the title of many works: that warning is wanted, whatever its share.
_WARNINGS = Ask(
    lambda given: given.level == "warning" and "W_TITLE_GENERIC" not in given.codes, "other warnings", 0.2
)
_LOUD = Ask(_is_loud, "findings")


def _passed(most: float = 0.0) -> Ask:
    return Ask(_is_no_error, "not an error", most)


_SILENT = Ask(_is_silent, "silent")

ASKS: dict[tuple[str, str], tuple[Ask, ...]] = {
    **dict.fromkeys(
        [
            ("title", variant)
            for variant in (
                "as displayed",
                "as registered",
                "final period",
                "ASCII quotes and dashes",
                "hyphen as space",
                "upper case",
            )
        ],
        (_errors(0.2), _WARNINGS),
    ),
    ("title", "diacritics dropped"): (_errors(0.2),),
    ("title", "DataCite, every title"): (_LOUD,),
    ("title", "title: subtitle"): (_LOUD,),
    ("title", "main title only"): (_errors(3.0),),
    ("title", "as printed"): (_errors(),),
    ("title", "one word replaced"): (_passed(0.5), _SILENT),
    ("title", "not inserted"): (_passed(),),
    ("title", "a number changed"): (_passed(),),
    ("title", "two letters swapped"): (_errors(1.0), _SILENT),
    ("title", "of another work"): (_passed(0.01),),
    ("year", "issued"): (_LOUD,),
    ("year", "print"): (_LOUD,),
    ("year", "online"): (_errors(),),
    ("year", "as text, with a letter"): (_LOUD,),
    ("year", "as a date"): (_LOUD,),
    ("year", "off by one"): (_SILENT,),
    ("year", "off by one, print known"): (_passed(),),
    ("year", "three years late"): (_passed(),),
    ("year", "as printed"): (_errors(),),
    **dict.fromkeys(
        [
            ("first author", variant)
            for variant in (
                "family",
                "et al.",
                "upper case",
                "diacritics dropped",
                "Given Family",
                "Family, Given",
                "Given Family, diacritics dropped",
                "G. Family",
                "G. H. Family",
                "Family AB",
                "Family, A. B.",
                "umlauts as ae, oe, ue",
                "organisation",
            )
        ],
        (_errors(),),
    ),
    ("first author", "as printed"): (_errors(excused=_DIFFER),),
    ("first author", "last author as first"): (_SILENT,),
    ("first author", "last family as first"): (_SILENT,),
    ("first author", "of another work"): (Ask(_is_taken, "not an error", 0.1),),
    **dict.fromkeys(
        [
            ("authors", variant)
            for variant in ("all", "Family, Given", "in another order", "first and et al.")
        ],
        (_errors(),),
    ),
    ("authors", "one left out"): (_errors(), _SILENT),
    ("authors", "one exchanged"): (Ask(_is_taken, "not an error", 0.5),),
    ("container", "as displayed"): (_LOUD,),
    ("container", "upper case"): (_LOUD,),
    ("container", "& for and"): (_LOUD,),
    ("container", "short form"): (Ask(_is_loud, "findings", 20.0),),
    ("container", "of another work"): (Ask(_is_silent, "silent", 0.1),),
}


def trials(entries: Sequence[Entry], seed: int, pairs: int) -> Iterator[Trial]:
    """All citations of the records, by rule; `pairs` random pairs of works for each rule."""
    yield from chain.from_iterable(map(titles.faithful, entries))
    yield from titles.changed(entries, seed)
    yield from titles.strangers(entries, seed, pairs)
    yield from chain.from_iterable(map(people.years, entries))
    yield from chain.from_iterable(map(people.faithful, entries))
    yield from chain.from_iterable(map(people.last_as_first, entries))
    yield from people.strangers(entries, seed, pairs)
    yield from people.coauthors(entries, seed)
    yield from titles.containers(entries, seed, pairs)


def table(rows: Sequence[Row]) -> str:
    """A Markdown table, a line a kind of citation; an ask that is missed is marked."""
    head = ["rule", "cited", "tried", "ok", "note", "warning", "error", "asked for", "codes"]
    lines = [f"| {' | '.join(head)} |", f"|{'---|' * len(head)}"]
    for row in rows:
        *cells, asks, codes = row.cells()
        mark = "**missed**: " if row.missed() else ""
        lines.append(f"| {' | '.join([*cells, mark + asks, codes])} |")
    return "\n".join(lines)


def listed(rows: Sequence[Row]) -> Iterator[str]:
    """Each wrong answer on a line: what was cited, and what is registered."""
    for row in rows:
        for what, wrong in row.wrong.items():
            for trial, given in sorted(wrong, key=lambda one: (one[0].entry.doi, str(one[0].cited))):
                codes = " ".join(given.codes) or "nothing"
                yield (
                    f"{row.rule}, {row.variant}: {what}: {trial.entry.doi}: {codes}\n"
                    f"  cited:      {trial.cited!r}\n  registered: {_registered(trial)}"
                )


def _registered(trial: Trial) -> str:
    record = trial.entry.record
    if trial.rule == "title":
        return repr((*record.titles, *record.subtitles))
    if trial.rule == "year":
        return repr(dict(record.dates))
    if trial.rule == "container":
        return repr((*record.containers, *record.short_containers))
    return repr([people.full(one) for one in (record.authors or record.editors)[:8]])


def main(arguments: list[str] | None = None) -> int:
    """Print the table; exit 1 if an ask is missed."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    source = parser.add_mutually_exclusive_group()
    source.add_argument("--material", type=Path, help="folder of registry answers")
    source.add_argument(
        "--records", type=Path, default=SAMPLE, help="file of projected records (default: the sample)"
    )
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--pairs", type=int, default=20_000, help="random pairs of works (default 20,000)")
    parser.add_argument("--rule", choices=sorted({rule for rule, _ in ASKS}), help="this rule only")
    parser.add_argument("--list", action="store_true", help="show each wrong answer")
    options = parser.parse_args(arguments)
    if options.material:
        inner = options.material / "corpus" / "registry"
        entries = read_material(inner if inner.is_dir() else options.material)
    else:
        entries = read_records(options.records)
    if not entries:
        parser.error(f"{options.material or options.records}: no registry answers are there")
    chosen = trials(entries, options.seed, options.pairs)
    if options.rule:
        chosen = (trial for trial in chosen if trial.rule == options.rule)
    rows = count(chosen, ASKS)
    sys.stdout.write(f"records: {len(entries)}\n\n{table(rows)}\n")
    if options.list:
        sys.stdout.writelines(f"\n{line}\n" for line in listed(rows))
    missed = [row for row in rows if row.missed()]
    sys.stdout.write(f"\nkinds of citation: {len(rows)}, asks missed: {len(missed)}\n")
    return int(bool(missed))


if __name__ == "__main__":
    sys.exit(main())
