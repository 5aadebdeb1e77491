"""A sealed snapshot: its file, and whether a quotation stands in the text that it was made of.

Of the text there are keyed hashes of all windows of eight tokens, so a quotation of eight or more can be
looked up and the text not be read (snapshots.md, section 7). It is no encryption: who has the text, or knows
seven words on end, can test guesses.
"""

from __future__ import annotations

from base64 import urlsafe_b64decode, urlsafe_b64encode
from hmac import digest
from itertools import pairwise, product
from typing import NamedTuple

from citelock.checks.findings import Finding
from citelock.checks.quotes import STATUSES, Fragment, QuotePolicy, QuoteResult
from citelock.checks.seal_tokens import SealToken, quote_tokens, raised, text_tokens
from citelock.checks.text.found import cut, negation_between, negation_hidden, subject
from citelock.checks.text.quote_parts import has_elision, split_elisions
from citelock.checks.text.refusals import refuse_list, refuse_quote
from citelock.checks.text.version import FOLD_VERSION
from citelock.checks.vetting.head import divided

WINDOW = 8  # tokens
_BYTES = 12  # of each hash: 96 bits, since the salt is public and 32 could be ground
_CHARACTERS = 16  # the same in base64url
_LABEL = b"citelock-seal/1\0"
_HEAD = "citelock-seal/1 window=8 bits=96 fold="
_NEAR = 33  # tokens: about the 200 characters within which fragments of a list are neighbours
_BESIDE = 3  # tokens right beside a quotation that may turn its meaning round
_MOST_READ_TWICE = 3  # tokens of a window that may be an exponent typed flat: eight hashes in place of one
_FAR = 170  # tokens: about the 1,000 characters that an ellipsis may hide


class Sealed(NamedTuple):
    """A seal as it is asked: the hashes in order, where each stands, and the negations by their place."""

    salt: bytes
    hashes: tuple[str, ...]
    places: dict[str, tuple[int, ...]]
    signals: dict[int, str]


class BadSeal(Exception):
    """A seal that is not the one its provenance describes; the reason."""


class OtherRules(Exception):
    """A seal made by other rules than these: nobody can look anything up in it any more."""


def salt_text(salt: bytes) -> str:
    """The salt as the provenance has it: 22 base64url characters."""
    return urlsafe_b64encode(salt).decode("ascii").rstrip("=")


def make_seal(text: str, furniture_line: int | None, salt: bytes) -> tuple[bytes, int]:
    """The seal file of a text, and its number of windows; the same bytes for the same salt."""
    lines: list[str] = []
    signals: list[str] = []
    windows = 0
    for part in filter(None, divided(text, furniture_line)):
        paragraphs = text_tokens(part)
        tokens = [token for paragraph in paragraphs for token in paragraph]
        hashes = _hashes([token.key for token in tokens], salt)
        signals += [f"{windows + at}:{token.signal}" for at, token in enumerate(tokens) if token.signal]
        at = 0
        for paragraph in paragraphs:
            own = hashes[at : at + len(paragraph)]
            if own:
                lines.append(f"P {''.join(own)}\n")
            at += len(paragraph)
        windows += len(hashes)
    head = f"{_HEAD}{FOLD_VERSION} salt={_hash([], salt)}\n"
    return f"{head}{''.join(lines)}N {' '.join(signals)}".rstrip().encode() + b"\n", windows


