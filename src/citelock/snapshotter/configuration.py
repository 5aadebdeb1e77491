"""Reading `citelock.yml`: bytes to plain values with positions, strictly.

`checks/config.py` says what they mean.
The only place that imports yaml, and only if there is a file. No aliases, tags, duplicate keys, second
documents, and nothing deeper or larger than a configuration needs to be (action.md, sections 10 and 13).
"""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import TYPE_CHECKING, NoReturn, Protocol

from citelock.checks.config import Config, config_from_value
from citelock.checks.errors import ConfigError
from citelock.checks.text.excerpt import shown

if TYPE_CHECKING:
    import yaml

MAX_BYTES = 64 * 1024
_MAX_DEPTH = 8  # the schema has three levels

_INTEGER = re.compile(r"[-+]?[0-9]{1,18}")
_TRUE = ("true", "yes", "on")
_FALSE = ("false", "no", "off")

_Place = tuple[int, int]


class _Mark(Protocol):
    """A place in the file as yaml counts: from 0."""

    @property
    def line(self) -> int: ...

    @property
    def column(self) -> int: ...


def read_config(data: bytes, codes: Collection[str], path: str = "citelock.yml") -> Config:
    """The settings in the bytes of `citelock.yml`. Raises ConfigError."""
    if len(data) > MAX_BYTES:
        raise ConfigError(path, f"this file has more than {MAX_BYTES} bytes. A configuration is a few lines.")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise ConfigError(path, "this is not UTF-8. Save the file as UTF-8.", line=line, column=1) from error
    positions: dict[tuple[str, ...], _Place] = {}
    value = _plain(_composed(text, path), (), path, positions)
    return config_from_value(value, path, codes=codes, positions=positions)


def _composed(text: str, path: str) -> yaml.Node | None:
    """The node tree of the text, refused while it grows if it has an alias or is too deep."""
    import yaml

    class Loader(yaml.SafeLoader):
        depth = 0

        def compose_node(self, parent: yaml.Node | None, index: object) -> yaml.Node | None:
            event: yaml.Event = self.peek_event()  # type: ignore[no-untyped-call] # the stubs leave it open
            if isinstance(event, yaml.AliasEvent):
                _refuse(event.start_mark, "this is an alias. Write the value itself.", path)
            if getattr(event, "anchor", None):
                _refuse(
                    event.start_mark, "this is an anchor. Write the value itself where it is needed.", path
                )
            self.depth += 1
            if self.depth > _MAX_DEPTH:
                _refuse(event.start_mark, f"nested deeper than {_MAX_DEPTH} levels.", path)
            node: yaml.Node | None = super().compose_node(parent, index)  # type: ignore[arg-type] # the stubs know int only
            self.depth -= 1
            return node

    try:
        return Loader(text).get_single_node()
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        what = f"this is not YAML: {shown(str(error.problem or error.context), 120)}."
        if mark is None:
            raise ConfigError(path, what) from error
        raise ConfigError(path, what, line=mark.line + 1, column=mark.column + 1) from error
    except yaml.YAMLError as error:
        raise ConfigError(path, "this is not YAML: it holds a character that no text holds.") from error


def _plain(
    node: yaml.Node | None, steps: tuple[str, ...], path: str, positions: dict[tuple[str, ...], _Place]
) -> object:
    """The value of a node as None, bool, int, str, list or dict with text keys.

    Fills `positions` on the way.
    """
    import yaml

    if node is None:
        return None
    positions.setdefault(steps, (node.start_mark.line + 1, node.start_mark.column + 1))
    if isinstance(node, yaml.ScalarNode):
        return _scalar(node, path)
    if node.tag not in ("tag:yaml.org,2002:map", "tag:yaml.org,2002:seq"):
        _refuse(node.start_mark, "a tag has no place here. Write the value without it.", path)
    if isinstance(node, yaml.SequenceNode):
        return [_plain(item, (*steps, str(place)), path, positions) for place, item in enumerate(node.value)]
    assert isinstance(node, yaml.MappingNode)
    mapping: dict[str, object] = {}
    for key_node, value_node in node.value:
        if not isinstance(key_node, yaml.ScalarNode):
            _refuse(key_node.start_mark, "a key is a word.", path)
        key = str(key_node.value)
        if key in mapping:
            _refuse(
                key_node.start_mark, f"the key {shown(key, 60)} stands twice. Remove one of the two.", path
            )
        positions[*steps, key] = (key_node.start_mark.line + 1, key_node.start_mark.column + 1)
        mapping[key] = _plain(value_node, (*steps, key), path, positions)
    return mapping


def _scalar(node: yaml.ScalarNode, path: str) -> object:
    """A scalar as YAML 1.1 has it, but odd numbers (`0o17`, `1:30`, `1_000`), dates and fractions as text."""
    text = str(node.value)
    kind = node.tag.removeprefix("tag:yaml.org,2002:")
    if kind == "null":
        return None
    if kind == "bool" and text.lower() in _TRUE + _FALSE:
        return text.lower() in _TRUE
    if kind == "int" and _INTEGER.fullmatch(text):
        return int(text)
    if kind in ("str", "int", "float", "timestamp", "merge", "value", "bool"):
        return text
    return _refuse(node.start_mark, "a tag has no place here. Write the value without it.", path)


def _refuse(mark: _Mark | None, what: str, path: str) -> NoReturn:
    if mark is None:
        raise ConfigError(path, what)
    raise ConfigError(path, what, line=mark.line + 1, column=mark.column + 1)
