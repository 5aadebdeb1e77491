"""One claims file as a stream of claims: read in pieces, decoded claim by claim, refused at the first fault.

Memory does not grow with the file. A claim that the end of a piece cuts gets more input, up to the limit for
one claim; since an object ends in `}`, a cut is never mistaken for a value, and a scalar counts only with
what ends it. Governed by performance.md, section 6, and the design README, section 2.
"""

from __future__ import annotations

import re
from hashlib import sha256
from typing import IO, TYPE_CHECKING, NoReturn

from citelock.checks.claims import Claim
from citelock.checks.claims_json import ClaimError, claim_from_json, usual_claim
from citelock.checks.errors import InputError
from citelock.checks.json_scan import Unstrict, decode_value
from citelock.checks.json_words import described, quoted, readable
from citelock.checks.jsontext import locate_in_text
from citelock.snapshotter.claims_window import Window

if TYPE_CHECKING:
    from collections.abc import Iterator

    from citelock.checks.limits import Limits

MAX_KEYS = 1000  # at the top level: a claims file has a handful

_USUAL_DEPTH = 5  # the file, its claims, a claim, its citations, a citation

_SEPARATOR = re.compile(r"[ \t\n\r]*+,[ \t\n\r]*+(?=\{)")
_SCALAR = r"[^ \t\n\r,\]}]*+"  # compiled where it is used, which is seldom


