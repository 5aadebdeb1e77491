"""Named tuples without the price of their types: `typing.NamedTuple` for a type checker, else bare tuples.

`typing` compiles the annotation of every field, and the modules that an audit needs have several hundred;
that was a twentieth of the start-up. From Python 3.14 on annotations are left alone, and it is the same.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING or sys.version_info >= (3, 14):
    from typing import NamedTuple as NamedTuple
else:
    from collections import namedtuple

    class _Maker(type):
        """Makes a tuple class of the annotated fields, their defaults and the methods."""

        def __new__(cls, name: str, bases: tuple[type, ...], members: dict[str, object]) -> type:
            if not bases:
                return super().__new__(cls, name, bases, members)
            types = members.pop("__annotations__", {})
            defaults = [members.pop(field) for field in types if field in members]
            made = namedtuple(name, types, defaults=defaults, module=members.pop("__module__"))
            made.__annotations__ = types
            for key, member in members.items():  # the docstring, the methods
                setattr(made, key, member)
            return made

    class NamedTuple(metaclass=_Maker):
        """The base to derive from, as that of `typing`."""