def read_seal(content: bytes, salt: str, windows: int) -> Sealed:
    """The seal in these bytes. Raises BadSeal, OtherRules."""
    try:
        lines = content.decode("ascii" if content.isascii() else "utf-8").split("\n")
        key = urlsafe_b64decode(f"{salt}==")
    except ValueError as error:
        raise BadSeal("it is no seal") from error
    head, _, check = lines[0].partition(" salt=")
    if head.startswith("citelock-seal/") and head != f"{_HEAD}{FOLD_VERSION}":
        raise OtherRules("the seal was made by other rules than this version's; take it again")
    if head != f"{_HEAD}{FOLD_VERSION}" or check != _hash([], key):
        raise BadSeal("it does not belong to the salt that its provenance names")
    hashes: list[str] = []
    signals: dict[int, str] = {}
    for line in lines[1:]:
        if line.startswith("P "):
            hashes += [line[at : at + _CHARACTERS] for at in range(2, len(line), _CHARACTERS)]
        elif line.startswith("N "):
            for each in line[2:].split(" "):
                place, _, word = each.partition(":")
                if place.isascii() and place.isdecimal() and len(place) < 10:
                    signals[int(place)] = word
    if len(hashes) != windows or any(len(each) != _CHARACTERS for each in hashes):
        raise BadSeal("it does not hold the windows that its provenance says")
    places: dict[str, list[int]] = {}
    for at, each in enumerate(hashes):
        places.setdefault(each, []).append(at)
    return Sealed(key, tuple(hashes), {each: tuple(at) for each, at in places.items()}, signals)


def check_sealed(
    quote: str | None, quotes: tuple[str, ...] | None, sealed: Sealed, policy: QuotePolicy
) -> QuoteResult:
    """What the seal says of a quotation; see `text/find.py` for the answer from an open text."""
    if quotes is not None:
        refused = refuse_list(quotes, None, policy)
    elif quote is not None:
        refused = refuse_quote(quote, None, policy)
    else:
        return QuoteResult("not_checked")
    if refused is not None and refused.status != "not_checked":
        return refused
    if quotes is None:
        assert quote is not None
        return _one(quote, sealed, "quote")[0]
    return _list(quotes, sealed)


def _hashes(keys: list[str], salt: bytes) -> list[str]:
    return [_hash(keys[at : at + WINDOW], salt) for at in range(max(0, len(keys) - WINDOW + 1))]


def _hash(keys: list[str], salt: bytes) -> str:
    message = _LABEL + "\x1f".join(keys).encode("utf-8")
    return urlsafe_b64encode(digest(salt, message, "sha256")[:_BYTES]).decode("ascii")


def _spans(raw: str, sealed: Sealed) -> list[tuple[int, int]] | None:
    """Where these words stand, as first token and the one behind the last; None: too few to be asked for."""
    keys = quote_tokens(raw)
    if len(keys) < WINDOW:
        return None
    readings = [tuple(filter(None, (key, raised(key)))) for key in keys]
    wanted = [
        _readings(readings[at : at + WINDOW], sealed.salt) for at in range(max(0, len(keys) - WINDOW + 1))
    ]
    places = sorted(at for each in wanted[0] for at in sealed.places.get(each, ()))
    return [
        (at, at + len(keys))
        for at in places
        if len(wanted) <= len(sealed.hashes) - at
        and all(sealed.hashes[at + number] in each for number, each in enumerate(wanted))
    ]


def _readings(window: list[tuple[str, ...]], salt: bytes) -> set[str]:
    """The hashes of a window in each of its readings; of many, those that read all its tokens alike.

    Only the text says which reading is right: neighbouring windows of one place cannot differ in it.
    """
    if sum(len(each) > 1 for each in window) > _MOST_READ_TWICE:
        return {_hash([each[0] for each in window], salt), _hash([each[-1] for each in window], salt)}
    return {_hash(list(keys), salt) for keys in product(*window)}


def _one(raw: str, sealed: Sealed, field: str) -> tuple[QuoteResult, list[tuple[int, int]]]:
    """The answer to one string of quoted words, and the places that it was found at."""
    parts = split_elisions(raw) if has_elision(raw) else [raw]
    places = []
    for part in parts:
        spans = _spans(part, sealed)
        if spans is None:
            return _unsuitable(field, "a part of fewer than eight words cannot be looked up in a seal"), []
        if not spans:
            if "[" in raw or (not raw.isascii() and raw.isupper()):
                return _unsuitable(field, "a seal cannot look up words that were edited"), []
            return _missed(raw, field), []
        places.append(spans)
    chain = _chain(places)
    if chain is None:
        return _missed(raw, field, "the parts are there, but not in this order as one passage"), []
    return _found(chain, sealed, field), chain