class ClaimsStream:
    """The claims of one file in their order, each checked for its form; to be iterated once.

    `stream` is an open binary file or blob at its beginning; `shown` is its name in messages and reports.
    After the iteration `size` and `digest()` are those of the whole file. Raises InputError with line and
    column. Ids are not compared here, see `claims_input.py`.
    """

    def __init__(self, stream: IO[bytes], shown: str, limits: Limits, *, digests: bool = True) -> None:
        self._window = Window(stream, shown, limits.claims_bytes)
        self._shown = shown
        self._limits = limits
        self._digests = digests
        self._usual_is_allowed = limits.json_depth >= _USUAL_DEPTH
        self._at_next_claim = False

    @property
    def size(self) -> int:
        """Bytes read so far."""
        return self._window.size

    def digest(self) -> str:
        """The sha256, in hex, of the bytes read so far."""
        return self._window.sha.hexdigest()

    def __iter__(self) -> Iterator[Claim]:
        window = self._window
        char = window.next()
        if char != "{":
            self._refuse_document(char)
        begin = window.line, window.column
        keys: set[str] = set()
        window.skip(1)
        char = window.next()
        while char != "}" or keys:
            key = self._key(keys)
            keys.add(key)
            if key == "claims":
                yield from self._claims()
            else:
                self._other_value(key)
            if self._is_last("}"):
                break
            char = window.next()
        window.skip(1)
        if window.next():
            self._refuse_tail()
        if "claims" not in keys:
            what = 'the file has no "claims". Write {"claims": [ … ]}.'
            raise InputError(self._shown, what, line=begin[0], column=begin[1])

    def _key(self, keys: set[str]) -> str:
        """Passes a key of the file's object and its colon."""
        window = self._window
        if window.next() != '"':
            self._refuse_character('a key in double quotes, "…",')
        value, end = self._value((), 1)
        key = str(value)
        if key in keys:
            self._refuse(
                window.at, f"the key {quoted(key)} stands twice in the file's object. Keep one.", (key,)
            )
        if len(keys) == MAX_KEYS:
            self._refuse(window.at, f"the file's object has more than {MAX_KEYS} keys. Remove some.")
        window.move(end)
        if window.next() != ":":
            self._refuse_character("a colon", (key,))
        window.skip(1)
        return key

    def _other_value(self, key: str) -> None:
        """Passes a value beside `claims`: it must be strict JSON, and nothing else is asked of it."""
        window = self._window
        char = window.next()
        if char not in ('"', "{", "["):
            self._whole_scalar()
        end = self._value((key,), 1)[1]
        if char not in ('"', "{", "[") and end != _scalar_end(window.text, window.at):
            self._refuse_value((key,), 1)
        if window.measure(end) > self._limits.claim_bytes:
            self._refuse_size((key,))
        window.move(end)

    def _whole_scalar(self) -> None:
        """Reads on until a scalar is in the window together with what ends it."""
        window = self._window
        while _scalar_end(window.text, window.at) == len(window.text):
            if len(window.text) - window.at > self._limits.claim_bytes or not window.fill():
                return

    def _claims(self) -> Iterator[Claim]:
        window = self._window
        char = window.next()
        if char != "[":
            shown = "an object" if char == "{" else self._described(("claims",), 1)
            self._refuse(window.at, f'{shown} is not a list. Write "claims": [ … ].', ("claims",))
        window.skip(1)
        if window.next() == "]":
            window.skip(1)
            return
        index = 0
        while True:
            yield self._claim(index)
            index += 1
            if not self._at_next_claim and self._is_last("]"):
                break
        window.skip(1)

    def _is_last(self, closing: str) -> bool:
        """Passes the comma before a further member; or says that the closing bracket comes next."""
        window = self._window
        steps = ("claims",) if closing == "]" else ()
        char = window.next()
        if char == closing:
            return True
        if char != ",":
            self._refuse_character(f"a comma or {closing}", steps)
        line, column = window.line, window.column
        window.skip(1)
        char = window.next()
        if char and char in "]}":
            what = f"a comma stands before the closing {char}. Remove the comma."
            raise InputError(self._shown, what, line=line, column=column, pointer=readable(steps))
        return False

    def _claim(self, index: int) -> Claim:
        window = self._window
        if window.text[window.at : window.at + 1] != "{" and window.next() != "{":
            shown = self._described(("claims", index), 2)
            self._refuse(window.at, f"{shown} is not a claim. Write an object: {{ … }}.", ("claims", index))
        claim, end = self._usual_claim(index) or self._any_claim(index)
        # The common case at once: with the claim, the comma behind it is passed too.
        separator = _SEPARATOR.match(window.text, end)
        self._at_next_claim = separator is not None
        behind = separator.end() if separator else end
        window.move(behind, claim.length + behind - end)
        return claim

    def _usual_claim(self, index: int) -> tuple[Claim, int] | None:
        """The claim in the window and its end, if it is one of the usual shape and of allowed size."""
        window = self._window
        usual = usual_claim(window.text, window.at) if self._usual_is_allowed else None
        if usual is None:
            return None
        name, said, citations, end = usual
        length, digest = self._measured(end)
        if length > self._limits.claim_bytes:
            return None
        place = window.offset, length, window.line, window.column
        return Claim(name, said, citations, self._shown, None, *place, index, "", digest), end

    def _any_claim(self, index: int) -> tuple[Claim, int]:
        window = self._window
        value, end = self._value(("claims", index), 2)
        text, start = window.text, window.at
        length, digest = self._measured(end)
        if length > self._limits.claim_bytes:
            self._refuse_size(("claims", index))
        try:
            claim = claim_from_json(
                value,
                file=self._shown,
                index=index,
                offset=window.offset,
                length=length,
                line=window.line,
                column=window.column,
                plain=text.find("\\", start, end) < 0,
                digest=digest,
            )
        except ClaimError as error:
            line, column = window.place(locate_in_text(text, start, error.steps)[0])
            raise InputError(
                self._shown, error.what, line=line, column=column, pointer=error.pointer
            ) from error
        return claim, end

    def _measured(self, end: int) -> tuple[int, str]:
        """The length in bytes, and the digest if it is wanted, of the claim that ends at `end`."""
        window = self._window
        if not self._digests:
            return window.measure(end), ""
        encoded = window.text[window.at : end].encode()
        return len(encoded), sha256(encoded).hexdigest()

    def _described(self, steps: tuple[str | int, ...], outer: int) -> str:
        """The value at the window's place in the words of a message; refuses what is no JSON value at all."""
        if self._window.next() not in ('"', "{", "["):
            self._whole_scalar()
        return described(self._value(steps, outer)[0])

    def _value(self, steps: tuple[str | int, ...], outer: int) -> tuple[object, int]:
        """The value at the window's place and its end; `outer` is how many lists and objects it lies in."""
        window = self._window
        while True:
            try:
                return decode_value(window.text, window.at, self._limits.json_depth - outer)
            except Unstrict as error:
                if len(window.text) - window.at > self._limits.claim_bytes or not window.fill():
                    self._refuse_value(steps, outer, error)

    def _refuse_value(
        self, steps: tuple[str | int, ...], outer: int, cause: Unstrict | None = None
    ) -> NoReturn:
        from citelock.checks.jsonfault import Fault, check_value

        window = self._window
        try:
            check_value(window.text, window.at, max_depth=self._limits.json_depth, outer=outer)
        except Fault as fault:
            if fault.cut and not window.ended:
                self._refuse_size(steps)
            self._refuse(fault.index, fault.what, steps + fault.steps, cause or fault)
        # Not reached as long as both scanners accept the same texts (a property test holds them to it).
        self._refuse(window.at, f"this is not JSON that can be read: {cause}.", steps, cause)

    def _refuse_size(self, steps: tuple[str | int, ...]) -> NoReturn:
        limit = self._limits.claim_bytes
        what = f"larger than {limit:,} bytes, the limit for one claim. Split it, or raise limits.claim_bytes."
        self._refuse(self._window.at, what, steps)

    def _refuse_document(self, char: str) -> NoReturn:
        window = self._window
        if not char:
            what = 'the file is empty. Write {"claims": [ … ]}.'
        elif char == "[":
            what = 'the file is a list. Write the list into an object: {"claims": [ … ]}.'
        else:
            what = f'{self._described((), 0)} is no claims file. Write {{"claims": [ … ]}}.'
        self._refuse(window.at, what)

    def _refuse_tail(self) -> NoReturn:
        from citelock.checks.jsonfault import tail_fault

        self._window.look_ahead()
        self._refuse(self._window.at, tail_fault(self._window.text, self._window.at))

    def _refuse_character(self, expected: str, steps: tuple[str | int, ...] = ()) -> NoReturn:
        from citelock.checks.jsonfault import unexpected

        self._window.look_ahead()
        self._refuse(self._window.at, unexpected(self._window.text, self._window.at, expected), steps)

    def _refuse(
        self, index: int, what: str, steps: tuple[str | int, ...] = (), cause: Exception | None = None
    ) -> NoReturn:
        line, column = self._window.place(index)
        raise InputError(self._shown, what, line=line, column=column, pointer=readable(steps)) from cause


def _scalar_end(text: str, start: int) -> int:
    match = re.compile(_SCALAR).match(text, start)
    return match.end() if match else start
