"""Trees of syntax walked and rebuilt, whatever their classes.

Contract: works on any frozen dataclass node: `children` gives what a node holds, with the way to it; `rebuilt`
gives the same tree with one place changed. A way is a tuple of field names and indexes.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from typing import Any

from rulekit.syntax import nodes as n

Way = tuple[str | int, ...]


_FIELDS: dict[type, tuple[str, ...]] = {}


def _fields(kind: type[n.Node]) -> tuple[str, ...]:
    if kind not in _FIELDS:
        _FIELDS[kind] = tuple(f.name for f in dataclasses.fields(kind) if f.name != "span")
    return _FIELDS[kind]


def walk(value: Any, way: Way = ()) -> Iterator[tuple[Way, n.Node]]:
    """Every node of a tree with the way to it, outermost first."""
    if isinstance(value, n.Node):
        yield way, value
        for name in _fields(type(value)):
            yield from walk(getattr(value, name), (*way, name))
    elif isinstance(value, tuple):
        for index, item in enumerate(value):
            yield from walk(item, (*way, index))


def at(value: Any, way: Way) -> Any:
    """What stands at the end of a way."""
    for step in way:
        value = getattr(value, step) if isinstance(step, str) else value[step]
    return value


def rebuilt(value: Any, way: Way, new: Any) -> Any:
    """The same tree with another value at the end of a way."""
    if not way:
        return new
    step, rest = way[0], way[1:]
    if isinstance(step, str):
        return dataclasses.replace(value, **{step: rebuilt(getattr(value, step), rest, new)})
    return (*value[:step], rebuilt(value[step], rest, new), *value[step + 1 :])
