"""A named tuple of ours is one of the standard library's in all that can be seen of it."""

from __future__ import annotations

import pickle
import typing

import pytest

from citelock.checks.named import NamedTuple


class Ours(NamedTuple):
    """A place."""

    name: str
    line: int = 1
    more: tuple[str, ...] = ()

    @property
    def shown(self) -> str:
        """The place as text."""
        return f"{self.name}:{self.line}"

    @classmethod
    def nowhere(cls) -> Ours:
        """No place."""
        return cls("", 0)


class Theirs(typing.NamedTuple):
    """A place."""

    name: str
    line: int = 1
    more: tuple[str, ...] = ()


def test_fields_defaults_and_text_are_the_same() -> None:
    assert (Ours._fields, Ours._field_defaults) == (Theirs._fields, Theirs._field_defaults)
    assert (Ours.__doc__, Ours.__module__, Ours.__qualname__) == (Theirs.__doc__, __name__, "Ours")
    assert repr(Ours("a", more=("b",))) == repr(Theirs("a", more=("b",))).replace("Theirs", "Ours")
    assert Ours("a", 2)._asdict() == Theirs("a", 2)._asdict()
    assert tuple(Ours("a")) == tuple(Theirs("a"))
    assert set(Ours.__annotations__) == set(Theirs.__annotations__)


def test_it_is_a_tuple_with_methods() -> None:
    assert Ours("a").shown == "a:1"
    assert Ours.nowhere() == ("", 0, ())
    assert Ours("a")._replace(line=3) == Ours("a", 3)
    assert pickle.loads(pickle.dumps(Ours("a", 2))) == Ours("a", 2)  # our own
    assert not hasattr(Ours("a"), "__dict__")


@pytest.mark.parametrize("arguments", [{}, {"line": 1}, {"name": "a", "other": 1}])
def test_what_is_missing_or_unknown_is_refused(arguments: dict[str, typing.Any]) -> None:
    with pytest.raises(TypeError):
        Ours(**arguments)
    with pytest.raises(TypeError):
        Theirs(**arguments)