def _chain(places: list[list[tuple[int, int]]]) -> list[tuple[int, int]] | None:
    """One place for each part, in order, as near as each may be to the one before."""
    for first in places[0]:
        chain = [first]
        for spans in places[1:]:
            following = [span for span in spans if 0 <= span[0] - chain[-1][1] <= _FAR]
            if not following:
                break
            chain.append(min(following))
        else:
            return chain
    return None


def _found(chain: list[tuple[int, int]], sealed: Sealed, field: str) -> QuoteResult:
    findings = []
    for (_, end), (start, _) in pairwise(chain):
        word = _signal_between(end, start, sealed)
        if word:
            findings.append(negation_hidden(word, word, field))
    beside = _signal_between(chain[0][0] - _BESIDE, chain[0][0], sealed) or _signal_between(
        chain[-1][1], chain[-1][1] + _BESIDE, sealed
    )
    if beside:
        message = (
            f"{subject(field)} is verbatim, but “{cut(beside)}” stands right beside it; see what it says."
        )
        findings.append(Finding("W_QUOTE_CONTEXT_CUT", message, field, found=cut(beside)))
    status = "verbatim" if len(chain) == 1 else "elided"
    fragments = tuple(Fragment(number, status) for number in range(1, len(chain) + 1))
    return QuoteResult(status, fragments, None, tuple(findings))


def _signal_between(start: int, end: int, sealed: Sealed) -> str:
    return next((sealed.signals[at] for at in range(max(0, start), end) if at in sealed.signals), "")


def _missed(raw: str, field: str, why: str = "") -> QuoteResult:
    said = why or "it holds no windows of these words"
    message = f"{subject(field)} is not in the sealed snapshot: {said}. A seal cannot say what comes nearest."
    return QuoteResult(
        "not_found",
        (Fragment(1, "not_found"),),
        None,
        (Finding("E_QUOTE_NOT_FOUND", message, field, cited=cut(raw)),),
    )


def _unsuitable(field: str, why: str) -> QuoteResult:
    message = f"the text is sealed, and {why}. Have it checked where the text is, or quote more words."
    finding = Finding("W_NOT_MACHINE_CHECKED", message, field, argument="sealed")
    return QuoteResult("not_checked", (), None, (finding,))


def _list(quotes: tuple[str, ...], sealed: Sealed) -> QuoteResult:
    """Fragments in any order, each on its own."""
    answers = [_one(raw, sealed, f"quotes/{number}") for number, raw in enumerate(quotes)]
    results = [result for result, _ in answers]
    unsuited = next((result for result in results if result.status == "not_checked"), None)
    if unsuited is not None:
        return unsuited
    missed = [number for number, result in enumerate(results) if result.status == "not_found"]
    findings: list[Finding] = []
    for number, result in enumerate(results):
        if number not in missed:
            findings += result.findings
        elif len(missed) < len(results):
            findings += [
                each._replace(code="E_QUOTE_FRAGMENT_NOT_FOUND", argument=str(number + 1))
                for each in result.findings
            ]
    if len(missed) == len(results):
        findings.append(results[0].findings[0])
    findings += _between(answers, sealed)
    fragments = tuple(
        fragment._replace(n=number)
        for number, result in enumerate(results, 1)
        for fragment in result.fragments
    )
    status = max((result.status for result in results), key=STATUSES.index)
    return QuoteResult(status, fragments, None, tuple(dict.fromkeys(findings)))


def _between(answers: list[tuple[QuoteResult, list[tuple[int, int]]]], sealed: Sealed) -> list[Finding]:
    """Negations between two fragments that are neighbours in the source."""
    spans = sorted((span, number) for number, (_, chain) in enumerate(answers) for span in chain)
    found = []
    for ((_, end), one), ((start, _), other) in pairwise(spans):
        word = _signal_between(end, start, sealed) if 0 < start - end <= _NEAR and one != other else ""
        if word:
            found.append(negation_between(word, word, one + 1, other + 1))
    return found


__all__ = ["BadSeal", "SealToken", "Sealed", "check_sealed", "make_seal", "read_seal", "salt_text"]
